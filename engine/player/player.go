// Package player is a player: it spends its time, chooses, passes when the game is
// over and resigns when it is lost, at any of several levels.
package player

import (
	"context"
	"fmt"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/rng"
)

// Options say how a bot plays. The zero value is full strength with
// [DefaultMove] a move on one thread.
type Options struct {
	Level   string                             // a name from Levels, "full" if empty
	Move    time.Duration                      // at most so long a move; DefaultMove without a clock and Visits
	Visits  int                                // at most so many a move, if over 0
	Threads int                                // 1 if zero
	Seed    uint64                             // luck: evaluators and weak choices
	Minds   func(seed uint64) engine.Evaluator // makes the evaluator of a thread
	Light   func(seed uint64) engine.Evaluator // makes those of levels that see less; as Minds if nil
	Policy  func(g *game.Game) bool            // tells whether Minds have a policy there; nil if nowhere
	Keep    bool                               // never resign
	Memory  int                                // bytes that its tree may take; 0 for search.DefaultNodes
}

// DefaultMove is what a bot takes for a move when nobody says.
const DefaultMove = time.Second

// A Choice is a point, a pass or resignation, and what the bot thinks of its
// position: its own chance to win, its own margin, the playouts behind it.
type Choice struct {
	Move   board.Point
	Resign bool
	Win    float32
	Score  float32
	Visits int
}

// A Bot plays any number of games, one move at a time.
type Bot struct {
	options Options
	level   Level
	minds   []engine.Evaluator
	luck    *rand.Rand
	search  search.Search
}

// New returns a bot, or says which level is unknown.
func New(o Options) (*Bot, error) {
	level, err := LevelNamed(o.Level)
	if err != nil {
		return nil, err
	}
	b := &Bot{options: o, level: level, luck: rand.New(rand.NewPCG(o.Seed, 0))}
	mind := o.Minds
	if level.Light && o.Light != nil {
		mind = o.Light
	}
	for i := range max(1, o.Threads) {
		b.minds = append(b.minds, mind(rng.Stream(o.Seed, i)))
	}
	return b, nil
}

// Level returns how strong the bot plays.
func (b *Bot) Level() Level { return b.level }

// Choose thinks about g with c to move, within what t leaves, and chooses. When
// ctx ends, what looks best by then stands; only a context that has ended
// before the first thought is an error.
func (b *Bot) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (Choice, error) {
	return b.choose(ctx, g, c, b.budget(g, t))
}

// ChooseAnalyzing chooses like Choose, leaves out the moves that wish avoids and tells
// whoever it names how the search goes; its bounds are not looked at. A bot that
// must avoid moves does not ask whether the game is over.
func (b *Bot) ChooseAnalyzing(ctx context.Context, g *game.Game, c board.Color, t engine.Time, wish engine.SearchParams) (Choice, error) {
	budget := b.budget(g, t)
	budget.Avoid, budget.OwnershipDetails = wish.Avoid, wish.OwnershipDetails
	budget.OnProgress, budget.ReportEvery, budget.FirstReportAfter = wish.OnProgress, wish.ReportEvery, wish.FirstReportAfter
	return b.choose(ctx, g, c, budget)
}

func (b *Bot) choose(ctx context.Context, g *game.Game, c board.Color, budget engine.SearchParams) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	budget.EarlyStop = b.level.Temperature == 0
	report := b.search.Run(ctx, g, c, b.minds, budget)
	if len(report.Candidates) == 0 {
		return Choice{}, fmt.Errorf("bot: no thought was finished: %w", context.Cause(ctx))
	}
	choice := Choice{Win: engine.WinFor(c, report.Win), Score: engine.ScoreFor(c, report.Score), Visits: report.Visits}
	budget.OnProgress, budget.EarlyStop = nil, false // what follows is about details
	if budget.Avoid == nil {
		if move, ok := b.closing(ctx, g, c, report, budget); ok {
			choice.Move = move
			return choice, nil
		}
	}
	choice.Move = b.pick(report.Candidates)
	choice.Resign = b.hopeless(g, c, report)
	return choice, nil
}

// longestPonder is how long a bot thinks in the time of an opponent who may have
// gone away.
const longestPonder = time.Minute

// Ponder thinks about g with c to move until ctx ends or a minute has passed.
// What it finds serves the next choice, if the game goes on from there. It must
// have returned before that. A bot whose visits are counted gains nothing by it.
func (b *Bot) Ponder(ctx context.Context, g *game.Game, c board.Color) {
	budget := b.budget(g, engine.Time{})
	budget.Time = longestPonder
	b.search.Run(ctx, g, c, b.minds, budget)
}

// Resignation: below this chance, with so many visits, fewer if a policy guided
// them, after so much of the board has been played.
const (
	resignBelow  = 0.03
	resignVisits = 400
	resignGuided = 50
	resignAfter  = 0.3
)

func (b *Bot) hopeless(g *game.Game, c board.Color, r engine.Analysis) bool {
	enough := resignVisits
	if r.HasPolicy {
		enough = resignGuided
	}
	return !b.options.Keep && r.Visits >= enough && engine.WinFor(c, r.Win) < resignBelow &&
		engine.ScoreFor(c, r.Score) < -3 && float64(g.Ply()) > resignAfter*float64(g.Graph().Points())
}

// budget is what one move may cost.
func (b *Bot) budget(g *game.Game, t engine.Time) engine.SearchParams {
	policy := b.options.Policy != nil && b.options.Policy(g)
	s := engine.SearchParams{Visits: b.level.visits(g.Graph().Points(), policy), Nodes: b.options.Memory / search.NodeBytes}
	if b.options.Visits > 0 && (s.Visits == 0 || b.options.Visits < s.Visits) {
		s.Visits = b.options.Visits
	}
	move := b.options.Move
	if t.Move > 0 {
		move = t.Move
	}
	if move <= 0 && b.options.Visits <= 0 && !t.Clocked {
		move = DefaultMove
	}
	if t.Clocked {
		share := t.Share(g.Board().Vacant())
		if move <= 0 || share < move {
			move = share
		}
	}
	s.Time = move
	return s
}

// pick chooses among the candidates: the most visited, or at weaker levels one
// of the good ones by its share of the visits. Nobody passes by chance.
func (b *Bot) pick(all []engine.Candidate) board.Point {
	if b.level.Temperature == 0 || all[0].Move == board.Pass {
		return all[0].Move
	}
	all = slices.DeleteFunc(all, func(c engine.Candidate) bool { return c.Move == board.Pass })
	weights, total := make([]float64, len(all)), 0.0
	for i, c := range all {
		weights[i] = math.Pow(float64(c.Visits), 1/b.level.Temperature)
		total += weights[i]
	}
	at := b.luck.Float64() * total
	for i, w := range weights {
		if at -= w; at < 0 {
			return all[i].Move
		}
	}
	return all[0].Move
}
