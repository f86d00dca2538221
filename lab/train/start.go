package train

import (
	"bytes"
	"cmp"
	"errors"
	"fmt"
	"io/fs"
	"os"
	"path/filepath"

	"rosette/engine/neural"
	"rosette/internal/runlog"
)

// startFile is the copy of a run's initial network, stored with the networks that it trained.
const startFile = "start.rnet"

// A StartError explains why a run cannot begin with [Plan.Start].
type StartError struct{ Err error }

func (e *StartError) Error() string { return e.Err.Error() }

func (e *StartError) Unwrap() error { return e.Err }

// start makes the network in [Plan.Start], if set, the best network, unless the run has completed a
// cycle. It plays the first games, and the trainer continues from its weights. The run keeps a copy
// and does not need the file again. The error is a [StartError] if the network does not fit the
// run.
func (r *Run) start() error {
	kept := filepath.Join(r.Dir, networkDir, startFile)
	text, began, err := r.readStart(kept)
	if err != nil || text == nil {
		return err
	}
	if !began {
		if err := r.unused(); err != nil {
			return err
		}
	}
	if err := r.fits(text); err != nil {
		return &StartError{fmt.Errorf("%s: %w", cmp.Or(r.Start, kept), err)}
	}
	if !began {
		if err := makeDirs(r.Dir, networkDir); err != nil {
			return err
		}
		if err := runlog.WriteFile(kept, text); err != nil {
			return err
		}
	}
	if r.state.Best == "" {
		r.state.Best = startFile
	}
	return nil
}

// readStart returns the initial network file, or nil, and whether the run already has it.
func (r *Run) readStart(kept string) (text []byte, began bool, err error) {
	text, err = os.ReadFile(kept)
	if err != nil && !errors.Is(err, fs.ErrNotExist) {
		return nil, false, err
	}
	began = err == nil
	if r.Start == "" {
		return text, began, nil
	}
	given, err := os.ReadFile(r.Start)
	if err != nil {
		return nil, began, &StartError{err}
	}
	if began && !bytes.Equal(given, text) {
		return nil, began, &StartError{
			fmt.Errorf("%s began with a network other than %s; omit --start or use another folder", r.Dir,
				r.Start),
		}
	}
	return given, began, nil
}

// unused returns a [StartError] if the run has games or cycles: they began without a network.
func (r *Run) unused() error {
	played, err := playedBatches(r.Dir)
	if err == nil && (len(played) > 0 || r.state.Cycle > 0) {
		err = &StartError{fmt.Errorf("%s began without %s; use another folder", r.Dir, r.Start)}
	}
	return err
}

// fits returns an error if the run cannot begin with a network file. It sets the network size if
// the plan has none.
func (r *Run) fits(text []byte) error {
	n, err := neural.Read(bytes.NewReader(text))
	if err != nil {
		return err
	}
	for _, b := range r.SelfPlay.Boards {
		if !n.Applies(b.Value, r.Rules) {
			return fmt.Errorf("it does not support %s", b.Value.Name())
		}
	}
	if r.Size == "" {
		r.Size = n.Size()
	}
	var blocks, channels int
	if _, err := fmt.Sscanf(r.Size, "b%dc%d", &blocks, &channels); err == nil && (blocks < n.Blocks ||
		channels < n.Channels) {
		return fmt.Errorf("a network of size %s cannot shrink to %s; omit --size or use a larger size", n.Size(), r.Size)
	}
	return nil
}
