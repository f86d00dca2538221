package game

import "rosette/game/board"

// Spread returns up to n empty points far from each other and from the edge, for
// handicap stones that somebody must choose: each time the point whose nearest
// stone is farthest, among those the one with the most room around it.
func Spread(b *board.Board, n int) []board.Point {
	g := b.Graph()
	room := roomAround(g)
	far := make([]int, g.Points())
	for p := range far {
		far[p] = g.Points()
	}
	for p := range board.Point(g.Points()) {
		if b.At(p) != board.Empty {
			nearer(g, far, p)
		}
	}
	var points []board.Point
	for range min(n, b.Vacant()) {
		best := board.Pass
		for p := range board.Point(g.Points()) {
			if far[p] > 0 && (best == board.Pass || worth(far, room, p) > worth(far, room, best)) {
				best = p
			}
		}
		points = append(points, best)
		nearer(g, far, best)
	}
	return points
}

// worth is how well a stone would stand at p: distance from stones and from the
// edge, whichever is less, then the sum of the two.
func worth(far, room []int, p board.Point) int {
	return 1000*min(far[p], 2*room[p]) + far[p] + room[p]
}

// roomAround returns each point's distance from the edge: from the points with
// the fewest neighbours.
func roomAround(g *board.Graph) []int {
	room := make([]int, g.Points())
	most := 0
	for p := range room {
		most = max(most, len(g.Near(board.Point(p))))
		room[p] = g.Points()
	}
	for p := range board.Point(g.Points()) {
		if len(g.Near(p)) < most {
			nearer(g, room, p)
		}
	}
	for p := range room {
		room[p]++
	}
	return room
}

// nearer lowers every distance to that from p.
func nearer(g *board.Graph, far []int, p board.Point) {
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
