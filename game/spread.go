package game

import "rosette/game/board"

// PlaceHandicap returns points for n free handicap stones: [board.Graph.FixedHandicap] if the board
// has them, otherwise spread stones.
func PlaceHandicap(g *board.Graph, n int) []board.Point {
	if points, err := g.FixedHandicap(n); err == nil {
		return points
	}
	return SpreadStones(&board.New(g).View, n)
}

// SpreadStones returns up to n empty points far from stones, from each other and from the edge, for
// handicap stones on boards without fixed points. It chooses one point after another, each the best
// by [spreadValue]. The result depends only on the position.
func SpreadStones(b *board.View, n int) []board.Point {
	g := b.Graph()
	fromEdge := edgeDistances(g)
	far := make([]int, g.Points())
	for p := range far {
		far[p] = g.Points()
	}
	for p := range board.Point(g.Points()) {
		if b.At(p) != board.Empty {
			lowerDistances(g, far, p)
		}
	}
	var points []board.Point
	for range min(n, b.Vacant()) {
		best := board.Pass
		for p := range board.Point(g.Points()) {
			if far[p] > 0 && (best == board.Pass || spreadValue(far, fromEdge, p) > spreadValue(far, fromEdge, best)) {
				best = p
			}
		}
		points = append(points, best)
		lowerDistances(g, far, best)
	}
	return points
}

// spreadValue rates p for a stone, given distances from stones and from the edge: first by the
// smaller of the two, the edge distance counting double, then by their sum.
func spreadValue(far, fromEdge []int, p board.Point) int {
	return 1000*min(far[p], 2*fromEdge[p]) + far[p] + fromEdge[p]
}

// edgeDistances returns for each point its distance from the edge plus 1. A point is on the edge if
// it has fewer neighbours than the maximum.
func edgeDistances(g *board.Graph) []int {
	distances := make([]int, g.Points())
	most := 0
	for p := range distances {
		most = max(most, len(g.Near(board.Point(p))))
		distances[p] = g.Points()
	}
	for p := range board.Point(g.Points()) {
		if len(g.Near(p)) < most {
			lowerDistances(g, distances, p)
		}
	}
	for p := range distances {
		distances[p]++
	}
	return distances
}

// lowerDistances lowers each distance to the distance from p, if that is smaller.
func lowerDistances(g *board.Graph, far []int, p board.Point) {
	far[p] = 0
	for queue := []board.Point{p}; len(queue) > 0; queue = queue[1:] {
		for _, q := range g.Near(queue[0]) {
			if d := far[queue[0]] + 1; d < far[q] {
				far[q] = d
				queue = append(queue, q)
			}
		}
	}
}
