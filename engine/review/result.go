package review

import (
	"crypto/sha256"
	"encoding/json"
	"fmt"

	"rosette/engine"
	"rosette/game/board"
)

// A Result is the part of a turn's analysis that checkpoints store. Its JSON form is savedResult.
type Result struct {
	Turn     int
	Analysis engine.Analysis
	Looks    []Look // as in [Turn]
}

// Result returns the results for a turn, without values per point and with only the best candidate.
func (r *Review) Result(turn int) Result {
	result := Result{Turn: turn, Analysis: bare(r.Turns[turn].Analysis)}
	for _, l := range r.Turns[turn].Looks {
		result.Looks = append(result.Looks, Look{bare(l.Best), bare(l.Played), l.Ownership, l.Reason})
	}
	return result
}

// bare returns an analysis without values per point and with only the best candidate.
func bare(found engine.Analysis) engine.Analysis {
	found.Ownership = nil
	found.OwnershipStdev = nil
	found.Policy = nil
	if len(found.Candidates) > 0 {
		best := found.Candidates[0]
		best.Ownership, best.OwnershipStdev = nil, nil
		found.Candidates = []engine.Candidate{best}
	}
	return found
}

// Restore applies a result from a review with the same [Review.Key]. It returns an error if the
// game has no such turn.
func (r *Review) Restore(result Result) error {
	if result.Turn < 0 || result.Turn >= len(r.Turns) {
		return fmt.Errorf("there is no turn %d in a game of %d moves", result.Turn, len(r.Turns)-1)
	}
	r.Turns[result.Turn].Analysis, r.Turns[result.Turn].Looks = result.Analysis, result.Looks
	r.markSearched(result.Turn)
	return nil
}

// OpenCheckpoint opens or creates the checkpoint of a review with these limits, seed and network
// hash. See the function [OpenCheckpoint].
func (r *Review) OpenCheckpoint(
	name string, p engine.SearchParams, seed uint64, network string, anySeed, overwrite bool,
) (*Checkpoint, error) {
	positions, err := r.Key()
	if err != nil {
		return nil, err
	}
	key := Key{Positions: positions, Visits: p.Visits, Time: p.Time, Seed: seed, Network: network}
	return OpenCheckpoint(name, r, key, anySeed, overwrite)
}

// Key returns a hash of the positions, moves and rules. Results are valid for any review with the
// same key.
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

// savedResult is the JSON form of Result. Values are from the view of the player to move.
type savedResult struct {
	Turn  int           `json:"turn"`
	Found savedAnalysis `json:"found"`
	Looks []savedLook   `json:"looks,omitempty"`
}

type savedLook struct {
	Best      savedAnalysis
	Played    savedAnalysis
	Ownership float64
	Reason    engine.Reason `json:",omitzero"`
}

type savedAnalysis struct {
	Next       board.Color
	Visits     int
	Win        float32
	Score      float32
	Spread     float32
	Utility    float32
	Error      float32 `json:",omitempty"`
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
	Error      float32 `json:",omitempty"`
}

type savedEvaluation struct {
	Win    float32
	Score  float32
	Spread float32
}

// MarshalJSON encodes s as a savedResult.
func (s Result) MarshalJSON() ([]byte, error) {
	saved := savedResult{Turn: s.Turn, Found: *savedOf(s.Analysis)}
	for _, l := range s.Looks {
		saved.Looks = append(saved.Looks, savedLook{*savedOf(l.Best), *savedOf(l.Played), l.Ownership, l.Reason})
	}
	return json.Marshal(saved)
}

func savedOf(found engine.Analysis) *savedAnalysis {
	a := found.For(found.Next)
	saved := &savedAnalysis{
		Next: a.Next, Visits: a.Visits, Win: a.Win, Score: a.Score, Spread: a.ScoreStdev, Utility: a.Utility,
		Error: a.ScoreError,
	}
	for _, c := range a.Candidates {
		saved.Candidates = append(saved.Candidates, savedCandidate{
			Move: c.Move, Visits: c.Visits, Win: c.Win, Score: c.Score, Spread: c.ScoreStdev, Utility: c.Utility,
			Prior: c.Prior,
			Line:  c.PV, LineVisits: c.PVVisits, Error: c.ScoreError,
		})
	}
	if a.Raw != nil {
		saved.Raw = &savedEvaluation{Win: a.Raw.Win, Score: a.Raw.Score, Spread: a.Raw.ScoreStdev}
	}
	return saved
}

// UnmarshalJSON decodes a savedResult.
func (s *Result) UnmarshalJSON(text []byte) error {
	var saved savedResult
	if err := json.Unmarshal(text, &saved); err != nil {
		return err
	}
	*s = Result{Turn: saved.Turn, Analysis: saved.Found.analysis()}
	for _, l := range saved.Looks {
		s.Looks = append(s.Looks, Look{l.Best.analysis(), l.Played.analysis(), l.Ownership, l.Reason})
	}
	return nil
}

func (f *savedAnalysis) analysis() engine.Analysis {
	a := engine.Analysis{
		Next: f.Next, Visits: f.Visits, Win: f.Win, Score: f.Score, ScoreStdev: f.Spread, Utility: f.Utility,
		ScoreError: f.Error,
	}
	for _, c := range f.Candidates {
		a.Candidates = append(a.Candidates, engine.Candidate{
			Move: c.Move, Visits: c.Visits, Win: c.Win, Score: c.Score, ScoreStdev: c.Spread, Utility: c.Utility,
			Prior: c.Prior,
			PV:    c.Line, PVVisits: c.LineVisits, ScoreError: c.Error,
		})
	}
	if f.Raw != nil {
		a.Raw = &engine.Evaluation{Win: f.Raw.Win, Score: f.Raw.Score, ScoreStdev: f.Raw.Spread}
	}
	return a.For(a.Next)
}
