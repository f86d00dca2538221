package draw

import (
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// counts holds final positions: the board, the rules, capturing plays on the empty board, the final
// stones, and the dead ones.
var counts = map[string]struct{ board, rules, captures, stones, dead string }{
	"in-part": {"square-7", "japanese", "w a7 w b7 b c7 b b6 b a6 b g1 b f1 b e1 w d1 w e2 w f2 w g2", `
		. X . . X O O
		. X . . X O .
		X X . O X O O
		. . . X X O .
		. . X X O O .
		. . X O O . .
		. . X O . . .`, "d5"},
	"no-room": {"rosette-2", "mindsports-japanese", "w a2 b a3 b b2 b d2 w d3 w c2 b d6 w d5 w c6", `
		X X X O O
		X . X X O O O
		X X X O . O .
		X X O O O`, ""},
	"pass-stones": {"square-5", "aga-pass-stones", "b pass w pass b pass w pass b pass w pass b a5 w a4 w b5", `
		. X O . .
		X X O O .
		. X O . O
		X X O O .
		. X O . O`, ""},
}

// countOf returns such a position and its score.
func countOf(t *testing.T, name string) (*game.Game, game.Score) {
	t.Helper()
	want := counts[name]
	g, err := board.Named(want.board)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset(want.rules)
	if err != nil {
		t.Fatal(err)
	}
	stones := make([]board.Color, g.Points())
	for p, letter := range strings.Fields(want.stones) {
		stones[p] = board.Color(strings.Index(".XO", letter))
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	before, plays := game.New(g, rules), strings.Fields(want.captures)
	for i := 0; i < len(plays); i += 2 {
		p, err := g.Move(plays[i+1])
		if err != nil {
			t.Fatal(err)
		}
		if err := before.Play(p, map[string]board.Color{"b": board.Black, "w": board.White}[plays[i]]); err != nil {
			t.Fatalf("%s %s: %v", plays[i], plays[i+1], err)
		}
	}
	final := game.From(b, rules, board.Black)
	final.CarryOver(before)
	var dead []board.Point
	for _, name := range strings.Fields(want.dead) {
		p, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		dead = append(dead, p)
	}
	return final, final.Score(dead...)
}

func TestACountShowsCapturedStonesInTerritory(t *testing.T) {
	for name := range counts {
		t.Run(name, func(t *testing.T) {
			g, score := countOf(t, name)
			p, err := Count(g, score)
			if err != nil {
				t.Fatal(err)
			}
			p.Coordinates, p.Theme = true, map[string]Theme{"in-part": Paper, "no-room": Wood, "pass-stones": Dark}[name]
			picture(t, "count-"+name+".svg", svg(t, p))
			f, err := g.Fill(score)
			if err != nil {
				t.Fatal(err)
			}
			picture(t, "count-"+name, Filled(f, Style{})+"\n"+Filled(f, Style{Unicode: true})+"\n"+p.Caption+"\n")
		})
	}
}

func TestOnlyTerritoryIsFilled(t *testing.T) {
	g := game.New(board.Square(3, 3), game.DefaultRules(board.Square(3, 3)))
	if _, err := Count(g, g.Score()); err == nil || !strings.Contains(err.Error(), "use rules with scoring TERRITORY or PASS_STONES") {
		t.Errorf("a count of area: %v", err)
	}
}

func TestACapturedStoneStandsOnAnEmptyPoint(t *testing.T) {
	b := played(t, board.Square(2, 2), "b a1").Board()
	for _, captured := range [][]board.Color{{1, 0, 0}, {0, 0, 1, 0}, {3, 0, 0, 0}} {
		p := Picture{Board: b, Captured: captured}
		if err := p.SVG(&strings.Builder{}); err == nil || !strings.HasPrefix(err.Error(), "draw: ") {
			t.Errorf("captured stones %v: %v", captured, err)
		}
	}
}
