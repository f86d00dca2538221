package draw

import (
	"math"

	"rosette/game/board"
)

// Lengths, in board lines.
const (
	stoneRadius = 0.46
	margin      = 0.8  // between the outer points and the board's edge
	ruler       = 1.22 // from the outer points to the coordinates
	slant       = 1.36 // the same for row names on a honeycomb, whose sides slant
	paper       = 0.35 // page margin around everything
	lineWidth   = 0.045
	widestTitle = 14 // the page grows for titles up to this width
)

// A layout turns a picture into a scene.
type layout struct {
	*Picture
	palette
	scene
	graph    *board.Graph
	flat     []board.XY // before rotation
	places   []board.XY
	dead     map[board.Point]bool
	occupied map[board.Point]bool // points with a number, a label or a mark
}

// layout adds the picture's shapes, the lowest first.
func (p *Picture) layout() *scene {
	g := p.Board.Graph()
	d := &layout{
		Picture: p, palette: palettes[p.theme()], graph: g, dead: map[board.Point]bool{},
		occupied: map[board.Point]bool{},
	}
	d.flat = g.Places()
	d.places = turned(d.flat, p.Rotate)
	for _, q := range p.Dead {
		d.dead[q] = true
	}
	for q := range p.Numbers {
		d.occupied[q] = true
	}
	for _, m := range p.Marks {
		if f := markStyles[m.Shape]; f.layer == upon && m.Shape != Last {
			d.occupied[m.At] = true
		}
	}
	d.scene.page = d.palette.page
	d.scene.title, d.scene.description = p.alt()
	d.drawBoard()
	d.drawRosettes()
	if p.Coordinates && g.Lattice() != board.Custom {
		d.drawCoordinates()
	}
	d.drawStones()
	if p.Coordinates && g.Lattice() == board.Custom {
		d.drawNames()
	}
	d.drawOwnership()
	d.drawCaptured()
	d.drawTerritory()
	d.drawMarks()
	d.drawText()
	d.low, d.high = minus(d.low, board.XY{X: paper, Y: paper}), plus(d.high, board.XY{X: paper, Y: paper})
	return &d.scene
}

// drawBoard draws the board with its lines and stars.
func (d *layout) drawBoard() {
	around := hull(d.places)
	d.low, d.high = corners(around)
	for _, at := range around {
		d.grow(at, margin, margin)
	}
	if d.surface != d.scene.page {
		d.add(
			area{rings: [][]board.XY{around}, fill: d.edge, line: d.edge, width: 2*margin + 0.06},
			area{rings: [][]board.XY{around}, fill: d.surface, line: d.surface, width: 2 * margin},
		)
	}
	d.drawTint()
	d.add(stroke{runs: boardLines(d.graph, d.places), line: d.line, width: lineWidth})
	for _, p := range d.graph.Stars() {
		d.add(disc{at: d.places[p], r: 0.1, fill: flat(d.line)})
	}
}

// drawStones draws the stones, with a hexagon on stones in chains with a rosette.
func (d *layout) drawStones() {
	var shadows, stones, hexagons []shape
	for p, at := range d.places {
		q := board.Point(p)
		c := d.Board.At(q)
		if c == board.Empty {
			continue
		}
		s := disc{at: at, r: stoneRadius - 0.02, fill: d.stone[c], line: d.rim[c], width: 0.035}
		if d.dead[q] {
			s.fill, s.line = s.fill.thin(faded), thin(s.line, faded)
			stones = append(stones, s, d.cross(at, 0.26, c))
			continue
		}
		if d.shadow.A > 0 {
			shadows = append(shadows, disc{
				at: plus(at, board.XY{X: 0.035, Y: 0.055}), r: stoneRadius, fill: flat(d.shadow),
			})
		}
		stones = append(stones, s)
		if d.Board.Immortal(q) {
			hexagons = append(hexagons, stroke{
				runs: [][]board.XY{closed(regular(at, 6, 0.36, math.Pi/6+d.Rotate*math.Pi/180))},
				line: thin(d.on[c], 0.75), width: 0.035,
			})
		}
	}
	d.add(shadows...)
	d.add(stones...)
	d.add(hexagons...)
}

// drawNames writes the names of points that are otherwise empty.
func (d *layout) drawNames() {
	for p := range board.Point(d.graph.Points()) {
		owned := len(d.Territory) > 0 && d.Territory[p] != board.Empty && d.Board.At(p) == board.Empty
		if d.occupied[p] || d.dead[p] || len(d.Ownership) > 0 || owned {
			continue
		}
		d.occupied[p] = true
		d.write(p, d.graph.PointName(p), 0.3)
	}
}

// cross returns a cross for a point with a stone of that colour, or without a stone.
func (d *layout) cross(at board.XY, r float64, on board.Color) shape {
	return stroke{line: d.on[on], width: 0.08, runs: [][]board.XY{
		{plus(at, board.XY{X: -r, Y: -r}), plus(at, board.XY{X: r, Y: r})},
		{plus(at, board.XY{X: -r, Y: r}), plus(at, board.XY{X: r, Y: -r})},
	}}
}

// drawOwnership draws a square on each point with an area proportional to the ownership.
func (d *layout) drawOwnership() {
	for p, x := range d.Ownership {
		size := math.Sqrt(min(math.Abs(float64(x)), 1)) // NaN remains NaN and draws nothing
		c := board.Black
		if x < 0 {
			c = board.White
		}
		if size > 0.1 {
			d.drawSquare(board.Point(p), c, 0.24*size)
		}
	}
}

// drawTerritory draws a square in the owner's colour on points without a live stone.
func (d *layout) drawTerritory() {
	for p, c := range d.Territory {
		if q := board.Point(p); c != board.Empty && (d.Board.At(q) == board.Empty || d.dead[q]) {
			d.drawSquare(q, c, 0.15)
		}
	}
}

// drawCaptured draws the captured stones that fill territory: smaller than living stones, flat and
// in a ring.
func (d *layout) drawCaptured() {
	for p, c := range d.Captured {
		if c != board.Empty {
			d.add(
				disc{at: d.places[p], r: 0.38, fill: flat(d.surface), line: thin(d.rim[c], 0.6), width: 0.035},
				disc{at: d.places[p], r: 0.28, fill: d.stone[c], line: d.rim[c], width: 0.03},
			)
		}
	}
}

// drawSquare draws a square of a colour on a point.
func (d *layout) drawSquare(p board.Point, c board.Color, half float64) {
	rim := d.rim[c]
	if on := d.Board.At(p); on != board.Empty {
		rim = d.on[on]
	}
	d.add(area{rings: [][]board.XY{box(d.places[p], half)}, fill: d.petal[c], line: rim, width: 0.04})
}

// box returns a square around a place.
func box(at board.XY, half float64) []board.XY {
	return regular(at, 4, half*math.Sqrt2, math.Pi/4)
}
