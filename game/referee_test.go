package game

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

var games = flag.Int("games", 200, "random games that the slow game referees")

// combinations returns all consistent choices of repetition, suicide and libertyless rosettes.
func combinations() []Rules {
	var all []Rules
	for i := range repetitionWords {
		for _, suicide := range []bool{false, true} {
			for j := range libertylessWords {
				r := Rules{Repetition: Repetition(i), Suicide: suicide, Libertyless: Libertyless(j)}
				if r.Check() == nil {
					all = append(all, r)
				}
			}
		}
	}
	return all
}

// anyGraph draws a board, small ones more often because positions repeat there.
func anyGraph() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.SampledFrom([]string{"rosette-1", "square-1", "square-2", "square-3", "square-2x3", "square-1x4", "square-4", "square-5"}),
		rapid.Map(rapid.IntRange(1, 3), func(n int) string { return fmt.Sprintf("rosette-%d", n) }),
		rapid.Map(rapid.IntRange(1, 7), func(n int) string { return fmt.Sprintf("rosette-%d", n) }),
		rapid.Map(rapid.IntRange(2, 19), func(n int) string { return fmt.Sprintf("square-%d", n) }),
		rapid.Just("wheel"),
	)
}

// graphOf builds the graph that anyGraph names. The wheel is a hub, six spokes and a rim, with
// rosettes of 3 and 7 points.
func graphOf(t fataler, name string) *board.Graph {
	if name != "wheel" {
		g, err := board.Named(name)
		if err != nil {
			t.Fatalf("%v", err)
		}
		return g
	}
	f := board.File{Name: name, Points: []board.FilePoint{{Name: "HUB"}}}
	whole := []string{"HUB"}
	for i := range 6 {
		rim, next := fmt.Sprintf("R%d", i), fmt.Sprintf("R%d", (i+1)%6)
		f.Points = append(f.Points, board.FilePoint{Name: rim, X: 1, Y: float64(i)})
		f.Lines = append(f.Lines, []string{"HUB", rim}, []string{rim, next})
		whole = append(whole, rim)
	}
	f.Rosettes = [][]string{{"HUB", "R0", "R1"}, whole}
	g, err := f.Graph()
	if err != nil {
		t.Fatalf("%v", err)
	}
	return g
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func TestTheGameAgreesWithASlowOneInRandomGames(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	was := checks.Value.String()
	t.Cleanup(func() { _ = checks.Value.Set(was) })
	if err := checks.Value.Set(strconv.Itoa(*games)); err != nil {
		t.Fatal(err)
	}
	all := combinations()
	if len(all) != 12 {
		t.Fatalf("%d combinations of rules, want 12", len(all))
	}
	rapid.Check(t, func(t *rapid.T) {
		g := graphOf(t, anyGraph().Draw(t, "board"))
		m := startBothWays(t, g, rapid.OneOf(rapid.SampledFrom(all), anyRules()).Draw(t, "rules"))
		m.again = rapid.SampledFrom([]float64{0, 0.05, 0.4}).Draw(t, "chance of the same colour again")
		m.undo = rapid.SampledFrom([]float64{0, 0.1, 0.3}).Draw(t, "chance of undo")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		m.compare()
		for range rapid.IntRange(0, 150).Draw(t, "length") {
			m.step(r)
		}
		m.replayed(g)
		for len(m.slow.turns) > 1 {
			m.takeBack()
		}
		if m.compare(); m.fast.Undo() {
			t.Fatal("undo goes back before the beginning")
		}
	})
}

// A refereed game runs on both implementations in parallel.
type refereed struct {
	t           fataler
	fast        *Game
	slow        *slowGame
	next        board.Color
	again, undo float64
	pass        float64
}

func (m *refereed) step(r *rand.Rand) {
	if r.Float64() < m.undo {
		for range min(1+r.IntN(5), len(m.slow.turns)-1) {
			m.takeBack()
		}
		m.compare()
		return
	}
	var legal []board.Point
	for p := range board.Point(m.fast.Graph().Points()) {
		if m.fast.Legal(p, m.next) == nil {
			legal = append(legal, p)
		}
	}
	if p := board.Pass; len(legal) == 0 || r.Float64() < m.pass {
		m.play(p)
	} else {
		m.play(legal[r.IntN(len(legal))])
	}
	if r.Float64() >= m.again {
		m.next = m.next.Opponent()
	}
}

func (m *refereed) play(p board.Point) {
	turn := m.slow.pass(m.next)
	if p != board.Pass {
		var err error
		if turn, err = m.slow.try(p, m.next); err != nil {
			m.t.Fatalf("%s at %d is legal, but not by the rules: %v", m.next, p, err)
		}
	}
	if err := m.fast.Play(p, m.next); err != nil {
		m.t.Fatalf("%s at %d: %v", m.next, p, err)
	}
	m.slow.turns = append(m.slow.turns, turn)
	m.compare()
}

func (m *refereed) takeBack() {
	if !m.fast.Undo() {
		m.t.Fatalf("no undo after %d turns", len(m.slow.turns)-1)
	}
	m.slow.turns = m.slow.turns[:len(m.slow.turns)-1]
}

// compare compares every result of the game with the slow one.
func (m *refereed) compare() {
	if position := picture(m.fast.Board()); position != m.slow.now().made {
		m.t.Fatalf("the position is %s, want %s", position, m.slow.now().made)
	}
	for c := board.Black; c <= board.White; c++ {
		if got, want := m.fast.Prisoners(c), m.slow.now().taken[c]; got != want {
			m.t.Fatalf("%s has %d prisoners, want %d", c, got, want)
		}
		for p := range board.Point(m.fast.Graph().Points()) {
			_, want := m.slow.try(p, c)
			if got := m.fast.Legal(p, c); got != want {
				m.t.Fatalf("%s at %d in %s: %v, want %v", c, p, m.slow.now().made, got, want)
			}
		}
		if err := m.fast.Legal(board.Pass, c); err != nil {
			m.t.Fatalf("%s may not pass: %v", c, err)
		}
	}
	if got, want := m.fast.NoResult(), m.fast.Rules().Repetition == KoSimple && m.slow.thirdTime(); got != want {
		m.t.Fatalf("no result %v, want %v", got, want)
	}
	m.comparePast()
}

func (m *refereed) comparePast() {
	turns := m.slow.turns[1:]
	for i, t := range turns {
		if m.fast.Move(i) != (Move{t.point, t.by}) {
			m.t.Fatalf("ply %d is %v, want %v", i, m.fast.Move(i), t)
		}
	}
	last, any := m.fast.Last()
	if m.fast.Ply() != len(turns) || any != (len(turns) > 0) || any && last.Point != turns[len(turns)-1].point {
		m.t.Fatalf("ply %d, last %v; want %d", m.fast.Ply(), last, len(turns))
	}
	want := m.slow.tally()
	got := slowTally{passes: m.fast.Passes(), claimed: m.fast.halfPointTo, ever: m.fast.passCount}
	for c := board.Black; c <= board.White; c++ {
		got.paid[c] = m.fast.PassStonesPaid(c)
	}
	if got != want {
		m.t.Fatalf("the passes are %+v, want %+v, by %+v", got, want, m.fast.Rules())
	}
	if m.fast.GivesUpTurn(board.White) != m.slow.forgoes() || m.fast.GivesUpTurn(board.Black) {
		m.t.Fatalf("White forgoes a turn: %v, want %v", m.fast.GivesUpTurn(board.White), m.slow.forgoes())
	}
}

// picture returns a position with one letter per point.
func picture(b *board.View) string {
	text := make([]byte, b.Graph().Points())
	for p := range text {
		text[p] = letters[b.At(board.Point(p))]
	}
	return string(text)
}

func TestACloneIsIndependentOfTheOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		g := graphOf(t, rapid.SampledFrom([]string{"rosette-1", "rosette-2", "square-2", "square-3", "square-1"}).Draw(t, "board"))
		m := startBothWays(t, g, rapid.OneOf(rapid.SampledFrom(combinations()), anyRules()).Draw(t, "rules"))
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, 40).Draw(t, "length") {
			m.step(r)
		}
		reused := New(graphOf(t, "square-4"), Rules{Repetition: KoPositional})
		reused.Make(3, board.White)
		reused.Copy(m.fast)
		for _, copied := range []*Game{m.fast.Clone(), reused} {
			if copied.Undo() {
				t.Fatal("a copy undoes what came before it")
			}
			if !sameCounters(copied, m.fast) {
				t.Fatalf("the copy is %+v, want %+v", copied, m.fast)
			}
			slow := *m.slow
			slow.turns = slices.Clone(m.slow.turns)
			c := &refereed{t: t, fast: copied, slow: &slow, next: m.next, pass: m.pass}
			for range 20 {
				c.step(r)
			}
			for range 20 {
				c.takeBack()
			}
			if c.compare(); copied.Undo() {
				t.Fatal("undo of a copy goes back further than the copy")
			}
		}
		m.compare()
	})
}
