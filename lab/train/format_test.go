package train

import (
	"encoding/json"
	"testing"
)

// Lines from the first release: runs that it began must continue.
func TestTheFilesOfOldRunsAreRead(t *testing.T) {
	same := func(text string, into any) {
		t.Helper()
		if err := json.Unmarshal([]byte(text), into); err != nil {
			t.Fatal(err)
		}
		if again, err := json.Marshal(into); err != nil || string(again) != text {
			t.Errorf("read %s\nwritten %s: %v", text, again, err)
		}
	}
	var state State
	same(`{"cycle":3,"batches":24,"steps":450,"best":"000002.rnet","yardstick":"000000.rnet","seconds":12.5}`, &state)
	if state.Reference != "000000.rnet" {
		t.Errorf("the state is %+v", state)
	}
	var batch BatchReport
	same(`{"batch":2,"board":"rosette-2","network":"playouts","games":32,"rows":310,"moves":22.5,"seconds":4.5,"black":0.5,"margin":-1.5,`+
		`"doomed":3,"saved":1,"when":"2026-11-22T10:00:00Z"}`, &batch)
	if batch.WouldResign != 3 || batch.Recovered != 1 || batch.Samples != 310 {
		t.Errorf("the batch is %+v", batch)
	}
	const standing = `{"games":2,"wins":1,"draws":0,"losses":1,"pairs":[0,0,1,0,0],"void":0,"llr":0,"verdict":"undecided","faults":[{},{}],` +
		`"costs":[{"moves":0,"seconds":0,"cpu":0,"visits":0},{"moves":0,"seconds":0,"cpu":0,"visits":0}]}`
	var report CycleReport
	if err := json.Unmarshal([]byte(`{"cycle":1,"network":"000000.rnet","against":"playouts","standing":`+standing+
		`,"elo":{"low":null,"at":0,"high":null},"promoted":true,"gauge":{"against":"playouts","standing":`+standing+
		`,"elo":{"low":-1,"at":2,"high":3}},"seconds":9,"rows":5,"games":4}`), &report); err != nil {
		t.Fatal(err)
	}
	if report.Rating == nil || report.Rating.Elo.High != 3 || report.Elo.Bounded() || report.Standing.Pairs[2] != 1 || report.Samples != 5 {
		t.Errorf("the report is %+v", report)
	}
}
