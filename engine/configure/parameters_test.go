package configure

import (
	"errors"
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

func TestAParameterTakesKataGosValuesAndRefusesOthers(t *testing.T) {
	for _, c := range []struct{ name, value, got, refusal string }{
		{"maxVisits", "500", "500", ""},
		{"maxVisits", "1000000000", "1125899906842624", ""},
		{"maxVisits", "0", "7", `"0"; use a whole number from 1`},
		{"maxVisits", "many", "7", `"many"; use a whole number from 1`},
		{"maxTime", "2.5", "2.5", ""},
		{"maxTime", "0", "0.001", ""},
		{"maxTime", "1e9", "1e+20", ""},
		{"maxTime", "-1", "1", `"-1"; use seconds, such as 2.5`},
		{"maxTime", "NaN", "1", `"NaN"; use seconds, such as 2.5`},
		{"numSearchThreads", "3", "3", ""},
		{"numSearchThreads", "0", "2", `"0"; use 1 to 256`},
		{"numSearchThreads", "257", "2", `"257"; use 1 to 256`},
		{"analysisWideRootNoise", "0.04", "0.04", ""},
		{"analysisWideRootNoise", "6", "0", `"6"; use a number from 0 to 5`},
		{"ponderingEnabled", "true", "true", ""},
		{"ponderingEnabled", "yes", "false", `"yes"; use true or false`},
		{"allowResignation", "false", "false", ""},
		{"allowResignation", "no", "true", `"no"; use true or false`},
	} {
		p := Parameters{Config: Config{Visits: 7, Time: time.Second, Threads: 2}}
		changes := 0
		parameter := p.All(func() error { changes++; return nil })[c.name]
		err := parameter.Set(c.value)
		if got := fmt.Sprint(parameter.Get()); got != c.got || err == nil != (c.refusal == "") || err != nil && err.Error() != c.refusal {
			t.Errorf("%s %s: it is %s, %v; want %s %s", c.name, c.value, got, err, c.got, c.refusal)
		}
		if changed := changes == 1; changed != (err == nil) {
			t.Errorf("%s %s: changed is called %d times", c.name, c.value, changes)
		}
	}
}

func TestAParameterReturnsTheErrorOfWhatFollowsFromItsChange(t *testing.T) {
	wrong := errors.New("no such player")
	if err := new(Parameters).All(func() error { return wrong })["maxVisits"].Set("5"); !errors.Is(err, wrong) {
		t.Error(err)
	}
}

func TestParametersHaveKataGosNames(t *testing.T) {
	got := strings.Join(slices.Sorted(maps.Keys(new(Parameters).All(nil))), " ")
	if want := "allowResignation analysisWideRootNoise maxTime maxVisits numSearchThreads ponderingEnabled"; got != want {
		t.Errorf("%s, want %s", got, want)
	}
}

func TestPlayersAndAnalyzersFollowTheParameters(t *testing.T) {
	p := Parameters{Config: Config{Visits: 8, Threads: 1, Playouts: true}, WideRootNoise: 0.5}
	computer, err := p.Player()
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(board.Rosette(1), game.DefaultRules(board.Rosette(1)))
	if choice, err := computer.Choose(t.Context(), g, board.Black, engine.Time{}); err != nil || choice.Visits < 1 || choice.Visits > 16 {
		t.Errorf("%+v, %v after at most 8 visits", choice, err)
	}
	if a := p.Analyzer(); a.Noise != 0.5 || a.Config.Threads != 1 || a.Config.Visits != 8 {
		t.Errorf("%+v", a)
	}
	if _, err := (&Parameters{Config: Config{Level: "master"}}).Player(); err == nil {
		t.Error("a player of an unknown level is made")
	}
}
