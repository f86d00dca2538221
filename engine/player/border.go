package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A move that closes a border may cost so much at most, of the chance to win and in
// points. The lead of two searches of a few hundred playouts differs by chance by as much
// as the error of such an estimate, which is 7 points and more (docs/results.md);
// a chain that dies costs more, or the game.
const (
	closingCost   = 0.1
	closingPoints = 7
)

// deadOwnership is the ownership from which on a stone counts as the other player's
// when borders are looked for. What is less sure counts as alive, and so as worth a
// move.
const deadOwnership = 0.5

// closeBorder returns a move that takes or closes a point between living stones of both
// colours, if one is left that costs nothing, when c is about to pass. A search by
// chances alone passes as soon as every move wins, or loses, as often as a pass.
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

// closingMoves returns the legal moves of c on empty points that are nobody's when the
// dead stones are off and leave their chain two liberties or more.
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

// ownersWithout returns the owner of every point when the dead stones are off.
func ownersWithout(g *game.Game, dead []bool) []board.Color {
	stones := make([]board.Color, len(dead))
	for p := range stones {
		if !dead[p] {
			stones[p] = g.Board().At(board.Point(p))
		}
	}
	alive, _ := board.SetupAlive(g.Graph(), stones)
	return game.Owners(&alive.View)
}
