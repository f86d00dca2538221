package review

import (
	"math"
	"slices"

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

// A classPoints is a class with its minimum loss in points.
type classPoints struct {
	Class
	points float64
	id     string
	value  string
}

// classes lists the kinds of mistakes, worst first, with the minimum loss in points and the SGF
// property and value that mark them.
var classes = []classPoints{
	{Blunder, 10, "BM", "2"},
	{Mistake, 5, "BM", "1"},
	{Inaccuracy, 2, "DO", ""},
}

const (
	// significance is the minimum ratio between every estimate for a loss and the error.
	significance = 1
	// clearance is the minimum ratio between the points of a class and the error. Below it, the
	// class is not used.
	clearance = 2
	// leastWinLoss is the minimum loss in win probability by every look for a move that is no blunder.
	leastWinLoss = 0.05
)

// leastClass returns the smallest class that is used on a board where losses have an error. The
// greatest class is always used.
func leastClass(g *board.Graph, err float64) (least classPoints) {
	least = classes[0]
	for _, c := range classes[1:] {
		if c.points >= max(clearance*err, measurements[g.Name()].floor) {
			least = c
		}
	}
	return least
}

// An Assessment is the value of a move. Win (a probability) and Score (points) are Black's after
// the move. Loss (points) and WinLoss (a probability) are from the mover's view. If there were looks,
// Loss is the mean of their estimates, and the other fields but Gap come from the longest one.
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

// Assess returns an assessment for each of the first r.Done−1 moves. A move is a mistake only if all
// looks at it agree, and only beyond the review's error.
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
		a.compare(t, after)
		all = append(all, a)
	}
	err := contradiction(all)
	for i := range all {
		r.classify(&all[i], err)
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

// compare compares the turn's move with the best move by the first search.
func (a *Assessment) compare(t, after *Turn) {
	best, ok := t.best(after)
	if !ok {
		return
	}
	a.Class = Good
	a.Exact = best.Move == t.Move.Point
	a.Error = math.Hypot(errorOf(best.ScoreError, best.ScoreStdev, best.Visits),
		errorOf(after.Analysis.ScoreError, after.Analysis.ScoreStdev, after.Analysis.Visits))
	a.Gap = float64(engine.ScoreFor(t.Next, best.Score-after.Analysis.Score))
	if l := t.longest(); l != nil && !a.Exact {
		a.Error = math.Hypot(errorOf(l.Best.ScoreError, l.Best.ScoreStdev, l.Best.Visits),
			errorOf(l.Played.ScoreError, l.Played.ScoreStdev, l.Played.Visits))
	}
}

// classify sets the loss and the class if all looks call the move a mistake. The error combines err,
// which is the review's, with the spread between the estimates.
func (r *Review) classify(a *Assessment, err float64) {
	t, l := a.Turn, a.Turn.longest()
	if a.Class == "" || a.Exact || l == nil || len(t.Looks) < looks {
		return
	}
	losses := t.estimates()
	loss, spread := meanStdev(losses)
	err = max(err, a.Error)
	if slices.Min(losses) <= significance*math.Hypot(err, spread) {
		return
	}
	least := leastClass(r.Graph, err)
	if t.winLoss() < leastWinLoss {
		least = classes[0]
	}
	for _, c := range classes {
		if loss >= c.points && c.points >= least.points {
			a.Class, a.Loss = c.Class, round(loss, 2)
			a.WinLoss = round(max(0, float64(engine.ScoreFor(t.Next, l.Best.Win-l.Played.Win))), 4)
			a.Best = l.candidate(t.Analysis.Candidates[0].Move)
			a.Better = r.Graph.PointName(a.Best.Move)
			a.Line = r.Graph.Names(a.Best.PV)
			return
		}
	}
}

// meanStdev returns the mean and the standard deviation.
func meanStdev(values []float64) (mean, stdev float64) {
	sum, squares := 0.0, 0.0
	for _, x := range values {
		sum, squares = sum+x, squares+x*x
	}
	mean = sum / float64(len(values))
	return mean, math.Sqrt(max(0, squares/float64(len(values))-mean*mean))
}

// longest returns the last and longest look, or nil.
func (t *Turn) longest() *Look {
	if n := len(t.Looks); n > 0 && t.Looks[n-1].complete() {
		return &t.Looks[n-1]
	}
	return nil
}

// winLoss returns the smallest loss in win probability by the looks.
func (t *Turn) winLoss() float64 {
	least := 1.0
	for i := range t.Looks {
		l := &t.Looks[i]
		least = min(least, float64(engine.ScoreFor(t.Next, l.Best.Win-l.Played.Win)))
	}
	return least
}

// played returns the analysis after the turn's move, from the longest look if all were made.
func (t *Turn) played(after *Turn) engine.Analysis {
	if l := t.longest(); l != nil && len(t.Looks) == looks {
		return l.Played
	}
	return after.Analysis
}

// candidate returns the best move with the values and continuation from the look after it.
func (l *Look) candidate(best board.Point) engine.Candidate {
	found := &l.Best
	c := engine.Candidate{
		Move: best, Visits: found.Visits, Win: found.Win, Score: found.Score, ScoreStdev: found.ScoreStdev,
		ScoreError: found.ScoreError, PV: []board.Point{best},
	}
	if len(found.Candidates) > 0 {
		c.PV = append(c.PV, found.Candidates[0].PV...)
	}
	return c
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
