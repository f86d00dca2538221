package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// fromFilling computes the margin from a filled board: open points, stones without room, and points
// off the board.
func fromFilling(f Filling, s Score) (margin float64) {
	for c, sign := range map[board.Color]float64{board.Black: 1, board.White: -1} {
		t := s.Of[c]
		margin += sign * (float64(len(f.Open[c])+f.Over[c.Opponent()]) + t.Komi + t.Bonus + t.FirstPass - t.Tax)
	}
	return margin
}

func TestAFilledBoardHasTheMarginOfTheScore(t *testing.T) {
	part, over := 0, 0
	rapid.Check(t, func(t *rapid.T) {
		r := anyRules().Draw(t, "rules")
		r.Supply, r.Button = Supply{}, false
		r.Scoring = rapid.SampledFrom([]Scoring{ScoringTerritory, ScoringPassStones}).Draw(t, "scoring")
		m := startBothWays(t, graphOf(t, rapid.SampledFrom([]string{"rosette-2", "rosette-3", "square-4", "square-5x3", "square-6", "wheel"}).Draw(t, "board")), r)
		m.again = rapid.SampledFrom([]float64{0, 0.2, 0.7}).Draw(t, "chance of the same colour again")
		random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, 120).Draw(t, "length") {
			m.step(random)
		}
		g := m.fast
		s := g.Score(anyDead(t, g)...)
		f, err := g.Fill(s)
		if err != nil {
			t.Fatal(err)
		}
		if got := fromFilling(f, s); got != s.Margin() {
			t.Fatalf("the filled board comes to %g, the score to %g: %+v of %+v", got, s.Margin(), f, s)
		}
		living := without(g, s.Dead)
		if picture(f.Board) != living {
			t.Fatalf("the living stones are\n%s, want\n%s", picture(f.Board), living)
		}
		checkFilling(t, f, s, living)
		for _, c := range board.Colors {
			switch {
			case f.Over[c] > 0:
				over++
			case f.Filled[c] > 0 && len(f.Open[c]) > 0:
				part++
			}
		}
	})
	if part == 0 || over == 0 {
		t.Errorf("territory was filled %d times in part, %d times with stones over: both should happen", part, over)
	}
}

// checkFilling compares each point with the score: territory is open or holds a captured stone of
// its owner; other points are neither.
func checkFilling(t *rapid.T, f Filling, s Score, living string) {
	var filled board.ByColor[int]
	open := map[board.Point]board.Color{}
	for _, c := range board.Colors {
		for _, p := range f.Open[c] {
			if open[p] != board.Empty {
				t.Fatalf("point %d is counted twice", p)
			}
			open[p] = c
		}
	}
	for p, c := range f.Captured {
		filled[c]++
		space := board.Empty
		if living[p] == '.' {
			space = s.Owner[p]
		}
		if stands, left := c != board.Empty, open[board.Point(p)]; stands == (left != board.Empty) && space != board.Empty ||
			stands && c != space || left != board.Empty && left != space {
			t.Fatalf("point %d of %s has a captured stone of %s and is open to %s", p, space, c, left)
		}
	}
	for _, c := range board.Colors {
		t1 := s.Of[c.Opponent()]
		if f.Filled[c] != filled[c] || f.Filled[c]+f.Over[c] != t1.Prisoners+t1.Dead+t1.PassStones || f.Over[c] > 0 && len(f.Open[c]) > 0 {
			t.Fatalf("%d captured stones of %s stand and %d are over, of %+v", f.Filled[c], c, f.Over[c], t1)
		}
	}
}

// filled draws a filling: x and o are captured stones, b and w open territory.
func filled(f Filling, width int) string {
	text := []byte(picture(f.Board))
	for p, c := range f.Captured {
		if c != board.Empty {
			text[p] = ".xo"[c]
		}
	}
	for _, c := range board.Colors {
		for _, p := range f.Open[c] {
			text[p] = ".bw"[c]
		}
	}
	var rows []string
	for i := 0; i < len(text); i += width {
		rows = append(rows, string(text[i:i+width]))
	}
	return strings.Join(rows, "\n")
}

func TestTheSmallestTerritoryIsFilledFirst(t *testing.T) {
	const before = `
			. X . . X O O
			. X . . X O .
			X X . O X O O
			. . . X X O .
			. . X X O O .
			. . X O O . .
			. . X O . . .`
	for _, c := range []struct {
		name, rules, dead string
		taken             board.ByColor[int] // earlier prisoners, by the player who has them
		after             string
		over              board.ByColor[int]
	}{
		{"a dead stone", "japanese", "d5", board.ByColor[int]{}, `
			bXbbXOO
			bXbbXOo
			XXbbXOO
			bbbXXOw
			bbXXOOw
			bbXOOww
			bbXOwww`, board.ByColor[int]{}},
		{"regions in part", "japanese", "d5", board.ByColor[int]{board.Black: 3, board.White: 5}, `
			xXxxXOO
			xXxbXOo
			XXbbXOO
			bbbXXOo
			bbXXOOo
			bbXOOow
			bbXOwww`, board.ByColor[int]{}},
		{"no room", "aga-pass-stones", "d5", board.ByColor[int]{board.Black: 10, board.White: 1}, `
			xXbbXOO
			bXbbXOo
			XXbbXOO
			bbbXXOo
			bbXXOOo
			bbXOOoo
			bbXOooo`, board.ByColor[int]{board.White: 3}},
		{"a stone that is not dead", "japanese", "", board.ByColor[int]{board.Black: 1}, `
			.X..XOO
			.X..XOo
			XX.OXOO
			...XXOw
			..XXOOw
			..XOOww
			..XOwww`, board.ByColor[int]{}},
	} {
		t.Run(c.name, func(t *testing.T) {
			g := From(position(t, "square-7", before), preset(t, c.rules), board.Black)
			g.prisoners = c.taken
			var dead []board.Point
			for _, name := range strings.Fields(c.dead) {
				dead = append(dead, at(t, g, name))
			}
			f, err := g.Fill(g.Score(dead...))
			if err != nil {
				t.Fatal(err)
			}
			if want := strings.Join(strings.Fields(c.after), "\n"); filled(f, 7) != want || f.Over != c.over {
				t.Errorf("filled it is\n%s, %v over; want\n%s, %v over", filled(f, 7), f.Over, want, c.over)
			}
		})
	}
}

func TestByAreaNothingIsFilled(t *testing.T) {
	g := New(graphOf(t, "square-3"), preset(t, "chinese"))
	if _, err := g.Fill(g.Score()); err == nil {
		t.Error("no error")
	} else {
		oneLine(t, err, "use rules with scoring TERRITORY or PASS_STONES")
	}
}
