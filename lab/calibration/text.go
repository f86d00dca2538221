package calibration

import "fmt"

// Header returns the heading for the lines of [Report.String].
func Header() string {
	return fmt.Sprintf("%-10s %-20s %6s %6s  %-21s %-21s %-11s %-11s %6s  %s", "board", "rules", "lead", "even",
		"slope, least to most", "by ownership", "rules: lead", "win", "heads", "finished: decided, right, stdev, error")
}

// String returns the report in one line, as in [Header]. Columns for rules have the mean
// and the value that nine in ten positions do not exceed.
func (r *Report) String() string {
	line := fmt.Sprintf("%-10s %-20s %+6.1f %+6.1f  %s  %s  %4.1f, %4.1f  %4.1f, %4.1f %%  %4.1f",
		r.Board, r.Rules, r.EmptyLead, r.EvenKomi, r.Slope.slopeText(), r.OwnershipSlope.slopeText(),
		r.RulesLead.Mean, r.RulesLead.Ninety, 100*r.RulesWin.Mean, 100*r.RulesWin.Ninety, r.Disagreement)
	if f := r.Finished; f != nil {
		line += fmt.Sprintf("  %.1f %%, %.1f %%, %.1f, %.1f (%d)",
			100*f.Decided, 100*f.Right, f.Stdev, f.Error, f.Positions)
	}
	return line
}

// slopeText formats slopes: the mean, and the least and the most.
func (r Range) slopeText() string {
	return fmt.Sprintf("%4.2f (%5.2f to %5.2f)", r.Mean, r.Least, r.Most)
}
