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

func TestChainsThatCannotStandAreLeftOutOfASetup(t *testing.T) {
	g := Square(3, 3)
	stones := []Color{1, 2, 0, 2, 2, 0, 0, 0, 0} // Black's corner has no liberty
	b, off := SetupAlive(g, stones)
	if len(off) != 1 || off[0] != 0 || b.At(0) != Empty || b.At(1) != White || b.Size(1) != 3 {
		t.Errorf("%v come off", off)
	}
	if b.Undo() {
		t.Error("a setup is undone")
	}
	full := make([]Color, 9)
	for p := range full {
		full[p] = Black
	}
	if b, off = SetupAlive(g, full); len(off) != 9 || b.Vacant() != 9 {
		t.Errorf("%d stones of a full board come off", len(off))
	}
	if _, err := Setup(g, full); err == nil {
		t.Error("a full board can be set up")
	}
}
