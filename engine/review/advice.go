package review

import (
	"context"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// LeastWorth is the smallest worth in points that a coach mentions.
const LeastWorth = 2

// MostRefused is the number of refused advices after which a coach is quiet.
const MostRefused = 2

// These are the limits for each search that confirms an advice. The searches before it have a third.
const (
	adviceVisits = 1200
	adviceTime   = 600 * time.Millisecond
	briefShare   = 3
)

const (
	// certainWorth and certainArea are the smallest worth by the coach's own searches at which it
	// speaks for reasons in atStake, and for others. The margin above LeastWorth covers their error,
	// which is larger for the others.
	certainWorth = 3.5
	certainArea  = 5.5
	// leastGain is the gain in points below which a move is not better than a pass.
	leastGain = 0.5
	// leastShare is the smallest share of the visits at which a move's score in a search counts.
	leastShare = 0.02
	// reach is the distance from the advised point up to which other moves may have the same purpose.
	reach = 2
)

// atStake lists the reasons that are about stones which would otherwise live or die.
var atStake = []string{"captures", "saves", "lives", "kills"}

// Advise returns the best move for next and its worth: the points lost by the best move elsewhere,
// more than two lines away. The move is a pass only if nothing is left to gain: a search prefers a pass
// in a decided game too. Brief searches compare the two moves under rules that change nothing in the game,
// see [variantOf]. If that shows a worth of [LeastWorth] or more, longer searches under the game's own
// rules compare them again, and the smaller worth counts. Advise makes up to eleven searches. It returns
// the error of ctx if ctx ends first.
func Advise(ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color) (engine.Advice, error) {
	return AdviseWith(ctx, analyzer, g, next, AdviceParams())
}

// AdviceParams returns the limits for each long search of [Advise].
func AdviceParams() engine.SearchParams {
	return engine.SearchParams{Visits: adviceVisits, Time: adviceTime}
}

// AdviseWith is [Advise] with the given limits for each long search.
func AdviseWith(
	ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color, limits engine.SearchParams,
) (advice engine.Advice, err error) {
	g = g.Clone()
	g.CountPassesFrom(g.Ply()) // otherwise the searches would consider ending the game with a pass
	long := comparison{ctx: ctx, analyzer: analyzer, game: g, next: next, limits: limits}
	brief := long
	brief.game = variantOf(g)
	brief.game.CountPassesFrom(g.Ply())
	brief.limits.Visits, brief.limits.Time = max(1, limits.Visits/briefShare), limits.Time/briefShare
	found := analyzer.Analyze(ctx, g, next, brief.limits)
	if err := ctx.Err(); err != nil {
		return advice, err
	}
	if len(found.Candidates) == 0 {
		return advice, errNoHint
	}
	move := found.Candidates[0].Move
	if move == board.Pass {
		move, _ = brief.overPass(&found)
	}
	advice = brief.advice(move)
	if advice.Worth >= LeastWorth {
		brief := advice.Worth
		advice = long.advice(advice.Move)
		advice.Worth = min(advice.Worth, brief)
	} else if isSettled(found.Ownership) && long.isOver() {
		advice = engine.Advice{Move: board.Pass, Reason: engine.Reason{Does: "pass"}}
	}
	return advice, ctx.Err()
}

// isOver reports whether every point is settled and no move gains anything over a pass.
func (c *comparison) isOver() bool {
	found := c.analyzer.Analyze(c.ctx, c.game, c.next, c.limits)
	if !isSettled(found.Ownership) {
		return false
	}
	_, gain := c.overPass(&found)
	return gain < leastGain
}

// overPass returns the better of the moves with the most visits and with the best score in a search,
// and its gain in points over a pass, by score or by ownership, whichever is more. If no move but a pass
// was found, it returns a pass and 0.
func (c *comparison) overPass(found *engine.Analysis) (move board.Point, gain float64) {
	move = board.Pass
	pass := c.after(board.Pass)
	for i, p := range leaders(found, c.next) {
		after := c.after(p)
		score, owned := c.difference(&after, &pass)
		if x := max(score, owned); i == 0 || x > gain {
			move, gain = p, x
		}
	}
	return move, gain
}

// leaders returns the moves with the most visits and with the best score for c, without passes. They
// may be the same move.
func leaders(found *engine.Analysis, c board.Color) (moves []board.Point) {
	var best *engine.Candidate
	for i := range found.Candidates {
		x := &found.Candidates[i]
		if x.Move == board.Pass {
			continue
		}
		if len(moves) == 0 {
			moves = append(moves, x.Move)
		}
		often := float64(x.Visits) >= leastShare*float64(found.Visits)
		if often && (best == nil || engine.ScoreFor(c, x.Score) > engine.ScoreFor(c, best.Score)) {
			best = x
		}
	}
	if best != nil && best.Move != moves[0] {
		moves = append(moves, best.Move)
	}
	return moves
}

// advice compares a move with the best move elsewhere.
func (c *comparison) advice(move board.Point) engine.Advice {
	if move == board.Pass {
		return engine.Advice{Move: move, Reason: engine.Reason{Does: "pass"}}
	}
	after, instead := c.after(move), c.after(c.elsewhere(move))
	return engine.Advice{
		Move: move, Worth: c.loss(after, instead),
		Reason: reasonAgainst(c.game, move, c.next, after.Ownership, instead.Ownership),
	}
}

// Worth returns the points that next loses by the best move elsewhere instead of p, by searches with
// the given limits.
func Worth(
	ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color, p board.Point, limits engine.SearchParams,
) (float64, error) {
	g = g.Clone()
	g.CountPassesFrom(g.Ply())
	c := comparison{ctx: ctx, analyzer: analyzer, game: g, next: next, limits: limits}
	worth := engine.ScoreFor(next, c.after(p).Score-c.after(c.elsewhere(p)).Score)
	return float64(worth), ctx.Err()
}

// Gain returns the points that the best move gains over a pass, by searches with the given limits.
func Gain(
	ctx context.Context, analyzer Analyzer, g *game.Game, next board.Color, limits engine.SearchParams,
) (float64, error) {
	g = g.Clone()
	g.CountPassesFrom(g.Ply())
	c := comparison{ctx: ctx, analyzer: analyzer, game: g, next: next, limits: limits}
	found := analyzer.Analyze(ctx, g, next, limits)
	_, gain := c.overPass(&found)
	return gain, ctx.Err()
}

// Speaks reports whether a coach gives an advice, after the player has refused some points: it is
// worth enough and not refused, and the player has not refused too many. It always proposes a pass
// that has not been refused, because then nothing is left to gain.
func Speaks(a engine.Advice, refused []board.Point) bool {
	least := float64(certainArea)
	if slices.Contains(atStake, a.Reason.Does) {
		least = certainWorth
	}
	return len(refused) < MostRefused && !slices.Contains(refused, a.Move) &&
		(a.Move == board.Pass || a.Worth >= least)
}

// A comparison compares moves in a position by searches with the same limits.
type comparison struct {
	ctx      context.Context
	analyzer Analyzer
	game     *game.Game
	next     board.Color
	limits   engine.SearchParams
}

// elsewhere returns the best legal move out of reach of p, which may be a pass.
func (c *comparison) elsewhere(p board.Point) board.Point {
	near := within(c.game.Graph(), p, reach)
	limits := c.limits
	limits.AllowMoves = []board.Point{board.Pass}
	for q := range board.Point(c.game.Graph().Points()) {
		if !near[q] && c.game.Legal(q, c.next) == nil {
			limits.AllowMoves = append(limits.AllowMoves, q)
		}
	}
	if len(limits.AllowMoves) == 1 {
		return board.Pass
	}
	found := c.analyzer.Analyze(c.ctx, c.game, c.next, limits)
	if len(found.Candidates) == 0 {
		return board.Pass
	}
	return found.Candidates[0].Move
}

// after searches the position after a move.
func (c *comparison) after(p board.Point) engine.Analysis {
	after := c.game.Clone()
	after.Make(p, c.next)
	return c.analyzer.Analyze(c.ctx, after, c.next.Opponent(), c.limits)
}

// loss returns what the player loses by the second of two analyses after a move, by the score or by
// ownership, whichever is less.
func (c *comparison) loss(best, other engine.Analysis) float64 {
	score, owned := c.difference(&best, &other)
	return min(score, owned)
}

// difference returns how much better the player's score and lead by ownership are in the first analysis.
func (c *comparison) difference(a, b *engine.Analysis) (score, owned float64) {
	score = float64(engine.ScoreFor(c.next, a.Score-b.Score))
	owned = float64(engine.ScoreFor(c.next, float32(lead(c.game, a)-lead(c.game, b))))
	return score, owned
}

// within returns the points at a distance of up to n lines from p.
func within(g *board.Graph, p board.Point, n int) map[board.Point]bool {
	near, edge := map[board.Point]bool{p: true}, []board.Point{p}
	for range n {
		var next []board.Point
		for _, q := range edge {
			for _, r := range g.Near(q) {
				if !near[r] {
					near[r] = true
					next = append(next, r)
				}
			}
		}
		edge = next
	}
	return near
}

// variantOf returns the game with another repetition rule and with suicide changed. This hardly ever
// matters to the result, so that a difference is the network's error. A game on a board without a
// name stays as it is.
func variantOf(g *game.Game) *game.Game {
	saved, err := g.Save()
	if err != nil {
		return g.Clone()
	}
	if saved.Rules.Repetition = game.KoSituational; g.Rules().Repetition == game.KoSituational {
		saved.Rules.Repetition = game.KoSimple
	}
	saved.Rules.Suicide = !saved.Rules.Suicide && saved.Rules.Libertyless != game.LibertylessForbidden
	other, err := saved.Game()
	if err != nil {
		return g.Clone()
	}
	return other
}
