package review

import (
	"context"
	"math"
	"slices"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
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
	// sureVisits are the least visits of a search that is called long enough.
	sureVisits = 100
)

// suspects returns the turns whose moves may have been mistakes and have not been
// searched again, those that seem to have cost most first: one of eight, four at least.
func (r *Review) suspects() []int {
	losses := map[int]float64{}
	again := 0
	for i := 1; i < r.Done; i++ {
		t, after := &r.Turns[i-1], &r.Turns[i]
		if t.Rival.Visits > 0 {
			again++
			continue
		}
		if best, ok := t.best(after); ok && best.Move != t.Move.Point {
			if loss := float64(engine.ScoreFor(t.Next, best.Score-after.Analysis.Score)); loss >= suspicious {
				losses[i-1] = loss
			}
		}
	}
	turns := []int{}
	for i := range losses {
		turns = append(turns, i)
	}
	slices.SortFunc(turns, func(a, b int) int {
		if losses[a] != losses[b] {
			return map[bool]int{true: -1, false: 1}[losses[a] > losses[b]]
		}
		return a - b
	})
	return turns[:max(0, min(len(turns), max(4, len(r.Turns)/8)-again))]
}

// Deepen searches the moves that may have been mistakes once more, after the first
// search of all turns: the position after the move and the one after the better
// move, both with several times the visits, so that like is compared with like. It
// calls onResult with the numbers of turns with new results, as [Review.Run] does.
func (r *Review) Deepen(ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error) error {
	params.Visits, params.Time = deeper*params.Visits, deeper*params.Time
	group, ctx := errgroup.WithContext(ctx)
	group.SetLimit(max(1, threads))
	var mu sync.Mutex
	for _, i := range r.suspects() {
		group.Go(func() error {
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
	}
	return group.Wait()
}

// RunDeepening is [Review.Run] and, if that ends well, [Review.Deepen].
func (r *Review) RunDeepening(ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error) error {
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
	s.Seen = Seen(all)
	s.Sure = s.Seen > 0 && s.Seen <= classes[len(classes)-1].points && visits >= sureVisits
	for i := range all {
		s.Moments = append(s.Moments, r.moments(&all[i])...)
	}
	return s
}

// Seen returns the loss in points from which on nine in ten mistakes would have been
// seen, 0 if nothing was assessed.
func Seen(all []Assessment) float64 {
	var least []float64
	for _, a := range all {
		if a.Class != "" {
			least = append(least, max(classes[len(classes)-1].points, significance*a.Error))
		}
	}
	if len(least) == 0 {
		return 0
	}
	slices.Sort(least)
	return math.Ceil(2*least[len(least)*9/10]) / 2
}

// maxLine is how many moves of a better line are shown.
const maxLine = 7

// moments returns what is worth a look at a move.
func (r *Review) moments(a *Assessment) (all []engine.Moment) {
	t := a.Turn
	m := engine.Moment{Ply: a.Number, Color: map[board.Color]string{board.Black: "b", board.White: "w"}[t.Move.Color], Played: a.Point}
	if a.Better != "" {
		worse := m
		worse.Kind, worse.Loss, worse.Best = string(a.Class), round(a.Loss, 1), a.Better
		worse.Line, worse.Reason = a.Line[:min(len(a.Line), maxLine)], ReasonFor(t.Game, a.Best.Move, t.Move.Color)
		all = append(all, worse)
	}
	if p := t.Move.Point; p != board.Pass && t.Game.Board().At(p) == board.Empty && t.Game.Board().CompletesRosette(p, t.Move.Color) {
		m.Kind = "rosette"
		all = append(all, m)
	}
	return all
}
