package review

import (
	"encoding/json"
	"testing"

	"rosette/game/board"
)

// Checkpoints are compatible across versions: saved values are from the view of the player to move.
func TestASavedTurnHasTheNumbersOfThePlayerToMove(t *testing.T) {
	const saved = `{"turn":1,"found":{"Next":2,"Visits":9,"Win":0.75,"Score":4,"Spread":3,"Utility":0.5,` +
		`"Candidates":[{"Move":6,"Visits":8,"Win":0.875,"Score":5,"Spread":2,"Utility":0.25,"Prior":0.125,"Line":[6,7],"LineVisits":[8,3]}],` +
		`"Raw":{"Win":0.625,"Score":1.5,"Spread":7}}}`
	var s Result
	if err := json.Unmarshal([]byte(saved), &s); err != nil {
		t.Fatal(err)
	}
	f := s.Analysis
	if f.Next != board.White || f.Win != 0.25 || f.Score != -4 || f.ScoreStdev != 3 || f.Utility != -0.5 || f.Raw.Win != 0.375 || f.Raw.Score != -1.5 {
		t.Errorf("the analysis of White's turn is read as %+v", f)
	}
	if c := f.Candidates[0]; c.Win != 0.125 || c.Score != -5 || c.Utility != -0.25 || c.Prior != 0.125 || c.PV[1] != 7 || c.PVVisits[1] != 3 {
		t.Errorf("the candidate is read as %+v", c)
	}
	if text, err := json.Marshal(s); err != nil || string(text) != saved {
		t.Errorf("written again as\n%s\n%v, want\n%s", text, err, saved)
	}
}
