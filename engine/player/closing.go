package player

import (
	"context"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// sure is how far an ownership must be on one side, the share of playouts less
// that of the others or a network's word, before the bot calls a point decided.
const sure = 0.9

// enough is how many visits a verdict asks for, however weak the level: to
// know when a game is over is a matter of manners, not of strength. Who has a
// policy sees whose the points will be at a look, and a few are enough.
const (
	enough       = 400
	enoughGuided = 16
)

// won is the chance from which on an opponent who passes is taken to have
// given up.
const won = 0.95

// closing ends a game that is over: because every point is decided, or because
// the opponent has passed in a lost position. Where every stone left counts as
// alive it plays the dead ones off first. It has nothing to say while there is
// something to win.
func (b *Bot) closing(ctx context.Context, g *game.Game, c board.Color, r engine.Analysis, budget engine.SearchParams) (board.Point, bool) {
	visits := enough
	if r.HasPolicy {
		visits = enoughGuided
	}
	if r.Visits < visits {
		if g.Passes() == 0 && open(r.Ownership) {
			return board.Pass, false
		}
		r = search.Run(ctx, g, c, b.minds, engine.SearchParams{Visits: visits, Time: budget.Time})
	}
	over := decided(g, c, r.Ownership)
	least := float32(sure)
	if !over {
		if g.Passes() == 0 || engine.WinFor(c, r.Win) < won {
			return board.Pass, false
		}
		least = 0
	}
	off := dead(g, c, r.Ownership, least)
	if !cleans(g.Rules()) {
		return board.Pass, over || stands(g, c, engine.ScoreFor(c, r.Score), off)
	}
	over = over || stands(g, c, engine.ScoreFor(c, r.Score), nil)
	budget.AllowMoves = attacks(g, c, off)
	if len(budget.AllowMoves) == 0 {
		return board.Pass, over
	}
	attack := search.Run(ctx, g, c, b.minds, budget)
	if len(attack.Candidates) == 0 || attack.Candidates[0].Move == board.Pass || engine.WinFor(c, attack.Win) < engine.WinFor(c, r.Win)-0.1 {
		return board.Pass, over
	}
	return attack.Candidates[0].Move, true
}

// cleans tells whether dead stones must come off before a pass: nobody agrees
// on them afterwards, or where it costs nothing the rules ask for it.
func cleans(r game.Rules) bool {
	return r.Ending == game.EndingAllAlive || r.Scoring != game.ScoringTerritory && !r.FriendlyPass
}

// open tells whether even a few visits see that much is undecided: a quarter of
// the points and more belong to either side about as often. A bot of few visits
// then need not look closer.
func open(owner []float32) bool {
	undecided := 0
	for _, v := range owner {
		if v < 0.5 && v > -0.5 {
			undecided++
		}
	}
	return 4*undecided >= len(owner)
}

// stake is how many points may still be had when a bot lets a won game end.
const stake = 1.5

// stands tells whether c wins the position as it stands without those dead, by
// about as much as it may expect of playing on.
func stands(g *game.Game, c board.Color, expected float32, dead []board.Point) bool {
	margin := g.Score(dead...).Margin()
	if c == board.White {
		margin = -margin
	}
	return margin > 0 && float64(expected)-margin < stake
}

// decided tells whether every point is surely somebody's.
func decided(g *game.Game, c board.Color, owner []float32) bool {
	for i, v := range owner {
		if v < sure && v > -sure && !neutral(g, c, board.Point(i)) {
			return false
		}
	}
	return true
}

// dead returns the opposing mortal stones whose points are c's at least so
// surely.
func dead(g *game.Game, c board.Color, owner []float32, least float32) (stones []board.Point) {
	for i, v := range owner {
		p := board.Point(i)
		if engine.ScoreFor(c, v) >= least && g.Board().At(p) == c.Opponent() && !g.Board().Immortal(p) {
			stones = append(stones, p)
		}
	}
	return stones
}

// neutral tells whether c gains nothing on the empty point p: it may not play
// there, or p is its own eye.
func neutral(g *game.Game, c board.Color, p board.Point) bool {
	return g.Board().At(p) == board.Empty && (g.Legal(p, c) != nil || g.Board().IsEye(p, c))
}

// attacks returns the legal plays on the liberties of those chains that have the
// fewest.
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
