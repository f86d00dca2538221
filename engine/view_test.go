package engine

import (
	"reflect"
	"testing"

	"rosette/game/board"
)

func TestAnAnalysisIsConvertedToTheViewOfAColorAndBack(t *testing.T) {
	black := Analysis{
		Next: board.White, Visits: 7, Win: 0.25, Score: -3, ScoreStdev: 8, Utility: -0.5,
		Ownership: []float32{1, 0, -0.5}, OwnershipStdev: []float32{0, 1, 0.5}, Policy: []float32{0.5, -1, 0, 0.5},
		Candidates: []Candidate{{Move: 2, Visits: 6, Win: 0.125, Score: -4, Utility: -0.75, Prior: 0.5, Ownership: []float32{0.5}}},
		Raw:        &Evaluation{Win: 0.75, Score: 2, ScoreStdev: 9, Ownership: []float32{}},
	}
	white := black.For(board.White)
	want := Analysis{
		Next: board.White, Visits: 7, Win: 0.75, Score: 3, ScoreStdev: 8, Utility: 0.5,
		Ownership: []float32{-1, 0, 0.5}, OwnershipStdev: []float32{0, 1, 0.5}, Policy: []float32{0.5, -1, 0, 0.5},
		Candidates: []Candidate{{Move: 2, Visits: 6, Win: 0.875, Score: 4, Utility: 0.75, Prior: 0.5, Ownership: []float32{-0.5}}},
		Raw:        &Evaluation{Win: 0.25, Score: -2, ScoreStdev: 9, Ownership: []float32{}},
	}
	if !reflect.DeepEqual(white, want) {
		t.Errorf("White sees %+v\nwant %+v", white, want)
	}
	if back := white.For(board.White); !reflect.DeepEqual(back, black) {
		t.Errorf("converted back %+v\nwant %+v", back, black)
	}
	if same := black.For(board.Black); !reflect.DeepEqual(same, black) {
		t.Errorf("Black sees %+v\nwant %+v", same, black)
	}
}
