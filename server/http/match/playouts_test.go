package match

import (
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

// onlyBase3 is a computer whose network supports only base 3.
func onlyBase3(g *board.Graph, r game.Rules) bool {
	return g.Name() != "rosette-3" || !r.Supply.Suffices(g)
}

func TestAGameSaysThatPlayoutsThinkWhereANetworkIsExpected(t *testing.T) {
	b := build(t, func(o *options) { o.Levels, o.Playouts = []string{"1", "full"}, onlyBase3 }).browser()
	for body, want := range map[string]bool{
		`{"opponent":"computer","level":"full","board":"rosette-5"}`: true,
		`{"opponent":"computer","level":"full","board":"rosette-3"}`: false,
		`{"opponent":"computer","level":"1","board":"rosette-5"}`:    false,
		`{"opponent":"people","board":"rosette-5"}`:                  false,
	} {
		if g, _ := b.game(b.open(body)); g.Playouts != want {
			t.Errorf("%s: %v", body, g.Playouts)
		}
	}
}

func TestAGameAgainstTheComputerIsRatedWhereItsLevelWasMeasured(t *testing.T) {
	s := serverOf(options{rules: rules{match.ServiceOptions{
		Boards: []string{"rosette-3", "rosette-7"}, Levels: []string{"7", "17"}, Playouts: onlyBase3,
	}}})
	for _, test := range []struct{ level, board, rules, want string }{
		{"17", "rosette-3", "mindsports-chinese", ""},
		{"17", "rosette-3", "comment-jouer-150", ""}, // enough for 54 points
		{"7", "rosette-7", "mindsports-chinese", ""},
		{"17", "rosette-7", "mindsports-chinese", "rating.needs-network"},
		{"7", "rosette-7", "comment-jouer-150", "rating.needs-stones"},
	} {
		wanted := wire.NewGame{Level: test.level, Board: test.board, Rules: test.rules, Clock: "10m", Rated: true}
		_, err := s.Match.Settings(WantedGame(wanted), web.Actor("user/1"), time.Unix(0, 0))
		if p, _ := web.AsProblem(err).(web.Problem); p.Code != test.want || (err == nil) != (test.want == "") {
			t.Errorf("%+v: %v", test, err)
		}
	}
}

func TestTheComputerGetsNoHandicapInARatedGame(t *testing.T) {
	s := serverOf(options{rules: rules{match.ServiceOptions{Boards: []string{"rosette-3"}, Levels: []string{"7"}}}})
	given := func(wanted wire.NewGame) (play.Settings, error) {
		wanted.Clock = "10m"
		return s.Match.Settings(WantedGame(wanted), web.Actor("user/1"), time.Unix(0, 0))
	}
	for _, test := range []struct {
		wanted wire.NewGame
		fits   bool
	}{
		{wire.NewGame{Rated: true, Handicap: 2, Color: "white"}, false},
		{wire.NewGame{Rated: true, Handicap: 2, Color: "black"}, true},
		{wire.NewGame{Handicap: 2, Color: "white"}, true},
		{wire.NewGame{Rated: true, Rules: "flower", Ranks: "0.5", Color: "white"}, false},
		{wire.NewGame{Rated: true, Rules: "flower", Handicap: 2, Weaker: "white", Color: "black"}, false},
		{wire.NewGame{Rated: true, Rules: "flower", Handicap: 2, Weaker: "white", Color: "white"}, true},
	} {
		_, err := given(test.wanted)
		if p, _ := web.AsProblem(err).(web.Problem); (err == nil) != test.fits || err != nil && p.Code != "rating.needs-no-stones" {
			t.Errorf("%+v: %v", test.wanted, err)
		}
	}
	for range 20 {
		settings, err := given(wire.NewGame{Rated: true, Rules: "flower", Handicap: 2, Weaker: "white"})
		if err != nil || !settings.Black.Bot() {
			t.Fatalf("by chance: %+v, %v", settings, err)
		}
	}
}

func TestAnEstimateOnABoardBeyondTrainingHasACaution(t *testing.T) {
	base5 := func(g *board.Graph, _ game.Rules) bool { return g.Name() == "rosette-5" }
	b := build(t, func(o *options) { o.BeyondTraining = base5 }).browser()
	for name, want := range map[string]bool{"rosette-5": true, "rosette-3": false} {
		if g, _ := b.game(b.open(`{"opponent":"people","board":"` + name + `"}`)); g.BeyondTraining != want {
			t.Errorf("%s: %v", name, g.BeyondTraining)
		}
	}
	for _, lang := range i18n.Languages() {
		plain, large := inWords(lang, match.Estimate{}), inWords(lang, match.Estimate{BeyondTraining: true})
		caution := i18n.T(lang, "level.large-board", nil)
		if large != plain+" "+caution || caution == "level.large-board" {
			t.Errorf("%s: %q", lang, large)
		}
	}
}
