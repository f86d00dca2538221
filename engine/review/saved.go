package review

import (
	"encoding/json"

	"rosette/engine"
	"rosette/game/board"
)

// A Sight is what a review saves of a turn that has been searched. Its JSON form
// is that of savedSight.
type Sight struct {
	Turn  int
	Found engine.Analysis
}

// Sight returns what was found at a turn, without what is kept for each point
// and without all candidates but the best.
func (r *Review) Sight(turn int) Sight {
	f := r.Turns[turn].Found
	f.Ownership, f.OwnershipStdev, f.Policy = nil, nil, nil
	if len(f.Candidates) > 0 {
		best := f.Candidates[0]
		best.Ownership, best.OwnershipStdev = nil, nil
		f.Candidates = []engine.Candidate{best}
	}
	return Sight{turn, f}
}

// A savedSight is the JSON form of a Sight. Numbers are those of the player to
// move.
type savedSight struct {
	Turn  int           `json:"turn"`
	Found savedAnalysis `json:"found"`
}

type savedAnalysis struct {
	Next       board.Color
	Visits     int
	Win        float32
	Score      float32
	Spread     float32
	Utility    float32
	Candidates []savedCandidate
	Raw        *savedEvaluation `json:",omitempty"`
}

type savedCandidate struct {
	Move       board.Point
	Visits     int
	Win        float32
	Score      float32
	Spread     float32
	Utility    float32
	Prior      float32
	Line       []board.Point
	LineVisits []int
}

type savedEvaluation struct {
	Win    float32
	Score  float32
	Spread float32
}

// MarshalJSON writes the form of savedSight.
func (s Sight) MarshalJSON() ([]byte, error) {
	a := s.Found.For(s.Found.Next)
	saved := savedSight{Turn: s.Turn, Found: savedAnalysis{
		Next: a.Next, Visits: a.Visits, Win: a.Win, Score: a.Score, Spread: a.ScoreStdev, Utility: a.Utility,
	}}
	for _, c := range a.Candidates {
		saved.Found.Candidates = append(saved.Found.Candidates, savedCandidate{
			Move: c.Move, Visits: c.Visits, Win: c.Win, Score: c.Score, Spread: c.ScoreStdev, Utility: c.Utility, Prior: c.Prior,
			Line: c.PV, LineVisits: c.PVVisits,
		})
	}
	if a.Raw != nil {
		saved.Found.Raw = &savedEvaluation{Win: a.Raw.Win, Score: a.Raw.Score, Spread: a.Raw.ScoreStdev}
	}
	return json.Marshal(saved)
}

// UnmarshalJSON reads the form of savedSight.
func (s *Sight) UnmarshalJSON(text []byte) error {
	var saved savedSight
	if err := json.Unmarshal(text, &saved); err != nil {
		return err
	}
	f := saved.Found
	a := engine.Analysis{
		Next: f.Next, Visits: f.Visits, Win: f.Win, Score: f.Score, ScoreStdev: f.Spread, Utility: f.Utility,
	}
	for _, c := range f.Candidates {
		a.Candidates = append(a.Candidates, engine.Candidate{
			Move: c.Move, Visits: c.Visits, Win: c.Win, Score: c.Score, ScoreStdev: c.Spread, Utility: c.Utility, Prior: c.Prior,
			PV: c.Line, PVVisits: c.LineVisits,
		})
	}
	if f.Raw != nil {
		a.Raw = &engine.Evaluation{Win: f.Raw.Win, Score: f.Raw.Score, ScoreStdev: f.Raw.Spread}
	}
	*s = Sight{Turn: saved.Turn, Found: a.For(a.Next)}
	return nil
}
