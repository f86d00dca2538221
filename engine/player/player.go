// Package player implements the computer player. It manages its time, chooses moves by search,
// passes when the game is over, and resigns when it is lost. It plays at any of several levels.
package player

import (
	"context"
	"math"
	"math/rand/v2"
	"slices"
	"time"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// Options configures a player. A move may take several searches: if the game seems to be over, a
// second search checks this, and a third looks for captures of dead stones. NewEvaluator is
// required. With other fields zero, the player has full strength, [DefaultTime] a move and one
// thread.
type Options struct {
	Level   string        // name from engine.Levels; "" for full strength
	Time    time.Duration // maximum for a search; 0 for DefaultTime, unless a clock or Visits limit it
	Visits  int           // maximum for a search; 0 for no limit
	Threads int           // 1 if 0
	Seed    uint64        // seed for evaluators and the choices of weak levels
	Memory  int           // maximum bytes for the search tree; 0 for search.DefaultNodes

	NewEvaluator      func(seed uint64) engine.Evaluator // creates the evaluator for a thread; required
	NewLightEvaluator func(seed uint64) engine.Evaluator // the same for the weakest levels; NewEvaluator if nil
	// whether evaluators have a policy for g; nil if they never do
	HasPolicy   func(g *game.Game) bool
	NeverResign bool
}

// DefaultTime is the time for a search without [Options.Time], [Options.Visits] and a clock. It
// also applies to levels with their own visit limit.
const DefaultTime = time.Second

// A Choice is a point, a pass or resignation, with the search result from the mover's view.
type Choice struct {
	Move   board.Point
	Resign bool
	Win    float32 // win probability, 0 … 1
	Score  float32 // expected margin in points
	Visits int
}

// A Player plays any number of games, one move at a time. It is not safe for concurrent use.
type Player struct {
	options Options
	level   engine.Level
	made    map[bool][]engine.Evaluator // evaluators by thread, keyed by whether they are light
	rng     *rand.Rand
	search  search.Search
}

// New returns a player. If o.Level is unknown, the error lists the valid levels.
func New(o Options) (*Player, error) {
	level, err := LevelNamed(o.Level)
	if err != nil {
		return nil, err
	}
	return &Player{
		options: o, level: level, made: map[bool][]engine.Evaluator{}, rng: rand.New(rand.NewPCG(o.Seed, 0)),
	}, nil
}

// Level returns the player's level.
func (p *Player) Level() engine.Level { return p.level }

// Choose searches g with c to move, within the limits of the player and t, and returns the chosen
// move. If ctx is done early, it returns the best move so far. It returns an error only if ctx is
// done before the first visit, or if set-up left a chain without a liberty.
func (p *Player) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (Choice, error) {
	return p.choose(ctx, g, c, p.limits(g, t))
}

// ChooseAnalyzing is [Player.Choose] with search reports. It uses Avoid, OwnershipDetails,
// OnProgress and the report times from params and ignores its limits. With Avoid, the player does
// not end the game by itself.
func (p *Player) ChooseAnalyzing(
	ctx context.Context, g *game.Game, c board.Color, t engine.Time, params engine.SearchParams,
) (Choice, error) {
	limits := p.limits(g, t)
	limits.Avoid, limits.OwnershipDetails = params.Avoid, params.OwnershipDetails
	limits.OnProgress = params.OnProgress
	limits.ReportEvery = params.ReportEvery
	limits.FirstReportAfter = params.FirstReportAfter
	return p.choose(ctx, g, c, limits)
}

func (p *Player) choose(ctx context.Context, g *game.Game, c board.Color, limits engine.SearchParams) (Choice, error) {
	if err := ctx.Err(); err != nil {
		return Choice{}, err
	}
	if err := g.Board().CheckLiberties(); err != nil {
		return Choice{}, err
	}
	heat := p.setting(g).Temperature
	limits.EarlyStop = heat == 0
	pruned := limits.OnProgress == nil && limits.Avoid == nil // reports show all moves
	limits.PruneSymmetries = pruned
	start := time.Now()
	a := p.search.Run(ctx, g, c, p.evaluators(g), limits)
	if len(a.Candidates) == 0 {
		return Choice{}, noVisit(ctx)
	}
	choice := Choice{Win: engine.WinFor(c, a.Win), Score: engine.ScoreFor(c, a.Score), Visits: a.Visits}
	limits.OnProgress = nil
	limits.EarlyStop = false
	limits.PruneSymmetries = false
	ended := false
	if limits.Avoid == nil {
		choice.Move, ended = p.endGame(ctx, g, c, a, limits)
	}
	if !ended {
		choice.Move = p.pick(a, heat)
		if pruned {
			choice.Move = p.anyImage(g, choice.Move)
		}
		if p.resigns(ctx, g, c, a, timeLeft(limits.Time, start)) {
			choice.Resign = limits.Avoid != nil || !full(g, a)
			if !choice.Resign {
				choice.Move = board.Pass
			}
		}
	}
	if choice.Move == board.Pass && !choice.Resign && limits.Avoid == nil {
		if move, ok := p.closeBorder(ctx, g, c, a, limits); ok {
			choice.Move = move
		}
	}
	return choice, nil
}

// anyImage returns a random move that is equivalent by a symmetry of the position, so that the
// player does not always open in the same corner.
func (p *Player) anyImage(g *game.Game, move board.Point) board.Point {
	if move == board.Pass {
		return move
	}
	if same := search.Symmetries(g); len(same) > 0 {
		if i := p.rng.IntN(len(same) + 1); i > 0 {
			return same[i-1][move]
		}
	}
	return move
}

// maxPonder limits pondering, in case the opponent does not return.
const maxPonder = time.Minute

// Ponder searches g with c to move until ctx is done, for at most one minute. The next choice
// reuses its tree if the game continues from there. Ponder must return before the next call of
// Choose. With a visit limit it has no benefit.
func (p *Player) Ponder(ctx context.Context, g *game.Game, c board.Color) {
	limits := p.limits(g, engine.Time{})
	limits.Time = maxPonder
	p.search.Run(ctx, g, c, p.evaluators(g), limits)
}

// evaluators returns the evaluators for the player's setting for g.
func (p *Player) evaluators(g *game.Game) []engine.Evaluator {
	return p.evaluatorsOf(p.setting(g).Light)
}

// evaluatorsOf returns an evaluator for each thread, with light playouts if there are any and light
// is true.
func (p *Player) evaluatorsOf(light bool) []engine.Evaluator {
	newEvaluator := p.options.NewEvaluator
	if light && p.options.NewLightEvaluator != nil {
		newEvaluator = p.options.NewLightEvaluator
	}
	for i := len(p.made[light]); i < max(1, p.options.Threads); i++ {
		p.made[light] = append(p.made[light], newEvaluator(rng.Stream(p.options.Seed, i)))
	}
	return p.made[light]
}

// setting returns the level's setting for g.
func (p *Player) setting(g *game.Game) engine.Setting {
	return p.level.On(g.Graph(), p.hasPolicy(g))
}

// hasPolicy reports whether a network evaluates g.
func (p *Player) hasPolicy(g *game.Game) bool {
	return p.options.HasPolicy != nil && p.options.HasPolicy(g)
}

// limits returns the search limits for one move.
func (p *Player) limits(g *game.Game, t engine.Time) engine.SearchParams {
	policy := p.hasPolicy(g)
	s := engine.SearchParams{Visits: p.setting(g).Visits, Nodes: p.options.Memory / search.NodeBytes}
	if p.options.Visits > 0 && (s.Visits == 0 || p.options.Visits < s.Visits) {
		s.Visits = p.options.Visits
	}
	move := p.options.Time
	if t.Move > 0 {
		move = t.Move
	}
	if move <= 0 && p.options.Visits <= 0 && !t.Clocked {
		move = DefaultTime
	}
	if t.Clocked {
		vacant := g.Board().Vacant()
		byClock := t.ForMove(vacant)
		if policy && s.Visits == 0 { // no known benefit for playouts
			byClock, s.StopShare = t.Longest(vacant), engine.HardShare
		}
		if move <= 0 || byClock < move {
			move = byClock
		} else {
			s.StopShare = 0
		}
	}
	s.Time = move
	return s
}

// pick chooses among the candidates: the best, or with a positive temperature a random move with
// probability proportional to visits^(1/temperature). With a policy, the priors are added to the
// visits, as one visit in total. It never passes at random.
func (p *Player) pick(a engine.Analysis, temperature float64) board.Point {
	all := a.Candidates
	if temperature == 0 || all[0].Move == board.Pass {
		return all[0].Move
	}
	all = slices.DeleteFunc(all, func(c engine.Candidate) bool { return c.Move == board.Pass })
	weights, total := make([]float64, len(all)), 0.0
	for i, c := range all {
		visits := float64(c.Visits)
		if a.HasPolicy {
			visits += float64(c.Prior)
		}
		weights[i] = math.Pow(visits, 1/temperature)
		total += weights[i]
	}
	at := p.rng.Float64() * total
	for i, w := range weights {
		if at -= w; at < 0 {
			return all[i].Move
		}
	}
	return all[0].Move
}
