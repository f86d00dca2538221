package learn

import (
	"context"
	"math"
	"reflect"
	"testing"

	"rosette/engine"
	"rosette/engine/pattern"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

func play(t *testing.T, name string, seed uint64) []pattern.Sample {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	o := Options{
		Visits:    40,
		Opening:   4,
		Evaluator: func(seed uint64) engine.Evaluator { return playout.NewLight(seed) },
		HasReply:  func(*game.Game, board.Color) bool { return false },
	}
	samples, err := Game(context.Background(), game.New(g, game.DefaultRules(g)), seed, o)
	if err != nil {
		t.Fatal(err)
	}
	return samples
}

func TestTheSharesOfASampleSumToOne(t *testing.T) {
	for _, name := range []string{"square-5", "rosette-2"} {
		samples := play(t, name, 1)
		if len(samples) < 5 {
			t.Fatalf("%s: %d samples", name, len(samples))
		}
		for _, s := range samples {
			sum := s.OtherShare
			for _, m := range s.Local {
				sum += m.Share
			}
			if math.Abs(sum-1) > 1e-9 || s.Others == 0 && s.OtherShare > 0 {
				t.Fatalf("%s: shares sum to %v, %d others", name, sum, s.Others)
			}
		}
	}
}

func TestGamesOfOneSeedAreTheSame(t *testing.T) {
	if !reflect.DeepEqual(play(t, "square-5", 7), play(t, "square-5", 7)) {
		t.Error("two games of one seed differ")
	}
}

func TestAGraphWithoutPatternsIsRefused(t *testing.T) {
	g, err := board.File{
		Name:   "pair",
		Points: []board.FilePoint{{Name: "a"}, {Name: "b", X: 1}},
		Lines:  [][]string{{"a", "b"}},
	}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	if _, err := Game(context.Background(), game.New(g, game.DefaultRules(g)), 1, Options{}); err == nil {
		t.Error("a custom graph is accepted")
	}
}
