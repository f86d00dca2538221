package view_test

import (
	"slices"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/http/wire"
)

func TestALoadedMatchHasTheFramesThatItHadWhenItWasPlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var events []play.Event
		played := follow(t, anySettings(t), func(_ *view.Projection, added []play.Event) { events = append(events, added...) })
		loaded := view.NewProjection("id")
		if err := loaded.Load(events); err != nil {
			t.Fatal(err)
		}
		for after := range len(events) + 2 {
			if got, want := string(loaded.Encoded(after)), string(played.Encoded(after)); got != want {
				t.Fatalf("after %d of %d:\n%s\nwant\n%s", after, len(events), got, want)
			}
		}
	})
}

// added returns a client's moves after it gets a frame.
func added(had []wire.Move, f view.Frame) []wire.Move {
	if f.Moves != nil {
		return f.Moves
	}
	for _, e := range f.Events {
		switch e.Kind {
		case string(play.Played):
			had = append(had, wire.Move{e.Color, e.Point})
		case string(play.Passed):
			had = append(had, wire.Move{e.Color, "pass"})
		}
	}
	return had
}

func TestAClientThatFollowsFramesHasTheMovesThatStand(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		had, seq := []wire.Move{}, 0
		follow(t, anySettings(t), func(p *view.Projection, _ []play.Event) {
			if rapid.IntRange(0, 2).Draw(t, "missed") == 0 {
				return
			}
			f := p.Frame(seq)
			had, seq = added(had, f), f.Seq
			if want := p.Frame(0).Moves; !slices.Equal(had, want) {
				t.Fatalf("%v, want %v", had, want)
			}
		})
	})
}

func TestAClientThatHasMissedMuchGetsASnapshot(t *testing.T) {
	m := on9x9(t, "chinese")
	for range 60 {
		m.play("E5")
		m.do(play.Command{Kind: play.Undo, By: board.Black})
		m.do(play.Command{Kind: play.Grant, By: board.White})
	}
	last := m.Match().Seq()
	for after, want := range map[int]int{-1: 0, 0: 0, 1: 0, last - 65: 0, last - 64: last - 64, last - 1: last - 1, last: last, last + 1: 0} {
		f := m.Frame(after)
		events := last - want
		if want == 0 {
			events = 0
		}
		if f.Seq != last || f.After != want || len(f.Events) != events || f.Events == nil || f.Say == nil {
			t.Errorf("after %d: after %d of %d, %d events", after, f.After, f.Seq, len(f.Events))
		}
	}
	if &m.Encoded(0)[0] != &m.Encoded(last + 1)[0] {
		t.Error("a snapshot is encoded twice")
	}
}

func TestFramesSayInKeysOfTheCatalogueWhatHappened(t *testing.T) {
	m := on9x9(t, "chinese")
	m.play("E5 pass")
	f := m.Frame(1)
	if len(f.Say) != 2 || f.Say[0].Key == "" || f.Say[0].Args["point"] != "E5" {
		t.Errorf("%+v", f.Say)
	}
}
