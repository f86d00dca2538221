package storetest

import (
	"reflect"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play/conditional"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// plan returns conditional moves stored some seconds after noon.
func plan(match string, c board.Color, seconds int) conditional.StoredPlan {
	return conditional.StoredPlan{
		Plan: conditional.Plan{
			Lines: []conditional.Line{{"A1", "B2"}, {"pass", "C3", "D4", "pass"}}, Ply: 7, Mark: "abc",
		},
		Match: match, Color: c, At: noon.Add(time.Duration(seconds) * time.Second),
	}
}

// keepPlans stores conditional moves.
func keepPlans(t *testing.T, s store.Store, all ...conditional.StoredPlan) {
	t.Helper()
	for _, p := range all {
		if err := tables.Conditional(s).Keep(t.Context(), p); err != nil {
			t.Fatal(err)
		}
	}
}

// plansAre compares the plans that have not ended.
func plansAre(t *testing.T, s store.Store, match string, want ...conditional.StoredPlan) {
	t.Helper()
	got, err := tables.Conditional(s).Running(t.Context(), match)
	if err != nil || len(got) != len(want) || len(got) > 0 && !reflect.DeepEqual(got, want) {
		t.Errorf("the plans of %q: %+v, %v\nwant %+v", match, got, err, want)
	}
}

func conditionalMoves(t *testing.T, s store.Store) {
	black := plan("m", board.Black, 0)
	white := plan("m", board.White, 1)
	other := plan("n", board.Black, 2)
	keepPlans(t, s, other, white, black)
	plansAre(t, s, "m", black, white)
	plansAre(t, s, "", black, white, other)
	plansAre(t, s, "o")
	black.Lines, black.At = []conditional.Line{{"pass", "pass"}}, noon.Add(time.Minute)
	keepPlans(t, s, black)
	table := tables.Conditional(s)
	if got, ok, err := table.Plan(t.Context(), "m", board.Black); err != nil || !ok || !reflect.DeepEqual(got, black) {
		t.Errorf("%+v, %t, %v", got, ok, err)
	}
	if _, ok, err := table.Plan(t.Context(), "n", board.White); ok || err != nil {
		t.Errorf("a plan of nobody: %t, %v", ok, err)
	}
	if err := table.Remove(t.Context(), "m", board.Black); err != nil {
		t.Fatal(err)
	}
	plansAre(t, s, "", white, other)
	if err := table.Remove(t.Context(), "m", board.Empty); err != nil {
		t.Fatal(err)
	}
	plansAre(t, s, "", other)
}

func conditionalEnds(t *testing.T, s store.Store) {
	old, table := plan("m", board.White, 0), tables.Conditional(s)
	now := plan("m", board.White, 1)
	keepPlans(t, s, old, now)
	end := func(p conditional.StoredPlan, why conditional.End) {
		t.Helper()
		if err := table.End(t.Context(), p, why); err != nil {
			t.Fatal(err)
		}
	}
	end(old, conditional.Left)
	plansAre(t, s, "m", now)
	end(now, conditional.Played)
	end(now, conditional.Left)
	plansAre(t, s, "m")
	if got, ok, err := table.Plan(t.Context(), "m", board.White); err != nil || !ok || got.Ended != conditional.Played {
		t.Errorf("%+v, %t, %v", got, ok, err)
	}
	keepPlans(t, s, now)
	plansAre(t, s, "m", now)
}
