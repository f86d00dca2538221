package game

import (
	"strings"
	"testing"

	"rosette/game/board"
)

// played returns the game after plays at points in alternating colours, Black first.
func played(t *testing.T, on string, r Rules, points string) *Game {
	t.Helper()
	g := New(graphOf(t, on), r)
	c := board.Black
	for _, name := range strings.Fields(points) {
		if err := g.Play(at(t, g, name), c); err != nil {
			t.Fatalf("%s %s: %v", c, name, err)
		}
		c = c.Opponent()
	}
	return g
}

func at(t *testing.T, g *Game, name string) board.Point {
	t.Helper()
	p, err := g.Graph().Move(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestOnlyPositionalSuperkoIgnoresThePlayerToMove(t *testing.T) {
	for _, on := range []string{"square-4", "square-5", "square-9x4", "square-19"} {
		for i, word := range repetitionWords {
			g := played(t, on, Rules{Repetition: Repetition(i)}, "a2 b1 b2 c2 b3 d1 a3 a1 c1")
			err := g.Legal(at(t, g, "b1"), board.White)
			if forbidden := Repetition(i) == KoPositional; forbidden != (err == ErrSuperko) || !forbidden && err != nil {
				t.Errorf("%s, %s: White b1 gives %v", on, word, err)
			}
		}
	}
}

func TestSuicideOnASinglePointDependsOnRepetitionAlone(t *testing.T) {
	for i, want := range map[Repetition][2]error{
		KoSimple:             {nil, ErrKo},
		KoPositional:         {ErrSuperko, nil},
		KoSituational:        {nil, ErrSuperko},
		KoNaturalSituational: {nil, nil},
	} {
		g := New(graphOf(t, "square-1"), Rules{Repetition: i, Suicide: true})
		if err := g.Play(0, board.Black); err != want[0] {
			t.Errorf("%s: Black a1 gives %v, want %v", i, err, want[0])
		}
		if g.Ply() == 0 {
			continue
		}
		if err := g.Legal(0, board.White); err != want[1] {
			t.Errorf("%s: then White a1 gives %v, want %v", i, err, want[1])
		}
		if g.Prisoners(board.White) != 1 || g.Prisoners(board.Black) != 0 {
			t.Errorf("%s: the stone of a suicide is not White's prisoner", i)
		}
	}
}

func TestAKoIsRetakenOnlyAfterAnExchangeElsewhere(t *testing.T) {
	for i, word := range repetitionWords {
		g := played(t, "square-5", Rules{Repetition: Repetition(i)}, "b1 c1 a2 d2 b3 c3 c2 b2")
		if err := g.Legal(at(t, g, "c2"), board.Black); err == nil {
			t.Errorf("%s: Black retakes the ko at once", word)
		}
		g.Make(at(t, g, "e5"), board.Black)
		g.Make(at(t, g, "e4"), board.White)
		if err := g.Play(at(t, g, "c2"), board.Black); err != nil {
			t.Errorf("%s: after a threat Black may not retake: %v", word, err)
		}
	}
}

func TestAPassLiftsASimpleKoButNoSuperko(t *testing.T) {
	for i, want := range map[Repetition]error{KoSimple: nil, KoPositional: ErrSuperko, KoNaturalSituational: ErrSuperko} {
		g := played(t, "square-5", Rules{Repetition: i}, "b1 c1 a2 d2 b3 c3 c2 b2 pass pass")
		if err := g.Legal(at(t, g, "c2"), board.Black); err != want {
			t.Errorf("%s: after two passes Black c2 gives %v, want %v", i, err, want)
		}
	}
}

func TestALibertylessRosetteIsAllowedOrForbidden(t *testing.T) {
	for word, want := range map[Libertyless]error{LibertylessAllowed: nil, LibertylessForbidden: ErrLibertyless} {
		g := New(graphOf(t, "rosette-1"), Rules{Repetition: KoSituational, Libertyless: word})
		for p := range board.Point(5) {
			if err := g.Play(p, board.White); err != nil {
				t.Fatal(err)
			}
		}
		if err := g.Play(5, board.White); err != want {
			t.Errorf("%s: the sixth stone gives %v, want %v", word, err, want)
		}
	}
}

// sendTwo is a cycle on square-3x1 with one black stone at b1: Black plays so that two stones are
// captured, White captures them, and Black recaptures one. It restores the position and the player
// to move.
var sendTwo = []Move{{0, board.Black}, {2, board.White}, {1, board.Black}, {board.Pass, board.White}}

func TestTheSecondPassFromAPositionEndsTheGameUnderSimpleKo(t *testing.T) {
	for _, test := range []struct {
		rules Rules
		want  []int // passes after each round
	}{
		{Rules{}, []int{1, 2, 2}},
		{Rules{Button: true}, []int{0, 1, 2}}, // the first pass takes the button
	} {
		test.rules.Suicide = true
		g := New(graphOf(t, "square-3x1"), test.rules)
		g.Make(1, board.Black)
		for round, want := range test.want {
			for _, m := range sendTwo {
				if err := g.Play(m.Point, m.Color); err != nil {
					t.Fatalf("round %d, %s: %v", round, g.Graph().PointName(m.Point), err)
				}
				if g.NoResult() {
					t.Errorf("round %d: a pass in each round, and the game is void", round)
				}
			}
			if g.Passes() != want {
				t.Errorf("button %v: after %d rounds %d passes, want %d", test.rules.Button, round+1, g.Passes(), want)
			}
		}
		last := len(test.want) - 1
		g.Undo()
		if g.Make(board.Pass, board.White); g.Passes() != test.want[last] {
			t.Errorf("the last pass again: %d passes", g.Passes())
		}
		g.Undo()
		g.Undo()
		if g.Make(board.Pass, board.Black); g.Passes() != 1 {
			t.Errorf("another player's pass from another position: %d passes, want 1", g.Passes())
		}
	}
}

func TestATurnGivenUpBreaksTheRowOfPasses(t *testing.T) {
	g, err := NewWithHandicap(graphOf(t, "square-3"), Rules{Handicap: HandicapWhitePasses}, HandicapPlacement{Stones: 2})
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []int{1, 0, 1, 2} {
		g.Make(board.Pass, board.Colors[i%2])
		if g.Passes() != want {
			t.Errorf("%d turns: %d passes, want %d", i+1, g.Passes(), want)
		}
	}
}

func TestPassesInARowAreCounted(t *testing.T) {
	g := New(graphOf(t, "rosette-2"), Rules{})
	if g.Passes() != 0 {
		t.Error("a new game begins with passes")
	}
	for i, name := range []string{"pass", "a2", "pass", "pass"} {
		g.Make(at(t, g, name), board.Black)
		if want := []int{1, 0, 1, 2}[i]; g.Passes() != want {
			t.Errorf("after %d moves %d passes in a row, want %d", i+1, g.Passes(), want)
		}
	}
}

func TestAnIllegalPlayChangesNothing(t *testing.T) {
	g := played(t, "square-5", Rules{Repetition: KoSituational}, "b1 c1 a2 d2 b3 c3 c2 b2")
	before, ply := g.Board().Hash(), g.Ply()
	for _, name := range []string{"c2", "b2"} {
		if err := g.Play(at(t, g, name), board.Black); err == nil {
			t.Errorf("Black %s is legal", name)
		}
	}
	if g.Board().Hash() != before || g.Ply() != ply {
		t.Error("a refused play changed the game")
	}
}
