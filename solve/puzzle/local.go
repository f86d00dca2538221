package puzzle

import (
	"context"
	"slices"

	"rosette/game/board"
	"rosette/solve"
)

// distances returns for each point the distance to the nearest point in from, in steps along the
// lines of the board, or −1 if unreachable.
func distances(g *board.Graph, from []board.Point) []int {
	far := slices.Repeat([]int{-1}, g.Points())
	for _, p := range from {
		far[p] = 0
	}
	todo := slices.Clone(from)
	for i := 0; i < len(todo); i++ {
		for _, n := range g.Near(todo[i]) {
			if far[n] < 0 {
				far[n] = far[todo[i]] + 1
				todo = append(todo, n)
			}
		}
	}
	return far
}

// stonesOf returns the stones on a board by point.
func stonesOf(b *board.View) []board.Color {
	stones := make([]board.Color, b.Graph().Points())
	for p := range stones {
		stones[p] = b.At(board.Point(p))
	}
	return stones
}

// chainAt returns the stones of the chain at p.
func chainAt(b *board.View, p board.Point) (chain []board.Point) {
	for q := range b.Chain(p) {
		chain = append(chain, q)
	}
	slices.Sort(chain)
	return chain
}

// nearby returns the board with only the stones within a distance of the chain. It returns false if
// a chain loses its last liberty by that.
func nearby(b *board.View, chain []board.Point, most int) (*board.Board, bool) {
	stones := stonesOf(b)
	for p, far := range distances(b.Graph(), chain) {
		if far < 0 || far > most {
			stones[p] = board.Empty
		}
	}
	cropped, err := board.Setup(b.Graph(), stones)
	return cropped, err == nil
}

// reduce removes stones while the puzzle stays the same: chain by chain, the farthest first, and
// then stone by stone if the chain is enclosed. A seki stays a seki.
func reduce(ctx context.Context, p solve.Puzzle) (solve.Puzzle, error) {
	seki := isSeki(&p)
	g := p.Board.Graph()
	far := distances(g, chainAt(&p.Board.View, p.Chain))
	var points []board.Point
	for q := range board.Point(g.Points()) {
		if p.Board.At(q) != board.Empty && far[q] > 0 {
			points = append(points, q)
		}
	}
	slices.SortStableFunc(points, func(a, b board.Point) int { return far[b] - far[a] })
	var err error
	for _, q := range points {
		if err == nil && p.Board.At(q) != board.Empty && p.Board.Root(q) == q {
			p, err = without(ctx, p, chainAt(&p.Board.View, q), seki)
		}
	}
	for _, q := range points {
		if err == nil && p.Board.At(q) != board.Empty && p.EscapeLiberties == 0 {
			p, err = without(ctx, p, []board.Point{q}, seki)
		}
	}
	return p, err
}

// without returns the puzzle with stones removed, if it stays the same puzzle and, if seki is set,
// a seki. Otherwise it returns p.
func without(ctx context.Context, p solve.Puzzle, off []board.Point, seki bool) (solve.Puzzle, error) {
	stones := stonesOf(&p.Board.View)
	for _, q := range off {
		stones[q] = board.Empty
	}
	q := p.CaptureProblem
	var err error
	if q.Board, err = board.Setup(q.Board.Graph(), stones); err != nil {
		return p, nil // the removed stones supported stones of the other colour
	}
	smaller, ok, err := solve.FindPuzzle(ctx, q)
	if err != nil || !ok || smaller.Move != p.Move || smaller.Goal != p.Goal || seki && !isSeki(&smaller) {
		return p, err
	}
	return smaller, nil
}

// A shape identifies a problem: the stones, the chain, the player to move and the goal. It is the
// same under the symmetries of the board and exchange of colours.
type shape string

// Marks for points in a shape, by whether the player to move owns the stone.
const (
	shapeEmpty = iota
	shapeMine
	shapeTheirs
	shapeChain // added to the mark for a stone in the chain
)

// shapeOf returns the shape of a problem.
func shapeOf(q *solve.CaptureProblem) shape {
	g := q.Board.Graph()
	marks := make([]byte, g.Points(), g.Points()+1)
	for p := range marks {
		switch q.Board.At(board.Point(p)) {
		case board.Empty:
			marks[p] = shapeEmpty
		case q.First:
			marks[p] = shapeMine
		default:
			marks[p] = shapeTheirs
		}
	}
	for _, p := range chainAt(&q.Board.View, q.Chain) {
		marks[p] += shapeChain
	}
	least := string(marks)
	image := make([]byte, len(marks))
	for _, to := range g.Symmetries() {
		for p, mark := range marks {
			image[to[p]] = mark
		}
		least = min(least, string(image))
	}
	return shape(append([]byte(least), byte(q.EscapeLiberties)))
}
