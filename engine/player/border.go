package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// These are the maximum costs of a move that closes a border, as a win probability and in points.
// The leads from two searches with a few hundred playouts differ by chance by as much as the error
// of such an estimate, at least 7 points (docs/results.md). A chain that dies costs more, or the
// game.
const (
	closingCost   = 0.1
	closingPoints = 7
)

// deadOwnership is the minimum ownership by the opponent at which a stone counts as dead in the
// search for open borders. Less certain stones count as alive and thus as worth a move.
const deadOwnership = 0.5

// closeBorder returns a move that takes or closes a point between living stones of both colors when
// c is about to pass. It returns false if there is no such move at an acceptable cost. A search by
// win probability alone passes as soon as every move wins, or loses, as often as a pass.
func (p *Player) closeBorder(
	ctx context.Context, g *game.Game, c board.Color, a engine.Analysis, limits engine.SearchParams,
) (board.Point, bool) {
	moves := closingMoves(g, c, presumedDead(g, a.Ownership))
	if len(moves) == 0 || ctx.Err() != nil {
		return board.Pass, false
	}
	if limits.Visits > 0 {
		limits.Visits = max(limits.Visits, leastVisits(a))
	}
	limits.AllowMoves = moves
	closing := search.Run(ctx, g, c, p.evaluators(g), briefly(limits))
	if len(closing.Candidates) == 0 || closing.Candidates[0].Move == board.Pass {
		return board.Pass, false
	}
	best := closing.Candidates[0]
	if engine.WinFor(c, best.Win) < engine.WinFor(c, a.Win)-closingCost ||
		engine.ScoreFor(c, best.Score) < engine.ScoreFor(c, a.Score)-closingPoints {
		return board.Pass, false
	}
	return best.Move, true
}

// presumedDead returns, by point, the stones that the opponent owns according to owner. The result
// is all false if every stone counts as alive or the ownership is unknown.
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

// closingMoves returns c's legal moves on empty points that are neutral after the dead stones are
// removed. A move must leave its chain at least two liberties.
func closingMoves(g *game.Game, c board.Color, dead []bool) (moves []board.Point) {
	at, owner := g.Clone(), ownersWithout(g, dead)
	for i := range owner {
		p := board.Point(i)
		if owner[p] != board.Empty || g.Board().At(p) != board.Empty || g.Board().IsEye(p, c) || at.Play(p, c) != nil {
			continue
		}
		if at.Board().Immortal(p) || len(at.Board().Liberties(p)) > 1 {
			moves = append(moves, p)
		}
		at.Undo()
	}
	return moves
}

// ownersWithout returns the owner of every point after the dead stones are removed.
func ownersWithout(g *game.Game, dead []bool) []board.Color {
	stones := make([]board.Color, len(dead))
	for p := range stones {
		if !dead[p] {
			stones[p] = g.Board().At(board.Point(p))
		}
	}
	return game.Owners(&board.SetupAny(g.Graph(), stones).View)
}
