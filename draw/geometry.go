package draw

import (
	"cmp"
	"math"
	"slices"

	"rosette/game/board"
)

// corners returns the upper left and lower right corners of the box around places.
func corners(all []board.XY) (low, high board.XY) {
	low, high = all[0], all[0]
	for _, at := range all {
		low = board.XY{X: min(low.X, at.X), Y: min(low.Y, at.Y)}
		high = board.XY{X: max(high.X, at.X), Y: max(high.Y, at.Y)}
	}
	return low, high
}

// turned returns the places rotated clockwise around the origin.
func turned(all []board.XY, degrees float64) []board.XY {
	sin, cos := math.Sincos(degrees * math.Pi / 180)
	out := make([]board.XY, len(all))
	for p, at := range all {
		out[p] = board.XY{X: at.X*cos - at.Y*sin, Y: at.X*sin + at.Y*cos}
	}
	return out
}

// hull returns the convex hull by Andrew's monotone chain.
func hull(all []board.XY) []board.XY {
	sorted := slices.Clone(all)
	slices.SortFunc(sorted, func(a, b board.XY) int { return cmp.Or(cmp.Compare(a.X, b.X), cmp.Compare(a.Y, b.Y)) })
	sorted = slices.Compact(sorted)
	if len(sorted) < 3 {
		return sorted
	}
	var ring []board.XY
	for range 2 { // the lower half, then the upper
		start := len(ring)
		for _, at := range sorted {
			for len(ring) >= start+2 && turn(ring[len(ring)-2], ring[len(ring)-1], at) <= 1e-9 {
				ring = ring[:len(ring)-1]
			}
			ring = append(ring, at)
		}
		ring = ring[:len(ring)-1] // the other half begins with it
		slices.Reverse(sorted)
	}
	return ring
}

// turn is positive if the way from a over b to c turns one way, negative if it turns the other way,
// and 0 if it is straight.
func turn(a, b, c board.XY) float64 {
	u, v := minus(b, a), minus(c, b)
	return u.X*v.Y - u.Y*v.X
}

// trails joins a board's lines into few runs by a greedy walk that prefers straight continuation.
// It omits points in the middle of straight lines.
func trails(g *board.Graph, at []board.XY) (runs [][]board.XY) {
	left := map[[2]board.Point]bool{}
	for _, l := range g.Lines() {
		left[l], left[[2]board.Point{l[1], l[0]}] = true, true
	}
	for _, l := range g.Lines() {
		if !left[l] {
			continue
		}
		run := []board.XY{at[l[0]]}
		p, q := l[0], l[1]
		for ok := true; ok; p, q, ok = onward(g, at, left, p, q) {
			delete(left, [2]board.Point{p, q})
			delete(left, [2]board.Point{q, p})
			if n := len(run); n > 1 && math.Abs(turn(run[n-2], run[n-1], at[q])) < 1e-9 {
				run = run[:n-1]
			}
			run = append(run, at[q])
		}
		runs = append(runs, run)
	}
	return runs
}

// onward returns the straightest line that continues from q.
func onward(
	g *board.Graph, at []board.XY, left map[[2]board.Point]bool, p, q board.Point,
) (from, to board.Point, ok bool) {
	best := math.Inf(1)
	for _, r := range g.Near(q) {
		if !left[[2]board.Point{q, r}] {
			continue
		}
		if bend := math.Abs(turn(at[p], at[q], at[r])) - dot(minus(at[q], at[p]), minus(at[r], at[q])); bend < best {
			best = bend
			to = r
			ok = true
		}
	}
	return q, to, ok
}

func dot(a, b board.XY) float64 { return a.X*b.X + a.Y*b.Y }
