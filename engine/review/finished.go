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

// Of returns a review of g. It takes back all moves of g, so g must not be a clone from the middle
// of a game.
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
	// suspicious is the minimum loss in points for a second search of a move, whether or not the
	// loss exceeds the error of the first search.
	suspicious = 1
	// deeper is the factor by which the second search has more visits and time than the first.
	deeper = 4
	// sureVisits is the minimum number of visits for a reliable search. With fewer, searches agree
	// because they overlook the same move.
	sureVisits = 400
	// leastShort is the smallest loss in points at which a shorter search can be expected to detect
	// nine mistakes in ten.
	leastShort = 3
)

// suspects returns the turns with possible mistakes that still need a second search. Together with
// earlier second searches they are at most an eighth of all turns, but at least four. Moves that
// are not yet classed as mistakes come first, since clear mistakes stay mistakes. Among these, the
// greatest apparent loss comes first.
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

// Deepen searches possible mistakes again, after the first search of all turns. It searches the
// positions after the played and the better move, both with several times the visits, so that the
// results are comparable. Like [Review.Run], it calls onResult for each turn with new results.
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

// RunDeepening calls [Review.Run] and, if that succeeds, [Review.Deepen].
func (r *Review) RunDeepening(
	ctx context.Context, analyzer Analyzer, params engine.SearchParams, threads int, onResult func(turn int) error,
) error {
	if err := r.Run(ctx, analyzer, params, threads, onResult); err != nil {
		return err
	}
	return r.Deepen(ctx, analyzer, params, threads, onResult)
}

// Summary returns the data for review pages. visits is the number of visits in the first search.
func (r *Review) Summary(visits int) engine.Review {
	s := engine.Review{Visits: visits, Done: r.Searched(), Total: len(r.Turns)}
	for i := range r.Done {
		a := &r.Turns[i].Analysis
		if a.Visits == 0 && i > 0 { // game over: keep the values from before the last pass
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

// Seen returns the smallest loss in points at which the review detects nine mistakes in ten, or 0
// if no move was assessed. This is two standard errors, rounded up to half a point, with a minimum
// that depends on the visits. The error is the larger of two estimates: the spread within searches
// and the contradiction between them.
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

// Sure reports whether the review was long enough to detect nine inaccuracies in ten. If not, a
// move without a mark may still be a mistake.
func Sure(all []Assessment) bool {
	seen := Seen(all)
	return seen > 0 && seen <= classes[len(classes)-1].points
}

// Shortness returns a warning that the review may have missed mistakes, or "" if it is [Sure] or no
// move was assessed.
func Shortness(all []Assessment) string {
	seen := Seen(all)
	if seen == 0 || Sure(all) {
		return ""
	}
	return fmt.Sprintf("the search was too short to name every mistake: it sees nine in ten of those that cost %v points or more; more visits find more", seen)
}

// contradiction returns the root mean square difference between searches within a game. It uses
// gaps that would be 0 if the searches agreed: after the best move, and where the played move turns
// out better than the best. The spread within a search does not include moves that it overlooks.
func contradiction(all []Assessment) float64 {
	sum, n := 0.0, 0.0
	for _, a := range all {
		if a.Class != "" && (a.Exact || a.Gap < 0) {
			sum, n = sum+a.Gap*a.Gap, n+1
		}
	}
	return math.Sqrt(sum / max(1, n))
}

// maxLine is the maximum number of moves to show from a better line.
const maxLine = 7

// moments returns the notable events at a move: a mistake, a completed rosette, or both.
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
