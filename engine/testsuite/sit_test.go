package testsuite

import (
	"context"
	"fmt"
	"reflect"
	"slices"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// A prophet knows the exam: its look at a question is right in everything, or, if
// it lies, wrong.
type prophet struct {
	known map[string]*Question
	lies  bool
}

func prophetOf(e *Exam, lies bool) *prophet {
	p := &prophet{map[string]*Question{}, lies}
	for i := range e.Questions {
		p.known[fmt.Sprint(e.Questions[i].Moves)] = &e.Questions[i]
	}
	return p
}

func (p *prophet) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	var past []board.Point
	for ply := range g.Ply() {
		past = append(past, g.Move(ply).Point)
	}
	*into = engine.Evaluation{Win: 0.5, Policy: make([]float32, g.Graph().Points()+1)}
	q := p.known[fmt.Sprint(past)]
	if q == nil {
		return
	}
	move := q.Best[0]
	if p.lies {
		for move = range q.Lost {
			break
		}
	}
	at := len(into.Policy) - 1
	if move != board.Pass {
		at = int(move)
	}
	into.Policy[at] = 1
	into.Score = float32(float64(q.Margin) - g.Rules().Komi)
	into.Win = 0.5 + into.Score/100
	if p.lies {
		into.Score, into.Win = into.Score+3, 1-into.Win
	}
}

func TestWhoKnowsAllAnswersHasThemRightAndWhoLiesHasThemWrong(t *testing.T) {
	e := made(t, maker(t, "rosette-1", "mindsports-chinese"))
	for _, lies := range []bool{false, true} {
		paper, err := e.Sit(t.Context(), Sitting{
			Mind: func(uint64) engine.Evaluator { return prophetOf(e, lies) }, Visits: 1, Threads: 2,
		})
		if err != nil {
			t.Fatal(err)
		}
		for i, a := range paper.Look {
			q := &e.Questions[i]
			if !lies && (a.Lost != 0 || a.Named != 2 || a.Off != 0 || !slices.Contains(q.Best, a.Move)) {
				t.Errorf("question %d is answered rightly, and counts as %+v", i+1, a)
			}
			if lies && (a.Lost != q.Lost[a.Move] || a.Lost == 0 || a.Named != 0 || a.Off != 3) {
				t.Errorf("question %d is answered wrongly, and counts as %+v", i+1, a)
			}
		}
	}
}

func TestASearchFindsMoreThanAFirstLook(t *testing.T) {
	e := made(t, maker(t, "rosette-1", "mindsports-chinese"))
	paper, err := e.Sit(t.Context(), Sitting{Mind: playouts, Visits: 2000, Threads: 2})
	if err != nil {
		t.Fatal(err)
	}
	found, seen := 0, 0
	for i := range paper.Search {
		if paper.Search[i].Lost == 0 {
			found++
		}
		if paper.Look[i].Lost == 0 {
			seen++
		}
	}
	t.Logf("of %d the search finds %d, a look %d, lots %.2f", len(e.Questions), found, seen, e.Chance()*float64(len(e.Questions)))
	if found <= seen || 10*found < 8*len(e.Questions) {
		t.Errorf("of %d questions the search finds %d and a look %d", len(e.Questions), found, seen)
	}
}

func TestWhatANetworkAnswersFollowsFromTheSeedAlone(t *testing.T) {
	e := made(t, maker(t, "rosette-1", "mindsports-chinese"))
	net, err := neural.Random(board.Honeycomb, 1, 16, 3)
	if err != nil {
		t.Fatal(err)
	}
	var papers []*Paper
	for _, threads := range []int{1, 3} {
		paper, err := e.Sit(t.Context(), Sitting{
			Mind: func(seed uint64) engine.Evaluator { return neural.New(net, seed) }, Visits: 20, Seed: 5, Threads: threads,
		})
		if err != nil {
			t.Fatal(err)
		}
		papers = append(papers, paper)
	}
	if !reflect.DeepEqual(papers[0], papers[1]) {
		t.Errorf("one thread answers %+v, three %+v", papers[0], papers[1])
	}
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := e.Sit(ctx, Sitting{Mind: playouts, Visits: 9}); err == nil {
		t.Error("who is stopped has answered all the same")
	}
}
