package solve

import "rosette/game/board"

// Marks for an entry.
const (
	captureUsed = 1 << iota // the entry is in use
	blackToMove
	byPlay         // some proof plays to the position
	proven         // the prover reaches its goal, on any path
	disproven      // it does not, on any path
	pathDependent  // it does not, on one path
	hasPathEntries // the position has pathDependent entries

	entryKey = blackToMove | pathDependent // marks in the key
)

// captureEntry holds the results for a position.
type captureEntry struct {
	hash            board.Hash
	proof, disproof uint32 // proof and disproof number
	// for a proof, the prover's stones that stand in all its positions; for a pathDependent no, the
	// order of the path
	kept     uint64
	repeated int16 // for a pathDependent no, the smallest repeated index
	marks    uint8
	effort   uint8 // base-2 logarithm of the nodes searched
}

// captureTable is a transposition table that grows up to a limit. An evicted proof leaves its
// position in a Bloom filter, so that the GHI filter still finds it.
type captureTable struct {
	entries []captureEntry
	limit   int         // maximum entries
	evicted bloomFilter // allocated at the first eviction
}

// maxCaptureEntries limits the memory for a capture search to about 40 MB.
const maxCaptureEntries = 1 << 20

// captureBucket is the number of entries in a bucket.
const captureBucket = 8

// firstCaptureEntries is the size of a new table.
const firstCaptureEntries = 1 << 8

func newCaptureTable(most int) *captureTable {
	return &captureTable{entries: make([]captureEntry, firstCaptureEntries), limit: most}
}

// grow doubles the table. Each new bucket takes entries from a single old bucket, so nothing is
// evicted.
func (n *captureTable) grow() {
	old := n.entries
	n.entries = make([]captureEntry, 2*len(old))
	for i := range old {
		if old[i].marks&captureUsed != 0 {
			n.put(old[i])
		}
	}
}

// bucket returns the entries that may hold a position.
func (n *captureTable) bucket(h board.Hash) []captureEntry {
	i := int(h.Lo) & (len(n.entries) - 1) &^ (captureBucket - 1)
	return n.entries[i : i+captureBucket : i+captureBucket]
}

// find returns the entry of a position, or nil. kind is the part of the marks in the key.
func (n *captureTable) find(h board.Hash, kind uint8) *captureEntry {
	place := n.bucket(h)
	for i := range place {
		if k := &place[i]; k.hash == h && k.marks&(captureUsed|entryKey) == captureUsed|kind {
			return k
		}
	}
	return nil
}

// conflicts reports whether a stored proof may play to a position.
func (n *captureTable) conflicts(h board.Hash) bool {
	place := n.bucket(h)
	for i := range place {
		if k := &place[i]; k.hash == h && k.marks&(byPlay|proven|pathDependent) == byPlay|proven {
			return true
		}
	}
	return n.evicted != nil && n.evicted.has(key{own: h.Hi, foe: h.Lo})
}

// put stores an entry. It replaces the entry with the same key, takes a free slot, grows the table
// or, at the table's limit, replaces the least valuable entry.
func (n *captureTable) put(k captureEntry) {
	k.marks |= captureUsed
	place := n.bucket(k.hash)
	at := 0
	for i := range place {
		switch {
		case place[i].marks&captureUsed == 0:
			place[i] = k
			return
		case place[i].hash == k.hash && (place[i].marks^k.marks)&entryKey == 0:
			place[i] = k
			return
		case place[i].value() < place[at].value():
			at = i
		}
	}
	if len(n.entries) < n.limit {
		n.grow()
		n.put(k)
		return
	}
	if old := &place[at]; old.marks&(byPlay|proven|pathDependent) == byPlay|proven {
		if n.evicted == nil {
			n.evicted = newBloomFilter(int64(n.limit))
		}
		n.evicted.add(key{own: old.hash.Hi, foe: old.hash.Lo})
	}
	for i := range place { // so that old entries do not fill the bucket for ever
		place[i].effort -= min(1, place[i].effort)
	}
	place[at] = k
}

// value returns the cost of an eviction. Evicting a proof also makes the GHI filter refuse other
// proofs.
func (k *captureEntry) value() int {
	if k.marks&proven != 0 {
		return int(k.effort) + 4
	}
	return int(k.effort)
}

// swapSides prepares the table to search for the other side: a proof for one side is a no for the
// other on any path. Everything else is dropped.
func (n *captureTable) swapSides() {
	old := n.entries
	*n = *newCaptureTable(n.limit)
	for i := range old {
		if k := old[i]; k.marks&(proven|pathDependent) == proven {
			k.marks, k.kept = k.marks&blackToMove|disproven, 0
			n.put(k)
		}
	}
}

// moverMark returns the mark for the player to move.
func moverMark(mover board.Color) uint8 {
	if mover == board.Black {
		return blackToMove
	}
	return 0
}
