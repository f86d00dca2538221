package gtp

import (
	"math"
	"strconv"
	"strings"

	"rosette/engine"
	"rosette/game/board"
)

// analysisLine formats an analysis as one line, or returns "" if there is no move to show. As in
// KataGo and Leela Zero, all numbers are for the player to move.
func (s *Session) analysisLine(r *analysisRequest, a engine.Analysis) string {
	var text strings.Builder
	a, order := a.For(a.Next), 0
	for _, c := range a.Candidates {
		if order >= r.maxMoves || c.Visits == 0 && order >= r.minMoves {
			break
		}
		if order > 0 {
			text.WriteByte(' ')
		}
		if r.leelaZero {
			s.writeLeelaZero(&text, c, order)
		} else {
			s.writeKataGo(&text, r, c, order)
		}
		order++
	}
	if order == 0 {
		return ""
	}
	if r.show["rootInfo"] {
		text.WriteString(" rootInfo visits " + strconv.Itoa(a.Visits))
		writeValues(&text, []namedValue{
			{"utility", a.Utility},
			{"winrate", a.Win},
			{"scoreMean", a.Score},
			{"scoreStdev", a.ScoreStdev},
			{"scoreLead", a.Score},
			{"scoreSelfplay", a.Score},
			{"weight", float32(a.Visits)},
		})
	}
	if r.show["ownership"] {
		writeList(&text, "ownership", a.Ownership)
	}
	if r.show["ownershipStdev"] {
		writeList(&text, "ownershipStdev", a.OwnershipStdev)
	}
	return text.String()
}

// writeLeelaZero writes a candidate in Leela Zero's format: probabilities are whole numbers of
// ten-thousandths.
func (s *Session) writeLeelaZero(text *strings.Builder, c engine.Candidate, order int) {
	text.WriteString("info move " + s.names().PointName(c.Move) + " visits " + strconv.Itoa(c.Visits))
	for _, each := range []namedValue{{"winrate", c.Win}, {"prior", c.Prior}, {"lcb", c.Win - lcbRadius(c)}} {
		text.WriteString(" " + each.name + " " + strconv.Itoa(int(math.Round(float64(each.value)*10000))))
	}
	text.WriteString(" order " + strconv.Itoa(order) + " pv" + s.movesWithBlanks(c.PV))
}

// writeKataGo writes a candidate in KataGo's format.
func (s *Session) writeKataGo(text *strings.Builder, r *analysisRequest, c engine.Candidate, order int) {
	visits := strconv.Itoa(c.Visits)
	text.WriteString("info move " + s.names().PointName(c.Move) + " visits " + visits + " edgeVisits " + visits)
	writeValues(text, []namedValue{
		{"utility", c.Utility},
		{"winrate", c.Win},
		{"scoreMean", c.Score},
		{"scoreStdev", c.ScoreStdev},
		{"scoreLead", c.Score},
		{"scoreSelfplay", c.Score},
	})
	if r.show["noResultValue"] {
		writeValues(text, []namedValue{{"noResultValue", 0}})
	}
	writeValues(text, []namedValue{
		{"prior", c.Prior},
		{"lcb", c.Win - lcbRadius(c)},
		{"utilityLcb", c.Utility - 2*lcbRadius(c)},
		{"weight", float32(c.Visits)},
	})
	text.WriteString(" order " + strconv.Itoa(order) + " pv" + s.movesWithBlanks(c.PV))
	for _, key := range []string{"pvVisits", "pvEdgeVisits"} {
		if r.show[key] {
			text.WriteString(" " + key)
			for _, n := range c.PVVisits {
				text.WriteString(" " + strconv.Itoa(n))
			}
		}
	}
	if r.show["movesOwnership"] {
		writeList(text, "movesOwnership", c.Ownership)
	}
	if r.show["movesOwnershipStdev"] {
		writeList(text, "movesOwnershipStdev", c.OwnershipStdev)
	}
}

// movesWithBlanks returns the moves' names with a blank before each.
func (s *Session) movesWithBlanks(line []board.Point) string {
	var text strings.Builder
	for _, p := range line {
		text.WriteString(" " + s.names().PointName(p))
	}
	return text.String()
}

// lcbRadius returns the distance between the win rate and its lower confidence bound: five standard
// deviations of a binomial proportion with one trial per visit and an additional trial that is half
// won.
func lcbRadius(c engine.Candidate) float32 {
	n := float64(c.Visits) + 1
	p := (float64(c.Win)*float64(c.Visits) + 0.5) / n
	return float32(5 * math.Sqrt(max(0, p*(1-p))/n))
}

// A namedValue is a number with its key.
type namedValue struct {
	name  string
	value float32
}

func writeValues(text *strings.Builder, all []namedValue) {
	for _, each := range all {
		text.WriteString(" " + each.name + " " + formatValue(each.value))
	}
}

func writeList(text *strings.Builder, name string, all []float32) {
	text.WriteString(" " + name)
	for _, x := range all {
		text.WriteString(" " + formatValue(x))
	}
}

// formatValue formats a number with a decimal point and without an exponent. The decimal point is
// how Sabaki distinguishes KataGo's format from Leela Zero's.
func formatValue(x float32) string { return strconv.FormatFloat(float64(x), 'f', 6, 32) }
