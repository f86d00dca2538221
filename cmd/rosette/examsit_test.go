package main

import (
	"encoding/json"
	"fmt"
	"testing"

	"rosette/engine/matches"
	"rosette/engine/neural"
)

// after is a network that says it has learned so many steps.
func after(steps int) sitter {
	return sitter{fmt.Sprint(steps), &neural.Network{Origin: map[string]json.RawMessage{"steps": json.RawMessage(fmt.Sprint(steps))}}}
}

func TestTwoRunsOfNetworksAreTwoCurvesOverTheirSteps(t *testing.T) {
	sitters := []sitter{after(150), after(300), after(150), after(300), after(450)}
	results := make([]examResult, len(sitters))
	for i := range results {
		grades := examGrades{Best: intervalOf(matches.Wilson(float64(i), 10)), Winner: intervalOf(matches.Wilson(1, 2))}
		results[i] = examResult{Look: grades, Search: grades}
	}
	at, axis := across(sitters)
	curves := examCurves(results, at)
	if axis != "steps of learning" || len(curves) != 2*len(drawnMarks) {
		t.Fatalf("%d curves over %s", len(curves), axis)
	}
	for i, c := range curves {
		if want := []int{2, 3}[i%2]; len(c.Points) != want || c.Points[0].X != 150 || c.Points[want-1].X != float64(150*want) {
			t.Errorf("curve %d has the points %v", i, c.Points)
		}
	}
	if p := curves[3].Points[2]; p.At < 39 || p.At > 41 {
		t.Errorf("four of ten are drawn at %v", p)
	}
	at, axis = across(append(sitters, sitter{name: playoutsName}))
	if axis != "player, in the order named" || at[5] != 6 {
		t.Errorf("with playouts the axis is %s, at %v", axis, at)
	}
}
