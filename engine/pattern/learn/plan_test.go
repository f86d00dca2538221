package learn

import (
	"bytes"
	"context"
	"errors"
	"slices"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// plan is a plan of short games on a small board.
func plan(t *testing.T, name string, games, threads int) Plan {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return Plan{
		Start: game.New(g, game.DefaultRules(g)), Games: games, Seed: 3, Threads: threads, Visits: 20,
		Evaluator: func(seed uint64) engine.Evaluator { return playout.NewLight(seed) },
	}
}

func TestATableDoesNotDependOnTheNumberOfThreads(t *testing.T) {
	var tables []string
	for _, threads := range []int{0, 1, 3} {
		var done []int
		table, err := plan(t, "square-5", 4, threads).Learn(t.Context(), func(n int) { done = append(done, n) })
		if err != nil || !slices.Equal(done, []int{1, 2, 3, 4}) {
			t.Fatalf("after the games %v: %v", done, err)
		}
		var text bytes.Buffer
		if err := table.Write(&text); err != nil {
			t.Fatal(err)
		}
		tables = append(tables, text.String())
	}
	if tables[0] != tables[1] || tables[1] != tables[2] || len(tables[0]) < 20 {
		t.Errorf("the tables are %q", tables)
	}
}

func TestAnInterruptedPlanLearnsNothing(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	defer stop()
	table, err := plan(t, "square-5", 50, 2).Learn(ctx, func(int) { stop() })
	if table != nil || !errors.Is(err, errInterrupted) {
		t.Errorf("%v, %v", table, err)
	}
}

func TestAPlanHasDefaultsOfItsBoard(t *testing.T) {
	p := plan(t, "rosette-3", 1, 1)
	p.Visits = 0
	if o := p.options(); o.Visits != DefaultVisits || o.Opening != 54/8 || o.HasReply(p.Start, board.Black) {
		t.Errorf("the options are %+v", o)
	}
}

func TestAPlanOnAGraphWithoutPatternsFails(t *testing.T) {
	g, err := board.File{
		Name:   "pair",
		Points: []board.FilePoint{{Name: "a"}, {Name: "b", X: 1}},
		Lines:  [][]string{{"a", "b"}},
	}.Graph()
	if err != nil {
		t.Fatal(err)
	}
	p := plan(t, "square-5", 3, 2)
	p.Start = game.New(g, game.DefaultRules(g))
	if _, err := p.Learn(t.Context(), func(int) {}); err == nil || errors.Is(err, errInterrupted) {
		t.Errorf("the error is %v", err)
	}
}
