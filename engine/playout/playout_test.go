package playout

import (
	"math"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

var boards = []string{"square-9", "square-19", "rosette-5", "rosette-7"}

func newGame(t testing.TB, name, rules string) *game.Game {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	return game.New(graph, r)
}

func TestAPlayoutAllocatesNothing(t *testing.T) {
	for _, name := range boards {
		g := newGame(t, name, "tromp-taylor")
		e := New(1)
		var into engine.Evaluation
		e.Evaluate(g, board.Black, &into)
		if n := testing.AllocsPerRun(20, func() { e.Evaluate(g, board.Black, &into) }); n != 0 {
			t.Errorf("%s: %v allocations a playout", name, n)
		}
	}
}

func TestAPlayoutLeavesTheGameAsItFoundIt(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	p, _ := g.Graph().Point("C5")
	if err := g.Play(p, board.Black); err != nil {
		t.Fatal(err)
	}
	before, empties := g.Board().Hash(), g.Board().Vacant()
	var into engine.Evaluation
	New(1).Evaluate(g, board.White, &into)
	if g.Board().Hash() != before || g.Board().Vacant() != empties || g.Ply() != 1 {
		t.Error("the game has changed")
	}
	if g.Undo(); g.Board().Vacant() != 54 {
		t.Error("the game can no longer undo")
	}
}

// A playout's score is the score for its final position under the rules.
func TestAPlayoutScoresAsTheRulesDo(t *testing.T) {
	for _, name := range []string{"square-5", "rosette-2", "rosette-3", "rosette-5"} {
		for _, rules := range []string{`{"komi":5.5,"tax":"NONE"}`, `{"komi":0.5,"scoring":"TERRITORY","tax":"NONE"}`} {
			g := newGame(t, name, rules)
			e := New(7)
			var into engine.Evaluation
			for range 200 {
				e.Evaluate(g, board.Black, &into)
				end := game.From(e.board.Clone(), g.Rules(), board.Black).Score()
				want := end.Margin()
				if g.Rules().Scoring == game.ScoringTerritory {
					// Playouts count area, not prisoners. Area equals territory if both sides play
					// equally often.
					want = areaMargin(e) - g.Rules().Komi
				}
				if math.Abs(float64(into.Score)-want) > 1e-4 {
					t.Fatalf("%s %s: the playout's score is %v, want %v", name, rules, into.Score, want)
				}
				if (into.Win == 1) != (into.Score > 0) {
					t.Fatalf("win %v at score %v", into.Win, into.Score)
				}
			}
		}
	}
}

func areaMargin(e *Evaluator) float64 {
	margin := 0.0
	for _, c := range game.Owners(&e.board.View) {
		switch c {
		case board.Black:
			margin++
		case board.White:
			margin--
		}
	}
	return margin
}

func TestPlayoutsOfOneSeedAreTheSame(t *testing.T) {
	g := newGame(t, "rosette-5", "mindsports-chinese")
	a, b := New(3), New(3)
	var x, y engine.Evaluation
	for range 50 {
		a.Evaluate(g, board.Black, &x)
		b.Evaluate(g, board.Black, &y)
		if x.Score != y.Score || a.Moves() != b.Moves() {
			t.Fatalf("%v in %d moves, then %v in %d", x.Score, a.Moves(), y.Score, b.Moves())
		}
	}
}

func TestFirstIsTheColorThatPlayedAPointFirst(t *testing.T) {
	g := newGame(t, "rosette-2", "mindsports-chinese")
	e := New(1)
	var into engine.Evaluation
	black, white := 0, 0
	for range 500 {
		e.Evaluate(g, board.Black, &into)
		for p, c := range into.FirstToPlay {
			if c == board.Empty && e.board.At(board.Point(p)) != board.Empty {
				t.Fatalf("there is a stone on %d, but First is empty", p)
			}
			switch c {
			case board.Black:
				black++
			case board.White:
				white++
			}
		}
	}
	if ratio := float64(black) / float64(white); ratio < 0.9 || ratio > 1.2 {
		t.Errorf("Black was first on %d points, White on %d", black, white)
	}
}

// A stricter eye rule would double the length of playouts.
func TestPlayoutsEndAfterAboutAMoveAndAQuarterForEachPoint(t *testing.T) {
	for _, name := range boards {
		g := newGame(t, name, "mindsports-chinese")
		e := New(1)
		var into engine.Evaluation
		moves := 0
		for range 200 {
			e.Evaluate(g, board.Black, &into)
			moves += e.Moves()
		}
		if per := float64(moves) / 200 / float64(g.Graph().Points()); per < 1.1 || per > 1.5 {
			t.Errorf("%s: %.2f moves a point", name, per)
		}
	}
}

func BenchmarkPlayout(b *testing.B) {
	for _, kind := range []struct {
		name      string
		evaluator func(seed uint64) *Evaluator
	}{{"light", NewLight}, {"tactical", New}} {
		for _, name := range boards {
			b.Run(kind.name+"/"+name, func(b *testing.B) { benchmarkPlayout(b, name, kind.evaluator(1)) })
		}
	}
}

func benchmarkPlayout(b *testing.B, name string, e *Evaluator) {
	g := newGame(b, name, "tromp-taylor")
	var into engine.Evaluation
	moves := 0
	b.ReportAllocs()
	for b.Loop() {
		e.Evaluate(g, board.Black, &into)
		moves += e.Moves()
	}
	b.ReportMetric(float64(b.N)/b.Elapsed().Seconds(), "playouts/s")
	b.ReportMetric(float64(moves)/float64(b.N), "moves/playout")
	b.ReportMetric(float64(moves)/b.Elapsed().Seconds()/1e6, "Mmoves/s")
}
