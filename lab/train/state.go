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

// A State holds a run's decisions. It is written at the end of each cycle.
type State struct {
	Cycle     int     `json:"cycle"`               // last complete cycle
	Batches   int     `json:"batches"`             // played for it
	Steps     int     `json:"steps"`               // learning steps at its end
	Best      string  `json:"best"`                // file of the best network, "" for playouts
	Reference string  `json:"yardstick,omitempty"` // file of the reference network, "" for playouts
	Measured  int     `json:"measured,omitempty"`  // cycle of the last rated network
	Seconds   float64 `json:"seconds"`             // used by all commands so far
}

// goal returns the state after the next cycle if that promotes no network. Steps is left out,
// because it depends on the games. The first cycle also learns from the batches that playouts
// played before it.
func (s State) goal(p *Plan) State {
	s.Batches = max(s.Batches, p.FirstBatches) + p.CycleBatches
	s.Cycle++
	return s
}

// readState reads a run's state, which is zero before the first cycle ends.
func readState(dir string) (s State, err error) {
	text, err := os.ReadFile(filepath.Join(dir, stateFile))
	if errors.Is(err, fs.ErrNotExist) {
		return s, nil
	}
	if err == nil {
		err = json.Unmarshal(text, &s)
	}
	if err != nil {
		return s, fmt.Errorf("%s in %s: %w; use another folder, or delete the file to restart at cycle 1",
			stateFile, dir, err)
	}
	return s, nil
}

// write writes a run's state.
func (s State) write(dir string) error {
	text, err := json.MarshalIndent(s, "", "  ")
	if err != nil {
		return err
	}
	return runlog.WriteFile(filepath.Join(dir, stateFile), append(text, '\n'))
}
