package life

import (
	"fmt"
	"math"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// A shape is a connected set of lattice points.
type shape []board.Point

// shapes returns all connected shapes of up to most points, one for each class under rotation,
// reflection and translation. The board must have room around start.
func shapes(g *board.Graph, start board.Point, turn float64, most int) []shape {
	all := []shape{{start}}
	known := map[string]bool{}
	for i := 0; i < len(all); i++ {
		if len(all[i]) == most {
			continue
		}
		for _, p := range all[i] {
			for _, q := range g.Near(p) {
				if slices.Contains(all[i], q) {
					continue
				}
				next := append(slices.Clone(all[i]), q)
				if key := canonical(g, next, turn); !known[key] {
					known[key] = true
					all = append(all, next)
				}
			}
		}
	}
	return all
}

// canonical returns a key that is equal for equal shapes.
func canonical(g *board.Graph, s shape, turn float64) string {
	var least string
	for mirror := -1.0; mirror <= 1; mirror += 2 {
		for angle := 0.0; angle < 2*math.Pi-1e-9; angle += turn {
			at := make([][2]float64, len(s))
			low := [2]float64{math.Inf(1), math.Inf(1)}
			for i, p := range s {
				x, y := mirror*g.At(p).X, g.At(p).Y
				at[i] = [2]float64{x*math.Cos(angle) - y*math.Sin(angle), x*math.Sin(angle) + y*math.Cos(angle)}
				low = [2]float64{min(low[0], at[i][0]), min(low[1], at[i][1])}
			}
			var text []string
			for _, a := range at {
				text = append(text, fmt.Sprintf("%d,%d", int(math.Round(100*(a[0]-low[0]))), int(math.Round(100*(a[1]-low[1])))))
			}
			slices.Sort(text)
			if key := strings.Join(text, " "); least == "" || key < least {
				least = key
			}
		}
	}
	return least
}

// enclosed makes a board from the shape and one black stone, the wall, that touches every point of
// the shape with an outside neighbour. The wall is the last point.
func enclosed(t *testing.T, g *board.Graph, s shape) *board.Board {
	t.Helper()
	f := board.File{Name: "enclosed"}
	name := func(p board.Point) string { return fmt.Sprintf("P%d", p) }
	for _, p := range s {
		f.Points = append(f.Points, board.FilePoint{Name: name(p)})
		inside := 0
		for _, q := range g.Near(p) {
			if slices.Contains(s, q) {
				inside++
				if p < q {
					f.Lines = append(f.Lines, []string{name(p), name(q)})
				}
			}
		}
		if inside < len(g.Near(p)) {
			f.Lines = append(f.Lines, []string{name(p), "WALL"})
		}
	}
	f.Points = append(f.Points, board.FilePoint{Name: "WALL"})
	graph, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	b := board.New(graph)
	b.Play(board.Point(len(s)), board.Black)
	return b
}

// A state is a position, one letter a point, and the player to move.
type state struct {
	stones string
	next   board.Color
}

// captured reports whether White, playing first, can capture the wall. It works backwards from the
// captures to find all positions that White wins, so endless play saves Black.
func captured(b *board.View) bool {
	start := state{stonesText(b), board.White}
	follow := map[state][]state{start: nil}
	wall := b.Graph().Points() - 1
	for queue := []state{start}; len(queue) > 0; queue = queue[1:] {
		for _, to := range moves(b.Graph(), queue[0]) {
			follow[queue[0]] = append(follow[queue[0]], to)
			if _, ok := follow[to]; !ok {
				follow[to] = nil
				if to.stones[wall] == 'X' {
					queue = append(queue, to)
				}
			}
		}
	}
	won := map[state]bool{}
	for changed := true; changed; {
		changed = false
		for at, to := range follow {
			if won[at] {
				continue
			}
			wins := func(s state) bool { return won[s] }
			loses := func(s state) bool { return !won[s] }
			if at.stones[wall] != 'X' || at.next == board.White && slices.ContainsFunc(to, wins) ||
				at.next == board.Black && !slices.ContainsFunc(to, loses) {
				won[at], changed = true, true
			}
		}
	}
	return won[start]
}

// moves returns the states after a pass and after each play that is not
// suicide.
func moves(g *board.Graph, from state) []state {
	b := board.New(g)
	for p, c := range from.stones {
		if c != '.' {
			b.Play(board.Point(p), map[rune]board.Color{'X': board.Black, 'O': board.White}[c])
		}
	}
	to := []state{{from.stones, from.next.Opponent()}}
	for p := range board.Point(g.Points()) {
		if b.PlayResult(p, from.next) == board.HasLiberty {
			b.Play(p, from.next)
			to = append(to, state{stonesText(&b.View), from.next.Opponent()})
			b.Undo()
		}
	}
	return to
}

func stonesText(b *board.View) string {
	text := make([]byte, b.Graph().Points())
	for p := range text {
		text[p] = ".XO"[b.At(board.Point(p))]
	}
	return string(text)
}

func TestARegionHoldsTwoEyesExactlyWhenItsOwnerCannotBeCaptured(t *testing.T) {
	// The 108 square shapes with seven points all hold two eyes too; they take long under the race
	// detector, and were read once.
	for _, lattice := range []struct {
		graph *board.Graph
		start string
		turn  float64
		most  int
		count int
	}{
		{board.Square(15, 15), "H8", math.Pi / 2, 6, 1 + 1 + 2 + 5 + 12 + 35},
		{board.Rosette(9), "J18", math.Pi / 3, 7, 0},
	} {
		start, err := lattice.graph.Point(lattice.start)
		if err != nil {
			t.Fatal(err)
		}
		all := shapes(lattice.graph, start, lattice.turn, lattice.most)
		if lattice.count != 0 && len(all) != lattice.count {
			t.Errorf("%s: %d shapes, want %d", lattice.graph.Name(), len(all), lattice.count)
		}
		t.Log(lattice.graph.Name(), len(all), "shapes")
		for _, s := range all {
			b := enclosed(t, lattice.graph, s)
			survey := newRegionSurvey(&b.View)
			two := survey.eyes(survey.regions[0]) >= 2
			if dead := captured(&b.View); two == dead {
				t.Errorf("%s: %s has two eyes: %v, can be captured: %v", lattice.graph.Name(), canonical(lattice.graph, s, lattice.turn), two, dead)
			}
		}
	}
}
