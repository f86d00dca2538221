package bot

import (
	"context"

	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// sure is the share of playouts that must agree whose a point is before the
// bot calls it decided.
const sure = 0.9

// enough is how many playouts a verdict asks for, however weak the level: to
// know when a game is over is a matter of manners, not of strength.
const enough = 400

// closing ends a game that is over. It plays the stones off that are dead as
// they stand, because every stone left counts as alive, and then passes. It has
// nothing to say while there is something to win.
func (b *Bot) closing(ctx context.Context, g *game.Game, c board.Color, r search.Report, budget search.Budget) (board.Point, bool) {
	if r.Visits < enough {
		r = search.Run(ctx, g, c, b.minds, search.Budget{Visits: enough, Time: budget.Time})
	}
	dead, decided := verdict(g, c, r.Ownership)
	if !decided && !ahead(g, c, r.Ownership) {
		return board.Pass, false
	}
	if len(dead) == 0 {
		return board.Pass, true
	}
	budget.Among = attacks(g, c, dead)
	if len(budget.Among) == 0 {
		return board.Pass, true
	}
	attack := search.Run(ctx, g, c, b.minds, budget)
	if len(attack.Candidates) == 0 {
		return board.Pass, false
	}
	best := attack.Candidates[0]
	if best.Move == board.Pass || attack.Win < r.Win-0.1 {
		return board.Pass, true
	}
	return best.Move, true
}

// ahead tells whether a pass of c ends the game with a win as it stands, while
// hardly a point is open and every empty one that is surely c's counts already.
func ahead(g *game.Game, c board.Color, owner []float32) bool {
	if g.Passes() == 0 {
		return false
	}
	s := g.Score()
	if s.Result().Winner != c {
		return false
	}
	open := 0
	for p, v := range owner {
		if v >= sure && s.Owner[p] != c && g.Board().At(board.Point(p)) == board.Empty {
			return false
		}
		if v < sure && v > -sure {
			open++
		}
	}
	return open*8 <= len(owner)
}

// verdict tells whether every point is surely somebody's, and which opposing
// stones stand on points that are surely c's.
func verdict(g *game.Game, c board.Color, owner []float32) (dead []board.Point, decided bool) {
	decided = true
	for i, v := range owner {
		p := board.Point(i)
		switch {
		case v < sure && v > -sure:
			decided = decided && neutral(g, c, p)
		case v >= sure && g.Board().At(p) == c.Opponent():
			dead = append(dead, p)
		}
	}
	return dead, decided
}

// neutral tells whether c gains nothing on the empty point p: it may not play
// there, or p is its own eye.
func neutral(g *game.Game, c board.Color, p board.Point) bool {
	return g.Board().At(p) == board.Empty && (g.Legal(p, c) != nil || g.Board().Eye(p, c))
}

// attacks returns the legal plays on the liberties of the dead chains that have
// the fewest.
func attacks(g *game.Game, c board.Color, dead []board.Point) []board.Point {
	var best []board.Point
	fewest := board.MaxPoints
	for _, p := range dead {
		if g.Board().Root(p) != p {
			continue
		}
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
