package solve

import "rosette/game/board"

// pathMemo stores results that depend on earlier positions on the path, only for the same set of
// earlier positions. Boards so small that most lines repeat a position cannot be solved without it.
type pathMemo map[stateWithPath]pathMemoEntry

// stateWithPath is a state and the set of positions before it.
type stateWithPath struct {
	stones
	turnState
	side board.Color
	rule repetitionRule
	past [2]uint64 // hash of the earlier positions as a set
}

// pathMemoEntry holds the results for a stateWithPath.
type pathMemoEntry struct {
	low, high int8
	order     uint64 // hash of the earlier positions as a sequence
	repeated  int32
}

// memoPoints is the maximum number of points on boards that use a pathMemo.
const memoPoints = 12

// maxMemoEntries limits a pathMemo; a full one is dropped.
const maxMemoEntries = 1 << 20

// pathHash hashes the positions before another, as a set and as a sequence.
type pathHash struct {
	set   [2]uint64
	order uint64
}

// pathAfter returns the hash for the position that follows s.
func (s *pathState) pathAfter() (next pathHash) {
	kind := uint64(s.mover)
	if s.played {
		kind += 4
	}
	h := mix(s.stones[board.Black], s.stones[board.White]+kind<<60)
	next.set = [2]uint64{s.earlier.set[0] ^ h, s.earlier.set[1] + mix(h, kind+1)}
	next.order = mix(s.earlier.order, h)
	return next
}

// stateWithPath returns the current state with its path, and the hash of the order.
func (p *prover) stateWithPath(s turnState) (stateWithPath, uint64) {
	now := &p.path[len(p.path)-1]
	return stateWithPath{
		stones: p.stones, turnState: s, side: p.side, rule: p.repRule, past: now.earlier.set,
	}, now.earlier.order
}

// recallOnPath answers from the pathMemo.
func (p *prover) recallOnPath(o stateWithPath, order uint64) (marginResult, bool) {
	m, ok := p.pathMemo[o]
	if !ok {
		return marginResult{}, false
	}
	repeated := 0
	if m.order == order {
		repeated = int(m.repeated)
	}
	switch {
	case int(m.low) >= p.target:
		return marginResult{yes, int(m.low), repeated, 0}, true
	case int(m.high) < p.target:
		return marginResult{no, int(m.high), repeated, 0}, true
	}
	return marginResult{}, false
}

// storeOnPath stores a result in the pathMemo.
func (p *prover) storeOnPath(o stateWithPath, order uint64, v marginResult) {
	if p.pathMemo == nil || len(p.pathMemo) >= maxMemoEntries {
		p.pathMemo = pathMemo{}
	}
	m := pathMemoEntry{low: -noMargin, high: noMargin, order: order, repeated: int32(v.repeated)}
	if old, ok := p.pathMemo[o]; ok {
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
	p.pathMemo[o] = m
}
