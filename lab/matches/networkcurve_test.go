package matches

import (
	"bytes"
	"encoding/json"
	"errors"
	"math"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

func TestTheRatingsOfNetworksAreDrawnOverTheirSteps(t *testing.T) {
	players := []string{"late", "early", "none"}
	s, err := NewLadderSummary(smallConditions(t), players, roundRobin(players, 3), "none", 0)
	if err != nil {
		t.Fatal(err)
	}
	rated, learned, err := s.Plots(map[string]float64{"early": 0, "late": 5000})
	if err != nil || !bytes.Contains(rated, []byte(">early<")) || !bytes.Contains(rated, []byte("square-5, tromp-taylor, komi 7.5")) {
		t.Errorf("%v, the ratings are\n%s", err, rated)
	}
	for _, text := range []string{">steps of learning<", ">none<", ">networks<"} {
		if !bytes.Contains(learned, []byte(text)) {
			t.Errorf("the curve lacks %s:\n%s", text, learned)
		}
	}
	if _, learned, err := s.Plots(nil); err != nil || len(learned) > 0 {
		t.Errorf("without steps the curve is %s, %v", learned, err)
	}
	if err := PlotLearning(&bytes.Buffer{}, "", s.table, map[string]float64{"other": 1}); !errors.Is(err, errNoNetwork) {
		t.Errorf("without a network: %v", err)
	}
}

func TestARatingThatIsNotFiniteIsNotDrawn(t *testing.T) {
	endless := LadderSummary{table: []Rating{{Player: "a", Elo: engine.Interval{High: math.Inf(1)}}}}
	if _, _, err := endless.Plots(nil); err == nil || err.Error() != "the rating of a is not finite; play more games" {
		t.Errorf("%v", err)
	}
}

func TestTheStepsOfPlayersAreThoseOfTheirNetworks(t *testing.T) {
	graph, rules := board.Rosette(2), game.DefaultRules(board.Rosette(2))
	network := randomNetwork(t, 1)
	network.Origin["steps"] = json.RawMessage("1200")
	read := func(texts ...string) []*Spec {
		players, err := readerOf(network).ReadAll(texts)
		if err != nil {
			t.Fatal(err)
		}
		return players
	}
	players := read("a = network=x.rnet", "b = network=none", "c = network=x.rnet level=20", "gnugo --mode gtp", "d = level=3")
	if want := []string{"a", "b", "c", "gnugo", "d"}; !slices.Equal(PlayerNames(players), want) {
		t.Errorf("the players are %q, want %q", PlayerNames(players), want)
	}
	steps, err := LearningSteps(players, graph, rules)
	if err != nil || len(steps) != 2 || steps["a"] != 1200 || steps["c"] != 1200 {
		t.Errorf("%v, %v", steps, err)
	}
	if _, err := LearningSteps(read("network=none", "level=3"), graph, rules); err == nil || !strings.HasPrefix(err.Error(), "no player is a network; use one") {
		t.Errorf("without a network: %v", err)
	}
	for _, unsaid := range []string{`"many"`, "-1", ""} {
		if network.Origin["steps"] = json.RawMessage(unsaid); unsaid == "" {
			delete(network.Origin, "steps")
		}
		want := "player a: the network file does not state its number of training steps"
		if _, err := LearningSteps(read("a = network=x.rnet"), graph, rules); err == nil || err.Error() != want {
			t.Errorf("steps %s: %v, want %s", unsaid, err, want)
		}
	}
}
