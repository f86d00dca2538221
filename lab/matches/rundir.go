package matches

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"maps"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/internal/runlog"
)

// Conditions identifies a match, a ladder or a search for fair komi. A directory is continued only
// under the same conditions.
type Conditions struct {
	Kind        string     `json:"kind"` // match, ladder or komi
	Board       string     `json:"board"`
	Rules       game.Rules `json:"rules"`
	Players     []string   `json:"players"`
	Defaults    string     `json:"defaults"` // of local players
	Openings    string     `json:"openings"`
	Seed        uint64     `json:"seed"`
	MaxMoves    int        `json:"maxMoves"`
	MoveTimeout string     `json:"moveTimeout"`
	Adjudicate  float64    `json:"adjudicate"`
	SPRT        *SPRT      `json:"sprt"`
	Reach       int        `json:"reach,omitempty"`
	Komi        string     `json:"komi,omitempty"` // the komi values that a search for fair komi plays
}

// Ruleset returns the rules' display name.
func (c Conditions) Ruleset() string { return RulesetName(c.Rules) }

// RulesetName returns the rules' display name: their preset, if they have one.
func RulesetName(r game.Rules) string {
	if r.Preset != "" {
		return r.Preset
	}
	return "rules of its own"
}

// A RunDir stores a run in a directory: conditions, finished games with their records, and a log of
// problems. The zero RunDir stores nothing.
type RunDir struct {
	path  string
	games *runlog.Log // one game per line
	log   *os.File
}

// Names in a run directory.
const (
	conditionsFile = "conditions.json"
	gamesFile      = "games.jsonl"
	logFile        = "log.txt"
	recordsDir     = "games"

	SummaryFile = "summary.json"
)

// An UnusableDirError explains why a directory cannot hold a run, and what to do. It begins with
// the directory's name.
type UnusableDirError struct{ text string }

func (e *UnusableDirError) Error() string { return e.text }

func unusable(format string, args ...any) error {
	return &UnusableDirError{fmt.Sprintf(format, args...)}
}

// OpenRunDir creates a run directory, or opens an existing one and returns its games. If fixedSeed
// is false, it sets c.Seed to the earlier run's seed. With an empty path nothing is stored.
func OpenRunDir(path string, c *Conditions, fixedSeed bool) (*RunDir, []Game, error) {
	if path == "" {
		return &RunDir{}, nil, nil
	}
	if err := claim(path, c, fixedSeed); err != nil {
		return nil, nil, err
	}
	if err := os.MkdirAll(filepath.Join(path, recordsDir), 0o777); err != nil {
		return nil, nil, unusable("%s: %v; name a folder that can be made", path, err)
	}
	d := &RunDir{path: path}
	var contents runlog.Contents
	var err error
	if d.games, contents, err = runlog.Open(filepath.Join(path, gamesFile)); errors.Is(err, runlog.ErrLocked) {
		return nil, nil, unusable("%s: another process plays there; wait for it, or name a new folder", path)
	} else if err != nil {
		return nil, nil, err
	}
	if d.log, err = os.OpenFile(filepath.Join(path, logFile), os.O_WRONLY|os.O_CREATE|os.O_APPEND, 0o666); err != nil {
		return nil, nil, errors.Join(err, d.games.Close())
	}
	games, err := readGames(contents)
	if err != nil {
		return nil, nil, errors.Join(err, d.Close())
	}
	return d, games, nil
}

// claim creates the directory if necessary, and compares the conditions of a run in it.
func claim(path string, c *Conditions, fixedSeed bool) error {
	name := filepath.Join(path, conditionsFile)
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		if err = create(path, name, c); errors.Is(err, fs.ErrExist) { // another process was faster
			return claim(path, c, fixedSeed)
		}
		return err
	}
	if err != nil {
		return err
	}
	var earlier struct {
		Seed uint64 `json:"seed"`
	}
	if err := json.Unmarshal(text, &earlier); err != nil {
		return unusable("%s cannot be read: %v; name a new folder", name, err)
	}
	if !fixedSeed {
		c.Seed = earlier.Seed
	}
	different, err := differs(text, c)
	if err != nil {
		return err
	}
	if different != "" {
		return unusable("%s holds another %s: its %s differs; name a new folder", path, c.Kind, different)
	}
	return nil
}

// create creates the directory with its conditions, or completes one that an earlier start left
// incomplete. The error wraps [fs.ErrExist] if conditions exist.
func create(path, name string, c *Conditions) error {
	inside, err := os.ReadDir(path)
	if err == nil && slices.ContainsFunc(inside, func(e os.DirEntry) bool { return !begun(path, e) }) {
		return unusable("%s holds other files; name a new folder", path)
	}
	if err := os.MkdirAll(path, 0o777); err != nil {
		return unusable("%s: %v; name a folder that can be made", path, err)
	}
	text, err := json.MarshalIndent(c, "", "  ")
	if err != nil {
		return err
	}
	return runlog.CreateFile(name, append(text, '\n'))
}

// begun reports whether e may be left over from a start that ended before it wrote the conditions:
// an empty folder for records, or partial conditions.
func begun(path string, e os.DirEntry) bool {
	if e.Name() == recordsDir {
		records, err := os.ReadDir(filepath.Join(path, recordsDir))
		return err == nil && len(records) == 0
	}
	return strings.HasPrefix(e.Name(), "."+conditionsFile+".") && strings.HasSuffix(e.Name(), ".part")
}

// differs names the first condition that differs, or "" if they are equal.
func differs(text []byte, c *Conditions) (string, error) {
	ours, err := json.Marshal(c)
	if err != nil {
		return "", err
	}
	var a, b map[string]json.RawMessage
	if err := json.Unmarshal(ours, &a); err != nil {
		return "", err
	}
	if err := json.Unmarshal(text, &b); err != nil {
		return "", err
	}
	keys := slices.AppendSeq(slices.Collect(maps.Keys(a)), maps.Keys(b)) // include keys missing on either side
	slices.Sort(keys)
	for _, key := range keys {
		var earlier bytes.Buffer
		if err := json.Compact(&earlier, b[key]); err != nil || !bytes.Equal(a[key], earlier.Bytes()) {
			return key, nil
		}
	}
	return "", nil
}

// readGames returns the finished games.
func readGames(c runlog.Contents) (games []Game, err error) {
	all, err := runlog.Decode[Game](c)
	if err != nil {
		return nil, fmt.Errorf("%w; delete the line to replay its game", err)
	}
	known := map[int]bool{}
	for _, g := range all {
		if !known[g.Number] {
			known[g.Number] = true
			games = append(games, g)
		}
	}
	return games, nil
}

// Keep stores a finished game: its SGF, then its line.
func (d *RunDir) Keep(g Game) error {
	if d.path == "" {
		return nil
	}
	record := filepath.Join(d.path, recordsDir, fmt.Sprintf("%05d.sgf", g.Number+1))
	if err := runlog.WriteFile(record, []byte(g.SGF)); err != nil {
		return err
	}
	return d.games.Append(g)
}

// Write replaces a file in the directory.
func (d *RunDir) Write(name string, data []byte) error {
	if d.path == "" {
		return nil
	}
	return runlog.WriteFile(filepath.Join(d.path, name), data)
}

// Log writes a problem with the time. It reports whether there is a log.
func (d *RunDir) Log(now time.Time, text string) (bool, error) {
	if d.path == "" {
		return false, nil
	}
	_, err := fmt.Fprintf(d.log, "%s %s\n", now.Format(time.RFC3339), text)
	return true, err
}

// Close releases the directory.
func (d *RunDir) Close() error {
	if d.path == "" {
		return nil
	}
	return errors.Join(d.games.Close(), d.log.Close())
}
