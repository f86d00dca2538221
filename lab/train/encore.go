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

// Under territory scoring a game ends with dead stones on the board, because capturing them would
// cost points. An encore shows which stones are dead: play continues from the final position under
// area rules, where captures are free, at a komi that makes the game even, until both players pass
// again. KataGo plays encores for the same reason (Wu 2020, its territory rules).

// hasEncore reports whether games under these rules end with an encore.
func hasEncore(r game.Rules) bool {
	return r.Ending != game.EndingAllAlive
}

// selfPlayRules returns rules under which a self-play game ends with an exact score: every stone is
// alive, or an encore shows the dead stones.
func selfPlayRules(r game.Rules) game.Rules { return komi.ExactRules(r) }

// newEncore returns the start of a finished game's encore.
func newEncore(g *game.Game, komi float64) *game.Game {
	rules := g.Rules()
	rules.Scoring = game.ScoringArea
	rules.Tax = game.TaxNone
	rules.Ending = game.EndingAllAlive
	rules.Repetition = game.KoPositional
	rules.Handicap = game.HandicapNone
	rules.Bonus = game.BonusNone
	rules.Komi = komi
	rules.Button = false
	rules.WhiteLast = false
	rules.FirstPass = game.FirstPassCounted
	return game.From(g.Board().Clone(), rules, g.ToMove())
}

// playEncore plays the game's encore with fast searches.
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

// deadAfter returns the stones in the dead chains on b: when the encore ends, the opponent owns
// more of their points than the owner does.
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

// encoreMoves returns the names of an encore's moves, or nil without an encore.
func encoreMoves(encore *game.Game) (names []string) {
	if encore == nil {
		return nil
	}
	for i := range encore.Ply() {
		names = append(names, encore.Graph().PointName(encore.Move(i).Point))
	}
	return names
}

// replayEncore replays and checks an encore.
func replayEncore(g *game.Game, names []string) (*game.Game, error) {
	if !hasEncore(g.Rules()) {
		if len(names) > 0 {
			return nil, errors.New("an encore, which the rules do not have")
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
		return nil, errors.New("the encore is not finished")
	}
	return e, nil
}
