package review

import (
	"math"

	"rosette/engine"
	"rosette/game/board"
)

// A Class is the quality of a move.
type Class string

// These are the classes, best first.
const (
	Good       Class = "good"
	Inaccuracy Class = "inaccuracy"
	Mistake    Class = "mistake"
	Blunder    Class = "blunder"
)

// classes lists the kinds of mistakes, worst first, with the minimum loss in points and the SGF
// property and value that mark them.
var classes = []struct {
	Class
	points float64
	id     string
	value  string
}{
	{Blunder, 10, "BM", "2"},
	{Mistake, 5, "BM", "1"},
	{Inaccuracy, 2, "DO", ""},
}

// significance is the minimum ratio between a significant loss and its standard error. A score is a
// mean over visits and has an error.
const significance = 2

// An Assessment is the value of a move. Win (a probability) and Score (points) are Black's after
// the move. Loss (points) and WinLoss (a probability) are from the mover's view. If there were two
// searches, all fields but Gap come from the longer one.
type Assessment struct {
	Number  int     `json:"move"`
	Color   string  `json:"color"`
	Point   string  `json:"point"`
	Win     float64 `json:"blackWins"`
	Score   float64 `json:"blackLeads"`
	Loss    float64 `json:"pointsLost"`
	WinLoss float64 `json:"winLost"`
	Error   float64 `json:"-"` // standard error of Loss, from the spread within the searches
	// loss by the first search, significant or not; negative if the searches contradict each other
	Gap    float64  `json:"-"`
	Class  Class    `json:"verdict,omitempty"` // empty if the move is not assessed
	Better string   `json:"better,omitempty"`  // best move, if this one is a mistake
	Line   []string `json:"line,omitempty"`    // principal variation from the best move

	Exact bool `json:"-"` // the best move was played

	Turn  *Turn `json:"-"`
	after *Turn
	Best  engine.Candidate `json:"-"` // best move with its principal variation Line, if this one is a mistake
}

// Assess returns an assessment for each of the first r.Done−1 moves. A loss is the best move's
// score in the search before the move, less the score after the move.
func (r *Review) Assess() []Assessment {
	var all []Assessment
	for i := 1; i < r.Done; i++ {
		t, after := &r.Turns[i-1], &r.Turns[i]
		a := Assessment{
			Number: i, Color: t.Move.Color.String(), Point: r.Graph.PointName(t.Move.Point), Turn: t, after: after,
		}
		if found := t.played(after); found.Visits > 0 {
			a.Win, a.Score = round(float64(found.Win), 4), round(float64(found.Score), 2)
		} else if len(all) > 0 { // game over: keep the values from before the last pass
			a.Win, a.Score = all[len(all)-1].Win, all[len(all)-1].Score
		}
		r.assess(&a, t, after)
		all = append(all, a)
	}
	return all
}

// best returns the best move of a turn that can be assessed. Passes are not assessed, because
// searches disagree about dead stones. Moves out of turn are not assessed either.
func (t *Turn) best(after *Turn) (best engine.Candidate, ok bool) {
	if t.Move.Point == board.Pass || t.SetUp || t.Analysis.Visits == 0 || after.Analysis.Visits == 0 ||
		after.Next == t.Next ||
		len(t.Analysis.Candidates) == 0 || t.Analysis.Candidates[0].Visits == 0 {
		return best, false
	}
	return t.Analysis.Candidates[0], true
}

// assess computes the cost of a turn's move.
func (r *Review) assess(a *Assessment, t, after *Turn) {
	best, ok := t.best(after)
	if !ok {
		return
	}
	a.Class = Good
	a.Error = math.Hypot(errorOf(best.ScoreError, best.ScoreStdev, best.Visits),
		errorOf(after.Analysis.ScoreError, after.Analysis.ScoreStdev, after.Analysis.Visits))
	a.Gap = float64(engine.ScoreFor(t.Next, best.Score-after.Analysis.Score))
	if best.Move == t.Move.Point {
		a.Exact = true
		return
	}
	found := t.played(after)
	if t.again(after) {
		best = t.deeper(best)
		a.Error = math.Hypot(errorOf(best.ScoreError, best.ScoreStdev, best.Visits),
			errorOf(found.ScoreError, found.ScoreStdev, found.Visits))
	}
	loss := float64(engine.ScoreFor(t.Next, best.Score-found.Score))
	if loss <= significance*a.Error {
		return
	}
	a.Loss, a.WinLoss = round(loss, 2), round(max(0, float64(engine.ScoreFor(t.Next, best.Win-found.Win))), 4)
	for _, c := range classes {
		if a.Loss >= c.points {
			a.Class = c.Class
			a.Best = best
			a.Better = r.Graph.PointName(best.Move)
			a.Line = r.Graph.Names(best.PV)
			return
		}
	}
}

// again reports whether a second search covered the turn's move.
func (t *Turn) again(after *Turn) bool { return t.Rival.Visits > 0 && after.Again.Visits > 0 }

// played returns the analysis after the turn's move, from the longer search if there were two.
func (t *Turn) played(after *Turn) engine.Analysis {
	if t.again(after) {
		return after.Again
	}
	return after.Analysis
}

// deeper returns the best move with the values and continuation from the longer search after it.
func (t *Turn) deeper(best engine.Candidate) engine.Candidate {
	r := &t.Rival
	longer := engine.Candidate{
		Move: best.Move, Visits: r.Visits, Win: r.Win, Score: r.Score, ScoreStdev: r.ScoreStdev,
		ScoreError: r.ScoreError, PV: []board.Point{best.Move},
	}
	if len(r.Candidates) > 0 {
		longer.PV = append(longer.PV, r.Candidates[0].PV...)
	}
	return longer
}

// errorOf returns the standard error of a mean score. It returns known if positive, otherwise an
// estimate from the standard deviation of final scores.
func errorOf(known, stdev float32, visits int) float64 {
	if known > 0 {
		return float64(known)
	}
	return float64(stdev) / math.Sqrt(float64(visits))
}

// round rounds x to the given number of decimal digits. It never returns −0.
func round(x float64, digits int) float64 {
	unit := math.Pow(10, float64(digits))
	return math.Round(x*unit)/unit + 0
}

// A Total summarizes the assessments of a player's moves.
type Total struct {
	Assessed int           // moves with a class
	Loss     float64       // points
	Classes  map[Class]int // number of moves by class
}

// Totals returns the totals by player.
func Totals(all []Assessment) map[board.Color]Total {
	totals := map[board.Color]Total{}
	for _, c := range board.Colors {
		t := Total{Classes: map[Class]int{}}
		for _, a := range all {
			if a.Turn.Move.Color == c && a.Class != "" {
				t.Assessed++
				t.Loss += a.Loss
				t.Classes[a.Class]++
			}
		}
		totals[c] = t
	}
	return totals
}
