package endings

import (
	"context"
	"fmt"
	"io"
	"strings"
	"text/tabwriter"

	"rosette/engine/deadstones"
)

// An Exam judges positions with several seeds.
type Exam struct {
	Judge    deadstones.Judge
	Seeds    int
	Progress func(done int) // called after each position, if not nil
}

// A Table counts judgements by kind of position.
type Table map[Kind]*[3]int // right, unsure, wrong

// Run judges the positions and writes a line for each that is wrong. It fails when ctx ends
// or w fails.
func (e *Exam) Run(ctx context.Context, all []Position, w io.Writer) (Table, error) {
	table := Table{}
	for i := range all {
		p := &all[i]
		if table[p.Kind] == nil {
			table[p.Kind] = &[3]int{}
		}
		for seed := range e.Seeds {
			if err := e.judge(ctx, p, i, uint64(seed), table, w); err != nil {
				return nil, err
			}
		}
		if e.Progress != nil {
			e.Progress(i + 1)
		}
	}
	return table, nil
}

// judge judges a position with one seed.
func (e *Exam) judge(ctx context.Context, p *Position, number int, seed uint64, table Table, w io.Writer) error {
	g, err := p.Game()
	if err != nil {
		return err
	}
	judge := e.Judge
	judge.Seed += seed
	found, err := judge.Propose(ctx, g)
	if err != nil {
		return err
	}
	switch v := p.Compare(g, found); {
	case len(v.Wrong) > 0:
		table[p.Kind][2]++
		_, err = fmt.Fprintf(w, "line %d (%s), seed %d: %s\n", number+1, p.Kind, judge.Seed, strings.Join(v.Wrong, ", "))
	case len(v.Unsure) > 0:
		table[p.Kind][1]++
	default:
		table[p.Kind][0]++
	}
	return err
}

// Wrong returns how many judgements are certain and wrong.
func (t Table) Wrong() (n int) {
	for _, row := range t {
		n += row[2]
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
			fmt.Fprintf(table, "%s\t%d\t%d\t%d\t\n", kind, row[0], row[1], row[2])
		}
	}
	table.Flush() // a strings.Builder does not fail
	return text.String()
}
