package gtp

import (
	"math"
	"strconv"
	"strings"

	"rosette/engine"
	"rosette/game/board"
)

// info is one line of an analysis, nothing if nothing was visited. Numbers are
// those of the player to move, as KataGo and Leela Zero have them.
func (s *Session) info(r *request, a engine.Analysis) string {
	var text strings.Builder
	order := 0
	for _, c := range a.Candidates {
		if order >= r.most || c.Visits == 0 && order >= r.least {
			break
		}
		if order > 0 {
			text.WriteByte(' ')
		}
		if r.lz {
			s.plain(&text, c, order)
		} else {
			s.full(&text, r, c, order)
		}
		order++
	}
	if order == 0 {
		return ""
	}
	if r.show["rootInfo"] {
		text.WriteString(" rootInfo visits " + strconv.Itoa(a.Visits))
		reals(&text, []labelled{
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
		list(&text, "ownership", a.Ownership)
	}
	if r.show["ownershipStdev"] {
		list(&text, "ownershipStdev", a.OwnershipStdev)
	}
	return text.String()
}

// plain writes a candidate as Leela Zero does: whole numbers of ten thousandths.
func (s *Session) plain(text *strings.Builder, c engine.Candidate, order int) {
	text.WriteString("info move " + s.game.Graph().PointName(c.Move) + " visits " + strconv.Itoa(c.Visits))
	for _, each := range []labelled{{"winrate", c.Win}, {"prior", c.Prior}, {"lcb", c.Win - margin(c)}} {
		text.WriteString(" " + each.name + " " + strconv.Itoa(int(math.Round(float64(each.value)*10000))))
	}
	text.WriteString(" order " + strconv.Itoa(order) + " pv" + s.moves(c.PV))
}

// full writes a candidate as KataGo does.
func (s *Session) full(text *strings.Builder, r *request, c engine.Candidate, order int) {
	visits := strconv.Itoa(c.Visits)
	text.WriteString("info move " + s.game.Graph().PointName(c.Move) + " visits " + visits + " edgeVisits " + visits)
	reals(text, []labelled{
		{"utility", c.Utility},
		{"winrate", c.Win},
		{"scoreMean", c.Score},
		{"scoreStdev", c.ScoreStdev},
		{"scoreLead", c.Score},
		{"scoreSelfplay", c.Score},
	})
	if r.show["noResultValue"] {
		reals(text, []labelled{{"noResultValue", 0}})
	}
	reals(text, []labelled{
		{"prior", c.Prior},
		{"lcb", c.Win - margin(c)},
		{"utilityLcb", c.Utility - 2*margin(c)},
		{"weight", float32(c.Visits)},
	})
	text.WriteString(" order " + strconv.Itoa(order) + " pv" + s.moves(c.PV))
	for _, key := range []string{"pvVisits", "pvEdgeVisits"} {
		if r.show[key] {
			text.WriteString(" " + key)
			for _, n := range c.PVVisits {
				text.WriteString(" " + strconv.Itoa(n))
			}
		}
	}
	if r.show["movesOwnership"] {
		list(text, "movesOwnership", c.Ownership)
	}
	if r.show["movesOwnershipStdev"] {
		list(text, "movesOwnershipStdev", c.OwnershipStdev)
	}
}

// moves are names with a blank before each.
func (s *Session) moves(line []board.Point) string {
	var text strings.Builder
	for _, p := range line {
		text.WriteString(" " + s.game.Graph().PointName(p))
	}
	return text.String()
}

// margin is how far the lower bound of a chance lies below it: five standard
// deviations of so many games won or lost, with one more that was half won.
func margin(c engine.Candidate) float32 {
	n := float64(c.Visits) + 1
	p := (float64(c.Win)*float64(c.Visits) + 0.5) / n
	return float32(5 * math.Sqrt(max(0, p*(1-p))/n))
}

// A labelled is a number with its name.
type labelled struct {
	name  string
	value float32
}

func reals(text *strings.Builder, all []labelled) {
	for _, each := range all {
		text.WriteString(" " + each.name + " " + realText(each.value))
	}
}

func list(text *strings.Builder, name string, all []float32) {
	text.WriteString(" " + name)
	for _, x := range all {
		text.WriteString(" " + realText(x))
	}
}

// realText always has a decimal point and never an exponent: by the point Sabaki
// tells KataGo's numbers from Leela Zero's.
func realText(x float32) string { return strconv.FormatFloat(float64(x), 'f', 6, 32) }
