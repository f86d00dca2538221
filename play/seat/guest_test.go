package seat_test

import (
	"testing"
	"time"

	"rosette/bus"
	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/seat"
	"rosette/play/table"
	"rosette/store"
)

func TestAGuestActsWhenAskedAndWaitsForTheOther(t *testing.T) {
	journal := store.MemoryJournal()
	hall := table.NewHall(journal, new(bus.Local), time.Now, table.Options{})
	defer hall.Close()
	rules, err := game.Preset("flower")
	if err != nil {
		t.Fatal(err)
	}
	s := play.Settings{Board: "rosette-2", Rules: rules, Black: person, White: person, KomiBy: play.KomiOpen, Handicap: 2}
	if err := hall.Open(t.Context(), "m", s); err != nil {
		t.Fatal(err)
	}
	place := seat.House{Table: hall, Past: journal, Now: time.Now}
	var guests []*seat.Guest
	for _, c := range board.Colors {
		guests = append(guests, seat.Invite(place, "m", c, wise{plain{uint64(c)}, 12}))
	}
	m := play.NewMatch()
	for asked := 0; !m.Over(); asked++ {
		if asked == 200 {
			t.Fatalf("no end in sight: %s after %d events", m.Phase(), m.Seq())
		}
		if err := guests[asked%2].Act(t.Context()); err != nil {
			t.Fatal(err)
		}
		events, err := journal.Events(t.Context(), "m", m.Seq())
		if err != nil {
			t.Fatal(err)
		}
		if err := m.Follow(events); err != nil {
			t.Fatal(err)
		}
		if c := m.OriginalColor(board.Color(asked%2 + 1)); !m.Over() && m.ToMove() == c {
			t.Fatalf("it is still the turn of %s in %s", c, m.Phase())
		}
	}
	if m.Result().By != game.ByScore {
		t.Errorf("%+v", m.Result())
	}
}
