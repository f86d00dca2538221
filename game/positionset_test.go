package game

import (
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// anyKey draws keys that crowd a few slots, the zero key among them.
func anyKey() *rapid.Generator[board.Hash] {
	return rapid.Custom(func(t *rapid.T) board.Hash {
		return board.Hash{
			Hi: rapid.Uint64Range(0, 2).Draw(t, "hi"),
			Lo: rapid.SampledFrom([]uint64{0, 1, 2, 254, 255, 256, 511, 512, 767, 1023, 1 << 40}).Draw(t, "lo"),
		}
	})
}

func TestAPositionSetBehavesLikeAMap(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		var s positionSet
		model := map[board.Hash]bool{}
		var order []board.Hash
		lifo := rapid.Bool().Draw(t, "last in, first out")
		for range rapid.IntRange(0, 400).Draw(t, "steps") {
			if len(order) > 0 && rapid.IntRange(0, 2).Draw(t, "drop") == 0 {
				i := len(order) - 1
				if !lifo {
					i = rapid.IntRange(0, i).Draw(t, "which")
				}
				s.drop(order[i])
				delete(model, order[i])
				order = append(order[:i], order[i+1:]...)
			} else {
				k := anyKey().Draw(t, "key")
				if s.add(k) == model[k] {
					t.Fatalf("adding %v tells it was there: %v", k, model[k])
				}
				if !model[k] {
					order = append(order, k)
				}
				model[k] = true
			}
			sameSet(t, &s, model)
		}
	})
}

// sameSet looks up every key that anyKey can draw.
func sameSet(t fataler, s *positionSet, model map[board.Hash]bool) {
	t.Helper()
	for hi := range uint64(3) {
		for _, lo := range []uint64{0, 1, 2, 254, 255, 256, 511, 512, 767, 1023, 1 << 40} {
			if k := (board.Hash{Hi: hi, Lo: lo}); s.has(k) != model[k] {
				t.Fatalf("%v in the set: %v, want %v", k, s.has(k), model[k])
			}
		}
	}
}

func TestAPositionSetGrowsAndIsCopied(t *testing.T) {
	var s, c positionSet
	key := func(i int) board.Hash { return board.Hash{Hi: 1, Lo: uint64(i) * 256} }
	for i := range 3000 {
		if !s.add(key(i)) || s.add(key(i)) {
			t.Fatalf("key %d is not added once", i)
		}
	}
	c.add(board.Hash{})
	c.copy(&s)
	for i := range 3000 {
		if i%3 == 0 {
			s.drop(key(i))
		}
	}
	for i := range 3000 {
		if s.has(key(i)) != (i%3 != 0) || !c.has(key(i)) {
			t.Fatalf("key %d: in the set %v, in the copy %v", i, s.has(key(i)), c.has(key(i)))
		}
	}
	if c.has(board.Hash{}) {
		t.Error("the copy keeps what it held before")
	}
}
