package computer

import (
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

func TestABotActsWhenItIsAskedToAndWaitsForTheOther(t *testing.T) {
	one, other := person, person
	other.ID = strings.Repeat("cd", 16)
	everySettings(t, one, other, func(t *testing.T, settings play.Settings) {
		s := serve(t, newLog(), nil, Options{})
		s.computer.Close() // only the bot plays
		s.open(t, "m", settings)
		var bots board.ByColor[*Bot]
		for _, c := range board.Colors {
			bots[c] = &Bot{Host: s, ID: "m", Color: c, Mover: brief{simple{uint64(c)}, 12}}
		}
		for asked := 0; !s.now(t).Over(); asked++ {
			if asked == 200 {
				t.Fatalf("no end in sight: %s", s.now(t).Phase())
			}
			c := board.Colors[asked%2]
			if err := bots[c].Act(t.Context()); err != nil {
				t.Fatal(err)
			}
			if m := s.now(t); m.ToMove() == m.OriginalColor(c) {
				t.Fatalf("it is still the turn of %s in %s", c, m.Phase())
			}
		}
		if r := s.now(t).Result(); r.By != game.ByScore {
			t.Errorf("%+v", r)
		}
	})
}

func TestABotWithoutSeatOnlyProposesDeadStones(t *testing.T) {
	s := serve(t, newLog(), nil, Options{})
	s.computer.Close()
	s.open(t, "m", play.Settings{Black: person, White: person})
	b := &Bot{Host: s, ID: "m", Mover: &slow{}}
	for _, cmd := range []play.Command{{Kind: play.Play, Point: "a5"}, {Kind: play.Pass, By: board.White}, {Kind: play.Pass}} {
		s.do(t, cmd)
		if err := b.Act(t.Context()); err != nil {
			t.Fatal(err)
		}
	}
	if m := s.now(t); !m.Proposed() || len(m.Dead()) != 1 {
		t.Errorf("in %s, dead %v", m.Phase(), m.Dead())
	}
}

func TestABotSaysWhatItCouldNotDo(t *testing.T) {
	for want, mover := range map[string]Mover{
		"play C3: occupied":   &slow{takes: time.Millisecond, choices: []Choice{{Point: 12}}},
		errBroken.Error():     &slow{takes: time.Millisecond, failures: 1},
		"chose point 25 of a": &slow{takes: time.Millisecond, choices: []Choice{{Point: 25}}},
	} {
		s := serve(t, newLog(), nil, Options{})
		s.computer.Close()
		s.open(t, "m", play.Settings{Black: person, White: person})
		s.do(t, play.Command{Kind: play.Play, Point: "c3"})
		b := &Bot{Host: s, ID: "m", Color: board.White, Mover: mover}
		if err := b.Act(t.Context()); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("said %v, want %s", err, want)
		}
	}
	b := &Bot{Host: serve(t, newLog(), nil, Options{}), ID: "nowhere"}
	if err := b.Act(t.Context()); !errors.Is(err, play.ErrNoMatch) {
		t.Errorf("said %v", err)
	}
}
