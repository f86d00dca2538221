package reading

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"testing"

	"rosette/game/board"
)

var positions = flag.Int("positions", 40, "random positions of each small board to read out")

// A smallBoard holds every position of a small graph and the plays between them. A position number
// has one ternary digit for each point.
type smallBoard struct {
	graph *board.Graph
	legal []bool
	next  board.ByColor[[][]int32] // positions after each play
}

// set makes b the position with that number and reports whether it is legal.
func (s *smallBoard) set(b *board.Board, number int) bool {
	for b.Undo() {
	}
	stones := make([]board.Color, s.graph.Points())
	for p := range stones {
		stones[p] = board.Color(number % 3)
		number /= 3
	}
	for p, c := range stones {
		if c != board.Empty && b.Play(board.Point(p), c) != 0 {
			return false
		}
	}
	for p, c := range stones {
		if c != board.Empty && len(b.Liberties(board.Point(p))) == 0 && !b.Immortal(board.Point(p)) {
			return false
		}
	}
	return true
}

func (s *smallBoard) number(b *board.View) (number int32) {
	for p := s.graph.Points() - 1; p >= 0; p-- {
		number = 3*number + int32(b.At(board.Point(p)))
	}
	return number
}

func newSmallBoard(t *testing.T, name string, rules CaptureRules) *smallBoard {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	s := &smallBoard{graph: g}
	n := 1
	for range g.Points() {
		n *= 3
	}
	s.legal = make([]bool, n)
	b := board.New(g)
	for _, c := range board.Colors {
		s.next[c] = make([][]int32, n)
	}
	for i := range n {
		if s.legal[i] = s.set(b, i); !s.legal[i] {
			continue
		}
		for _, c := range board.Colors {
			for p := range board.Point(g.Points()) {
				switch b.PlayResult(p, c) {
				case board.Occupied:
					continue
				case board.Libertyless:
					if rules == ForbidLibertyless {
						continue
					}
				case board.Suicide:
					if rules != AllowSuicide {
						continue
					}
				}
				b.Play(p, c)
				if to := s.number(&b.View); to != int32(i) {
					s.next[c][i] = append(s.next[c][i], to)
				}
				b.Undo()
			}
		}
	}
	return s
}

// won returns, for each position, player to move and whether the other side has just passed,
// whether the prover reaches the goal after finitely many plays. It works backwards from the ends
// of the game until nothing changes.
func (s *smallBoard) won(goal Goal, prover board.Color) (won board.ByColor[[2][]bool]) {
	b := board.New(s.graph)
	settled, stands := make([]Verdict, len(s.legal)), make([]bool, len(s.legal))
	for _, c := range board.Colors {
		won[c] = [2][]bool{make([]bool, len(s.legal)), make([]bool, len(s.legal))}
	}
	for i := range s.legal {
		if s.legal[i] {
			s.set(b, i)
			settled[i], stands[i] = goal.Settled(&b.View), goal.Stands(&b.View)
		}
	}
	for changed := true; changed; {
		changed = false
		for i := range s.legal {
			for _, mover := range board.Colors {
				for passed := range 2 {
					if !s.legal[i] || won[mover][passed][i] {
						continue
					}
					if s.wins(won, i, mover, passed, prover, settled, stands) {
						won[mover][passed][i], changed = true, true
					}
				}
			}
		}
	}
	return won
}

func (s *smallBoard) wins(won board.ByColor[[2][]bool], i int, mover board.Color, passed int, prover board.Color, settled []Verdict, stands []bool) bool {
	if settled[i] != Unknown {
		return settled[i] == Yes
	}
	other := mover.Opponent()
	pass := passed == 1 && stands[i] || passed == 0 && won[other][1][i]
	if mover != prover && !pass {
		return false
	}
	if mover == prover && pass {
		return true
	}
	for _, to := range s.next[mover][i] {
		if won[other][0][to] == (mover == prover) {
			return mover == prover
		}
	}
	return mover != prover
}

func (s *smallBoard) all() (points []board.Point) {
	for p := range board.Point(s.graph.Points()) {
		points = append(points, p)
	}
	return points
}

func (s *smallBoard) picture(number int) string {
	text := make([]byte, s.graph.Points())
	for p := range text {
		text[p] = ".XO"[number%3]
		number /= 3
	}
	return string(text)
}

var ruleNames = map[CaptureRules]string{AllowLibertyless: "allow", AllowSuicide: "suicide", ForbidLibertyless: "forbid"}

// goalsAt returns the goals for black chains at the points p and q, and the prover of each.
func goalsAt(g *board.Graph, p, q board.Point) map[string]struct {
	goal   Goal
	prover board.Color
} {
	of := &areaSearch{seen: slices.Repeat([]bool{true}, g.Points()), large: make([]bool, g.Points())}
	return map[string]struct {
		goal   Goal
		prover board.Color
	}{
		"capture": {&captureGoal{p, board.Black, of, false}, board.White},
		"keep":    {&captureGoal{p, board.Black, of, true}, board.Black},
		"connect": {&connectGoal{p: p, q: q, owner: board.Black}, board.Black},
		"cut":     {&connectGoal{p: p, q: q, owner: board.Black, cut: true}, board.White},
	}
}

func TestReadingAgreesWithAllPlayOnSmallBoards(t *testing.T) {
	for _, test := range []struct {
		name string
		p, q board.Point
	}{
		{"square-2x3", 0, 5}, {"square-2x3", 2, 3}, {"square-7x1", 1, 4}, {"square-4x2", 1, 5}, {"rosette-1", 0, 2}, {"rosette-1", 1, 4}, {"square-3", 0, 4},
	} {
		for rules, ruleName := range ruleNames {
			t.Run(fmt.Sprintf("%s/%d-%d/%s", test.name, test.p, test.q, ruleName), func(t *testing.T) {
				s := newSmallBoard(t, test.name, rules)
				for kind, what := range goalsAt(s.graph, test.p, test.q) {
					s.compare(t, kind, what.goal, what.prover, rules, test.p, test.q)
				}
			})
		}
	}
}

// compare reads random positions with black stones at p and q.
func (s *smallBoard) compare(t *testing.T, kind string, goal Goal, prover board.Color, rules CaptureRules, p, q board.Point) {
	t.Helper()
	won := s.won(goal, prover)
	r := NewReader()
	r.Limit = 1 << 22
	b, rng := board.New(s.graph), rand.New(rand.NewPCG(1, 2))
	for tried := 0; tried < *positions; {
		i := rng.IntN(len(s.legal))
		if !s.legal[i] {
			continue
		}
		s.set(b, i)
		if b.At(p) != board.Black || b.At(q) != board.Black {
			continue
		}
		tried++
		for _, first := range board.Colors {
			got := r.Prove(&b.View, rules, goal, prover, first, s.all())
			want := map[bool]Verdict{true: Yes, false: No}[won[first][0][i]]
			if got.Verdict != want {
				t.Fatalf("%s of %s, %v first: %v after %d positions, want %v", kind, s.picture(i), first, got.Verdict, got.Nodes, want)
			}
		}
	}
}
