package train

import (
	"encoding/json"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rosette/internal/runlog"
)

// A State is what a run has decided: it is written at the end of each cycle.
type State struct {
	Cycle     int     `json:"cycle"`               // the last complete one
	Batches   int     `json:"batches"`             // played for it
	Steps     int     `json:"steps"`               // of learning at its end
	Best      string  `json:"best"`                // the file of the best network, "" for playouts
	Reference string  `json:"yardstick,omitempty"` // the file of the reference network, "" for playouts
	Measured  int     `json:"measured,omitempty"`  // the cycle whose network was rated last
	Seconds   float64 `json:"seconds"`             // that commands have taken until then
}

// goal returns the state that the next cycle leads to if it promotes no network, but
// for its steps, which depend on what is played. The first cycle also learns from the batches that playouts played before it.
func (s State) goal(p *Plan) State {
	s.Batches = max(s.Batches, p.FirstBatches) + p.CycleBatches
	s.Cycle++
	return s
}

// readState reads the state of a run, which is zero before the first cycle ends.
func readState(dir string) (s State, err error) {
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return s, fmt.Errorf("%s in %s: %w; name another folder, or take the file away to begin with cycle 1", stateFile, dir, err)
	}
	return s, nil
}

// write writes the state of a run.
func (s State) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return runlog.WriteFile(filepath.Join(dir, stateFile), append(text, '\n'))
}
