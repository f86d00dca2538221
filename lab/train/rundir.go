package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"
	"strings"

	"rosette/internal/runlog"
)

// Names in a run directory.
const (
	shardDir     = "shards"
	shardSuffix  = ".rshard"
	recordDir    = "games"
	networkDir   = "networks"
	selfPlayLog  = "selfplay.jsonl" // a [BatchReport] per line
	learnLog     = "learn.jsonl"    // written by the trainer
	cycleLog     = "trials.jsonl"   // a [CycleReport] per line
	stateFile    = "state.json"     // a [State]
	bestFile     = "best.rnet"      // a copy of the best network
	trainingPage = "report.html"

	conditionsFile = "conditions.json" // the [Conditions]
)

// A DirError explains why a run directory cannot be used.
type DirError struct{ Err error }

func (e *DirError) Error() string { return e.Err.Error() }

func (e *DirError) Unwrap() error { return e.Err }

// makeDirs creates directories of a run. Its error is a [DirError].
func makeDirs(dir string, names ...string) error {
	for _, name := range names {
		if err := os.MkdirAll(filepath.Join(dir, name), 0o777); err != nil {
			return &DirError{err}
		}
	}
	return nil
}

// batchPrefix returns the prefix of a batch's file names.
func batchPrefix(number int) string { return fmt.Sprintf("%06d", number+1) }

// networkName returns the file name of a cycle's network. Cycles count from 1, the trainer's rounds
// from 0.
func networkName(cycle int) string { return fmt.Sprintf("%06d.rnet", cycle-1) }

// playedBatches returns the prefixes of the batches in a run directory.
func playedBatches(dir string) (map[string]bool, error) {
	found, err := filepath.Glob(filepath.Join(dir, shardDir, "*-*"+shardSuffix))
	played := make(map[string]bool, len(found))
	for _, name := range found {
		prefix, _, _ := strings.Cut(filepath.Base(name), "-")
		played[prefix] = true
	}
	return played, err
}

// readLog reads a run's log, which is empty if the file does not exist. It passes a note about a
// line left incomplete by an interruption.
func readLog[T any](name string, note func(line string)) ([]T, error) {
	c, err := runlog.Read(name)
	if err != nil {
		return nil, err
	}
	if len(c.Torn) > 0 {
		note(c.Note())
	}
	all, err := runlog.Decode[T](c)
	if wrong := (*runlog.LineError)(nil); errors.As(err, &wrong) {
		return nil, fmt.Errorf("%w; delete the line", err)
	}
	return all, err
}

// Conditions are common to all self-play games in a run directory, in the form of flags. Rules,
// visits, the number of root moves and the network may change during the run.
type Conditions struct {
	Boards string `json:"boards"`
	Seed   uint64 `json:"seed"`
	Games  int    `json:"games"` // per batch
}

// Keep stores the conditions in a new run directory, or compares them with an existing one. The
// error is a [DirError] if they differ or the directory cannot be used.
func (c Conditions) Keep(dir string) error {
	if err := makeDirs(dir, "."); err != nil {
		return err
	}
	name := filepath.Join(dir, conditionsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if text, err = json.MarshalIndent(c, "", "  "); err != nil {
			return err
		}
		return runlog.WriteFile(name, append(text, '\n'))
	}
	var kept Conditions
	if err == nil {
		err = json.Unmarshal(text, &kept)
	}
	if err != nil {
		return &DirError{fmt.Errorf("%s: %w; use another folder", name, err)}
	}
	for _, of := range []struct {
		flag       string
		kept, here any
	}{
		{"boards", kept.Boards, c.Boards}, {"seed", kept.Seed, c.Seed}, {"games", kept.Games, c.Games},
	} {
		if of.kept != of.here {
			return &DirError{
				fmt.Errorf("%s has games with --%s %v; use that value or another folder", dir, of.flag, of.kept),
			}
		}
	}
	return nil
}
