package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A move that closes a border may cost so much at most, of the chance to win and in
// points. Two searches of a few hundred playouts differ by chance by up to three points;
// a chain that dies costs more.
const (
	closingCost   = 0.1
	closingPoints = 4
)

// deadOwnership is the ownership from which on a stone counts as the other player's
// when borders are looked for. What is less sure counts as alive, and so as worth a
// move.
const deadOwnership = 0.5

// closeBorder returns a move that takes or closes a point between living stones of both
// colours, if one is left that costs nothing, when c is about to pass. A search by
// chances alone passes as soon as every move wins, or loses, as often as a pass.
func (p *Player) closeBorder(ctx context.Context, g *game.Game, c board.Color, a engine.Analysis, limits engine.SearchParams) (board.Point, bool) {
	moves := closingMoves(g, c, presumedDead(g, a.Ownership))
	if len(moves) == 0 || ctx.Err() != nil {
		return board.Pass, false
	}
	if limits.Visits > 0 {
		limits.Visits = max(limits.Visits, leastVisits(a))
	}
	limits.AllowMoves = moves
	closing := search.Run(ctx, g, c, p.evaluators, briefly(limits))
	if len(closing.Candidates) == 0 || closing.Candidates[0].Move == board.Pass {
		return board.Pass, false
	}
	best := closing.Candidates[0]
	if engine.WinFor(c, best.Win) < engine.WinFor(c, a.Win)-closingCost || engine.ScoreFor(c, best.Score) < engine.ScoreFor(c, a.Score)-closingPoints {
		return board.Pass, false
	}
	return best.Move, true
}

// presumedDead returns by point which stones are the other player's by that ownership;
// none where every stone counts as alive or nothing is known.
func presumedDead(g *game.Game, owner []float32) []bool {
	dead := make([]bool, g.Graph().Points())
	if g.Rules().Ending == game.EndingAllAlive {
		return dead
	}
	for i, v := range owner {
		p := board.Point(i)
		if stone := g.Board().At(p); stone != board.Empty {
			dead[i] = engine.ScoreFor(stone, v) <= -deadOwnership && !g.Board().Immortal(p)
		}
	}
	return dead
}

// closingMoves returns the legal moves of c on empty points of open regions that leave
// their chain two liberties or more.
func closingMoves(g *game.Game, c board.Color, dead []bool) (moves []board.Point) {
	at := g.Clone()
	for _, region := range openRegions(g, dead) {
		for _, p := range region {
			if g.Board().At(p) != board.Empty || g.Board().IsEye(p, c) || at.Play(p, c) != nil {
				continue
			}
			if at.Board().Immortal(p) || len(at.Board().Liberties(p)) > 1 {
				moves = append(moves, p)
			}
			at.Undo()
		}
	}
	return moves
}

// openRegions returns the connected regions of empty points and dead stones that border
// on living stones of both colours.
func openRegions(g *game.Game, dead []bool) (open [][]board.Point) {
	graph := g.Graph()
	empty := func(p board.Point) bool { return g.Board().At(p) == board.Empty || dead[p] }
	seen := make([]bool, graph.Points())
	for first := range board.Point(graph.Points()) {
		if seen[first] || !empty(first) {
			continue
		}
		seen[first] = true
		region, beside := []board.Point{first}, board.ByColor[bool]{}
		for i := 0; i < len(region); i++ {
			for _, q := range graph.Near(region[i]) {
				switch {
				case !empty(q):
					beside[g.Board().At(q)] = true
				case !seen[q]:
					seen[q] = true
					region = append(region, q)
				}
			}
		}
		if beside[board.Black] && beside[board.White] {
			open = append(open, region)
		}
	}
	return open
}
