package engine_test

import (
	"strings"
	"testing"

	"rosette/engine"
)

func TestEightOpponentsRiseInStrengthAndFullStrengthHasNoFigure(t *testing.T) {
	var got []string
	last := -1
	for _, l := range engine.Opponents() {
		got = append(got, l.Opponent+" "+l.Name)
		if l.Elo <= last {
			t.Errorf("%s is no stronger than the one before", l.Opponent)
		}
		last = l.Elo
	}
	want := "daisy 1, clover 2, iris 4, violet 7, thistle 10, peony 12, lotus 17, rosa 22"
	if strings.Join(got, ", ") != want {
		t.Errorf("opponents %v, want %s", got, want)
	}
	if full, ok := engine.LevelNamed(engine.FullStrength); !ok || full.Elo != 0 || full.Opponent != "" || !full.UsesNetwork() {
		t.Errorf("full strength is %+v, %t", full, ok)
	}
	if _, ok := engine.LevelNamed("dan"); ok {
		t.Error("there is a level dan")
	}
}
