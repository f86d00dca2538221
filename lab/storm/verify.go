package storm

import (
	"rosette/game"
	"rosette/play"
)

// Faults counts errors in games' records. All are 0 after correct behaviour.
type Faults struct {
	Lost  int `json:"lost"`  // acknowledged moves missing from the record
	Twice int `json:"twice"` // moves recorded more than once
	Wrong int `json:"wrong"` // moves recorded differently from how they were sent
	Gaps  int `json:"gaps"`  // events whose number is not the previous number plus one
	Flags int `json:"flags"` // games lost on time
}

// Any reports whether there is a fault.
func (f Faults) Any() bool { return f != Faults{} }

// add adds the faults in other records.
func (f *Faults) add(of Faults) {
	f.Lost += of.Lost
	f.Twice += of.Twice
	f.Wrong += of.Wrong
	f.Gaps += of.Gaps
	f.Flags += of.Flags
}

// Verify compares the moves sent by a player with the game's record.
func Verify(sent GameLog, record []play.Event) (f Faults) {
	at := map[string]int{} // index in record by ID
	times := map[string]int{}
	for i, e := range record {
		if e.Seq != i+1 {
			f.Gaps++
		}
		if e.Kind == play.Ended && endedOnTime(e) {
			f.Flags++
		}
		if e.Kind == play.Played || e.Kind == play.Passed {
			at[e.ID] = i
			times[e.ID]++
		}
	}
	for _, m := range sent.Moves {
		switch n := times[m.ID]; {
		case n == 0 && m.Seq > 0:
			f.Lost++
		case n > 1:
			f.Twice++
		case n == 1 && !same(m, record[at[m.ID]]):
			f.Wrong++
		}
		delete(times, m.ID)
	}
	f.Wrong += len(times) // moves that no player sent
	return f
}

// same reports whether an event is the move. A move that was sent again is acknowledged with a
// later event's number.
func same(m SentMove, e play.Event) bool {
	return m.Pass == (e.Kind == play.Passed) && m.Point == e.Point && m.Color == e.Color && (m.Seq == 0 ||
		m.Seq >= e.Seq)
}

func endedOnTime(e play.Event) bool {
	result, err := game.ParseResult(e.Result)
	return err == nil && result.By == game.ByTime
}
