package player

import (
	"context"
	"time"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// decidedOwnership is the minimum ownership, by either side, for a decided point.
const decidedOwnership = 0.9

// These are the minimum visits needed to decide that a game is over. They do not depend on the
// level, because weak players should also end a finished game. With a policy, the network's
// ownership is good after few visits.
const (
	endVisits       = 400
	endPolicyVisits = 16
)

// leastVisits returns endPolicyVisits for an analysis with a policy, otherwise endVisits.
func leastVisits(a engine.Analysis) int {
	if a.HasPolicy {
		return endPolicyVisits
	}
	return endVisits
}

// concededWin is the minimum win probability at which the opponent's pass counts as conceding.
const concededWin = 0.95

// endGame returns a move that ends a finished game. The game is finished if every point is decided,
// or if the opponent has passed in a lost position. If every stone on the board counts as alive,
// endGame captures dead stones first. It returns false while the game is undecided.
func (p *Player) endGame(
	ctx context.Context, g *game.Game, c board.Color, a engine.Analysis, limits engine.SearchParams,
) (board.Point, bool) {
	visits := leastVisits(a)
	if a.Visits < visits {
		if g.Passes() == 0 && mostlyUndecided(a.Ownership) {
			return board.Pass, false
		}
		if a = search.Run(ctx, g, c, p.evaluators(g), engine.SearchParams{
			Visits: visits, Time: limits.Time,
		}); a.Visits == 0 {
			return board.Pass, false // ctx has ended
		}
	}
	over := decided(g, c, a.Ownership)
	least := float32(decidedOwnership)
	if !over {
		if g.Passes() == 0 || engine.WinFor(c, a.Win) < concededWin {
			return board.Pass, false
		}
		least = 0
	}
	off := deadStones(g, c, a.Ownership, least)
	if !mustCapture(g.Rules()) {
		return board.Pass, over || winsAsItStands(g, c, engine.ScoreFor(c, a.Score), off)
	}
	expected := engine.ScoreFor(c, a.Score)
	// A pass leaves dead stones on the board, where they count.
	over = winsAsItStands(g, c, expected, nil) || over && (len(off) == 0 || standsAsExpected(g, c, expected, nil))
	limits.AllowMoves = attacks(g, c, off)
	if len(limits.AllowMoves) == 0 {
		return board.Pass, over
	}
	attack := search.Run(ctx, g, c, p.evaluators(g), briefly(limits))
	if len(attack.Candidates) == 0 || attack.Candidates[0].Move == board.Pass ||
		engine.WinFor(c, attack.Win) < engine.WinFor(c, a.Win)-captureCost ||
		engine.ScoreFor(c, attack.Score) < expected-pointsAtStake {
		return board.Pass, over
	}
	return attack.Candidates[0].Move, true
}

// briefly returns limits with an eighth of the time. A special search follows the search for the
// move, which may have used four fifths of the available time.
func briefly(limits engine.SearchParams) engine.SearchParams {
	limits.Time /= 8
	return limits
}

// timeLeft returns the part of a move's time that remains since start, at least an eighth. Without a
// limit it returns 0.
func timeLeft(limit time.Duration, start time.Time) time.Duration {
	return max(limit-time.Since(start), limit/8)
}

// captureCost is the maximum loss in win probability for capturing dead stones before a pass.
const captureCost = 0.1

// mustCapture reports whether dead stones must be captured before a pass: because there is no
// agreement about them afterwards, or because the rules forbid friendly passes and captures cost
// nothing.
func mustCapture(r game.Rules) bool {
	return r.Ending == game.EndingAllAlive || r.Scoring != game.ScoringTerritory && !r.FriendlyPass
}

// mostlyUndecided reports whether at least a quarter of the points are undecided. A few visits show
// this, so endGame then needs no longer search.
func mostlyUndecided(owner []float32) bool {
	undecided := 0
	for _, v := range owner {
		if v < 0.5 && v > -0.5 {
			undecided++
		}
	}
	return 4*undecided >= len(owner)
}

// pointsAtStake is the maximum number of points that a player gives up to end a won game.
const pointsAtStake = 1.5

// winsAsItStands reports whether c wins the position after the dead stones are removed, by about as
// much as it expects from playing on.
func winsAsItStands(g *game.Game, c board.Color, expected float32, dead []board.Point) bool {
	return marginFor(g, c, dead) > 0 && standsAsExpected(g, c, expected, dead)
}

// standsAsExpected reports whether the position after the dead stones are removed is worth about as
// much to c as it expects from playing on.
func standsAsExpected(g *game.Game, c board.Color, expected float32, dead []board.Point) bool {
	return float64(expected)-marginFor(g, c, dead) < pointsAtStake
}

// marginFor returns c's margin after the dead stones are removed.
func marginFor(g *game.Game, c board.Color, dead []board.Point) float64 {
	margin := g.Score(dead...).Margin()
	if c == board.White {
		return -margin
	}
	return margin
}

// decided reports whether every point is decided, except those worthless to c.
func decided(g *game.Game, c board.Color, owner []float32) bool {
	for i, v := range owner {
		if v < decidedOwnership && v > -decidedOwnership && !worthless(g, c, board.Point(i)) {
			return false
		}
	}
	return true
}

// deadStones returns the opponent's stones that are not immortal and that c owns with at least the
// given ownership.
func deadStones(g *game.Game, c board.Color, owner []float32, least float32) (stones []board.Point) {
	for i, v := range owner {
		p := board.Point(i)
		if engine.ScoreFor(c, v) >= least && g.Board().At(p) == c.Opponent() && !g.Board().Immortal(p) {
			stones = append(stones, p)
		}
	}
	return stones
}

// worthless reports whether c gains nothing on the empty point p: it may not play there, or p is
// its own eye.
func worthless(g *game.Game, c board.Color, p board.Point) bool {
	return g.Board().At(p) == board.Empty && (g.Legal(p, c) != nil || g.Board().IsEye(p, c))
}

// attacks returns the legal moves on the liberties of the chains with the fewest liberties.
func attacks(g *game.Game, c board.Color, stones []board.Point) []board.Point {
	var best []board.Point
	fewest := board.MaxPoints
	tried := map[board.Point]bool{}
	for _, p := range stones {
		root := g.Board().Root(p)
		if tried[root] {
			continue
		}
		tried[root] = true
		libs := g.Board().Liberties(p)
		if len(libs) > fewest {
			continue
		}
		var legal []board.Point
		for _, q := range libs {
			if g.Legal(q, c) == nil {
				legal = append(legal, q)
			}
		}
		if len(legal) == 0 {
			continue
		}
		if len(libs) < fewest {
			fewest, best = len(libs), nil
		}
		best = append(best, legal...)
	}
	return best
}
