package reviews

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"

	"rosette/engine/review"
)

// Losses by the judge, in points.
const (
	realLoss  = 2 // a mistake that loses less is no mistake
	largeLoss = 5 // a review should name the moves that lose as much
)

// A Row counts moves by board and part.
type Row struct {
	Board        string `json:"board"`
	Part         string `json:"part"`
	Records      int    `json:"records"`
	Moves        int    `json:"moves"`
	Costly       int    `json:"costly"`       // moves that lose 2 points or more by the judge
	Named        int    `json:"named"`        // mistakes and blunders
	Real         int    `json:"real"`         // named moves that lose 2 points or more by the judge
	First        int    `json:"first"`        // named moves that are the judge's first choice
	Inaccuracies int    `json:"inaccuracies"` // by the review
	RealSmall    int    `json:"realSmall"`    // inaccuracies that lose 2 points or more by the judge
	Large        int    `json:"large"`        // moves that lose 5 points or more by the judge
	Found        int    `json:"found"`        // large losses called mistakes or blunders

	last string // record counted last
}

// add counts a move.
func (r *Row) add(m Move) {
	if r.Moves++; m.Record != r.last {
		r.Records, r.last = r.Records+1, m.Record
	}
	named := m.Class == review.Mistake || m.Class == review.Blunder
	for _, c := range []struct {
		count *int
		is    bool
	}{
		{&r.Costly, m.Judged >= realLoss},
		{&r.Named, named},
		{&r.Real, named && m.Judged >= realLoss},
		{&r.First, named && m.First},
		{&r.Inaccuracies, m.Class == review.Inaccuracy},
		{&r.RealSmall, m.Class == review.Inaccuracy && m.Judged >= realLoss},
		{&r.Large, m.Judged >= largeLoss},
		{&r.Found, named && m.Judged >= largeLoss},
	} {
		if c.is {
			*c.count++
		}
	}
}

// Rows counts moves by board and part, by their first move. A record's moves must follow each
// other.
func Rows(all []Move) (rows []*Row) {
	for _, m := range all {
		i := slices.IndexFunc(rows, func(r *Row) bool { return r.Board == m.Board && r.Part == m.Part })
		if i < 0 {
			i, rows = len(rows), append(rows, &Row{Board: m.Board, Part: m.Part})
		}
		rows[i].add(m)
	}
	return rows
}

// WriteTable writes a table with a row for each board and part.
func WriteTable(w io.Writer, all []Move) error {
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "board\tpart\trecords\tmoves\tlose 2\tnamed\tlose 2\tfirst choice\t")
	fmt.Fprintln(table, "inaccuracies\tlose 2\tlose 5\tfound\t")
	for _, r := range Rows(all) {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%s\t%d\t%s\t%s\t%d\t%s\t%d\t%s\t\n", r.Board, r.Part, r.Records, r.Moves,
			share(r.Costly, r.Moves), r.Named, share(r.Real, r.Named), share(r.First, r.Named), r.Inaccuracies,
			share(r.RealSmall, r.Inaccuracies), r.Large, share(r.Found, r.Large))
	}
	return table.Flush()
}

// share formats a count with its percentage.
func share(n, of int) string {
	if of == 0 {
		return "–"
	}
	return fmt.Sprintf("%d = %.0f %%", n, 100*float64(n)/float64(of))
}
