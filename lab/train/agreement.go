package train

import (
	"context"
	"errors"
	"math/rand/v2"
	"slices"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// People stop when they agree on the dead stones, long before these are captured. Some self-play
// games end like that: as soon as the judge of dead stones is sure of every stone, both players
// pass. The positions at the end become samples without policies.

// Parameters of agreements.
const (
	agreementFrom    = 0.5 // moves per point before the first judgement
	agreementSteps   = 24  // positions are judged every points/24 moves
	estimatePlayouts = 60  // for each player to move first

	closingShare  = 0.1 // share of the moves, at the end, from which positions are drawn
	closingNumber = 5   // positions drawn, besides the last three
)

// An agreement looks for the end of a game.
type agreement struct {
	judge deadstones.Judge
	from  int // the ply of the next judgement
	dead  []board.Point
}

// startAgreement makes the game end by agreement.
func (p *selfPlayGame) startAgreement(judge deadstones.Judge) {
	rules := p.game.Rules()
	rules.Ending = game.EndingAgreement
	if rules.Check() != nil {
		return
	}
	g, known := p.game.WithRules(rules)
	if known {
		p.game = g
		p.agreement = &agreement{judge: judge, from: int(agreementFrom * float64(g.Graph().Points()))}
	}
}

// agree reports whether the judge is sure of every stone.
func (p *selfPlayGame) agree(ctx context.Context) (bool, error) {
	a := p.agreement
	if a == nil || p.game.Ply() < a.from {
		return false, nil
	}
	a.from = p.game.Ply() + max(2, p.game.Graph().Points()/agreementSteps)
	for _, propose := range []func(context.Context, *game.Game) (life.Proposal, error){a.estimate, a.judge.Propose} {
		proposal, err := propose(ctx, p.game)
		if err != nil {
			return false, err
		}
		if len(proposal.Unsure)+len(proposal.Open)+len(proposal.Pending) > 0 {
			return false, nil
		}
		a.dead = proposal.Dead
	}
	return true, nil
}

// estimate proposes the dead stones by a few playouts, which is much faster than the judge. The
// judge sees only positions that these decide.
func (a *agreement) estimate(ctx context.Context, g *game.Game) (life.Proposal, error) {
	light := []engine.Evaluator{playout.NewLight(uint64(g.Ply()))}
	return deadstones.Propose(ctx, g, deadstones.ByEvaluation(light, estimatePlayouts))
}

// endByAgreement passes for both players and returns the game.
func (p *selfPlayGame) endByAgreement() *PlayedGame {
	plies := closingPlies(p.rng, p.game.Ply())
	for !ended(p.game) {
		p.game.Make(board.Pass, p.next)
		p.next = p.next.Opponent()
	}
	p.samples = withClosing(p.samples, p.game, plies)
	return finished(p.game, gameEnd{agreed: true, dead: p.agreement.dead}, p.samples, p.resigned)
}

// closingPlies returns the last three plies of a game with that many moves before the passes, and
// draws some plies near the end.
func closingPlies(rng *rand.Rand, moves int) map[int]bool {
	plies := map[int]bool{moves: true, moves + 1: true, moves + 2: true}
	if n := int(closingShare * float64(moves)); n > 0 {
		for range closingNumber {
			plies[moves-1-rng.IntN(n)] = true
		}
	}
	return plies
}

// withClosing returns the samples and, for the plies that have none, samples without a policy.
func withClosing(samples []Sample, g *game.Game, plies map[int]bool) []Sample {
	var features neural.Features
	sampled := map[int]bool{}
	for i := range samples {
		sampled[samples[i].ply] = true
	}
	at, known := g.WithRules(g.Rules()) // a copy that can be undone
	next := g.ToMove()
	for left := len(plies); known && left > 0; {
		if ply := at.Ply(); plies[ply] {
			left--
			if !sampled[ply] {
				s := newSample(&features, at, next, make([]float32, g.Graph().Points()+1))
				s.Weight = 1
				samples = append(samples, s)
			}
		}
		if !at.Undo() {
			break
		}
		next = next.Opponent()
	}
	slices.SortFunc(samples, func(a, b Sample) int { return a.ply - b.ply })
	return samples
}

// AgreedGame returns a finished game that was played elsewhere, with samples from its end. The stones
// in dead are dead: the players agreed on them. Passes at the end are added or removed until there
// are two. Half of the games get other rules, drawn with their weights from rules, if these do not
// change what is left to play. The error means that the moves are not a game by the rules.
func AgreedGame(g *game.Game, dead []board.Point, rules []Weighted[game.Rules], seed uint64) (*PlayedGame, error) {
	rng := rand.New(rand.NewPCG(seed, g.HashAt(g.Ply()).Lo))
	g, known := endWithPasses(g)
	if !known {
		return nil, errMiddle
	}
	own := g.Rules()
	own.Ending = game.EndingAgreement
	other := draw(rng, rules)
	other.Komi, other.Ending = own.Komi, game.EndingAgreement
	other.Handicap, other.Bonus = own.Handicap, own.Bonus
	if rng.IntN(2) == 0 && fits(g, dead, other) {
		if done, err := agreedUnder(rng, g, dead, other); err == nil {
			return done, nil
		}
	}
	return agreedUnder(rng, g, dead, own)
}

// errMiddle means that the first moves of a game are not known.
var errMiddle = errors.New("a game that begins in the middle")

// endWithPasses returns a copy of the game that ends with two passes. known is as in
// [game.Game.WithRules].
func endWithPasses(g *game.Game) (copied *game.Game, known bool) {
	if g, known = g.WithRules(g.Rules()); !known {
		return nil, false
	}
	for last, moved := g.Last(); moved && last.Point == board.Pass; last, moved = g.Last() {
		if !g.Undo() {
			break
		}
	}
	for range 2 {
		g.Make(board.Pass, g.ToMove())
	}
	return g, true
}

// mostNeutral is a limit for neutral points. Few such points make no difference by area.
const mostNeutral = 2

// fits reports whether a finished game by its own rules is finished by other rules too.
func fits(g *game.Game, dead []board.Point, other game.Rules) bool {
	if other.Button || other.FirstPass != game.FirstPassCounted || other.Scoring == game.ScoringPassStones ||
		other.Supply != (game.Supply{}) || other.Check() != nil {
		return false
	}
	if other.Scoring == g.Rules().Scoring || other.Scoring == game.ScoringTerritory {
		return true
	}
	neutral := 0
	for _, c := range game.Owners(&life.Without(g.Board(), dead).View) {
		if c == board.Empty {
			neutral++
		}
	}
	return neutral <= mostNeutral
}

// agreedUnder returns the game under other rules.
func agreedUnder(rng *rand.Rand, g *game.Game, dead []board.Point, rules game.Rules) (*PlayedGame, error) {
	under, known := g.WithRules(rules)
	if !known {
		return nil, errMiddle
	}
	samples := withClosing(nil, under, closingPlies(rng, under.Ply()-2))
	r, err := finished(under, gameEnd{agreed: true, dead: dead}, samples, board.Empty).record()
	if err != nil {
		return nil, err
	}
	return r.played() // checks the moves
}
