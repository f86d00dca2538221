package board

import "math"

// mostUnits is the largest width or height of a custom board, in units.
const mostUnits = 100

// Places returns the points' drawing positions, x to the right and y downwards. Lines on square
// boards and honeycombs have length 1. Custom boards are scaled so that their nearest points are 1
// apart, up to a size of 100; if points coincide, all points are placed on a circle.
func (g *Graph) Places() []XY {
	all := append([]XY{}, g.xy...)
	if g.lattice != Custom || len(all) < 2 {
		return all
	}
	low, high := all[0], all[0]
	nearest := math.Inf(1)
	for p, at := range all {
		low = XY{min(low.X, at.X), min(low.Y, at.Y)}
		high = XY{max(high.X, at.X), max(high.Y, at.Y)}
		for _, other := range all[:p] {
			nearest = min(nearest, math.Hypot(at.X-other.X, at.Y-other.Y))
		}
	}
	extent := max(high.X-low.X, high.Y-low.Y)
	if nearest <= extent/1000 {
		return circle(len(all))
	}
	scale := 1 / max(nearest, extent/mostUnits)
	for p, at := range all {
		all[p] = XY{(at.X - low.X) * scale, (at.Y - low.Y) * scale}
	}
	return all
}

// circle returns n places on a circle, the first at the top.
func circle(n int) []XY {
	r := 0.75 / math.Sin(math.Pi/float64(n))
	all := make([]XY, n)
	for p := range all {
		sin, cos := math.Sincos(-math.Pi/2 + 2*math.Pi*float64(p)/float64(n))
		all[p] = XY{r * cos, r * sin}
	}
	return all
}
