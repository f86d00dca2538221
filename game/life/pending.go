package life

import (
	"fmt"
	"slices"

	"rosette/game/board"
)

// A Pending is a region that depends on the first move or on a ko.
type Pending struct {
	Points []board.Point              // by point
	Moves  board.ByColor[board.Point] // each side's first play, [board.Pass] if unknown
	Gain   board.ByColor[int]         // points that each side gains by moving first, by area or territory
	Ko     board.Point                // where the ko is retaken, [board.Pass] if there is none
	Needs  board.Color                // the side that makes the first ko threat; Empty: the second mover
}

// Gains returns the points that each side gains by moving first in the pending regions
// without unsure chains.
func (p *Proposal) Gains() (black, white int) { return Gains(p.Pending, p.Unsure) }

// Gains returns the points that each side gains by moving first in the regions without
// unsure stones.
func Gains(regions []Pending, unsure []board.Point) (black, white int) {
	for _, region := range regions {
		if !region.Has(unsure...) {
			black += max(0, region.Gain[board.Black])
			white += max(0, region.Gain[board.White])
		}
	}
	return black, white
}

// Has reports whether the region contains any of the points.
func (p *Pending) Has(points ...board.Point) bool {
	return slices.ContainsFunc(points, func(q board.Point) bool { return slices.Contains(p.Points, q) })
}

// A PendingRegion is a [Pending] with point names, for JSON.
type PendingRegion struct {
	Points []string    `json:"points"`
	Black  PendingMove `json:"black"`
	White  PendingMove `json:"white"`
	Ko     string      `json:"ko,omitempty"` // where the ko is retaken
	// for a ko: the color that makes the first threat, or "second" for the second mover
	Threat string `json:"needsThreat,omitempty"`
}

// A PendingMove is a player's gain from moving first in a [PendingRegion].
type PendingMove struct {
	Move string `json:"move,omitempty"` // empty if unknown
	Gain int    `json:"gain"`           // points, relative to the current count
}

// second is the Threat of a ko where the second mover needs the first threat.
const second = "second"

// pointNames names points; a [board.Graph] does.
type pointNames interface {
	PointName(p board.Point) string
	Names(points []board.Point) []string
}

// Named converts the region to point names.
func (p *Pending) Named(g pointNames) PendingRegion {
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

// Places returns where to play: the known moves of both sides and the ko, or if none is known the
// first point of the region.
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

// NamedPending converts regions to point names.
func NamedPending(g pointNames, regions []Pending) (named []PendingRegion) {
	for i := range regions {
		named = append(named, regions[i].Named(g))
	}
	return named
}

// String describes the region and each player's gain there in one line.
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

// Parse converts the region from point names. It rejects names that g lacks, points out of order,
// gains larger than the board, and a threat without a ko.
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

// parsePoint returns the point in the region with that name, or [board.Pass] for an empty name.
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
