package board

import (
	"slices"
	"strings"
	"testing"
)

// moves plays at points in alternating colours, c first; "-" skips a turn. Each play must be
// [HasLiberty].
func moves(t *testing.T, b *Board, c Color, points string) (off int) {
	t.Helper()
	for _, name := range strings.Fields(points) {
		if name != "-" {
			p := at(t, b, name)
			if look := b.PlayResult(p, c); look != HasLiberty {
				t.Fatalf("%s %s has outlook %d", c, name, look)
			}
			off = b.Play(p, c)
		}
		c = c.Opponent()
	}
	return off
}

func at(t *testing.T, b *Board, name string) Point {
	t.Helper()
	p, err := b.Graph().Point(name)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func TestAChainWithoutLibertiesComesOffAndItsCountersGoDown(t *testing.T) {
	b := New(Rosette(2))
	if off := moves(t, b, Black, "D2 D3 D4"); off != 1 {
		t.Fatalf("%d stones came off, want 1", off)
	}
	if b.At(at(t, b, "D3")) != Empty {
		t.Error("the captured stone still stands")
	}
	for h := range b.Graph().Rosettes() {
		if n := b.RosetteCount(h, White); n != 0 {
			t.Errorf("rosette %d still counts %d white stones", h, n)
		}
	}
}

func TestASnapbackRecapturesAtOnce(t *testing.T) {
	b := New(Square(5, 5))
	moves(t, b, Black, "a3 a2 b3 b2 c3 c2 d2 c1 d1")
	if off := moves(t, b, Black, "b1"); off != 0 {
		t.Fatalf("the throw-in takes %d", off)
	}
	if off := moves(t, b, White, "a1"); off != 1 || b.Ko() != Pass {
		t.Fatalf("White takes %d with ko at %d, want the stone thrown in and no ko", off, b.Ko())
	}
	if off := moves(t, b, Black, "b1"); off != 5 {
		t.Fatalf("Black takes %d back, want 5", off)
	}
}

func TestTwoSentAndOneReturnedIsNoKo(t *testing.T) {
	b := New(Square(3, 1))
	moves(t, b, Black, "a1 - b1")
	two := b.Hash()
	if off := moves(t, b, White, "c1"); off != 2 || b.Ko() != Pass {
		t.Fatalf("White takes %d with ko at %d, want 2 and no ko", off, b.Ko())
	}
	if off := moves(t, b, Black, "b1"); off != 1 || b.Ko() != Pass {
		t.Fatalf("Black takes %d back with ko at %d, want 1 and no ko", off, b.Ko())
	}
	if moves(t, b, Black, "a1"); b.Hash() != two {
		t.Error("two stones sent again do not make the position of before")
	}
}

func TestAStoneThatTakesOneAndCanBeTakenBackMakesAKo(t *testing.T) {
	b := New(Square(4, 4))
	moves(t, b, Black, "b1 c1 a2 d2 b3 c3 c2 b2")
	if ko := b.Ko(); ko != at(t, b, "c2") {
		t.Fatalf("the ko is at %s, want c2", b.Graph().PointName(ko))
	}
	b.Play(at(t, b, "d4"), Black)
	if b.Ko() != Pass {
		t.Error("the ko outlives the next play")
	}
}

func TestALoneStoneWithoutLibertiesCommitsSuicide(t *testing.T) {
	b := New(Square(1, 1))
	before := b.Hash()
	if look := b.PlayResult(0, Black); look != Suicide {
		t.Fatalf("the outlook on 1×1 is %d, want suicide", look)
	}
	if off := b.Play(0, Black); off != 1 || b.At(0) != Empty || b.Hash() != before {
		t.Fatalf("off %d, then %s", off, b.At(0))
	}
	if !b.Undo() || b.Undo() {
		t.Error("one play is not one undo")
	}
}

// ring plays the six corners of the board's first hexagon for c.
func ring(b *Board, c Color) []Point {
	h := b.Graph().Rosettes()[0]
	for _, p := range h {
		b.Play(p, c)
	}
	return h
}

func TestAChainWithARosetteIsNeverCaptured(t *testing.T) {
	b := New(Rosette(2))
	hexagon := ring(b, Black)
	for p := range Point(b.Graph().Points()) {
		if b.At(p) == Empty && b.PlayResult(p, White) == HasLiberty {
			b.Play(p, White)
		}
	}
	for _, p := range hexagon {
		if b.At(p) != Black || !b.Immortal(p) {
			t.Fatalf("the rosette lost its stone at %s", b.Graph().PointName(p))
		}
	}
}

func TestAStoneThatJoinsARosetteSharesItsImmortality(t *testing.T) {
	b := New(Rosette(3))
	hexagon := ring(b, White)
	i := slices.IndexFunc(hexagon, func(p Point) bool { return len(b.Graph().Near(p)) == 3 })
	for _, q := range b.Graph().Near(hexagon[i]) {
		if b.At(q) == Empty {
			b.Play(q, White)
			if !b.Immortal(q) || b.Size(q) != 7 {
				t.Errorf("joined, the chain has %d stones, immortal %v", b.Size(q), b.Immortal(q))
			}
			b.Undo()
			if b.Immortal(q) {
				t.Error("undone, the point is still immortal")
			}
		}
	}
}

func TestASixthStoneWithoutLibertiesMakesALibertylessRosette(t *testing.T) {
	b := New(Rosette(1))
	for p := range Point(5) {
		b.Play(p, Black)
	}
	if look := b.PlayResult(5, Black); look != Libertyless {
		t.Fatalf("the outlook is %d, want libertyless", look)
	}
	if look := b.PlayResult(5, White); look != HasLiberty {
		t.Fatalf("White's outlook is %d, want free: it takes five", look)
	}
	if off := b.Play(5, Black); off != 0 || len(b.Empties()) != 0 || len(b.Liberties(0)) != 0 {
		t.Fatalf("off %d, empty %v", off, b.Empties())
	}
	if !b.Immortal(0) || b.PlayResult(0, White) != Occupied {
		t.Error("the full board is not what it should be")
	}
}

func TestABoardCanBeFullWithChainsThatHaveNoLiberty(t *testing.T) {
	b := New(Rosette(2))
	hexagon := ring(b, Black)
	rest := 0
	for range 2 {
		for p := range Point(b.Graph().Points()) {
			if b.At(p) == Empty && !slices.Contains(hexagon, p) && b.PlayResult(p, Black) != Suicide {
				b.Play(p, Black)
				rest++
			}
		}
	}
	if rest != 18 || len(b.Empties()) != 0 || b.Size(0) != 24 {
		t.Fatalf("%d played, %d empty, chain of %d", rest, len(b.Empties()), b.Size(0))
	}
	if _, atari := b.Atari(0); atari {
		t.Error("a chain without liberties is in atari")
	}
	for b.Undo() {
		if b.HashFromScratch() != b.Hash() {
			t.Fatal("the hash is not that of the stones")
		}
	}
}

func TestABoardWithoutUndoRecordsNothing(t *testing.T) {
	b := New(Square(3, 3))
	moves(t, b, Black, "a1 a2")
	b.DisableUndo()
	moves(t, b, Black, "b2 b1")
	if b.Undo() {
		t.Error("a forgetful board undoes a play")
	}
	if b.At(at(t, b, "a1")) != Empty || b.PlayResult(at(t, b, "a1"), Black) != Suicide {
		t.Error("a capture goes wrong without the record")
	}
}
