package review

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"rosette/internal/runlog"
)

// Errors of OpenCheckpoint about the file that is there.
var (
	ErrNotCheckpoint = errors.New("is no unfinished review; move it away")
	ErrOtherReview   = errors.New("keeps an unfinished review of another game, or with other rules, komi, number of moves, visits, time, seed or network; repeat that command")
)

// A Key says what a checkpoint is of. Only a review with the same key continues it.
type Key struct {
	Positions string        `json:"key"` // see [Review.Key]
	Visits    int           `json:"visits"`
	Time      time.Duration `json:"time"`
	Seed      uint64        `json:"seed"`

	Network string `json:"network,omitempty"` // its hash
}

// A Checkpoint is a log of the results of a review, by which an interrupted review
// is continued. Its zero value keeps nothing.
type Checkpoint struct {
	log     *runlog.Log
	seed    uint64
	written map[string]string // by name, the hash of each file that the review has written
}

// A record is a line of a checkpoint: first the key, then results and written
// files.
type record struct {
	Key    *Key    `json:"asked,omitempty"`
	Result *Result `json:"sight,omitempty"`
	File   string  `json:"wrote,omitempty"`
	Hash   string  `json:"sum,omitempty"` // of the file
}

// CheckpointName returns the name of the checkpoint of a review that writes these
// files: that of the first regular file and ".part". It is empty if there is none.
// A name that is empty or "-" stands for the standard output.
func CheckpointName(files ...string) string {
	for _, name := range files {
		if name == "" || name == "-" {
			continue
		}
		if info, err := os.Stat(name); err == nil && !info.Mode().IsRegular() {
			continue
		}
		return name + ".part"
	}
	return ""
}

// TakenFile returns the first of the files that the review may not write, "" if there
// is none: directories, and regular files that exist unless this review has written
// them or overwrite is set. Where c is nil, files count as written by the review if
// there is a checkpoint beside them.
func TakenFile(c *Checkpoint, overwrite bool, files ...string) string {
	checkpoint := CheckpointName(files...)
	_, none := os.Stat(checkpoint)
	for _, name := range files {
		if name == "" || name == "-" {
			continue
		}
		info, err := os.Stat(name)
		if err != nil {
			continue
		}
		mine := c != nil && c.Wrote(name) || c == nil && none == nil
		if info.IsDir() || info.Mode().IsRegular() && !overwrite && !mine {
			return name
		}
	}
	return ""
}

// OpenCheckpoint opens or begins the checkpoint of a review and restores the
// results in it. Only its owner may read the file. Where anySeed is set, the seed of the key is replaced by that of
// the checkpoint. Where overwrite is set, a file that is no checkpoint of this
// review is begun anew; else the error wraps [ErrNotCheckpoint] or
// [ErrOtherReview], and the file stays as it is.
func OpenCheckpoint(name string, r *Review, key Key, anySeed, overwrite bool) (*Checkpoint, error) {
	if name == "" {
		return &Checkpoint{seed: key.Seed}, nil
	}
	log, contents, err := runlog.OpenPrivate(name)
	if errors.Is(err, runlog.ErrLocked) {
		return nil, fmt.Errorf("%s: another process reviews there; wait for it, or use another name: %w", name, err)
	}
	if err != nil {
		return nil, err
	}
	c := &Checkpoint{log: log, written: map[string]string{}}
	if err := c.restore(r, contents, key, anySeed, overwrite); err != nil {
		return nil, errors.Join(err, log.Close())
	}
	return c, nil
}

// restore reads a checkpoint or begins it.
func (c *Checkpoint) restore(r *Review, contents runlog.Contents, key Key, anySeed, overwrite bool) error {
	first, err := firstKey(contents)
	if err != nil && !overwrite {
		return err
	}
	if first != nil && anySeed {
		key.Seed = first.Seed
	}
	if first != nil && *first != key && !overwrite {
		return fmt.Errorf("%s %w", contents.Name, ErrOtherReview)
	}
	c.seed = key.Seed
	if first == nil || *first != key {
		return errors.Join(c.log.Reset(), c.log.Append(record{Key: &key}))
	}
	for i, line := range contents.Lines[1:] {
		var one record
		err := json.Unmarshal(line, &one)
		if err == nil && one.Result != nil {
			err = r.Restore(*one.Result)
		}
		if err != nil {
			return fmt.Errorf("%w; take the line out, and its position is searched again", &runlog.LineError{
				Name: contents.Name, Line: i + 2, Err: err,
			})
		}
		if one.File != "" {
			c.written[one.File] = one.Hash
		}
	}
	return nil
}

// keyPrefix begins the first line of a checkpoint.
const keyPrefix = `{"asked":`

// firstKey returns the key of a checkpoint, nil if the file is empty or a power failure
// left a part of the key alone.
func firstKey(contents runlog.Contents) (*Key, error) {
	if contents.OnlyTorn(keyPrefix) {
		return nil, nil
	}
	var first record
	if len(contents.Lines) == 0 || json.Unmarshal(contents.Lines[0], &first) != nil || first.Key == nil {
		return nil, fmt.Errorf("%s %w", contents.Name, ErrNotCheckpoint)
	}
	return first.Key, nil
}

// Seed returns the seed of the review.
func (c *Checkpoint) Seed() uint64 { return c.seed }

// Kept tells whether results are kept.
func (c *Checkpoint) Kept() bool { return c.log != nil }

// Save keeps a result.
func (c *Checkpoint) Save(result Result) error {
	if c.log == nil {
		return nil
	}
	return c.log.Append(record{Result: &result})
}

// SaveFile keeps that the review has written a file with this text.
func (c *Checkpoint) SaveFile(name string, text []byte) error {
	if c.log == nil || name == "" || name == "-" {
		return nil
	}
	c.written[name] = hash(text)
	return c.log.Append(record{File: name, Hash: c.written[name]})
}

// Wrote tells whether a file holds what this review has written to it, so that it
// may be written over.
func (c *Checkpoint) Wrote(name string) bool {
	text, err := os.ReadFile(name)
	return err == nil && c.written[name] == hash(text)
}

func hash(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// Close releases the checkpoint, and deletes it if the review is complete.
func (c *Checkpoint) Close(complete bool) error {
	switch {
	case c.log == nil:
		return nil
	case complete:
		return c.log.Remove()
	}
	return c.log.Close()
}
