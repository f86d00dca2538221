package board

import (
	"math/rand/v2"
	"testing"

	"pgregory.net/rapid"
)

// replace puts a stone on a random occupied point on both boards.
func (m *refereed) replace(r *rand.Rand) {
	var taken []Point
	for p, c := range m.slow.stones {
		if c != Empty {
			taken = append(taken, Point(p))
		}
	}
	if len(taken) == 0 {
		return
	}
	p, c := taken[r.IntN(len(taken))], Color(1+r.IntN(2))
	m.past = append(m.past, moment{dumpOf(m.fast), m.slow})
	after, _, off := m.slow.after(p, c)
	if got := m.fast.Replace(p, c); got != off {
		m.t.Fatalf("%s over the stone at %d: %d stones came off, want %d", c, p, got, off)
	}
	if m.slow = after; m.fast.Ko() != Pass {
		m.t.Fatalf("%s over the stone at %d makes a ko", c, p)
	}
	m.compare()
}

func TestTheBoardAgreesWithASlowOneWhereStonesAreReplaced(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m := newRefereed(t, boardOf(anyBoard().Draw(t, "board")))
		m.suicide, m.libertyless = true, true
		m.again = rapid.SampledFrom([]float64{0, 0.5, 0.9}).Draw(t, "chance of the same colour again")
		m.undo = rapid.SampledFrom([]float64{0, 0.1, 0.3}).Draw(t, "chance of undo")
		r := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
		for range rapid.IntRange(0, m.fast.Graph().Points()+30).Draw(t, "length") {
			if r.IntN(4) == 0 {
				m.replace(r)
			} else {
				m.step(r)
			}
		}
		copied := m.fast.Clone()
		for len(m.past) > 0 {
			m.takeBack()
		}
		if m.fast.Undo() || copied.Undo() {
			t.Fatal("undo goes back before the beginning")
		}
	})
}

func TestARosetteWhoseStoneIsReplacedIsMortalAgain(t *testing.T) {
	g := Rosette(1) // six points, one rosette
	b := New(g)
	for p := range Point(6) {
		b.Play(p, Black)
	}
	if !b.Immortal(0) || b.Vacant() != 0 {
		t.Fatal("the rosette is not full")
	}
	if off := b.Replace(2, White); off != 5 || b.Vacant() != 5 || b.At(2) != White {
		t.Errorf("White takes %d stones, %d points are vacant", off, b.Vacant())
	}
	if !b.Undo() || !b.Immortal(0) || b.Vacant() != 0 {
		t.Error("undo does not bring the rosette back")
	}
}

// FF[4] on set-up: https://www.red-bean.com/sgf/go.html, "How to execute a move".
func TestSetupCapturesNothing(t *testing.T) {
	g := Square(3, 3)
	stones := []Color{1, 2, 0, 2, 2, 0, 0, 0, 0} // Black's corner has no liberty
	b := SetupAny(g, stones)
	if b.At(0) != Black || b.Vacant() != 5 || b.Breathless() != 0 || b.CheckLiberties() == nil {
		t.Errorf("the corner has %v, %d points are vacant, no liberty at %v", b.At(0), b.Vacant(), b.Breathless())
	}
	if _, err := Setup(g, stones); err == nil {
		t.Error("Setup accepts a chain without a liberty")
	}
	if off := b.Play(2, Black); off != 0 || b.At(0) != Black {
		t.Errorf("a move elsewhere takes %d stones", off)
	}
	if off := b.Play(5, White); off != 1 || b.At(0) != Black || b.At(2) != Empty {
		t.Errorf("a move takes %d stones", off)
	}
	if b.Undo(); b.At(2) != Black {
		t.Error("undo does not restore a captured stone")
	}
	if b.Undo(); b.Undo() || b.At(0) != Black || b.Vacant() != 5 {
		t.Error("undo does not lead back to the setup")
	}
	full := SetupAny(g, []Color{1, 1, 1, 1, 1, 1, 1, 1, 1})
	if off := full.Replace(4, White); off != 8 || full.Vacant() != 8 || full.Breathless() != Pass {
		t.Errorf("a stone in a full board takes %d stones", off)
	}
	if full.Undo(); full.Vacant() != 0 || full.Breathless() != 0 {
		t.Error("undo does not restore the full board")
	}
}
