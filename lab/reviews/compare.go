package reviews

import (
	"context"
	"fmt"
	"math"

	"rosette/engine"
	"rosette/engine/review"
	"rosette/game/board"
)

// A Move compares a review's assessment of a move with the judge's.
type Move struct {
	Record string       `json:"record"` // SHA-256 of the file
	Part   string       `json:"part"`
	Board  string       `json:"board"`
	Number int          `json:"move"`
	Point  string       `json:"point"`
	Class  review.Class `json:"verdict"`
	Loss   float64      `json:"pointsLost"`      // by the review
	Judged float64      `json:"judgePointsLost"` // by the judge; negative if the move was better than expected
	First  bool         `json:"judgeFirstChoice"`
	Better string       `json:"better,omitempty"`      // the review's choice, if the move is a mistake
	Choice string       `json:"judgeChoice,omitempty"` // the judge's
}

// A Comparison reviews records and compares the reviews with a judge.
type Comparison struct {
	Files    map[string]string // file names by SHA-256
	Judge    *Judge
	Analyzer review.Analyzer
	Params   engine.SearchParams // for the first search at each position
	Threads  int
}

// Compare returns the comparison for a record's moves that the review assessed. It reviews only the
// moves in the list. It calls progress with the count and the total for searched and judged positions.
func (c *Comparison) Compare(ctx context.Context, record Record, progress func(done, total int)) ([]Move, error) {
	file, ok := c.Files[record.Hash]
	if !ok {
		return nil, fmt.Errorf("no file has the SHA-256 %s of %s", record.Hash, record.Source)
	}
	r, err := record.read(file)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	judged := min(record.Last, len(r.Turns)-1) - record.First + 2
	if judged < 2 {
		return nil, fmt.Errorf("%s: it has only %d moves, and the list begins with move %d", file, len(r.Turns)-1,
			record.First)
	}
	total := 2 * judged
	verdicts, err := c.Judge.Verdicts(ctx, record, r, func(done int) { progress(done, total) })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	r.Turns = r.Turns[record.First-1:][:judged]
	err = r.RunDeepening(ctx, c.Analyzer, c.Params, c.Threads,
		func(int) error { progress(judged+r.Searched(), total); return nil })
	if err != nil {
		return nil, fmt.Errorf("%s: %w", file, err)
	}
	var all []Move
	for _, a := range r.Assess() {
		number := a.Number + record.First - 1
		before, known := verdicts[number-1]
		after, knownAfter := verdicts[number]
		if a.Class == "" || !known || !knownAfter {
			continue
		}
		all = append(all, Move{
			Record: record.Hash, Part: record.Part, Board: record.Board, Number: number, Point: a.Point,
			Class: a.Class, Loss: a.Loss, Better: a.Better,
			Judged: lossFor(a.Turn.Move.Color, before.Lead-after.Lead),
			First:  before.Best == a.Point, Choice: before.Best,
		})
	}
	return all, nil
}

// lossFor returns a player's loss when Black's lead falls by some points, with two decimal digits.
func lossFor(c board.Color, fall float64) float64 {
	if c == board.White {
		fall = -fall
	}
	return math.Round(fall*100)/100 + 0
}
