package review

import (
	"cmp"
	"context"
	"fmt"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
)

// Of returns the review of a game, all of whose moves can be taken back, as they are
// when it returns.
func Of(g *game.Game) *Review {
	r := &Review{Graph: g.Graph(), Rules: g.Rules(), Turns: make([]Turn, g.Ply()+1)}
	for i := g.Ply(); i >= 0; i-- {
		r.Turns[i].setGame(g)
		if i > 0 {
			r.Turns[i-1].Move = g.Move(i - 1)
		}
		g.Undo()
	}
	for i := range len(r.Turns) - 1 {
		r.Turns[i].Next = r.Turns[i].Move.Color
	}
	return r
}

const (
	// suspicious is the loss in points from which on a move is searched again,
	// whether or not it exceeds the error of the first search.
	suspicious = 1
	// deeper is how many times the visits of the first search the second one has.
	deeper = 4
	// sureVisits are the least visits of a search that can be called long enough. With
	// fewer, searches agree and overlook the same move.
	sureVisits = 400
	// leastShort is the loss in points from which on such a short search sees nine in
	// ten mistakes at best.
	leastShort = 3
)

// suspects returns the turns whose moves may have been mistakes and have not been
// searched again: one of eight, four at least. Those come first that are not called
// mistakes yet, because a clear one stays one, and among them those that seem to have
// cost most.
func (r *Review) suspects() []int {
	var all []Assessment
	again := 0
	for _, a := range r.Assess() {
		if a.Turn.Rival.Visits > 0 {
			again++
		} else if !a.Exact && a.Gap >= suspicious {
			all = append(all, a)
		}
	}
	slices.SortFunc(all, func(a, b Assessment) int {
		if named := a.Better != ""; named != (b.Better != "") {
			return map[bool]int{true: 1, false: -1}[named]
		}
		return cmp.Or(cmp.Compare(b.Gap, a.Gap), a.Number-b.Number)
	})
	turns := []int{}
	for _, a := range all[:max(0, min(len(all), max(4, len(r.Turns)/8)-again))] {
		turns = append(turns, a.Number-1)
	}
	return turns
}

// Deepen searches the moves that may have been mistakes once more, after the first
// search of all turns: the position after the move and the one after the better
// move, both with several times the visits, so that like is compared with like. It
// calls onResult with the numbers of turns with new results, as [Review.Run] does.
func (r *Review) Deepen(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error,
) error {
	params.Visits, params.Time = deeper*params.Visits, deeper*params.Time
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, threads))
	var mu sync.Mutex
	for _, i := range r.suspects() {
		group.Go(func() error {
			return panics.Call(func() error {
				t, after := &r.Turns[i], &r.Turns[i+1]
				rival := t.Game.Clone()
				rival.Make(t.Analysis.Candidates[0].Move, t.Next)
				better := analyzer.Analyze(ctx, rival, after.Next, params)
				played := analyzer.Analyze(ctx, after.Game, after.Next, params)
				mu.Lock()
				defer mu.Unlock()
				if err := ctx.Err(); err != nil {
					return err
				}
				t.Rival, after.Again = better, played
				return onResult(i)
			})
		})
	}
	return group.Wait()
}

// RunDeepening is [Review.Run] and, if that ends well, [Review.Deepen].
func (r *Review) RunDeepening(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error,
) error {
	if err := r.Run(ctx, analyzer, params, threads, onResult); err != nil {
		return err
	}
	return r.Deepen(ctx, analyzer, params, threads, onResult)
}

// Summary returns what pages show of the review.
func (r *Review) Summary(visits int) engine.Review {
	s := engine.Review{Visits: visits, Done: r.Searched(), Total: len(r.Turns)}
	for i := range r.Done {
		a := &r.Turns[i].Analysis
		if a.Visits == 0 && i > 0 { // over: as it stood before the last pass
			s.Lead, s.Win = append(s.Lead, s.Lead[i-1]), append(s.Win, s.Win[i-1])
			continue
		}
		s.Lead = append(s.Lead, round(float64(a.Score), 1))
		s.Win = append(s.Win, round(float64(engine.WinOf(a.Score, a.ScoreStdev)), 3))
	}
	all := r.Assess()
	s.Seen, s.Sure = Seen(all), Sure(all)
	for i := range all {
		s.Moments = append(s.Moments, r.moments(&all[i])...)
	}
	return s
}

// Seen returns the loss in points from which on nine in ten mistakes would have been
// seen, 0 if nothing was assessed: two errors, whichever is the larger of that by the
// spread of the searches and that by which they contradict each other.
func Seen(all []Assessment) float64 {
	var spread []float64
	least := classes[len(classes)-1].points
	for _, a := range all {
		if a.Class == "" {
			continue
		}
		spread = append(spread, significance*a.Error)
		if min(a.Turn.Analysis.Visits, a.after.Analysis.Visits) < sureVisits {
			least = leastShort
		}
	}
	if len(spread) == 0 {
		return 0
	}
	slices.Sort(spread)
	return math.Ceil(2*max(least, spread[len(spread)*9/10], significance*contradiction(all))) / 2
}

// Sure reports whether a review was long enough to see nine in ten inaccuracies. The
// silence of another one means little.
func Sure(all []Assessment) bool {
	seen := Seen(all)
	return seen > 0 && seen <= classes[len(classes)-1].points
}

// Shortness says how little it means that a review names no mistake at a move, "" if it
// is [Sure] or nothing was assessed.
func Shortness(all []Assessment) string {
	seen := Seen(all)
	if seen == 0 || Sure(all) {
		return ""
	}
	return fmt.Sprintf("the search was too short to name every mistake: it sees nine in ten of those that cost %v points or more; more visits find more", seen)
}

// contradiction returns by how much searches of the same game differ: the root mean
// square of the gaps that would be 0 if they agreed, after the best move, and where
// the move that was played turns out better than that. The spread of the evaluations
// in a search does not know of what the search overlooks.
func contradiction(all []Assessment) float64 {
	sum, n := 0.0, 0.0
	for _, a := range all {
		if a.Class != "" && (a.Exact || a.Gap < 0) {
			sum, n = sum+a.Gap*a.Gap, n+1
		}
	}
	return math.Sqrt(sum / max(1, n))
}

// maxLine is how many moves of a better line are shown.
const maxLine = 7

// moments returns what is worth a look at a move.
func (r *Review) moments(a *Assessment) (all []engine.Moment) {
	t := a.Turn
	m := engine.Moment{
		Ply: a.Number, Color: map[board.Color]string{board.Black: "b", board.White: "w"}[t.Move.Color], Played: a.Point,
	}
	if a.Better != "" {
		worse := m
		worse.Kind = string(a.Class)
		worse.Loss = round(a.Loss, 1)
		worse.Best = a.Better
		worse.Line, worse.Reason = a.Line[:min(len(a.Line), maxLine)], ReasonFor(t.Game, a.Best.Move, t.Move.Color)
		all = append(all, worse)
	}
	if p := t.Move.Point; p != board.Pass && t.Game.Board().At(p) == board.Empty &&
		t.Game.Board().CompletesRosette(p, t.Move.Color) {
		m.Kind = "rosette"
		all = append(all, m)
	}
	return all
}
