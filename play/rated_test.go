package play

import (
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/play/clock"
)

// rated returns settings for a rated match between two people.
func rated(t failer) Settings {
	s := between(t, "rosette-3", "mindsports-chinese", "10m")
	s.Black, s.White = Seat{Kind: SeatUser, ID: "1", Name: "Ada"}, Seat{Kind: SeatUser, ID: "2", Name: "Bob"}
	s.Rated = true
	return s
}

func TestARatedMatchIsOfTwoPlayersWhoCanHaveARating(t *testing.T) {
	measured := Seat{Kind: SeatBot, ID: "7", Name: "Violet"}
	for _, test := range []struct {
		name         string
		black, white Seat
		want         string // error; "" for none
	}{
		{"two persons", rated(t).Black, rated(t).White, ""},
		{"a person and a bot", rated(t).Black, measured, ""},
		{"a bot and a person", measured, rated(t).Black, ""},
		{"a level of a network", rated(t).Black, Seat{Kind: SeatBot, ID: "17"}, ""},
		{"a guest", rated(t).Black, ada, "white is a guest"},
		{"two bots", measured, Seat{Kind: SeatBot, ID: "8"}, "both seats are bots"},
		{"one person twice", rated(t).Black, rated(t).Black, "of one person"},
		{"full strength", rated(t).Black, program, "no fixed strength"},
	} {
		s := rated(t)
		s.Black, s.White = test.black, test.white
		_, err := Open(s, noon)
		if test.want == "" && err != nil || test.want != "" && (err == nil || !strings.Contains(err.Error(), test.want)) {
			t.Errorf("%s: %v, want %q", test.name, err, test.want)
		}
		if s.Rated = false; err != nil {
			if _, err := Open(s, noon); err != nil {
				t.Errorf("%s, casual: %v", test.name, err)
			}
		}
	}
}

func TestABotGetsNoHandicapInARatedMatch(t *testing.T) {
	bot, person := Seat{Kind: SeatBot, ID: "1"}, rated(t).White
	for _, test := range []struct {
		name         string
		rules        string
		black, white Seat
		stones       int
		weaker       board.Color
		fits         bool
	}{
		{"stones", "mindsports-chinese", bot, person, 9, board.Empty, false},
		{"the first move", "mindsports-chinese", bot, person, 1, board.Empty, false},
		{"stones of the person", "mindsports-chinese", person, bot, 9, board.Empty, true},
		{"the free first move of Flower", "flower", bot, person, 0, board.Empty, false},
		{"that of the person", "flower", person, bot, 0, board.Empty, true},
		{"stones for White", "flower", person, bot, 2, board.White, false},
		{"stones for the person with White", "flower", bot, person, 2, board.White, true},
	} {
		s := with(rated(t), func(s *Settings) {
			s.Black = test.black
			s.White = test.white
			s.Handicap = test.stones
			s.Weaker = test.weaker
		})
		s.Rules = preset(t, test.rules)
		s.Rules.Komi = s.Rules.HandicapKomi(test.stones)
		_, err := Open(s, noon)
		if (err == nil) != test.fits || err != nil && !strings.Contains(err.Error(), "a bot gets a handicap") {
			t.Errorf("%s: %v", test.name, err)
		}
		if _, err := Replay([]Event{{Seq: 1, At: noon, Kind: Opened, Settings: &s}}); err != nil {
			t.Errorf("%s: an old match is not replayed: %v", test.name, err)
		}
		if s.Rated = false; !test.fits {
			if _, err := Open(s, noon); err != nil {
				t.Errorf("%s, casual: %v", test.name, err)
			}
		}
	}
}

func TestNothingIsTakenBackInARatedMatchAgainstABot(t *testing.T) {
	s := rated(t)
	s.White = Seat{Kind: SeatBot, ID: "7", Name: "Violet"}
	m := runScript(t, s, `
		b c3 → played
		b undo → undo-rated
		w c2 → played
		b undo → undo-rated`)
	for _, c := range m.Undoers() {
		if !m.Seat(c).Bot() {
			t.Errorf("the match offers an undo to %v", c)
		}
	}
	runScript(t, rated(t), `
		b c3 → played
		b undo → asked
		w grant → granted took-back`)
}

func TestARatedMatchIsPlayedAsAllOthersAre(t *testing.T) {
	for want, change := range map[string]func(*Settings){
		"":                      func(*Settings) {},
		"and a clock":           func(s *Settings) { s.Clock = clock.Control{} },
		"of 9, 13 or 19":        func(s *Settings) { s.Board = "square-7" },
		"base 3 or more":        func(s *Settings) { s.Board = "rosette-2" },
		"something was changed": func(s *Settings) { s.Rules.Suicide = !s.Rules.Suicide },
		"komi 90":               func(s *Settings) { s.Rules.Komi = 90 },
		"which is 0.5 here":     func(s *Settings) { s.Handicap = 2 },
	} {
		s := rated(t)
		change(&s)
		if _, err := Open(s, noon); (err == nil) != (want == "") || err != nil && !strings.Contains(err.Error(), want) {
			t.Errorf("%v, want %q", err, want)
		}
	}
	s := rated(t)
	s.Handicap, s.Rules.Komi = 2, 0.5
	if _, err := Open(s, noon); err != nil {
		t.Errorf("a handicap with its komi: %v", err)
	}
	s = rated(t)
	s.KomiBy, s.Rules.Komi = KomiSecret, 0
	if _, err := Open(s, noon); err != nil {
		t.Errorf("a komi that the players agree on: %v", err)
	}
}
