package train

import (
	"context"
	"errors"
	"fmt"
	"math"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/komi"
)

// Under territory scoring a game ends with dead stones on the board, and to capture them
// would cost points. An encore shows which are dead: play goes on from the last position by
// area rules, which charge nothing for a capture, at a komi that makes it even, until both
// pass again. KataGo plays encores for the same end (Wu 2020, its rules of territory).

// hasEncore reports whether games by these rules end with an encore.
func hasEncore(r game.Rules) bool {
	return r.Scoring == game.ScoringTerritory && r.Ending != game.EndingAllAlive
}

// selfPlayRules returns rules under which a game of self-play ends with an exact score:
// every stone is alive, or an encore shows which are.
func selfPlayRules(r game.Rules) game.Rules { return komi.ExactRules(r) }

// newEncore returns the beginning of the encore of a finished game.
func newEncore(g *game.Game, komi float64) *game.Game {
	rules := g.Rules()
	rules.Scoring, rules.Tax, rules.Ending, rules.Repetition = game.ScoringArea, game.TaxNone, game.EndingAllAlive, game.KoPositional
	rules.Handicap, rules.Bonus, rules.Komi = game.HandicapNone, game.BonusNone, komi
	rules.Button, rules.WhiteLast, rules.FirstPass = false, false, game.FirstPassCounted
	return game.From(g.Board().Clone(), rules, g.ToMove())
}

// playEncore plays the encore of the game with fast searches.
func (p *selfPlayGame) playEncore(ctx context.Context) (*game.Game, error) {
	next := p.game.ToMove()
	e := newEncore(p.game, math.Round(float64(scores(newEncore(p.game, 0), next, p.evaluator).Score)))
	for ; !ended(e); next = next.Opponent() {
		if p.pause != nil {
			p.pause(ctx)
		}
		s := search.Search{Root: &search.Gumbel{Moves: p.rootMoves(false), RNG: p.rng}}
		a := s.Run(ctx, e, next, []engine.Evaluator{p.evaluator}, engine.SearchParams{Visits: p.Fast})
		if ctx.Err() != nil {
			return nil, context.Cause(ctx)
		}
		if len(a.Candidates) == 0 {
			return nil, errNoMove
		}
		e.Make(a.Candidates[0].Move, next)
	}
	return e, nil
}

// deadAfter returns the stones of the chains on b of which the opponent has more points
// than the owner when the encore has ended.
func deadAfter(b *board.View, encore *game.Game) (dead []board.Point) {
	owner := encore.Score().Owner
	for i := range owner {
		p := board.Point(i)
		c := b.At(p)
		if c == board.Empty || b.Root(p) != p {
			continue
		}
		balance := 0
		for q := range b.Chain(p) {
			balance += int(side(owner[q], c))
		}
		if balance < 0 && !b.Immortal(p) {
			for q := range b.Chain(p) {
				dead = append(dead, q)
			}
		}
	}
	return dead
}

// encoreMoves returns the moves of an encore by name, none if there was none.
func encoreMoves(encore *game.Game) (names []string) {
	if encore == nil {
		return nil
	}
	for i := range encore.Ply() {
		names = append(names, encore.Graph().PointName(encore.Move(i).Point))
	}
	return names
}

// replayEncore plays an encore again and checks it.
func replayEncore(g *game.Game, names []string) (*game.Game, error) {
	if !hasEncore(g.Rules()) {
		if len(names) > 0 {
			return nil, errors.New("an encore that the rules do not have")
		}
		return nil, nil
	}
	e, next := newEncore(g, 0), g.ToMove()
	for i, name := range names {
		p, err := e.Graph().Move(name)
		if err != nil {
			return nil, err
		}
		if ended(e) || p != board.Pass && e.Legal(p, next) != nil {
			return nil, fmt.Errorf("move %d of the encore is illegal", i+1)
		}
		e.Make(p, next)
		next = next.Opponent()
	}
	if !ended(e) {
		return nil, fmt.Errorf("%w: its encore goes on", errOtherGame)
	}
	return e, nil
}
