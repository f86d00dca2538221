package calibration

import (
	"context"
	"fmt"
	"math"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A Comparison holds the fair komi that games gave, and what a network and an estimate give for the
// empty board. Leads are in points.
type Comparison struct {
	Board     string          `json:"board"`
	Rules     string          `json:"rules"`
	GameRules string          `json:"gameRules"` // ruleset in the games
	Games     int             `json:"games"`
	Fair      engine.Interval `json:"fair"`      // fair komi by games
	Even      float64         `json:"even"`      // mean even komi by both kinds of lead
	ByScore   float64         `json:"byScore"`   // komi at which the score head gives no lead
	ByOwner   float64         `json:"byOwner"`   // komi at which ownership sums up to no lead
	Lead      float64         `json:"lead"`      // Black's lead at Fair by the estimate
	LeadError float64         `json:"leadError"` // standard error of Lead
	Win       float64         `json:"win"`       // Black's win probability at Fair by the estimate
	Verdict   Verdict         `json:"verdict"`
}

// A Verdict says whether figures for one board agree.
type Verdict string

// These are the verdicts.
const (
	Agree   Verdict = "agree"
	Differ  Verdict = "differ"
	TooFew  Verdict = "too few games" // the fair komi has a wide interval or none
	NoGames Verdict = "unknown"       // the games have no fair komi
)

const (
	// widest is the maximum width, in points, for the interval around a fair komi.
	widest = 6
	// otherScoring is the maximum difference, in points, between fair komi by area and by territory.
	otherScoring = 1
	// standardErrors is the half width, in standard errors, for a 95 % interval.
	standardErrors = 2
)

// A Comparer compares fair komi with an engine's figures.
type Comparer struct {
	Network  func(*board.Graph, game.Rules) *neural.Network // returns nil for a board without a network
	Estimate func(ctx context.Context, g *game.Game, next board.Color) (engine.Estimate, error)
	Seed     uint64
}

// Compare compares a fair komi under its own rules, and under the usual rules with the other
// scoring. It returns an error if no network supports the board, or if ctx is done too early.
func (c Comparer) Compare(ctx context.Context, fair engine.FairKomi) (all []Comparison, err error) {
	graph, err := board.Named(fair.Conditions.Board)
	if err != nil {
		return nil, err
	}
	own := fair.Conditions.Rules
	preset, err := game.Preset(own.Preset)
	if err != nil {
		return nil, fmt.Errorf("%s: its rules have no preset", graph.Name())
	}
	rulesets := []game.Rules{preset}
	for _, r := range Rulesets(graph) {
		if r.Scoring != own.Scoring {
			rulesets = append(rulesets, r)
		}
	}
	for _, r := range rulesets {
		n := c.Network(graph, r)
		if n == nil {
			return nil, fmt.Errorf("%s: no network supports it under %s", graph.Name(), r.Preset)
		}
		evaluator := neural.New(n, c.Seed)
		evaluator.Average = true
		one := Comparison{
			Board: graph.Name(), Rules: r.Preset, GameRules: own.Preset, Games: fair.Games, Fair: fair.Komi,
		}
		if fair.Unknown != "" {
			one.Fair = engine.Unknown()
		}
		one.evenKomi(&reader{evaluator: evaluator}, drawn{game.New(graph, r), board.Black})
		if err := one.estimate(ctx, c, graph, r); err != nil {
			return nil, err
		}
		one.Verdict = one.verdict(r.Scoring == own.Scoring)
		all = append(all, one)
	}
	return all, nil
}

// evenKomi finds the komi at which a network gives no lead on the empty board.
func (c *Comparison) evenKomi(r *reader, empty drawn) {
	c.ByScore = r.evenKomi(empty)
	c.ByOwner = zero(c.ByScore, func(komi float64) float64 {
		_, ownership, _ := r.read(empty.withKomi(komi).game, empty.next)
		return ownership
	})
	c.Even = (c.ByScore + c.ByOwner) / 2
}

// estimate estimates the empty board at the fair komi, or at the even komi if the games have none.
func (c *Comparison) estimate(ctx context.Context, by Comparer, graph *board.Graph, r game.Rules) error {
	r.Komi = c.Fair.At
	if !c.Fair.Known() {
		r.Komi = c.Even
	}
	e, err := by.Estimate(ctx, game.New(graph, r), r.First(0))
	c.Lead, c.LeadError = float64(e.Score), float64(e.Error)
	c.Win = float64(e.Win)
	return err
}

// verdict compares the figures within their joint errors. The even komi has half the distance between
// ByScore and ByOwner as its standard error.
func (c *Comparison) verdict(sameScoring bool) Verdict {
	switch {
	case !c.Fair.Known():
		return NoGames
	case !c.Fair.Bounded() || c.Fair.High-c.Fair.Low > widest:
		return TooFew
	}
	games := (c.Fair.High - c.Fair.Low) / 2
	allowed := 0.0
	if !sameScoring {
		allowed = otherScoring
	}
	network := standardErrors * math.Abs(c.ByScore-c.ByOwner) / 2
	if math.Abs(c.Even-c.Fair.At) > math.Hypot(games, network)+allowed ||
		math.Abs(c.Lead) > math.Hypot(games, standardErrors*c.LeadError)+allowed {
		return Differ
	}
	return Agree
}

// ComparisonHeader returns the heading for [Comparison.String].
func ComparisonHeader() string {
	return fmt.Sprintf("%-10s %-20s %6s  %-21s %-21s %-20s %s", "board", "rules", "games", "fair komi",
		"even: score, ownership", "lead at fair komi", "figures")
}

// String returns the comparison in one line, as in [ComparisonHeader].
func (c *Comparison) String() string {
	fair := "unknown"
	if c.Fair.Known() {
		fair = fmt.Sprintf("%.1f (%.1f to %.1f)", c.Fair.At, c.Fair.Low, c.Fair.High)
	}
	return fmt.Sprintf("%-10s %-20s %6d  %-21s %5.1f: %5.1f, %5.1f    %+5.1f ± %4.1f, %2.0f %%  %s", c.Board, c.Rules,
		c.Games, fair, c.Even, c.ByScore, c.ByOwner, c.Lead, c.LeadError, 100*c.Win, c.Verdict)
}
