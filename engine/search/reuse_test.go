package search

import (
	"context"
	"fmt"
	"testing"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

func TestASearchReusesTheSubtreeOfTheMovePlayed(t *testing.T) {
	g := newGame(t, "rosette-3", "mindsports-chinese")
	evaluators := []engine.Evaluator{playout.New(1)}
	var s Search
	first := s.Run(context.Background(), g, board.Black, evaluators, engine.SearchParams{Visits: 3000})
	best := first.Candidates[0]
	g.Make(best.Move, board.Black)
	second := s.Run(context.Background(), g, board.White, evaluators, engine.SearchParams{Visits: best.Visits})
	if second.Visits < best.Visits || second.Visits > best.Visits+freshVisits {
		t.Errorf("%d visits after a move that had %d", second.Visits, best.Visits)
	}
	for _, c := range second.Candidates {
		if len(best.PV) > 1 && c.Move == best.PV[1] && c.Visits < best.PVVisits[1] {
			t.Errorf("the answer %s has %d visits, it had %d", g.Graph().PointName(c.Move), c.Visits, best.PVVisits[1])
		}
	}
	total := 0
	for _, c := range second.Candidates {
		total += c.Visits
	}
	if total < second.Visits-expandVisits || total > second.Visits {
		t.Errorf("%d visits, %d below", second.Visits, total)
	}
}

func TestASearchForgetsAnotherGame(t *testing.T) {
	for name, other := range map[string]func(*game.Game) (*game.Game, board.Color){
		"another move was played": func(g *game.Game) (*game.Game, board.Color) {
			h := game.New(g.Graph(), g.Rules())
			h.Make(5, board.Black)
			h.Make(6, board.White)
			return h, board.Black
		},
		"other rules": func(g *game.Game) (*game.Game, board.Color) {
			r := g.Rules()
			r.Komi = -20
			h, _ := g.WithRules(r)
			return h, board.White
		},
		"another board":     func(*game.Game) (*game.Game, board.Color) { return newGame(t, "rosette-2", "chinese"), board.Black },
		"the other moves":   func(g *game.Game) (*game.Game, board.Color) { return g, board.Black },
		"a move was undone": func(g *game.Game) (*game.Game, board.Color) { return game.New(g.Graph(), g.Rules()), board.Black },
		"passes no longer count": func(g *game.Game) (*game.Game, board.Color) {
			g.CountPassesFrom(g.Ply())
			return g, board.White
		},
		"a set-up board since": func(g *game.Game) (*game.Game, board.Color) {
			b := board.New(g.Graph())
			b.Play(20, board.White)
			return game.From(b, g.Rules(), board.White), board.White
		},
	} {
		g := newGame(t, "rosette-3", "mindsports-chinese")
		g.Make(0, board.Black)
		var s Search
		s.Run(context.Background(), g, board.White, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 200})
		h, next := other(g)
		got := s.Run(context.Background(), h, next, []engine.Evaluator{playout.New(2)}, engine.SearchParams{Visits: 200})
		want := Run(context.Background(), h, next, []engine.Evaluator{playout.New(2)}, engine.SearchParams{Visits: 200})
		if fmt.Sprint(got.Candidates) != fmt.Sprint(want.Candidates) {
			t.Errorf("%s: it remembers\n%v\nwant\n%v", name, got.Candidates, want.Candidates)
		}
	}
}

// Otherwise the search would play on occupied points.
func TestASearchForgetsAGameFromOtherStones(t *testing.T) {
	g := newGame(t, "square-5", "chinese")
	start := func(stones ...board.Point) *game.Game {
		b := board.New(g.Graph())
		for _, p := range stones {
			b.Play(p, board.Black)
		}
		return game.From(b, g.Rules(), board.White)
	}
	var s Search
	p := engine.SearchParams{Visits: 300}
	first := s.Run(context.Background(), start(3), board.White, []engine.Evaluator{playout.New(1)}, p)
	best := first.Candidates[0].Move
	other := start(0, 24)
	if other.Board().At(best) != board.Empty {
		t.Fatalf("%s is occupied", g.Graph().PointName(best))
	}
	other.Make(best, board.White)
	got := s.Run(context.Background(), other, board.Black, []engine.Evaluator{playout.New(2)}, p)
	want := Run(context.Background(), other, board.Black, []engine.Evaluator{playout.New(2)}, p)
	if fmt.Sprint(got.Candidates) != fmt.Sprint(want.Candidates) {
		t.Errorf("it remembers\n%v\nwant\n%v", got.Candidates, want.Candidates)
	}
}

func TestASubtreeHasTheSameStatistics(t *testing.T) {
	g := newGame(t, "square-5", "tromp-taylor")
	var s Search
	s.Run(context.Background(), g, board.Black, []engine.Evaluator{playout.New(1)}, engine.SearchParams{Visits: 5000})
	t1 := s.tree
	root := t1.at(t1.root)
	for i := range int32(root.childCount) {
		child := t1.at(root.firstChild + i)
		t2 := t1.subtree(root.firstChild + i)
		if err := alike(t1, root.firstChild+i, t2, t2.root); err != nil {
			t.Fatalf("after %s: %v", g.Graph().PointName(child.move), err)
		}
	}
}

// alike compares the subtrees of two nodes.
func alike(a *tree, i int32, b *tree, j int32) error {
	x, y := *a.at(i), *b.at(j)
	x.firstChild, y.firstChild = 0, 0
	if x != y {
		return fmt.Errorf("%+v became %+v", x, y)
	}
	for k := range int32(x.childCount) {
		if err := alike(a, a.at(i).firstChild+k, b, b.at(j).firstChild+k); err != nil {
			return err
		}
	}
	return nil
}

func TestATranspositionStartsWithKnownStatistics(t *testing.T) {
	g := newGame(t, "square-5", "tromp-taylor")
	tree := newTree(g, board.Black, engine.SearchParams{Nodes: 1 << 16})
	w := newWorker(tree, playout.New(1), g.Clone(), BestChild, BestChild)
	for range 20000 {
		w.simulate()
	}
	met, points := 0, board.Point(g.Graph().Points())
	for a := range points {
		for b := range points {
			for c := range a {
				one, other := []board.Point{a, b, c}, []board.Point{c, b, a} // one position
				x, y := tree.walk(one), tree.walk(other)
				if x == nil || y == nil || x.childCount == 0 || y.childCount == 0 {
					continue
				}
				if x.firstChild > y.firstChild {
					x, y = y, x
					one, other = other, one // x was there first
				}
				if got := tree.inherited(g, x, one); got != 0 {
					t.Errorf("the first of its kind has inherited %g visits", got)
				}
				if tree.inherited(g, y, other) > 0 {
					met++
				}
			}
		}
	}
	if met == 0 {
		t.Error("no position inherits anything")
	}
}

// walk returns the node after the given moves, or nil.
func (t *tree) walk(moves []board.Point) *node {
	at := t.root
	for _, p := range moves {
		if at = t.child(at, p); at == 0 {
			return nil
		}
	}
	return t.at(at)
}

// inherited returns the largest prior weight among a node's moves, less the weight from static
// features.
func (t *tree) inherited(g *game.Game, n *node, moves []board.Point) (most float32) {
	h, next := g.Clone(), t.next
	for _, p := range moves {
		h.Make(p, next)
		next = next.Opponent()
	}
	var features staticFeatures
	features.compute(h, next)
	features.readLadders(false)
	for _, k := range t.children(n) {
		most = max(most, k.priorWeight-features.prior(k.move).priorWeight)
	}
	return most
}
