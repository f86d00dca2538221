package solve

import (
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/runlog"
	"rosette/solve/retrograde"
)

// A SavedTable is a table stored in a file. If Name is empty its methods do nothing.
type SavedTable struct {
	Name  string
	Table *Table
	Graph *board.Graph
	Rules game.Rules
}

// besideLabels is the maximum memory in bytes for a table if labels for every position take the
// rest.
const besideLabels = 256 << 20

// Allocate makes an empty table of at most memory bytes. If memory suffices for labels for every
// position, which a [Solver] prefers, it leaves most for them. It returns an error if that much
// memory is not free.
func (s *SavedTable) Allocate(memory int64) error {
	if retrograde.Check(s.Graph, s.Rules) == nil && retrograde.LeastMemory(s.Graph) <= memory {
		memory = min(memory, besideLabels)
	}
	if free := retrograde.FreeMemory(); memory > free {
		return fmt.Errorf("the table does not fit in memory: %.2g GB are free", float64(free)/1e9)
	}
	s.Table = NewTable(memory)
	return nil
}

// Load reads the file into the table, which has to be empty, and returns the errors from
// [Table.Read]. It creates a missing file, so that an unwritable name fails before the work.
func (s *SavedTable) Load() error {
	if s.Name == "" {
		return nil
	}
	file, err := os.Open(s.Name)
	if errors.Is(err, fs.ErrNotExist) {
		return s.Save()
	}
	if err != nil {
		return err
	}
	defer file.Close()
	return s.Table.Read(file, s.Graph, s.Rules)
}

// Save replaces the file atomically: after an error, such as a full disk, the old file remains.
func (s *SavedTable) Save() error {
	if s.Name == "" {
		return nil
	}
	err := runlog.WriteWith(s.Name, func(w io.Writer) error { return s.Table.Write(w, s.Graph, s.Rules) })
	if err == nil {
		return nil
	}
	if _, missing := os.Stat(s.Name); missing == nil {
		return fmt.Errorf("cannot save the table, %s is unchanged: %w", s.Name, err)
	}
	return fmt.Errorf("cannot save the table: %w", err)
}

// SaveEvery returns a function that saves the table if the interval has passed since the last save.
// After an error it calls failed and stops saving.
func (s *SavedTable) SaveEvery(interval time.Duration, failed func(error)) func() {
	last, stopped := time.Now(), false
	return func() {
		if stopped || time.Since(last) < interval {
			return
		}
		last = time.Now()
		if err := s.Save(); err != nil {
			stopped = true
			failed(err)
		}
	}
}
