package report

import (
	"bytes"
	"cmp"
	"encoding/json"
	"fmt"
	"strings"

	"rosette/engine/review"
	"rosette/game/sgf"
)

// ReviewFiles names the files for the results of a review. An empty name, or "-", means standard
// output. The record goes to standard output only if no other result was requested.
type ReviewFiles struct {
	Record, Page string // an empty Page means no page
	JSON         bool   // write what was assumed and the assessments to standard output
}

// WriteAnnotated assesses a review, annotates its record with variations up to line moves long, and
// writes the files with [ReviewFiles.Write].
func (f ReviewFiles) WriteAnnotated(
	c *sgf.Collection, r *review.Review, line int, write func(name string, text []byte) error,
) error {
	all := r.Assess()
	if err := r.Annotate(all, line); err != nil {
		return err
	}
	return f.Write(c, r, all, write)
}

// Write passes the text of each file to write.
func (f ReviewFiles) Write(
	c *sgf.Collection, r *review.Review, all []review.Assessment, write func(name string, text []byte) error,
) error {
	if f.Page != "" {
		var page bytes.Buffer
		title := cmp.Or(r.Root.Players(), "A game on "+r.Graph.Name())
		if err := Review(&page, title, conditions(r), r, all); err != nil {
			return err
		}
		if err := write(f.Page, page.Bytes()); err != nil {
			return err
		}
	}
	if f.JSON {
		if all == nil {
			all = []review.Assessment{}
		}
		text, err := json.Marshal(struct {
			Reading sgf.Reading         `json:"reading"`
			Moves   []review.Assessment `json:"moves"`
		}{r.Reading, all})
		if err != nil {
			return err
		}
		if err := write("", append(text, '\n')); err != nil {
			return err
		}
	}
	if f.Record == "" && (f.JSON || f.Page != "") {
		return nil
	}
	var text bytes.Buffer
	if err := sgf.Write(&text, c); err != nil {
		return err
	}
	return write(f.Record, text.Bytes())
}

// conditions describes a game in one line: board, rules, komi, date and result, and what was
// assumed.
func conditions(r *review.Review) string {
	var all []string
	for _, word := range []string{
		r.Graph.Name(), r.Rules.Preset, fmt.Sprintf("komi %v", r.Rules.Komi), sgf.SimpleText(r.Root.Raw("DT")),
		sgf.SimpleText(r.Root.Raw("RE")), r.Reading.String(),
	} {
		if word != "" {
			all = append(all, word)
		}
	}
	return strings.Join(all, ", ")
}
