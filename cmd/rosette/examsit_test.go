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
		grades := examGrades{Best: matches.Wilson(float64(i), 10), Winner: matches.Wilson(1, 2)}
		results[i] = examResult{Look: grades, Search: grades}
	}
	at, axis := across(sitters)
	panels := examPanels(results, at)
	if axis != "steps of learning" || len(panels) != 2 || len(panels[0].Series) != 4 {
		t.Fatalf("%d panels over %s", len(panels), axis)
	}
	for i, s := range panels[0].Series {
		name := fmt.Sprintf("%s, run %d", []string{"search", "first look"}[i/2], i%2+1)
		if want := []int{2, 3}[i%2]; s.Name != name || len(s.Points) != want || s.Points[0].X != 150 || s.Points[want-1].X != float64(150*want) {
			t.Errorf("series %d, %s, has the points %v", i, s.Name, s.Points)
		}
	}
	if p := panels[0].Series[1].Points[2]; p.Y < 39 || p.Y > 41 || p.Low >= p.Y || p.High <= p.Y {
		t.Errorf("four of ten are drawn at %+v", p)
	}
	at, axis = across(append(sitters, sitter{name: playoutsName}))
	if axis != "player, in the order named" || at[5] != 6 {
		t.Errorf("with playouts the axis is %s, at %v", axis, at)
	}
}
