package draw

import (
	"math"
	"slices"

	"rosette/game/board"
)

// drawRosettes fills each complete rosette: with hatching in one direction for Black and the other
// for White, and a flower in the middle with a petal towards each stone.
func (d *layout) drawRosettes() {
	for i, points := range d.graph.Rosettes() {
		for _, c := range board.Colors {
			if d.Board.RosetteCount(i, c) == len(points) {
				d.drawRosette(points, c)
			}
		}
	}
}

func (d *layout) drawRosette(points []board.Point, c board.Color) {
	ring := d.ring(points)
	var middle board.XY
	for _, at := range ring {
		middle = plus(middle, times(at, 1/float64(len(ring))))
	}
	d.add(area{rings: [][]board.XY{ring}, fill: d.field[c]})
	if lines := hatched(ring, 0.14, c == board.White); len(lines) > 0 {
		d.add(stroke{runs: lines, line: d.hatch[c], width: 0.04})
	}
	var bonds [][]board.XY
	for _, p := range points {
		for _, q := range d.graph.Near(p) {
			if p < q && slices.Contains(points, q) {
				bonds = append(bonds, []board.XY{d.places[p], d.places[q]})
			}
		}
	}
	d.add(stroke{runs: bonds, line: d.rim[c], width: 0.3}, stroke{runs: bonds, line: d.petal[c], width: 0.24})
	d.drawFlower(ring, middle, c)
}

// drawFlower draws the petals as large as the surrounding stones allow.
func (d *layout) drawFlower(ring []board.XY, middle board.XY, c board.Color) {
	free := math.Inf(1)
	for _, at := range ring {
		free = min(free, length(minus(at, middle))-stoneRadius)
	}
	if free < 0.12 {
		return
	}
	free = min(free, 1) * 0.94
	var petals [][]board.XY
	for _, at := range ring {
		way := minus(at, middle)
		petals = append(petals, petal(middle, math.Atan2(way.Y, way.X), free, min(0.5, 3/float64(len(ring)))))
	}
	d.add(area{rings: petals, fill: d.petal[c], line: d.vein[c], width: 0.035})
}

// petal returns a lens between two arcs whose radius is its length. Six of them form a rosette
// drawn with compasses.
func petal(from board.XY, angle, long, wide float64) (ring []board.XY) {
	const steps = 12
	half := wide * long * (1 - math.Sqrt(3)/2) * 2
	for i := range 2 * steps {
		t := float64(i) / steps // from the base to the tip and back
		bulge := half * (1 - math.Pow(2*math.Mod(t, 1)-1, 2))
		if t >= 1 {
			t, bulge = 2-t, -bulge
		}
		ring = append(ring, plus(from, plus(polar(angle, t*long), polar(angle+math.Pi/2, bulge))))
	}
	return ring
}

// ring returns a rosette's places as a polygon: in its own order if that follows lines, otherwise
// the convex hull.
func (d *layout) ring(points []board.Point) []board.XY {
	var ring []board.XY
	for i, p := range points {
		if !slices.Contains(d.graph.Near(p), points[(i+1)%len(points)]) {
			ring = nil
			break
		}
		ring = append(ring, d.places[p])
	}
	if ring != nil {
		return ring
	}
	for _, p := range points {
		ring = append(ring, d.places[p])
	}
	return hull(ring)
}

// hatched returns parallel diagonal lines in a polygon, apart from each other by that distance.
// They are aligned to the origin, so that neighbouring polygons match.
func hatched(ring []board.XY, apart float64, falling bool) (lines [][]board.XY) {
	along := board.XY{X: math.Sqrt2 / 2, Y: -math.Sqrt2 / 2}
	if falling {
		along.Y = -along.Y
	}
	aside := board.XY{X: -along.Y, Y: along.X}
	low, high := math.Inf(1), math.Inf(-1)
	for _, at := range ring {
		low, high = min(low, dot(at, aside)), max(high, dot(at, aside))
	}
	for i := math.Ceil(low / apart); i*apart < high; i++ {
		level := i * apart
		var cuts []float64
		for j, a := range ring {
			b := ring[(j+1)%len(ring)]
			if from, to := dot(a, aside)-level, dot(b, aside)-level; (from < 0) != (to < 0) {
				cuts = append(cuts, dot(plus(a, times(minus(b, a), from/(from-to))), along))
			}
		}
		slices.Sort(cuts)
		for j := 0; j+1 < len(cuts); j += 2 {
			lines = append(lines, []board.XY{
				plus(times(along, cuts[j]), times(aside, level)), plus(times(along, cuts[j+1]), times(aside, level)),
			})
		}
	}
	return lines
}
