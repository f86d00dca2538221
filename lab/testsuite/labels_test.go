package testsuite

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"reflect"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/solve"
	"rosette/solve/retrograde"
)

// labelled returns a generator for small suites that labels every position.
func labelled(t *testing.T, name string) *Generator {
	t.Helper()
	m := newGenerator(t, name, `{"preset":"mindsports-chinese","tax":"NONE"}`)
	m.Labels = &retrograde.Options{Memory: 1 << 24}
	m.Positions, m.Games = 40, 20
	return m
}

func TestTheLabelsOfAllMovesAgreeWithMinimax(t *testing.T) {
	r := newRNG(t)
	decided := 0
	for _, name := range []string{"square-2", "square-3x1", "square-4x1", "square-5x1", "square-6x1", "square-2x3"} {
		for range 2 {
			e := generateAny(t, labelled(t, name), r)
			for i := range e.Positions {
				decided += e.compareWithMinimax(t, &e.Positions[i])
			}
		}
	}
	t.Logf("%d moves were held against minimax", decided)
	if decided < 10 {
		t.Errorf("minimax decided about %d moves only", decided)
	}
}

func TestALabelledSuiteAsksOfAllStagesAndIsReadAsWritten(t *testing.T) {
	e := generateAny(t, labelled(t, "rosette-1"), newRNG(t))
	var text bytes.Buffer
	if err := e.Write(&text); err != nil {
		t.Fatal(err)
	}
	again, err := Read(&text)
	if err != nil {
		t.Fatalf("%v\n%s", err, &text)
	}
	seen, stones := map[canonicalPosition]bool{}, map[int]bool{}
	for i, q := range e.Positions {
		if !reflect.DeepEqual(again.Positions[i], q) {
			t.Errorf("question %d: %+v, want %+v", i+1, again.Positions[i], q)
		}
		g := e.game(&q, 0)
		if c := canonicalize(g, q.Next()); seen[c] {
			t.Errorf("question %d stands twice", i+1)
		} else {
			seen[c] = true
		}
		stones[e.Graph.Points()-g.Board().Vacant()] = true
		if len(q.Moves) > 0 {
			t.Errorf("question %d has moves before it", i+1)
		}
	}
	if len(stones) < 3 {
		t.Errorf("all questions have %v stones", stones)
	}
}

func TestALabelledSuiteRefusesWhatItCannotSolve(t *testing.T) {
	for _, test := range []struct{ board, rules, want string }{
		{"rosette-1", `{"preset":"mindsports-chinese","tax":"ALL"}`, "retrograde analysis needs area scoring, ko SITUATIONAL, tax NONE or SEKI, and no suicide"},
		{"square-5", "mindsports-chinese", "square-5 has 25 points; retrograde analysis takes up to 24"},
	} {
		m := newGenerator(t, test.board, test.rules)
		m.Labels = &retrograde.Options{Memory: 1 << 24}
		if _, err := m.Generate(t.Context()); err == nil || err.Error() != test.want {
			t.Errorf("%s, %s: %v, want %s", test.board, test.rules, err, test.want)
		}
	}
}

// The user must learn that the solver cannot continue from the interruption.
func TestLabelsThatCannotBeKeptWhenTheTimeEndsAreAnError(t *testing.T) {
	folder := t.TempDir()
	ctx, stop := context.WithCancel(t.Context())
	m := labelled(t, "square-3x5")
	m.Positions = 2
	m.Games = 2
	m.Nodes = 1000
	m.Labels = &retrograde.Options{Memory: 1 << 26, Folder: folder, SaveEvery: time.Hour}
	m.Labels.Report = func(p retrograde.Progress) {
		if p.Sweep < 2 || p.Stones > 9 || ctx.Err() != nil {
			return
		}
		name := filepath.Join(folder, fmt.Sprintf("%+d", p.Threshold)) // blocks the file for a layer
		if err := errors.Join(os.RemoveAll(name), os.WriteFile(name, nil, 0o666)); err != nil {
			t.Error(err)
		}
		stop()
	}
	if _, err := m.Generate(ctx); err == nil || errors.Is(err, ctx.Err()) || !strings.Contains(err.Error(), "cannot save the layer") {
		t.Error(err)
	}
}

// compareWithSearch compares the value of every move in a position without earlier moves with
// bounds by search, and returns the number of exact bounds.
func (s *Suite) compareWithSearch(t *testing.T, q *Position) (exact int) {
	t.Helper()
	stop, limit := context.CancelFunc(nil), uint64(0)
	report := func(p solve.Progress) {
		if p.Nodes >= limit {
			stop()
		}
	}
	options := solve.Options{Table: solve.NewTable(1 << 22), Report: report}
	solver, err := solve.New(s.game(q, 0).Board().Clone(), q.Next(), s.Rules, options)
	if err != nil {
		t.Fatal(err)
	}
	for _, move := range legal(s.game(q, 0), q.Next()) {
		var ctx context.Context
		ctx, stop = context.WithCancel(t.Context())
		limit = solver.Progress().Nodes + 1<<15
		b, err := solver.Solve(ctx, move)
		if stop(); err != nil || q.valueOf(move) < b.Low || q.valueOf(move) > b.High {
			t.Errorf("%s, stones %v, %v to move: %s comes to %d, by search %v, %v",
				s.Graph.Name(), q.Stones, q.Next(), s.Graph.PointName(move), q.valueOf(move), b, err)
		}
		if b.Exact() {
			exact++
		}
	}
	return exact
}

// Minimax over whole games does not end here, but package solve proves bounds by search.
func TestTheLabelsOfAllMovesAgreeWithASearch(t *testing.T) {
	r := newRNG(t)
	exact := 0
	for _, name := range []string{"rosette-1", "square-3"} {
		e := generateAny(t, labelled(t, name), r)
		for _, i := range r.Perm(len(e.Positions))[:min(3, len(e.Positions))] {
			exact += e.compareWithSearch(t, &e.Positions[i])
		}
	}
	t.Logf("%d moves were held against exact values", exact)
	if exact < 5 {
		t.Errorf("the search proved %d values only", exact)
	}
}

func TestACanceledLabellingReturnsNoSuite(t *testing.T) {
	for _, early := range []bool{true, false} {
		ctx, stop := context.WithCancel(t.Context())
		m := labelled(t, "square-3x4")
		if early {
			m.Progress = func(int, int) { stop() }
		} else {
			m.Labels.Report = func(retrograde.Progress) { stop() }
		}
		e, err := m.Generate(ctx)
		if err == nil || !strings.HasPrefix(err.Error(), "the test suite is incomplete; nothing was written") {
			t.Errorf("canceled early: %v: %v, %v", early, e, err)
		}
		stop()
	}
}

// A set-up position may have either player to move.
func TestStonesThatAreSetUpArePlayedFrom(t *testing.T) {
	e := &Suite{Graph: board.Rosette(1)}
	q := &Position{Stones: slices.Repeat([]board.Color{board.Empty}, 6), First: board.White}
	q.Stones[2] = board.Black
	g := e.game(q, 0)
	if g.Board().At(2) != board.Black || g.ToMove() != board.White || g.Ply() != 0 {
		t.Errorf("%v at 2, %v to move after %d moves", g.Board().At(2), g.ToMove(), g.Ply())
	}
}
