package board

import (
	"flag"
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"testing"

	"github.com/google/go-cmp/cmp"
	"pgregory.net/rapid"
)

var games = flag.Int("games", 150, "random games that the slow board referees")

func TestTheBoardAgreesWithASlowOneInRandomGames(t *testing.T) {
	checks := flag.Lookup("rapid.checks")
	was := checks.Value.String()
	t.Cleanup(func() { _ = checks.Value.Set(was) })
	if err := checks.Value.Set(strconv.Itoa(*games)); err != nil {
		t.Fatal(err)
	}
	rapid.Check(t, func(t *rapid.T) {
		m := newRefereed(t, boardOf(anyBoard().Draw(t, "board")))
		m.suicide = rapid.Bool().Draw(t, "suicide")
		m.libertyless = m.suicide || rapid.Bool().Draw(t, "libertyless")
		m.again = rapid.SampledFrom([]float64{0, 0.1, 0.5, 0.9}).Draw(t, "chance of the same colour again")
		m.undo = rapid.SampledFrom([]float64{0, 0.05, 0.3}).Draw(t, "chance of undo")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, m.fast.Graph().Points()+30).Draw(t, "length") {
			m.step(r)
		}
		for len(m.past) > 0 {
			m.takeBack()
		}
		if m.fast.Undo() {
			t.Fatal("undo goes back before the beginning")
		}
	})
}

// A refereed game runs on both boards in parallel.
type refereed struct {
	t           fataler
	fast        *Board
	slow        *slowBoard
	past        []moment
	next        Color
	suicide     bool
	libertyless bool
	again, undo float64
}

// A moment is the state that Undo must restore.
type moment struct {
	dump dump
	slow *slowBoard
}

type fataler interface {
	Helper()
	Fatalf(format string, args ...any)
}

func newRefereed(t fataler, g *Graph) *refereed {
	m := &refereed{t: t, fast: New(g), slow: newSlow(g), next: Black}
	m.compare()
	return m
}

// step undoes a few moves or plays at a random legal point.
func (m *refereed) step(r *rand.Rand) {
	if r.Float64() < m.undo {
		for range min(1+r.IntN(4), len(m.past)) {
			m.takeBack()
		}
		return
	}
	if r.Float64() >= m.again {
		m.next = m.next.Opponent()
	}
	for _, i := range r.Perm(len(m.fast.Empties())) {
		p := m.fast.Empties()[i]
		_, look, _ := m.slow.after(p, m.next)
		if look == Suicide && !m.suicide || look == Libertyless && !m.libertyless {
			continue
		}
		m.play(p, m.next)
		return
	}
}

func (m *refereed) play(p Point, c Color) {
	before := m.slow
	m.past = append(m.past, moment{dumpOf(m.fast), before})
	after, look, off := before.after(p, c)
	foretold := m.fast.HashAfter(p, c)
	if got := m.fast.Play(p, c); got != off {
		m.t.Fatalf("%s at %d: %d stones came off, want %d", c, p, got, off)
	}
	m.slow = after
	if foretold != m.fast.Hash() {
		m.t.Fatalf("%s at %d: HashAfter %x, then hash %x", c, p, foretold, m.fast.Hash())
	}
	if got, want := m.fast.Ko(), koAfter(before, after, c, look == HasLiberty && off == 1); got != want {
		m.t.Fatalf("%s at %d: ko %d, want %d", c, p, got, want)
	}
	m.compare()
}

// koAfter returns the play that recaptures a lone stone and restores the old position.
func koAfter(before, after *slowBoard, c Color, one bool) Point {
	for p := range after.stones {
		if one && after.stones[p] == Empty && before.stones[p] == c.Opponent() {
			if again, _, _ := after.after(Point(p), c.Opponent()); slices.Equal(again.stones, before.stones) {
				return Point(p)
			}
		}
	}
	return Pass
}

func (m *refereed) takeBack() {
	was := m.past[len(m.past)-1]
	m.past = m.past[:len(m.past)-1]
	if !m.fast.Undo() {
		m.t.Fatalf("no undo after %d plays", len(m.past)+1)
	}
	m.slow = was.slow
	if is := dumpOf(m.fast); !is.equal(was.dump) {
		m.t.Fatalf("undo leaves another board (-was +is):\n%s", cmp.Diff(was.dump, is, cmp.AllowUnexported(dump{}, cell{})))
	}
}

// A dump is the state of a board, without the unused parts of its arrays.
type dump struct {
	cells  []cell
	empty  []Point
	slots  []uint16
	filled []ByColor[uint8]
	hash   Hash
	ko     Point
	plays  int
	trail  []Point
}

func dumpOf(b *Board) dump {
	d := dump{
		cells: slices.Clone(b.cell[:b.graph.Points()]), empty: slices.Clone(b.Empties()),
		filled: slices.Clone(b.rosetteCounts), hash: b.hash, ko: b.ko, plays: len(b.undoLog), trail: slices.Clone(b.undoRoots),
	}
	for _, p := range d.empty {
		d.slots = append(d.slots, b.emptyIndex[p])
	}
	return d
}

func (d dump) equal(e dump) bool {
	return slices.Equal(d.cells, e.cells) && slices.Equal(d.empty, e.empty) && slices.Equal(d.slots, e.slots) &&
		slices.Equal(d.filled, e.filled) && d.hash == e.hash && d.ko == e.ko && d.plays == e.plays && slices.Equal(d.trail, e.trail)
}

// compare compares every result of the fast board with the slow one.
func (m *refereed) compare() {
	if h := m.slow.hash(); m.fast.Hash() != h || m.fast.HashFromScratch() != h {
		m.t.Fatalf("hash %x, from scratch %x, want %x", m.fast.Hash(), m.fast.HashFromScratch(), h)
	}
	var empty []Point
	for i, c := range m.slow.stones {
		p := Point(i)
		if m.fast.At(p) != c {
			m.t.Fatalf("point %d is %s, want %s", p, m.fast.At(p), c)
		}
		if c == Empty {
			empty = append(empty, p)
			m.compareEmpty(p)
		}
		m.compareNeighbours(p)
	}
	if m.fast.Vacant() != len(empty) {
		m.t.Fatalf("%d points are vacant, want %d", m.fast.Vacant(), len(empty))
	}
	if got := slices.Sorted(slices.Values(m.fast.Empties())); !slices.Equal(got, empty) {
		m.t.Fatalf("empty points %v, want %v", got, empty)
	}
	m.compareChains()
	m.compareRosettes()
}

func (m *refereed) compareEmpty(p Point) {
	_, atari := m.fast.Atari(p)
	if m.fast.Size(p) != 0 || m.fast.Immortal(p) || atari || len(m.fast.Liberties(p)) != 0 {
		m.t.Fatalf("the empty point %d has a chain", p)
	}
	for c := Black; c <= White; c++ {
		after, look, _ := m.slow.after(p, c)
		if got := m.fast.PlayResult(p, c); got != look {
			m.t.Fatalf("outlook of %s at %d is %d, want %d", c, p, got, look)
		}
		eye := m.slow.eye(p, c)
		if m.fast.IsEye(p, c) != eye || m.fast.IsPlayoutMove(p, c) != (look != Suicide && !eye) {
			m.t.Fatalf("%s at %d: eye %v, sensible %v; want eye %v", c, p, m.fast.IsEye(p, c), m.fast.IsPlayoutMove(p, c), eye)
		}
		if want := m.slow.exposes(p, c); m.fast.IsSelfAtari(p, c) != want {
			m.t.Fatalf("%s at %d exposes itself: %v, want %v", c, p, !want, want)
		}
		if got, want := m.fast.HashAfter(p, c), after.hash(); got != want {
			m.t.Fatalf("hash after %s at %d is %x, want %x", c, p, got, want)
		}
		if got, want := m.fast.CompletesRosette(p, c), m.slow.completes(p, c); got != want {
			m.t.Fatalf("%s at %d completes a rosette: %v, want %v", c, p, got, want)
		}
	}
}

func (m *refereed) compareNeighbours(p Point) {
	var counts [3]int
	for _, q := range m.slow.near[p] {
		counts[m.slow.stones[q]]++
	}
	for c, want := range counts {
		if got := m.fast.Neighbours(p, Color(c)); got != want {
			m.t.Fatalf("point %d has %d %s neighbours, want %d", p, got, Color(c), want)
		}
	}
}

func (m *refereed) compareChains() {
	done := make([]bool, len(m.slow.stones))
	roots := map[Point]bool{}
	for i, c := range m.slow.stones {
		if c == Empty || done[i] {
			continue
		}
		want := m.slow.chain(Point(i))
		libs := m.slow.liberties(want)
		m.compareChain(want, libs, m.slow.immortal(want))
		if root := m.fast.Root(Point(i)); roots[root] || !slices.Contains(want, root) {
			m.t.Fatalf("the chain at %d has the root %d of another", i, root)
		}
		roots[m.fast.Root(Point(i))] = true
		for _, p := range want {
			done[p] = true
		}
	}
}

func (m *refereed) compareChain(stones, libs []Point, immortal bool) {
	b := m.fast
	for _, p := range stones {
		if b.Root(p) != b.Root(stones[0]) || b.Size(p) != len(stones) || b.Immortal(p) != immortal {
			m.t.Fatalf("stone %d: root %d, size %d, immortal %v; want the root of %d, %d, %v",
				p, b.Root(p), b.Size(p), b.Immortal(p), stones[0], len(stones), immortal)
		}
		q, atari := b.Atari(p)
		if atari != (len(libs) == 1) || atari && q != libs[0] {
			m.t.Fatalf("stone %d: atari %v at %d; its liberties are %v", p, atari, q, libs)
		}
	}
	p := stones[len(stones)/2]
	x, y, two := b.TwoLiberties(p)
	if want := len(libs) == 2 && !immortal; two != want || two && (min(x, y) != libs[0] || max(x, y) != libs[1]) {
		m.t.Fatalf("stone %d: two liberties %v at %d and %d; they are %v", p, two, x, y, libs)
	}
	ring := slices.Collect(b.Chain(p))
	if ring[0] != p || !slices.Equal(slices.Sorted(slices.Values(ring)), stones) {
		m.t.Fatalf("the chain of %d is %v, want %v", p, ring, stones)
	}
	if got := slices.Sorted(slices.Values(b.Liberties(p))); !slices.Equal(got, libs) {
		m.t.Fatalf("the liberties of %d are %v, want %v", p, got, libs)
	}
}

func (m *refereed) compareRosettes() {
	for h, rosette := range m.fast.Graph().Rosettes() {
		for c := Black; c <= White; c++ {
			want := 0
			for _, p := range rosette {
				if m.slow.stones[p] == c {
					want++
				}
			}
			if got := m.fast.RosetteCount(h, c); got != want {
				m.t.Fatalf("rosette %d holds %d %s stones, want %d", h, got, c, want)
			}
		}
	}
}

func TestDrawingCandidatesKeepsABoardWithoutUndoRight(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newRefereed(t, boardOf(anyBoard().Draw(t, "board")))
		m.fast.DisableUndo()
		m.libertyless = true
		m.suicide = rapid.Bool().Draw(t, "suicide")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, 60).Draw(t, "length") {
			m.next = m.next.Opponent()
			if p := m.draw(r); p != Pass && r.IntN(8) > 0 {
				m.play(p, m.next)
			} else {
				m.step(r)
			}
			m.fast.ClearKo()
			if m.fast.Ko() != Pass {
				t.Fatal("the ko is not lifted")
			}
		}
	})
}

// draw draws a candidate as playouts do, and checks that it rejects only points that the slow board
// rejects.
func (m *refereed) draw(r *rand.Rand) Point {
	good := map[Point]bool{}
	for _, p := range m.fast.Empties() {
		_, want, _ := m.slow.after(p, m.next)
		if m.slow.eye(p, m.next) {
			want = FillsEye
		}
		good[p] = want == HasLiberty || want == Libertyless
		if got := m.fast.PlayoutResult(p, m.next); got != want {
			m.t.Fatalf("%s at %d: result %d in a playout, want %d", m.next, p, got, want)
		}
	}
	drawn := Pass
	for left := m.fast.Candidates(); left > 0; {
		i := r.IntN(left)
		p := m.fast.Candidate(i)
		if good[p] && drawn == Pass {
			drawn = p
		}
		delete(good, p)
		left--
		m.fast.Reject(i, left)
	}
	for p, is := range good {
		if is {
			m.t.Fatalf("%s at %d is never drawn", m.next, p)
		}
	}
	return drawn
}

func TestACopyIsIndependentOfTheOriginal(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newRefereed(t, boardOf(anyBoard().Draw(t, "board")))
		m.suicide = true
		m.libertyless = true
		m.again = 0.2
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		length := rapid.IntRange(0, 60).Draw(t, "length")
		for range length {
			m.step(r)
		}
		before := fmt.Sprint(dumpOf(m.fast))
		reused := New(Rosette(2))
		reused.Play(3, Black)
		reused.Copy(&m.fast.View)
		for _, b := range []*Board{m.fast.Clone(), reused} {
			if b.Undo() {
				t.Fatal("a copy undoes what was played before it was made")
			}
			c := &refereed{t: t, fast: b, slow: m.slow, next: m.next, suicide: true, libertyless: true}
			c.compare()
			for range length {
				c.step(r)
			}
			for len(c.past) > 0 {
				c.takeBack()
			}
			if b.Undo() {
				t.Fatal("undo of a copy goes back further than the copy")
			}
		}
		if after := fmt.Sprint(dumpOf(m.fast)); after != before {
			t.Fatalf("playing on a copy changed the board:\n%s\n%s", before, after)
		}
	})
}
