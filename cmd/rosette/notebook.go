package main

import (
	"crypto/sha256"
	"encoding/json"
	"errors"
	"fmt"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine/review"
)

// A notebook keeps what a review has seen until the review is whole, so that one
// that was stopped goes on. Its zero value keeps nothing.
type notebook struct {
	file *lineFile
	seed uint64
	own  map[string]string // the sums of files that the review has written so far
}

// A note is a line of a notebook: first what is asked for, then what was seen
// and what was written.
type note struct {
	Asked *asked        `json:"asked,omitempty"`
	Sight *review.Sight `json:"sight,omitempty"`
	Wrote string        `json:"wrote,omitempty"`
	Sum   string        `json:"sum,omitempty"` // of what was written
}

// Asked is what makes a review the one it is: a notebook is continued only under
// the same.
type asked struct {
	Key    string        `json:"key"` // of the positions and the rules
	Visits int           `json:"visits"`
	Time   time.Duration `json:"time"`
	Seed   uint64        `json:"seed"`

	Network string `json:"network,omitempty"` // its hash
}

// part is the name of the notebook, "" if nothing is written beside which it
// could be.
func (r *reviewing) part() string {
	for _, to := range []string{r.to, r.report} {
		if to == "" || to == "-" {
			continue
		}
		if there, err := os.Stat(to); err == nil && !there.Mode().IsRegular() {
			continue
		}
		return to + ".part"
	}
	return ""
}

// open opens the notebook, and tells the game what it says of a review that was
// stopped.
func (r *reviewing) open(cmd *cobra.Command, game *review.Review) error {
	r.notes = notebook{seed: r.randomSeed(), own: map[string]string{}}
	name := r.part()
	if name == "" {
		return nil
	}
	key, err := game.Key()
	if err != nil {
		return err
	}
	file, lines, err := openLines(name)
	if errors.Is(err, errHeld) {
		return fmt.Errorf("%s: another process reviews there; wait for it, or use another name", name)
	} else if err != nil {
		return err
	}
	r.notes.file = file
	q := r.asks()
	if err := r.recall(lines, asked{key, q.Visits, q.Time, r.notes.seed, r.config.NetworkHash(game.Graph, game.Rules)}, game); err != nil {
		return errors.Join(err, file.Close())
	}
	if n := game.Seen(); n > 0 {
		fmt.Fprintf(cmd.ErrOrStderr(), "going on with %s: %d of %d positions are searched already\n", name, n, len(game.Turns))
	}
	return nil
}

// recall reads the lines of a notebook, or begins it. A seed that was not given
// is that of the notebook.
func (r *reviewing) recall(lines [][]byte, ours asked, game *review.Review) error {
	name := r.notes.file.Name()
	var first note
	if len(lines[0]) > 0 && (json.Unmarshal(lines[0], &first) != nil || first.Asked == nil) && !r.force {
		return usageError{fmt.Errorf("%s is no unfinished review; move it away, or use --force", name)}
	}
	if theirs := first.Asked; theirs != nil && !r.set.Changed("seed") {
		ours.Seed = theirs.Seed
	}
	if first.Asked != nil && *first.Asked != ours && !r.force {
		return usageError{fmt.Errorf("%s keeps an unfinished review of another game, or with other --rules, --komi, --visits, --time, --seed or --network; repeat that command, or use --force", name)}
	}
	r.notes.seed = ours.Seed
	if first.Asked == nil || *first.Asked != ours {
		return errors.Join(r.notes.file.cut(0), r.notes.file.add(note{Asked: &ours}))
	}
	for i, line := range lines[1:] {
		var n note
		err := json.Unmarshal(line, &n)
		if err == nil && n.Sight != nil {
			err = game.Recall(*n.Sight)
		}
		if err != nil {
			return fmt.Errorf("%s, line %d cannot be read: %w; take the line out, and its position is searched again", name, i+2, err)
		}
		if n.Wrote != "" {
			r.notes.own[n.Wrote] = n.Sum
		}
	}
	return r.untouched()
}

// untouched says which of the files to write is there already and not by the
// review that is continued.
func (r *reviewing) untouched() error {
	for _, to := range []string{r.to, r.report} {
		if there, err := os.Stat(to); err == nil && there.Mode().IsRegular() && !r.force && !r.notes.wrote(to) {
			return usageError{fmt.Errorf("%s exists already; use another name, or --force", to)}
		}
	}
	return nil
}

// keep writes down what was seen.
func (n *notebook) keep(s review.Sight) error {
	if n.file == nil {
		return nil
	}
	return n.file.add(note{Sight: &s})
}

// writes writes down that a file was written.
func (n *notebook) writes(name string, text []byte) error {
	if n.file == nil || name == "" || name == "-" {
		return nil
	}
	return n.file.add(note{Wrote: name, Sum: sumOf(text)})
}

func sumOf(text []byte) string { return fmt.Sprintf("%x", sha256.Sum256(text)) }

// wrote tells whether a file is as the review that is continued has left it.
func (n *notebook) wrote(name string) bool {
	text, err := os.ReadFile(name)
	return err == nil && n.own[name] == sumOf(text)
}

// finish takes the notebook of a review that is whole away.
func (r *reviewing) finish(err error) error {
	if r.notes.file == nil {
		return err
	}
	if err == nil {
		err = os.Remove(r.notes.file.Name())
	}
	return errors.Join(err, r.notes.file.Close())
}
