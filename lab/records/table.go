package records

import (
	"fmt"
	"io"
	"slices"
	"text/tabwriter"
)

// A row counts the outcomes for one size and part.
type row struct {
	size, part                              string
	records, ours, theirs, both, sure, just int
	seconds                                 []float64
}

func (r *row) add(o Outcome) {
	for count, is := range map[*int]bool{
		&r.records: true, &r.ours: o.Agrees(), &r.theirs: o.gnuAgrees(), &r.both: o.Agrees() && o.gnuAgrees(),
		&r.sure: o.sure(), &r.just: o.sure() && o.Agrees(),
	} {
		if is {
			*count++
		}
	}
	if o.CPU != nil {
		r.seconds = append(r.seconds, *o.CPU)
	}
}

// WriteTable writes a table with a row for each size and part, one for each size and one for all.
// Columns for GNU Go and for the processor time appear only if some outcome has them.
func WriteTable(w io.Writer, all []Outcome) error {
	gnugo := slices.ContainsFunc(all, func(o Outcome) bool { return o.GNUGo != "" })
	timed := slices.ContainsFunc(all, func(o Outcome) bool { return o.CPU != nil })
	table := tabwriter.NewWriter(w, 0, 0, 2, ' ', tabwriter.AlignRight)
	fmt.Fprint(table, "size\tpart\trecords\tagree\tsure\tsure and agree\t")
	if gnugo {
		fmt.Fprint(table, "GNU Go agrees\tboth agree\t")
	}
	if timed {
		fmt.Fprint(table, "median s\t90 %\tgreatest\t")
	}
	fmt.Fprintln(table)
	for _, r := range rows(all) {
		fmt.Fprintf(table, "%s\t%s\t%d\t%d\t%d\t%d\t", r.size, r.part, r.records, r.ours, r.sure, r.just)
		if gnugo {
			fmt.Fprintf(table, "%d\t%d\t", r.theirs, r.both)
		}
		if n := len(r.seconds); n > 0 {
			slices.Sort(r.seconds)
			fmt.Fprintf(table, "%.2f\t%.2f\t%.2f\t", r.seconds[n/2], r.seconds[n*9/10], r.seconds[n-1])
		}
		fmt.Fprintln(table)
	}
	return table.Flush()
}

// rows counts outcomes by size and part, smaller boards first.
func rows(all []Outcome) (list []*row) {
	of := map[[2]string]*row{}
	count := func(o Outcome, size, part string) {
		r := of[[2]string{size, part}]
		if r == nil {
			r = &row{size: size, part: part}
			of[[2]string{size, part}] = r
			list = append(list, r)
		}
		r.add(o)
	}
	all = slices.Clone(all)
	slices.SortStableFunc(all, func(a, b Outcome) int { return a.Size - b.Size })
	first := 0 // index of the size's first outcome
	for i, o := range all {
		size := fmt.Sprint(o.Size)
		count(o, size, o.Part)
		if i == len(all)-1 || all[i+1].Size != o.Size { // the total follows the parts
			for _, o := range all[first : i+1] {
				count(o, size, "all")
			}
			first = i + 1
		}
	}
	for _, o := range all {
		count(o, "all", "all")
	}
	return list
}
