package review

import (
	"context"
	"fmt"
	"math"
	"slices"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
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
	// sureVisits is the minimum number of visits for a reliable search. With fewer, searches agree
	// because they overlook the same move.
	sureVisits = 400
	// leastShort is the smallest loss in points at which a shorter search names mistakes reliably.
	leastShort = 3
)

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
	s := engine.Review{Visits: visits, Done: r.Searched(), Total: len(r.Turns), Strength: Strength(r.Graph)}
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

// Seen returns the loss in points below which the review names no mistake or misses many, or 0 if no
// move was assessed. It depends on the review's error and on the visits.
func Seen(all []Assessment) float64 {
	least, assessed := classes[len(classes)-1].points, false
	for _, a := range all {
		if a.Class == "" {
			continue
		}
		assessed = true
		if min(a.Turn.Analysis.Visits, a.after.Analysis.Visits) < sureVisits {
			least = leastShort
		}
	}
	if !assessed {
		return 0
	}
	return max(least, leastClass(all[0].Turn.Game.Graph(), reviewError(all)).points)
}

// Sure reports whether the review names inaccuracies. If not, a move without a mark may still be a
// mistake.
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
	return fmt.Sprintf("the review is not exact enough to name mistakes below %v points; more visits may find more", seen)
}

// reviewError returns the error in points: the contradiction between the searches, or the error within
// them that nine in ten moves do not exceed, if it is larger.
func reviewError(all []Assessment) float64 {
	var spread []float64
	for _, a := range all {
		if a.Class != "" {
			spread = append(spread, a.Error)
		}
	}
	if len(spread) == 0 {
		return 0
	}
	slices.Sort(spread)
	return max(contradiction(all), spread[len(spread)*9/10])
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
		worse.Line = a.Line[:min(len(a.Line), maxLine)]
		if worse.Reason = t.longest().Reason; worse.Reason.Does == "" { // from a checkpoint without it
			worse.Reason = ReasonFor(t.Game, a.Best.Move, t.Move.Color)
		}
		all = append(all, worse)
	}
	if p := t.Move.Point; p != board.Pass && t.Game.Board().At(p) == board.Empty &&
		t.Game.Board().CompletesRosette(p, t.Move.Color) {
		m.Kind = "rosette"
		all = append(all, m)
	}
	return all
}
