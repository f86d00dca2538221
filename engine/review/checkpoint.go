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

// OpenCheckpoint returns these errors for an existing file.
var (
	ErrNotCheckpoint = errors.New("is not an unfinished review; move it away")
	ErrOtherReview   = errors.New("keeps an unfinished review of another game, or with other rules, komi, number of moves, visits, time, seed or network; repeat that command")
)

// A Key identifies the review that wrote a checkpoint. Only a review with the same key can resume
// it.
type Key struct {
	Positions string        `json:"key"` // see [Review.Key]
	Visits    int           `json:"visits"`
	Time      time.Duration `json:"time"`
	Seed      uint64        `json:"seed"`

	Network string `json:"network,omitempty"` // network hash
}

// A Checkpoint is a log of a review's results, used to resume an interrupted review. The zero value
// stores nothing.
type Checkpoint struct {
	log     *runlog.Log
	seed    uint64
	written map[string]string // file hashes by name, for files that the review has written
}

// A record is a line in a checkpoint: the key comes first, then results and written files.
type record struct {
	Key    *Key    `json:"asked,omitempty"`
	Result *Result `json:"sight,omitempty"`
	File   string  `json:"wrote,omitempty"`
	Hash   string  `json:"sum,omitempty"` // file hash
}

// CheckpointName returns the checkpoint's name for a review that writes these files: the name of
// the first regular or absent file, followed by ".part". It returns "" if there is no such file.
// The names "" and "-" stand for standard output.
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

// TakenFile returns the first file that the review must not write, or "". These are directories,
// and existing regular files unless the review wrote them or overwrite is set. If c is nil, the
// review counts as their author if a checkpoint exists.
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

// OpenCheckpoint opens or creates a review's checkpoint and restores its results. Only the owner
// may read the file. If anySeed is set, the checkpoint's seed replaces the seed in key. If the file
// is not a checkpoint for this review, it is reset when overwrite is set; otherwise the error wraps
// [ErrNotCheckpoint] or [ErrOtherReview], and the file does not change.
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

// restore reads the checkpoint or starts a new one.
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

// firstKey returns the key of a checkpoint. It returns nil if the file is empty or holds only part
// of a key, as after a power failure.
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

// Seed returns the review's seed.
func (c *Checkpoint) Seed() uint64 { return c.seed }

// Kept reports whether results are stored.
func (c *Checkpoint) Kept() bool { return c.log != nil }

// Save stores a result.
func (c *Checkpoint) Save(result Result) error {
	if c.log == nil {
		return nil
	}
	return c.log.Append(record{Result: &result})
}

// SaveFile records that the review has written text to the named file.
func (c *Checkpoint) SaveFile(name string, text []byte) error {
	if c.log == nil || name == "" || name == "-" {
		return nil
	}
	c.written[name] = hash(text)
	return c.log.Append(record{File: name, Hash: c.written[name]})
}

// Wrote reports whether a file still has the contents that this review wrote, so that it may be
// overwritten.
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
