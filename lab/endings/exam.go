package endings

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"rosette/engine/deadstones"
)

// An Exam judges each position with several seeds.
type Exam struct {
	Judge deadstones.Judge
	Seeds int
	Log   Log[Judgement] // known judgements are not repeated
}

// A Judgement is the judge's result for a position and a seed.
type Judgement struct {
	Line   int    `json:"line"` // in the positions' file, from 1
	Kind   Kind   `json:"kind"`
	Seed   uint64 `json:"seed"`
	Answer Answer `json:"answer"`
	Wrong  string `json:"wrong,omitempty"` // chains with another status
}

// An Answer grades a judgement.
type Answer string

// The answers.
const (
	AnsweredRight  Answer = "right"
	AnsweredUnsure Answer = "unsure"
	AnsweredWrong  Answer = "wrong"
)

// A Table counts judgements by kind of position.
type Table map[Kind]map[Answer]int

// Run judges the positions and writes a line for each wrong judgement. It fails when ctx ends or w
// fails.
func (e *Exam) Run(ctx context.Context, all []Position, w io.Writer) (Table, error) {
	table, known := Table{}, map[Judgement]Judgement{}
	for _, j := range e.Log.Known {
		known[Judgement{Line: j.Line, Seed: j.Seed}] = j
	}
	for i := range all {
		for n := range e.Seeds {
			seed := e.Judge.Seed + uint64(n)
			j, ok := known[Judgement{Line: i + 1, Seed: seed}]
			if !ok {
				var err error
				if j, err = e.judge(ctx, &all[i], i+1, seed); err == nil {
					err = e.Log.add(j)
				}
				if err != nil {
					return nil, err
				}
			}
			if err := table.add(w, j); err != nil {
				return nil, err
			}
		}
		e.Log.progress(i + 1)
	}
	return table, nil
}

// judge judges a position with one seed.
func (e *Exam) judge(ctx context.Context, p *Position, line int, seed uint64) (Judgement, error) {
	j := Judgement{Line: line, Kind: p.Kind, Seed: seed, Answer: AnsweredRight}
	g, err := p.Game()
	if err != nil {
		return j, err
	}
	judge := e.Judge
	judge.Seed = seed
	found, err := judge.Propose(ctx, g)
	if err != nil {
		return j, err
	}
	switch v := p.Compare(g, found); {
	case len(v.Wrong) > 0:
		j.Answer, j.Wrong = AnsweredWrong, strings.Join(v.Wrong, ", ")
	case len(v.Unsure) > 0:
		j.Answer = AnsweredUnsure
	}
	return j, nil
}

// add counts a judgement and writes a line if it is wrong.
func (t Table) add(w io.Writer, j Judgement) error {
	if t[j.Kind] == nil {
		t[j.Kind] = map[Answer]int{}
	}
	t[j.Kind][j.Answer]++
	if j.Answer != AnsweredWrong {
		return nil
	}
	_, err := fmt.Fprintf(w, "line %d (%s), seed %d: %s\n", j.Line, j.Kind, j.Seed, j.Wrong)
	return err
}

// Wrong returns the number of judgements that are certain and wrong.
func (t Table) Wrong() (n int) {
	for _, row := range t {
		n += row[AnsweredWrong]
	}
	return n
}

// String returns the table as text.
func (t Table) String() string {
	var text strings.Builder
	table := tabwriter.NewWriter(&text, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprintln(table, "kind\tright\tunsure\twrong\t")
	for _, kind := range Kinds {
		if row := t[kind]; row != nil {
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", kind, row[AnsweredRight], row[AnsweredUnsure], row[AnsweredWrong])
		}
	}
	table.Flush() // a strings.Builder never fails
	return text.String()
}
