package search

import (
	"context"
	"math"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game/board"
	"rosette/internal/waittest"
)

func TestTheCandidatesAddUpToTheRoot(t *testing.T) {
	g := newGame(t, "rosette-2", `{"komi":0.5}`)
	next := play(t, g, board.Black, "a4")
	r := Run(context.Background(), g, next, []engine.Evaluator{playout.New(3)}, engine.SearchParams{Visits: 2000, OwnershipDetails: true})
	visits := 0
	win := 0.0
	score := 0.0
	owner := make([]float64, g.Graph().Points())
	for _, c := range r.Candidates {
		n := float64(c.Visits)
		visits += c.Visits
		if c.Visits == 0 {
			continue
		}
		win, score = win+n*float64(c.Win), score+n*float64(c.Score)
		for p, v := range c.Ownership {
			owner[p] += n * float64(v)
		}
		if len(c.PVVisits) != len(c.PV) || c.PVVisits[0] != c.Visits {
			t.Errorf("line %v visited %v times, the move %d times", c.PV, c.PVVisits, c.Visits)
		}
	}
	n := float64(visits)
	if visits < 1990 || math.Abs(win/n-float64(r.Win)) > 0.01 || math.Abs(score/n-float64(r.Score)) > 0.2 {
		t.Errorf("%d visits, win %.3f and score %.2f below the root; %d, %.3f and %.2f at it", visits, win/n, score/n, r.Visits, r.Win, r.Score)
	}
	for p, v := range r.Ownership {
		if math.Abs(owner[p]/n-float64(v)) > 0.02 {
			t.Errorf("%s is %.2f below the root, %.2f at it", g.Graph().PointName(board.Point(p)), owner[p]/n, v)
		}
		if want := math.Sqrt(1 - float64(v*v)); math.Abs(float64(r.OwnershipStdev[p])-want) > 0.05 {
			t.Errorf("doubt of %.2f at ownership %.2f, want %.2f", r.OwnershipStdev[p], v, want)
		}
	}
	if r.ScoreStdev <= 0 || float64(r.ScoreStdev) > 24 {
		t.Errorf("the margin spreads by %.2f on 24 points", r.ScoreStdev)
	}
}

// White is to move and ahead, first with a new tree and then with one that
// is reused.
func TestAnAnalysisIsSeenFromBlackForEitherPlayerToMove(t *testing.T) {
	g := newGame(t, "square-6", `{"preset":"tromp-taylor","komi":20}`)
	play(t, g, board.Black, "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 d6 b2 e2 b5 e5")
	b3, err := g.Graph().Point("b3")
	if err != nil {
		t.Fatal(err)
	}
	var s Search
	for _, visits := range []int{200, 400} {
		a := s.Run(
			context.Background(), g, board.White, []engine.Evaluator{playout.New(3)},
			engine.SearchParams{Visits: visits, OwnershipDetails: true},
		)
		c := a.Candidates[0]
		if a.Next != board.White || a.Win > 0.3 || a.Score > -5 || a.Utility > -0.4 || c.Win > 0.3 || c.Score > -5 || c.Utility > -0.4 {
			t.Errorf("White is ahead, but %d visits find win %.2f, score %.1f and utility %.2f, and by %s %.2f, %.1f and %.2f",
				a.Visits, a.Win, a.Score, a.Utility, g.Graph().PointName(c.Move), c.Win, c.Score, c.Utility)
		}
		if a.Ownership[b3] < 0.3 || c.Ownership[b3] < 0.3 {
			t.Errorf("Black's point B3 has ownership %.2f, and %.2f after the best move", a.Ownership[b3], c.Ownership[b3])
		}
	}
	if s.tree.at(s.tree.root).visits < 400 || s.tree.made.Load() > 300 {
		t.Errorf("the tree was not reused: %d visits were made", s.tree.made.Load())
	}
}

func TestAMoveIsAvoidedDownToItsDepthOnly(t *testing.T) {
	g := newGame(t, "rosette-2", `{"komi":0.5}`)
	a4, err := g.Graph().Point("a4")
	if err != nil {
		t.Fatal(err)
	}
	deepest := 0
	avoid := func(p board.Point, c board.Color, depth int) bool {
		deepest = max(deepest, depth)
		return c == board.Black && p == a4 && depth < 1 || c == board.White && p != a4 && depth < 2
	}
	r := Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(3)}, engine.SearchParams{Visits: 2000, Avoid: avoid})
	for _, c := range r.Candidates {
		if c.Move == a4 {
			t.Error("A4 is a candidate")
		}
		if len(c.PV) > 1 && c.PV[1] != a4 {
			t.Errorf("%s is answered at %s", g.Graph().PointName(c.Move), g.Graph().PointName(c.PV[1]))
		}
	}
	if deepest < 2 {
		t.Errorf("the tree asked down to depth %d only", deepest)
	}
}

func TestProgressIsReportedWithMoreAndMoreVisitsUntilTheEnd(t *testing.T) {
	g := newGame(t, "rosette-3", `{"komi":0.5}`)
	ctx, enough := context.WithTimeout(context.Background(), waittest.Limit)
	defer enough()
	var reported []int
	b := engine.SearchParams{ReportEvery: 10 * time.Millisecond, FirstReportAfter: time.Millisecond}
	b.OnProgress = func(r engine.Analysis) {
		if reported = append(reported, r.Visits); len(reported) == 4 {
			enough()
		}
	}
	r := Run(ctx, g, board.Black, []engine.Evaluator{playout.New(1), playout.New(2)}, b)
	reports := len(reported)
	if reports < 4 {
		t.Fatalf("reported %d times in %v", reports, waittest.Limit)
	}
	for i, n := range reported {
		if i > 0 && n < reported[i-1] || n > r.Visits {
			t.Errorf("reports of %v visits, at the end %d", reported, r.Visits)
		}
	}
	time.Sleep(30 * time.Millisecond)
	if len(reported) != reports {
		t.Error("a report after the end")
	}
}

func TestTheStaticPolicyIsADistributionOverTheLegalMoves(t *testing.T) {
	g := newGame(t, "square-5", "tromp-taylor")
	next := play(t, g, board.Black, "c3 b3 e1 c4 e2 d3 a1")
	sum, best := float32(0), 0
	policy := StaticPolicy(g, next)
	for i, v := range policy {
		legal := i == len(policy)-1 || g.Legal(board.Point(i), next) == nil
		if legal != (v > 0) || !legal && v != 0 {
			t.Errorf("%s has %v", g.Graph().PointName(board.Point(i)), v)
		}
		sum += max(v, 0)
		if v > policy[best] {
			best = i
		}
	}
	if math.Abs(float64(sum)-1) > 1e-5 || g.Graph().PointName(board.Point(best)) != "C2" {
		t.Errorf("the chances sum to %v, the best is %s", sum, g.Graph().PointName(board.Point(best)))
	}
}

func TestAnAnalysisHasMinusOneWhereAMoveIsIllegalWithOrWithoutAPolicy(t *testing.T) {
	g := newGame(t, "square-5", "tromp-taylor")
	next := play(t, g, board.Black, "c3 b3 e1 c4 e2 d3 a1")
	for _, e := range []engine.Evaluator{playout.New(1), evenEvaluator{}} {
		a := Run(context.Background(), g, next, []engine.Evaluator{e}, engine.SearchParams{Visits: 20})
		for p, v := range a.Policy[:len(a.Policy)-1] {
			if legal := g.Legal(board.Point(p), next) == nil; !legal && v != -1 || legal && v < 0 {
				t.Errorf("%T: %s has %v", e, g.Graph().PointName(board.Point(p)), v)
			}
		}
	}
}

func TestAPrincipalVariationIsAsLongAsAsked(t *testing.T) {
	for asked, want := range map[int]int{0: 16, 3: 4, 40: 41, 100: 60} {
		deep := newTree(newGame(t, "square-9", "chinese"), board.Black, engine.SearchParams{Nodes: 1000, PVLen: asked})
		at := deep.root
		for p := range board.Point(60) {
			child := deep.add([]node{{move: p, stats: stats{visits: 1}}})
			n := deep.at(at)
			n.firstChild, n.childCount = child, 1
			at = child
		}
		if moves, visits := deep.pv(deep.at(deep.root).firstChild); len(moves) != want || len(visits) != want-1 {
			t.Errorf("asked for %d moves after the first: %d moves, %d visits", asked, len(moves), len(visits))
		}
	}
}
