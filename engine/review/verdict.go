package review

import (
	"math"

	"rosette/engine"
	"rosette/game/board"
)

// A Verdict is what a move is called.
type Verdict string

// Verdicts there are.
const (
	Good       Verdict = "good"
	Inaccuracy Verdict = "inaccuracy"
	Mistake    Verdict = "mistake"
	Blunder    Verdict = "blunder"
)

// verdicts are the mistakes by what they cost at least, the worst first, with
// the property and the value that stand for them in records.
var verdicts = []struct {
	Verdict
	points float64
	id     string
	value  string
}{
	{Blunder, 10, "BM", "2"},
	{Mistake, 5, "BM", "1"},
	{Inaccuracy, 2, "DO", ""},
}

// sure is how many standard deviations a loss must be to be called one: what
// playouts say of a position is a mean.
const sure = 2

// A Judged is a move and what it was worth. Win and Score are Black's after the
// move, losses are the mover's.
type Judged struct {
	Number  int      `json:"move"`
	Color   string   `json:"color"`
	Point   string   `json:"point"`
	Win     float64  `json:"blackWins"`
	Score   float64  `json:"blackLeads"`
	Loss    float64  `json:"pointsLost"`
	WinLoss float64  `json:"winLost"`
	Verdict Verdict  `json:"verdict,omitempty"` // none if nobody can say
	Better  string   `json:"better,omitempty"`  // than a move that is not good
	Line    []string `json:"line,omitempty"`    // what was expected then

	turn *Turn
	best engine.Candidate
}

// Judge returns what is known of every move of which the positions before and
// after were seen. The mean of a position is compared with that of the best move
// before it, so both speak of a position with the same player to move.
func (r *Review) Judge() []Judged {
	var all []Judged
	for i := 1; i < r.Done; i++ {
		t, after := &r.Turns[i-1], &r.Turns[i]
		j := Judged{Number: i, Color: t.Move.Color.String(), Point: r.Graph.PointName(t.Move.Point), turn: t}
		if after.Found.Visits > 0 {
			j.Win, j.Score = round(float64(after.Found.Win), 4), round(float64(after.Found.Score), 2)
		} else if len(all) > 0 { // over: as it stood before the last pass
			j.Win, j.Score = all[len(all)-1].Win, all[len(all)-1].Score
		}
		r.compare(&j, t, after)
		all = append(all, j)
	}
	return all
}

// compare finds out what the move of a turn cost. A pass is not judged, for what
// is dead is not for a search to agree on, nor a move out of turn.
func (r *Review) compare(j *Judged, t, after *Turn) {
	if t.Move.Point == board.Pass || t.Set || t.Found.Visits == 0 || after.Found.Visits == 0 || after.Next == t.Next ||
		len(t.Found.Candidates) == 0 || t.Found.Candidates[0].Visits == 0 {
		return
	}
	best := t.Found.Candidates[0]
	j.Verdict = Good
	if best.Move == t.Move.Point {
		return
	}
	loss := float64(engine.ScoreFor(t.Next, best.Score-after.Found.Score))
	if loss <= sure*deviation(best, after.Found) {
		return
	}
	j.Loss, j.WinLoss = round(loss, 2), round(max(0, float64(engine.ScoreFor(t.Next, best.Win-after.Found.Win))), 4)
	for _, v := range verdicts {
		if j.Loss >= v.points {
			j.Verdict, j.best, j.Better = v.Verdict, best, r.Graph.PointName(best.Move)
			for _, p := range best.PV {
				j.Line = append(j.Line, r.Graph.PointName(p))
			}
			return
		}
	}
}

// deviation is that of the difference of two means.
func deviation(best engine.Candidate, after engine.Analysis) float64 {
	one, two := float64(best.ScoreStdev), float64(after.ScoreStdev)
	return math.Sqrt(one*one/float64(best.Visits) + two*two/float64(after.Visits))
}

// round keeps so many digits behind the point, and no −0.
func round(x float64, digits int) float64 {
	unit := math.Pow(10, float64(digits))
	return math.Round(x*unit)/unit + 0
}

// A Sum is what the moves of a player come to.
type Sum struct {
	Judged   int             // moves that could be judged
	Loss     float64         // points, all in all
	Verdicts map[Verdict]int // how often
}

// Sums adds up what both players lost.
func Sums(all []Judged) map[board.Color]Sum {
	sums := map[board.Color]Sum{}
	for _, c := range board.Colors {
		s := Sum{Verdicts: map[Verdict]int{}}
		for _, j := range all {
			if j.turn.Move.Color == c && j.Verdict != "" {
				s.Judged++
				s.Loss += j.Loss
				s.Verdicts[j.Verdict]++
			}
		}
		sums[c] = s
	}
	return sums
}
