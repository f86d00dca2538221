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

// ReviewFiles says where the results of a review go. An empty name, or "-", is the
// standard output; the record goes there only if nothing else was asked for.
type ReviewFiles struct {
	Record, Page string // no page if Page is empty
	JSON         bool   // the assessments, to the standard output
}

// WriteAnnotated assesses a review, annotates its record with variations of up to
// line moves, and writes the files as [ReviewFiles.Write] does.
func (f ReviewFiles) WriteAnnotated(c *sgf.Collection, r *review.Review, line int, write func(name string, text []byte) error) error {
	all := r.Assess()
	if err := r.Annotate(all, line); err != nil {
		return err
	}
	return f.Write(c, r, all, write)
}

// Write passes the text of each file to write.
func (f ReviewFiles) Write(c *sgf.Collection, r *review.Review, all []review.Assessment, write func(name string, text []byte) error) error {
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
		text, err := json.Marshal(all)
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

// conditions says in one line on which board and by which rules a game was played,
// when, and how it ended.
func conditions(r *review.Review) string {
	var all []string
	for _, word := range []string{
		r.Graph.Name(), r.Rules.Preset, fmt.Sprintf("komi %v", r.Rules.Komi), sgf.SimpleText(r.Root.Raw("DT")), sgf.SimpleText(r.Root.Raw("RE")),
	} {
		if word != "" {
			all = append(all, word)
		}
	}
	return strings.Join(all, ", ")
}
