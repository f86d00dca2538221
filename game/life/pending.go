package life

import (
	"fmt"
	"slices"

	"rosette/game/board"
)

// A Pending is a region in which who moves first decides, or a ko.
type Pending struct {
	Points []board.Point              // in order of points
	Moves  board.ByColor[board.Point] // the first play of each side, [board.Pass] if it is not known
	Gain   board.ByColor[int]         // the points of area that each side gains by moving first
	Ko     board.Point                // where the ko is retaken, [board.Pass] if there is none
	Needs  board.Color                // the side that makes the first ko threat; Empty: who moves second
}

// Gains returns how many points of area each side gains by moving first in the pending
// regions without unsure chains. What depends on unsure chains is not counted.
func (p *Proposal) Gains() (black, white int) { return Gains(p.Pending, p.Unsure) }

// Gains returns how many points of area each side gains by moving first in the regions that
// have none of the unsure stones.
func Gains(regions []Pending, unsure []board.Point) (black, white int) {
	for _, region := range regions {
		if !region.Has(unsure...) {
			black += max(0, region.Gain[board.Black])
			white += max(0, region.Gain[board.White])
		}
	}
	return black, white
}

// Has reports whether the region has one of the points.
func (p *Pending) Has(points ...board.Point) bool {
	return slices.ContainsFunc(points, func(q board.Point) bool { return slices.Contains(p.Points, q) })
}

// A PendingRegion is a [Pending] by names, as programs read and write it.
type PendingRegion struct {
	Points []string    `json:"points"`
	Black  PendingMove `json:"black"`
	White  PendingMove `json:"white"`
	Ko     string      `json:"ko,omitempty"` // where a ko is retaken
	// of a ko: the color that makes the first threat, or "second": who moves second
	Threat string `json:"needsThreat,omitempty"`
}

// A PendingMove is what a player gains by moving first in a [PendingRegion].
type PendingMove struct {
	Move string `json:"move,omitempty"` // empty if it is not known
	Gain int    `json:"gain"`           // points of area, over the count as it stands
}

// second is the Threat of a ko for which who moves second needs the first threat.
const second = "second"

// Named returns the region by the names of its points.
func (p *Pending) Named(g *board.Graph) PendingRegion {
	name := func(at board.Point) string {
		if at == board.Pass {
			return ""
		}
		return g.PointName(at)
	}
	r := PendingRegion{
		Points: g.Names(p.Points),
		Black:  PendingMove{name(p.Moves[board.Black]), p.Gain[board.Black]},
		White:  PendingMove{name(p.Moves[board.White]), p.Gain[board.White]},
		Ko:     name(p.Ko),
	}
	if r.Ko != "" {
		r.Threat = second
		if p.Needs != board.Empty {
			r.Threat = p.Needs.String()
		}
	}
	return r
}

// Places returns where to play: the moves of both sides and the ko, as far as they are known,
// otherwise the first point of the region.
func (r *PendingRegion) Places() (places []string) {
	for _, name := range []string{r.Black.Move, r.White.Move, r.Ko} {
		if name != "" && !slices.Contains(places, name) {
			places = append(places, name)
		}
	}
	if len(places) == 0 {
		return r.Points[:1]
	}
	return places
}

// NamedPending returns regions by the names of their points.
func NamedPending(g *board.Graph, regions []Pending) (named []PendingRegion) {
	for i := range regions {
		named = append(named, regions[i].Named(g))
	}
	return named
}

// String returns the region and what each player gains there in one line.
func (r PendingRegion) String() string {
	if r.Ko != "" {
		needs := r.Threat
		if needs == second {
			needs = "the player who moves second"
		}
		return fmt.Sprintf("not over: the ko at %s, for which %s needs a threat", r.Ko, needs)
	}
	gains := func(color string, m PendingMove) string {
		at := ""
		if m.Move != "" {
			at = " at " + m.Move
		}
		return fmt.Sprintf("%s gains %d%s", color, m.Gain, at)
	}
	return "not over: moving first, " + gains("black", r.Black) + ", " + gains("white", r.White)
}

// Parse reads the region. It refuses names that g lacks, points out of order, gains of more
// than the board, and a threat without a ko.
func (r *PendingRegion) Parse(g *board.Graph) (p Pending, err error) {
	p.Needs = board.Empty
	for _, name := range r.Points {
		at, err := g.Point(name)
		if err != nil {
			return p, err
		}
		if n := len(p.Points); n > 0 && at <= p.Points[n-1] {
			return p, fmt.Errorf("%s is named twice or out of order", name)
		}
		p.Points = append(p.Points, at)
	}
	if len(p.Points) == 0 {
		return p, fmt.Errorf("a pending region has points")
	}
	for c, move := range map[board.Color]PendingMove{board.Black: r.Black, board.White: r.White} {
		if p.Moves[c], err = p.parsePoint(g, move.Move); err != nil {
			return p, err
		}
		if p.Gain[c] = move.Gain; max(move.Gain, -move.Gain) > 2*g.Points() {
			return p, fmt.Errorf("a gain of %d points on %d", move.Gain, g.Points())
		}
	}
	if p.Ko, err = p.parsePoint(g, r.Ko); err != nil {
		return p, err
	}
	threats := map[string]board.Color{
		second: board.Empty, board.Black.String(): board.Black, board.White.String(): board.White,
	}
	needs, known := threats[r.Threat]
	if (r.Ko == "") != (r.Threat == "") || r.Threat != "" && !known {
		return p, fmt.Errorf("no threat %q: use black, white or second for a ko", r.Threat)
	}
	p.Needs = needs
	return p, nil
}

// parsePoint reads a point of the region, or [board.Pass] for no name.
func (p *Pending) parsePoint(g *board.Graph, name string) (board.Point, error) {
	if name == "" {
		return board.Pass, nil
	}
	at, err := g.Point(name)
	if err == nil && !p.Has(at) {
		err = fmt.Errorf("%s is outside its region", name)
	}
	return at, err
}
