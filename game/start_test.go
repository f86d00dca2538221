package game

import (
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"

	"rosette/game/board"
)

// playRandomly plays random turns, including passes, from a start with or without handicap.
func playRandomly(t *rapid.T, g *board.Graph, r Rules) *Game {
	odds := HandicapPlacement{}
	if r.Handicap != HandicapNone {
		odds.Stones = rapid.IntRange(0, 4).Draw(t, "handicap")
	}
	if r.SetsStones(odds.Stones) {
		odds.Points = SpreadStones(&board.New(g).View, odds.Stones)
	}
	game, err := NewWithHandicap(g, r, odds)
	if err != nil {
		t.Fatal(err)
	}
	c := r.First(odds.Stones)
	for range rapid.IntRange(0, 60).Draw(t, "turns") {
		p := board.Point(rapid.IntRange(-1, g.Points()-1).Draw(t, "point"))
		if game.Play(p, c) == nil {
			c = c.Opponent()
		}
	}
	return game
}

func TestAGameReplayedUnderItsOwnRulesIsTheSame(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		graph, err := board.Named(rapid.SampledFrom([]string{"rosette-2", "square-5", "square-4x3"}).Draw(t, "board"))
		if err != nil {
			t.Fatal(err)
		}
		r := rapid.SampledFrom(presets).Draw(t, "rules")
		other := rapid.SampledFrom(presets).Draw(t, "other rules")
		g := playRandomly(t, graph, r)
		before := g.Clone()
		away, known := g.WithRules(other)
		if !known || away.Rules() != other {
			t.Fatal("not played under other rules")
		}
		back, known := away.WithRules(r)
		if !known {
			t.Fatal("not played again")
		}
		for _, same := range []*Game{g, back} {
			if d := cmp.Diff(before.Score(), same.Score()); d != "" || same.Ply() != before.Ply() || same.Passes() != before.Passes() ||
				same.Handicap() != before.Handicap() {
				t.Fatal(d)
			}
			for p := range board.Point(graph.Points()) {
				for _, c := range board.Colors {
					if same.Legal(p, c) != before.Legal(p, c) {
						t.Fatalf("%s at %s is %v, was %v", c, graph.PointName(p), same.Legal(p, c), before.Legal(p, c))
					}
				}
			}
		}
		start, first, known := g.Start()
		if !known || first != r.First(g.Handicap()) || start.Vacant()+len(stonesOf(start)) != graph.Points() {
			t.Fatalf("it began with %s to move on %d empty points", first, start.Vacant())
		}
		for g.Undo() {
		}
		if g.Board().Hash() != start.Hash() {
			t.Fatal("it began otherwise")
		}
	})
}

func stonesOf(b *board.Board) (stones []board.Point) {
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) != board.Empty {
			stones = append(stones, p)
		}
	}
	return stones
}

func TestACloneDoesNotKnowTheStart(t *testing.T) {
	g := New(board.Square(3, 3), Rules{})
	g.Make(4, board.Black)
	c := g.Clone()
	if _, _, known := c.Start(); known {
		t.Error("it says how")
	}
	if _, known := c.WithRules(Rules{}); known {
		t.Error("it is played again")
	}
	if !g.Undo() || c.Board().At(4) != board.Black {
		t.Error("the clone has changed")
	}
}

func TestWhiteGivesUpNoTurnIfHandicapStonesAreOnTheBoard(t *testing.T) {
	nz, err := Preset("new-zealand")
	if err != nil {
		t.Fatal(err)
	}
	g, err := NewWithHandicap(board.Square(5, 5), nz, HandicapPlacement{Stones: 3})
	if err != nil {
		t.Fatal(err)
	}
	if !g.GivesUpTurn(board.White) {
		t.Error("White plays in a handicap by passes")
	}
	b, err := board.Setup(board.Square(5, 5), append(make([]board.Color, 24), board.Black))
	if err != nil {
		t.Fatal(err)
	}
	g = From(b, nz, board.White)
	g.SetHandicap(3)
	if g.GivesUpTurn(board.White) {
		t.Error("White passes although the stones stand")
	}
}
