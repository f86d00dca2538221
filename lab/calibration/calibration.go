package calibration

import (
	"context"
	"math"
	"slices"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// Boards are the usual boards to measure.
var Boards = []string{"rosette-3", "rosette-5", "rosette-7", "square-9", "square-13", "square-19"}

// Rulesets returns the usual rules on a board: by area, then by territory.
func Rulesets(g *board.Graph) (all []game.Rules) {
	names := []string{"tromp-taylor", "japanese"}
	if len(g.Rosettes()) > 0 {
		names = []string{"mindsports-chinese", "mindsports-japanese"}
	}
	for _, name := range names {
		r, err := game.Preset(name)
		if err != nil {
			panic(err) // the presets exist
		}
		all = append(all, r)
	}
	return all
}

// A Plan describes how to measure a network on a board under a ruleset.
type Plan struct {
	Network   *neural.Network // measured; must apply to the board and rules
	Player    *neural.Network // plays the games that positions come from
	Graph     *board.Graph
	Rules     game.Rules
	Positions int    // positions with komi and rules varied, at least 1
	Finished  int    // finished positions
	Seed      uint64 // draws the positions
}

// A Report holds the results for a Plan. Leads are in points.
type Report struct {
	Board     string  `json:"board"`
	Rules     string  `json:"rules"`
	Positions int     `json:"positions"`
	Komi      float64 `json:"komi"`      // usual komi under the rules
	EmptyLead float64 `json:"emptyLead"` // Black's lead on the empty board at Komi
	EvenKomi  float64 `json:"evenKomi"`  // komi at which the lead on the empty board is 0

	// change in Black's lead for one point less komi, by the score head and by ownership, between 10
	// points below and above the even komi
	Slope          Range `json:"slope"`
	OwnershipSlope Range `json:"ownershipSlope"`

	// differences between rules that change nothing: greatest minus least in each position
	RulesLead Range `json:"rulesLead"`
	RulesWin  Range `json:"rulesWin"` // in win probability

	Disagreement float64 `json:"disagreement"` // root mean square difference between score head and ownership

	Finished *FinishedReport `json:"finished,omitempty"` // nil if no finished position was found
}

// A FinishedReport holds the results for finished positions with dead stones.
type FinishedReport struct {
	Positions int     `json:"positions"`
	Dead      float64 `json:"dead"`    // mean count of dead stones
	Decided   float64 `json:"decided"` // share of points with ownership beyond ±0.8
	Right     float64 `json:"right"`   // share of points whose ownership has the sign of the count
	Stdev     float64 `json:"stdev"`   // mean standard deviation of the score, in points
	Error     float64 `json:"error"`   // root mean square of lead minus count, in points
}

// A Range is the distribution of a value over positions.
type Range struct {
	Least  float64 `json:"least"`
	Mean   float64 `json:"mean"`
	Ninety float64 `json:"ninety"` // nine in ten positions have this value or less
	Most   float64 `json:"most"`
}

// rangeOf returns the distribution of the values, which must not be empty.
func rangeOf(values []float64) Range {
	values = slices.Clone(values)
	slices.Sort(values)
	sum := 0.0
	for _, v := range values {
		sum += v
	}
	n := len(values)
	return Range{values[0], sum / float64(n), values[min(n-1, int(math.Ceil(0.9*float64(n)))-1)], values[n-1]}
}

// A reader evaluates positions.
type reader struct {
	evaluator engine.Evaluator
	out       engine.Evaluation
}

// read returns Black's lead by the score head and by ownership, and Black's win probability.
func (r *reader) read(g *game.Game, next board.Color) (score, ownership, win float64) {
	r.evaluator.Evaluate(g, next, &r.out)
	ownership = g.ScoreOffset(next)
	for _, x := range r.out.Ownership {
		ownership += float64(x)
	}
	return float64(r.out.Score), ownership, float64(r.out.Win)
}

// Run measures. It calls progress with the positions done, and returns an error only if ctx is done
// too early.
func (p Plan) Run(ctx context.Context, progress func(done int)) (*Report, error) {
	evaluator := neural.New(p.Network, p.Seed)
	evaluator.Average = true // over all symmetries
	r := &reader{evaluator: evaluator}
	report := &Report{
		Board: p.Graph.Name(), Rules: p.Rules.Preset, Positions: p.Positions, Komi: p.Rules.Komi,
	}
	empty := drawn{game.New(p.Graph, p.Rules), board.Black}
	report.EmptyLead, _, _ = r.read(empty.game, empty.next)
	report.EvenKomi = r.evenKomi(empty)
	var slopes, ownershipSlopes, leads, wins []float64
	var squares float64
	for i := range p.Positions {
		if err := ctx.Err(); err != nil {
			return nil, err
		}
		at := p.draw(i)
		even := r.evenKomi(at)
		slope, ownershipSlope := r.slopes(at, even)
		slopes, ownershipSlopes = append(slopes, slope), append(ownershipSlopes, ownershipSlope)
		lead, win := r.rulesSpread(at.withKomi(even))
		leads, wins = append(leads, lead), append(wins, win)
		score, ownership, _ := r.read(at.game, at.next)
		squares += (score - ownership) * (score - ownership)
		progress(i + 1)
	}
	report.Slope, report.OwnershipSlope = rangeOf(slopes), rangeOf(ownershipSlopes)
	report.RulesLead, report.RulesWin = rangeOf(leads), rangeOf(wins)
	report.Disagreement = math.Sqrt(squares / float64(p.Positions))
	var err error
	report.Finished, err = p.finished(ctx, r, func(done int) { progress(p.Positions + done) })
	return report, err
}

// Komi near the even one at which leads are compared, in points. Self-play and training use whole
// and half komi; the quarter point keeps the measurement off them.
const (
	komiReach = 10
	komiStep  = 2.5
	komiShift = 0.25
)

// evenKomi returns the komi at which the score head gives neither player a lead.
func (r *reader) evenKomi(at drawn) float64 {
	return zero(at.game.Rules().Komi, func(komi float64) float64 {
		score, _, _ := r.read(at.withKomi(komi).game, at.next)
		return score
	})
}

// zero returns where a function that falls by about 1 for each unit is 0, by the secant method from
// a.
func zero(a float64, f func(x float64) float64) float64 {
	atA := f(a)
	b := a + atA
	for range 8 {
		atB := f(b)
		if math.Abs(atB) < 0.02 || math.Abs(atA-atB) < 1e-6 {
			break
		}
		next := b + atB*(b-a)/(atA-atB)
		a, atA = b, atB
		b = max(b-komiReach, min(b+komiReach, next))
	}
	return b
}

// slopes returns the change in lead for each point less komi near the even komi, by least squares:
// by the score head and by ownership.
func (r *reader) slopes(at drawn, even float64) (score, ownership float64) {
	var squares float64
	middle := math.Round(even) + komiShift
	for d := -float64(komiReach); d <= komiReach; d += komiStep {
		x, y, _ := r.read(at.withKomi(middle+d).game, at.next)
		score -= d * x
		ownership -= d * y
		squares += d * d
	}
	return score / squares, ownership / squares
}

// rulesSpread returns the difference between the greatest and the least lead and win probability
// over the rules that do not change the position's outcome: repetition and suicide.
func (r *reader) rulesSpread(at drawn) (lead, win float64) {
	lowLead, highLead := math.Inf(1), math.Inf(-1)
	lowWin, highWin := math.Inf(1), math.Inf(-1)
	for _, rules := range idleVariants(at.game.Rules()) {
		with, _ := at.game.WithRules(rules)
		x, _, y := r.read(with, at.next)
		lowLead, highLead = min(lowLead, x), max(highLead, x)
		lowWin, highWin = min(lowWin, y), max(highWin, y)
	}
	return highLead - lowLead, highWin - lowWin
}

// idleVariants returns the rules with every combination for repetition and suicide.
func idleVariants(r game.Rules) (all []game.Rules) {
	for _, r.Repetition = range []game.Repetition{game.KoSimple, game.KoPositional, game.KoSituational} {
		for _, r.Suicide = range []bool{false, true} {
			all = append(all, r)
		}
	}
	return all
}
