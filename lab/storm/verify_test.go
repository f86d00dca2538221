package storm

import (
	"testing"

	"rosette/game/board"
	"rosette/play"
)

// sentMoves returns three moves; the last is not acknowledged.
func sentMoves() GameLog {
	return GameLog{Moves: []SentMove{
		{Move{ID: "m1", Point: "A1", Color: board.Black}, 2},
		{Move{ID: "m2", Color: board.White, Pass: true}, 3},
		{Move{ID: "m3", Point: "B1", Color: board.Black}, 0},
	}}
}

func record() []play.Event {
	return []play.Event{
		{Seq: 1, Kind: play.Opened},
		{Seq: 2, Kind: play.Played, ID: "m1", Point: "A1", Color: board.Black},
		{Seq: 3, Kind: play.Passed, ID: "m2", Color: board.White},
		{Seq: 4, Kind: play.Played, ID: "m3", Point: "B1", Color: board.Black},
	}
}

func TestEveryFaultOfARecordIsFound(t *testing.T) {
	for name, c := range map[string]struct {
		change func(sent *GameLog, r []play.Event) []play.Event
		want   Faults
	}{
		"none":                      {func(_ *GameLog, r []play.Event) []play.Event { return r }, Faults{}},
		"the last did not arrive":   {func(_ *GameLog, r []play.Event) []play.Event { return r[:3] }, Faults{}},
		"an acknowledged one lacks": {func(_ *GameLog, r []play.Event) []play.Event { return r[:2] }, Faults{Lost: 1}},
		"one is there twice": {func(_ *GameLog, r []play.Event) []play.Event {
			return append(r, play.Event{Seq: 5, Kind: play.Played, ID: "m1", Point: "A1", Color: board.Black})
		}, Faults{Twice: 1}},
		"another point": {func(_ *GameLog, r []play.Event) []play.Event { r[1].Point = "C1"; return r }, Faults{Wrong: 1}},
		"nobody's move": {func(_ *GameLog, r []play.Event) []play.Event {
			return append(r, play.Event{Seq: 5, Kind: play.Passed, ID: "m4", Color: board.White})
		}, Faults{Wrong: 1}},
		"acknowledged too early": {func(s *GameLog, r []play.Event) []play.Event { s.Moves[1].Seq = 2; return r }, Faults{Wrong: 1}},
		"sent again":             {func(s *GameLog, r []play.Event) []play.Event { s.Moves[1].Seq = 4; return r }, Faults{}},
		"a number is left out":   {func(_ *GameLog, r []play.Event) []play.Event { r[3].Seq = 5; return r }, Faults{Gaps: 1}},
		"time is up": {func(_ *GameLog, r []play.Event) []play.Event {
			return append(r, play.Event{Seq: 5, Kind: play.Ended, Result: "B+T"})
		}, Faults{Flags: 1}},
		"resigned": {func(_ *GameLog, r []play.Event) []play.Event {
			return append(r, play.Event{Seq: 5, Kind: play.Ended, Result: "B+R"})
		}, Faults{}},
	} {
		sent := sentMoves()
		changed := c.change(&sent, record())
		if got := Verify(sent, changed); got != c.want {
			t.Errorf("%s: %+v, want %+v", name, got, c.want)
		}
	}
}
