package review

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// made returns a game with the given moves, Black first.
func made(t *testing.T, name string, moves ...string) *game.Game {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	g := game.New(graph, game.DefaultRules(graph))
	for i, move := range moves {
		p, err := graph.Move(move)
		if err == nil {
			err = g.Play(p, board.Colors[i%2])
		}
		if err != nil {
			t.Fatalf("%s: %v", move, err)
		}
	}
	return g
}

func TestAReasonIsWhatTheMoveDoes(t *testing.T) {
	for _, test := range []struct {
		board string
		moves []string
		move  string
		want  engine.Reason
	}{
		{"square-5", nil, "C3", engine.Reason{Does: "biggest"}},
		{"square-5", nil, "pass", engine.Reason{Does: "pass"}},
		{"square-5", []string{"A2", "A1"}, "B1", engine.Reason{Does: "captures", Count: 1}},
		{"square-5", []string{"A1", "A2"}, "B1", engine.Reason{Does: "saves", Count: 1}},
		{"square-5", []string{"E5", "A1", "D1", "E4"}, "B1", engine.Reason{Does: "atari", Count: 1}},
	} {
		g := made(t, test.board, test.moves...)
		p, err := g.Graph().Move(test.move)
		if err != nil {
			t.Fatal(err)
		}
		if got := ReasonFor(g, p, board.Black); got != test.want {
			t.Errorf("%s after %v: %+v, want %+v", test.move, test.moves, got, test.want)
		}
	}
}

func TestARosetteIsCompletedOrBlocked(t *testing.T) {
	g := board.Rosette(3)
	points := g.Rosettes()[0]
	stones := make([]board.Color, g.Points())
	for _, p := range points[1:] {
		stones[p] = board.Black
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	at := game.From(b, game.DefaultRules(g), board.Black)
	for c, want := range map[board.Color]string{board.Black: "rosette", board.White: "blocks"} {
		if got := ReasonFor(at, points[0], c); got.Does != want {
			t.Errorf("%v: %+v, want %s", c, got, want)
		}
	}
}

// A judge finds every position even, apart from a suspicion about the move at A1. With more than
// 400 visits, it finds that this move costs cost points.
type judge struct {
	error float32
	cost  float32
}

func (j judge) Analyze(_ context.Context, g *game.Game, next board.Color, p engine.SearchParams) engine.Analysis {
	best := board.Point(12)
	for g.Board().At(best) != board.Empty {
		best++
	}
	a := engine.Analysis{Next: next, Visits: p.Visits, ScoreStdev: 20, ScoreError: j.error}
	corner, _ := g.Graph().Point("A1")
	if g.Board().At(corner) == board.Black {
		a.Score = -1.5 // a suspicion
		if p.Visits > 400 {
			a.Score = -j.cost
		}
	}
	a.Win = engine.WinOf(a.Score, a.ScoreStdev)
	a.Candidates = []engine.Candidate{{Move: best, Visits: p.Visits, Score: a.Score, ScoreStdev: 20, ScoreError: j.error, PV: []board.Point{best}}}
	return a
}

func summary(t *testing.T, j judge, visits int, moves ...string) engine.Review {
	t.Helper()
	r := Of(made(t, "square-5", moves...))
	params := engine.SearchParams{Visits: visits}
	nothing := func(int) error { return nil }
	if err := r.Run(t.Context(), j, params, 2, nothing); err != nil {
		t.Fatal(err)
	}
	if err := r.Deepen(t.Context(), j, params, 2, nothing); err != nil {
		t.Fatal(err)
	}
	return r.Summary(visits)
}

func TestAMoveThatMayBeAMistakeIsSearchedAgain(t *testing.T) {
	s := summary(t, judge{0.1, 4}, 400, "A1", "C2", "D4", "D3")
	if len(s.Moments) != 1 || s.Moments[0].Ply != 1 || s.Moments[0].Kind != "inaccuracy" || s.Moments[0].Loss != 4 || s.Moments[0].Best == "" || !s.Sure || s.Seen != 2 {
		t.Errorf("%+v", s)
	}
	if len(s.Lead) != 5 || s.Lead[0] != 0 || s.Lead[1] != -1.5 || s.Win[1] >= 0.5 {
		t.Errorf("the leads are %v, the chances %v", s.Lead, s.Win)
	}
	if s := summary(t, judge{0.1, 1.2}, 400, "A1", "C2", "D4", "D3"); len(s.Moments) != 0 || !s.Sure {
		t.Errorf("a suspicion that was not confirmed: %+v", s)
	}
}

func TestAReviewThatWasTooShortSaysFromWhichLossOnItWouldHaveSeenAMistake(t *testing.T) {
	s := summary(t, judge{3, 4}, 400, "A1", "C2", "D4", "D3")
	if len(s.Moments) != 0 || s.Sure || s.Seen != 10 { // two standard errors of a difference, each mean with error 3, exceed 5
		t.Errorf("%+v", s)
	}
	if s := summary(t, judge{0.1, 4}, 20, "A1", "C2"); s.Sure {
		t.Errorf("20 visits are called enough: %+v", s)
	}
	if s := summary(t, judge{0.1, 4}, 400); s.Sure || s.Seen != 0 || len(s.Lead) != 1 {
		t.Errorf("a game without moves: %+v", s)
	}
}

func TestSearchesThatContradictEachOtherAreNotSure(t *testing.T) {
	r := Of(made(t, "square-5", "A1", "C2", "D4", "D3"))
	if err := r.Run(t.Context(), judge{0.1, 4}, engine.SearchParams{Visits: 400}, 1, func(int) error { return nil }); err != nil {
		t.Fatal(err)
	}
	for _, test := range []struct {
		gaps  []float64 // by move
		exact bool      // whether the moves were the best
		seen  float64
	}{
		{[]float64{0.5, -0.5, 0.5, 0}, true, 2},
		{[]float64{3, 9, 20, 1}, false, 2}, // losses are not a contradiction
		{[]float64{3, -1.5, 9, 1}, false, 5},
		{[]float64{3, -3, 3, -3}, true, 10},
	} {
		all := r.Assess()
		for i := range all {
			all[i].Gap, all[i].Exact = test.gaps[i], test.exact
		}
		if Seen(all) != test.seen || Sure(all) != (test.seen == 2) || (Shortness(all) == "") != (test.seen == 2) {
			t.Errorf("%v: %v points are seen, sure: %t, %q", test.gaps, Seen(all), Sure(all), Shortness(all))
		}
	}
}

func TestAReviewOfFewVisitsIsNotSureEvenIfItsSearchesAgree(t *testing.T) {
	for visits, want := range map[int]string{100: " below 3 points; ", 399: " below 3 points; ", 400: ""} {
		r := Of(made(t, "square-5", "A1", "C2", "D4"))
		if err := r.Run(t.Context(), judge{0.1, 4}, engine.SearchParams{Visits: visits}, 1, func(int) error { return nil }); err != nil {
			t.Fatal(err)
		}
		all := r.Assess()
		for i := range all {
			all[i].Gap = 0
		}
		if got := Shortness(all); (got == "") != (want == "") || !strings.Contains(got, want) || Sure(all) != (want == "") {
			t.Errorf("%d visits: %q, sure: %t, want %q", visits, got, Sure(all), want)
		}
	}
}

func TestTheWorstMovesAreSearchedAgain(t *testing.T) {
	r := Of(made(t, "square-5", "A1", "A2", "B1", "B2", "C1", "C2", "D1", "D2"))
	costs := []float32{9, 1.5, 8, 1.2, 7, 0.3, 6, 5} // cost to the mover
	for i := range r.Turns {
		turn := &r.Turns[i]
		turn.Analysis = engine.Analysis{Next: turn.Next, Visits: 200, ScoreError: 0.4}
		turn.Analysis.Candidates = []engine.Candidate{{Move: 12, Visits: 200, ScoreError: 0.4}}
		if i < len(costs) {
			turn.Analysis.Candidates[0].Score = engine.ScoreFor(turn.Next, costs[i])
		}
		r.markSearched(i)
	}
	if got := r.suspects(0); !slices.Equal(got, []int{0, 2, 4, 6}) {
		t.Errorf("the turns %v are searched again, want the worst", got)
	}
}

func TestAReviewOfAGameHasTheTurnsOfItsMoves(t *testing.T) {
	r := Of(made(t, "square-5", "C3", "B2", "pass", "D4"))
	var next []board.Color
	for _, turn := range r.Turns {
		next = append(next, turn.Next)
	}
	want := []board.Color{board.Black, board.White, board.Black, board.White, board.Black}
	if !slices.Equal(next, want) || r.Turns[2].Game.Board().Vacant() != 23 || r.Turns[3].Game.Passes() != 0 {
		t.Errorf("%v are to move, want %v", next, want)
	}
}

func TestMovesOfOneNodeAreReviewedOneAfterTheOther(t *testing.T) {
	r, want := read(t, parse(t, "(;SZ[5];W[cc]B[bb];B[cb][dd])")), read(t, parse(t, "(;SZ[5];W[cc];B[bb];B[cb];B[dd])"))
	if len(r.Turns) != len(want.Turns) {
		t.Fatalf("%d turns, want %d", len(r.Turns), len(want.Turns))
	}
	for i := range r.Turns {
		got, want := r.Turns[i], want.Turns[i]
		if got.Move != want.Move || got.Next != want.Next || got.Game.Board().Hash() != want.Game.Board().Hash() {
			t.Errorf("turn %d: %v moves %v with %d points free, want %v, %v, %d",
				i, got.Next, got.Move, got.Game.Board().Vacant(), want.Next, want.Move, want.Game.Board().Vacant())
		}
	}
	if got := r.Root.String(); got != want.Root.String() {
		t.Errorf("the record is\n%swant\n%s", got, want.Root)
	}
}

func TestASecondSearchIsKeptByACheckpoint(t *testing.T) {
	r := Of(made(t, "square-5", "A1", "C2", "D4"))
	params, nothing := engine.SearchParams{Visits: 400}, func(int) error { return nil }
	if err := r.Run(t.Context(), judge{0.1, 4}, params, 1, nothing); err != nil {
		t.Fatal(err)
	}
	var results []Result
	if err := r.Deepen(t.Context(), judge{0.1, 4}, params, 1, func(turn int) error {
		results = append(results, r.Result(turn))
		return nil
	}); err != nil {
		t.Fatal(err)
	}
	again := Of(made(t, "square-5", "A1", "C2", "D4"))
	for turn := range r.Turns {
		if err := again.Restore(r.Result(turn)); err != nil {
			t.Fatal(err)
		}
	}
	if len(results) != 2 || len(again.suspects(0))+len(again.suspects(1)) != 0 {
		t.Errorf("%d looks, and after a restart %v and %v would be looked at", len(results), again.suspects(0), again.suspects(1))
	}
	if text, kept := r.Summary(400), again.Summary(400); len(kept.Moments) != len(text.Moments) || kept.Moments[0].Loss != text.Moments[0].Loss {
		t.Errorf("%+v, restored %+v", text, kept)
	}
}

// White has sent two stones, and Black passes. White may not take one back, and the search of that
// turn must respect this.
func TestSuperkoHoldsAfterAPass(t *testing.T) {
	c := parse(t, "(;GM[1]FF[4]SZ[4]KM[0]RU[aga];B[ac];W[bd];B[bc];W[cc];B[bb];W[dd];B[ab];W[ad];B[cd];W[bd];B[])")
	last := read(t, c).Turns[11]
	p, err := last.Game.Graph().Point("a1")
	if err != nil {
		t.Fatal(err)
	}
	if wrong := last.Game.Legal(p, last.Next); wrong != game.ErrSuperko || last.Game.Passes() != 0 {
		t.Errorf("after the pass of Black A1 is: %v, with %d passes", wrong, last.Game.Passes())
	}
}
