package task

import (
	"encoding/json"
	"errors"
	"fmt"
	"math"
	"slices"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game/board"
)

// errNoAnswer means that the answer lacks a required field or has one with a wrong length.
var errNoAnswer = errors.New("the answer lacks what was asked")

// Read decodes an answer to the request and checks it: moves are legal, points are on the board,
// numbers are within their bounds, and lists have the right length. It recomputes the reason for a
// hint from the board. JSON has no infinities or NaN.
func (r *Request) Read(text []byte) (a Answer, err error) {
	if err := json.Unmarshal(text, &a); err != nil {
		return a, err
	}
	if a.Version != Version {
		return a, fmt.Errorf("an answer of version %d; this program reads version %d", a.Version, Version)
	}
	return a, kinds[r.Kind].check(r, a)
}

// mostPoints bounds scores, komi and errors, in points.
const mostPoints = 1e5

// within returns an error if x is outside [low, high].
func within(what string, x, low, high float64) error {
	if !(x >= low && x <= high) {
		return fmt.Errorf("%s %v; it is from %v to %v", what, x, low, high)
	}
	return nil
}

// legal returns an error if p is not a legal move in the request's position.
func (r *Request) legal(p board.Point) error {
	if p == board.Pass {
		return nil
	}
	if err := r.onBoard(p); err != nil {
		return err
	}
	return r.game.Legal(p, r.next)
}

// onBoard returns an error if any point is off the board.
func (r *Request) onBoard(points ...board.Point) error {
	for _, p := range points {
		if p < 0 || int(p) >= r.game.Graph().Points() {
			return fmt.Errorf("point %d on %s", p, r.game.Graph().Name())
		}
	}
	return nil
}

func checkChoice(r *Request, a Answer) error {
	if a.Choice == nil {
		return errNoAnswer
	}
	if a.Choice.Resign {
		return nil
	}
	return r.legal(a.Choice.Point)
}

func checkKomi(r *Request, a Answer) error {
	if a.Komi == nil {
		return errNoAnswer
	}
	most := float64(r.game.Graph().Points())
	return within("komi", *a.Komi, -most, most)
}

func checkStones(r *Request, a Answer) error {
	if a.Stones == nil {
		return errNoAnswer
	}
	for i := range a.Stones.Pending {
		if _, err := a.Stones.Pending[i].Parse(r.game.Graph()); err != nil {
			return err
		}
	}
	seen := map[board.Point]bool{}
	for _, points := range [][]board.Point{a.Stones.Dead, a.Stones.Unsure} {
		if err := r.onBoard(points...); err != nil {
			return err
		}
		for _, p := range points {
			if seen[p] || r.game.Board().At(p) == board.Empty {
				return fmt.Errorf("%s is named twice or has no stone", r.game.Graph().PointName(p))
			}
			seen[p] = true
		}
	}
	return nil
}

func checkEstimate(r *Request, a Answer) error {
	e := a.Estimate
	if e == nil || len(e.Ownership) != r.game.Graph().Points() {
		return errNoAnswer
	}
	return errors.Join(r.checkEvaluation(&e.Evaluation), within("error", float64(e.Error), 0, mostPoints),
		within("visits", float64(e.Visits), 0, math.MaxInt32))
}

func checkHint(r *Request, a Answer) error {
	if a.Hint == nil {
		return errNoAnswer
	}
	if err := r.legal(a.Hint.Move); err != nil {
		return err
	}
	a.Hint.Reason = review.ReasonFor(r.game, a.Hint.Move, r.next) // follows from the rules, and users read it
	return nil
}

func checkAdvice(r *Request, a Answer) error {
	found := a.Advice
	if found == nil || !slices.Contains(engine.Reasons[:], found.Reason.Does) {
		return errNoAnswer
	}
	return errors.Join(r.legal(found.Move), within("worth", found.Worth, -mostPoints, mostPoints),
		within("stones", float64(found.Reason.Count), 0, float64(r.game.Graph().Points())))
}

func checkAnalysis(r *Request, a Answer) error {
	found := a.Analysis
	if found == nil || found.Next != r.next || len(found.Candidates) == 0 ||
		len(found.Candidates) > r.game.Graph().Points()+1 {
		return errNoAnswer
	}
	e := engine.Evaluation{Win: found.Win, Score: found.Score, ScoreStdev: found.ScoreStdev, Ownership: found.Ownership}
	err := errors.Join(r.checkEvaluation(&e), within("visits", float64(found.Visits), 1, math.MaxInt32),
		within("utility", float64(found.Utility), -2, 2), within("error", float64(found.ScoreError), 0, mostPoints),
		r.checkPolicy(found.Policy))
	if found.Raw != nil {
		err = errors.Join(err, r.checkEvaluation(found.Raw))
	}
	for i := range found.Candidates {
		if err != nil {
			return err
		}
		err = r.checkCandidate(&found.Candidates[i])
	}
	return err
}

// checkCandidate returns an error if a candidate is invalid.
func (r *Request) checkCandidate(c *engine.Candidate) error {
	points := r.game.Graph().Points()
	if len(c.PV) > 2*points || len(c.PVVisits) > len(c.PV) || len(c.PV) > 0 && c.PV[0] != c.Move ||
		len(c.Ownership) > points || len(c.OwnershipStdev) > points {
		return errNoAnswer
	}
	for _, p := range c.PV {
		if p != board.Pass {
			if err := r.onBoard(p); err != nil {
				return err
			}
		}
	}
	e := engine.Evaluation{Win: c.Win, Score: c.Score, ScoreStdev: c.ScoreStdev}
	return errors.Join(r.legal(c.Move), r.checkEvaluation(&e), within("prior", float64(c.Prior), -1, 1.001),
		within("visits", float64(c.Visits), 0, math.MaxInt32), within("error", float64(c.ScoreError), 0, mostPoints))
}

// slack is the tolerance for sums of rounded numbers.
const slack = 1e-3

// checkEvaluation returns an error if an evaluation does not fit the board or is out of bounds.
func (r *Request) checkEvaluation(e *engine.Evaluation) error {
	points := r.game.Graph().Points()
	if n := len(e.Ownership); n != 0 && n != points || len(e.FirstToPlay) > points {
		return errNoAnswer
	}
	for _, x := range e.Ownership {
		if err := within("ownership", float64(x), -1-slack, 1+slack); err != nil {
			return err
		}
	}
	return errors.Join(within("chance", float64(e.Win), -slack, 1+slack),
		within("score", float64(e.Score), -mostPoints, mostPoints),
		within("deviation", float64(e.ScoreStdev), 0, mostPoints), r.checkPolicy(e.Policy))
}

// checkPolicy returns an error if a policy does not fit the board or is out of bounds.
func (r *Request) checkPolicy(policy []float32) error {
	if n := len(policy); n != 0 && n != r.game.Graph().Points()+1 {
		return errNoAnswer
	}
	for _, x := range policy {
		if err := within("probability", float64(x), -1, 1+slack); err != nil {
			return err
		}
	}
	return nil
}
