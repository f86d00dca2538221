package solve

import "rosette/game/board"

// A memo remembers answers in which the return of an earlier position took
// part. They hold for the same past alone: the same set of positions before.
// Boards so small that everything comes back cannot do without it.
type memo map[occasion]memory

// An occasion is a state and its past.
type occasion struct {
	stones
	spot
	side board.Color
	law  law
	past [2]uint64 // of the positions before, in any order
}

// A memory is what was found on an occasion.
type memory struct {
	low, high int8
	order     uint64 // of the positions before
	repeated  int32
}

// cramped is how many points a board has where a memo pays.
const cramped = 12

// mostMemories bounds a memo; when it is full it begins anew.
const mostMemories = 1 << 20

// A past is what a memo needs of the positions before one: in any order, and in
// theirs.
type past struct {
	set   [2]uint64
	order uint64
}

// and returns the past that a position with its own past leaves.
func (s *step) and() (next past) {
	kind := uint64(s.mover)
	if s.played {
		kind += 4
	}
	h := mix(s.stones[board.Black], s.stones[board.White]+kind<<60)
	next.set = [2]uint64{s.past.set[0] ^ h, s.past.set[1] + mix(h, kind+1)}
	next.order = mix(s.past.order, h)
	return next
}

// occasion returns the present one and the order of its past.
func (p *prover) occasion(s spot) (occasion, uint64) {
	now := &p.path[len(p.path)-1]
	return occasion{stones: p.stood, spot: s, side: p.side, law: p.law, past: now.past.set}, now.past.order
}

// remembered answers from the memo.
func (p *prover) remembered(o occasion, order uint64) (verdict, bool) {
	m, ok := p.memo[o]
	if !ok {
		return verdict{}, false
	}
	repeated := 0
	if m.order == order {
		repeated = int(m.repeated)
	}
	switch {
	case int(m.low) >= p.target:
		return verdict{yes, int(m.low), repeated, 0}, true
	case int(m.high) < p.target:
		return verdict{no, int(m.high), repeated, 0}, true
	}
	return verdict{}, false
}

// remember puts a verdict into the memo.
func (p *prover) remember(o occasion, order uint64, v verdict) {
	if p.memo == nil || len(p.memo) >= mostMemories {
		p.memo = memo{}
	}
	m := memory{low: -noMargin, high: noMargin, order: order, repeated: int32(v.repeated)}
	if old, ok := p.memo[o]; ok {
		m.low, m.high = old.low, old.high
		m.repeated = min(m.repeated, old.repeated)
		if old.order != order {
			m.repeated = 0
		}
	}
	if v.answer == yes {
		m.low = max(m.low, int8(v.margin))
	} else {
		m.high = min(m.high, int8(v.margin))
	}
	p.memo[o] = m
}
