package review

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"rosette/engine"
	"rosette/game/board"
)

// A Result is what a checkpoint keeps of a turn. Its JSON form is that of
// savedResult.
type Result struct {
	Turn     int
	Analysis engine.Analysis
}

// Result returns what was found at a turn, without the values of points and
// without all candidates but the best.
func (r *Review) Result(turn int) Result {
	found := r.Turns[turn].Analysis
	found.Ownership, found.OwnershipStdev, found.Policy = nil, nil, nil
	if len(found.Candidates) > 0 {
		best := found.Candidates[0]
		best.Ownership, best.OwnershipStdev = nil, nil
		found.Candidates = []engine.Candidate{best}
	}
	return Result{turn, found}
}

// Restore takes over a result of a review with the same [Review.Key]. The error says
// that the game has no such turn.
func (r *Review) Restore(result Result) error {
	if result.Turn < 0 || result.Turn >= len(r.Turns) {
		return fmt.Errorf("there is no turn %d in a game of %d moves", result.Turn, len(r.Turns)-1)
	}
	r.Turns[result.Turn].Analysis = result.Analysis
	r.markSearched(result.Turn)
	return nil
}

// OpenCheckpoint opens or begins the checkpoint of a review with these limits, seed
// and network hash; see [OpenCheckpoint].
func (r *Review) OpenCheckpoint(name string, p engine.SearchParams, seed uint64, network string, anySeed, overwrite bool) (*Checkpoint, error) {
	positions, err := r.Key()
	if err != nil {
		return nil, err
	}
	key := Key{Positions: positions, Visits: p.Visits, Time: p.Time, Seed: seed, Network: network}
	return OpenCheckpoint(name, r, key, anySeed, overwrite)
}

// Key identifies the positions of a review and their rules. Results of one review
// hold for another with the same key.
func (r *Review) Key() (string, error) {
	rules, err := json.Marshal(r.Rules)
	if err != nil {
		return "", fmt.Errorf("review: rules: %w", err)
	}
	sum := sha256.New()
	fmt.Fprintf(sum, "%s %s\n", r.Graph.Name(), rules)
	for _, t := range r.Turns {
		fmt.Fprintf(sum, "%x %d %v\n", t.Game.Board().Hash(), t.Next, t.Move)
	}
	return fmt.Sprintf("%x", sum.Sum(nil)), nil
}

// A savedResult is the JSON form of a Sight. Numbers are those of the player to
// move.
type savedResult struct {
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

// MarshalJSON writes the form of savedResult.
func (s Result) MarshalJSON() ([]byte, error) {
	a := s.Analysis.For(s.Analysis.Next)
	saved := savedResult{Turn: s.Turn, Found: savedAnalysis{
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

// UnmarshalJSON reads the form of savedResult.
func (s *Result) UnmarshalJSON(text []byte) error {
	var saved savedResult
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
	*s = Result{Turn: saved.Turn, Analysis: a.For(a.Next)}
	return nil
}
