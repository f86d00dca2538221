package game

import "rosette/game/board"

// A positionSet is the set of positions that superko forbids: a hash table with linear probing and
// deletion by moving entries back (Knuth, TAOCP 6.4, algorithm R). The zero value is empty.
type positionSet struct {
	slots []board.Hash
	count int
	zero  bool // the zero key, which marks a free slot, is in the set
}

// at returns the slot with k, or the free slot for it.
func (s *positionSet) at(k board.Hash) int {
	mask := len(s.slots) - 1
	i := int(k.Lo) & mask
	for s.slots[i] != k && s.slots[i] != (board.Hash{}) {
		i = (i + 1) & mask
	}
	return i
}

func (s *positionSet) has(k board.Hash) bool {
	if k == (board.Hash{}) {
		return s.zero
	}
	return s.count > 0 && s.slots[s.at(k)] == k
}

// add adds k and reports whether it is new.
func (s *positionSet) add(k board.Hash) bool {
	if k == (board.Hash{}) {
		added := !s.zero
		s.zero = true
		return added
	}
	if 4*(s.count+1) > len(s.slots) {
		s.grow()
	}
	i := s.at(k)
	if s.slots[i] == k {
		return false
	}
	s.slots[i] = k
	s.count++
	return true
}

// drop removes k, which must be in the set, and closes the gap.
func (s *positionSet) drop(k board.Hash) {
	if k == (board.Hash{}) {
		s.zero = false
		return
	}
	mask := len(s.slots) - 1
	free := s.at(k)
	for i := (free + 1) & mask; s.slots[i] != (board.Hash{}); i = (i + 1) & mask {
		home := int(s.slots[i].Lo) & mask
		if (i-home)&mask >= (i-free)&mask {
			s.slots[free], free = s.slots[i], i
		}
	}
	s.slots[free] = board.Hash{}
	s.count--
}

func (s *positionSet) grow() {
	old := s.slots
	s.slots = make([]board.Hash, max(256, 2*len(old)))
	for _, k := range old {
		if k != (board.Hash{}) {
			s.slots[s.at(k)] = k
		}
	}
}

func (s *positionSet) copy(from *positionSet) {
	s.slots = append(s.slots[:0], from.slots...)
	s.count, s.zero = from.count, from.zero
}

// A pointSet is a set of points.
type pointSet [board.MaxPoints / 64]uint64

func (s *pointSet) add(p board.Point)      { s[uint(p)/64] |= 1 << (uint(p) % 64) }
func (s *pointSet) has(p board.Point) bool { return s[uint(p)/64]>>(uint(p)%64)&1 != 0 }
