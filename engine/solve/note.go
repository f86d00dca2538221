package solve

import "rosette/game/board"

// Marks of a note.
const (
	noted   = 1 << iota // there is one
	blacks              // Black is to move
	byPlay              // a proof enters the position by a play
	reached             // the side reaches its goal
	failed              // it does not
	onPath              // that it does not depends on what stood before
	bends               // there are such notes of the position

	kinds = blacks | onPath // what tells apart notes of one position
)

// A note is what is known of a position in a siege.
type note struct {
	hash         board.Hash
	proof, doubt uint32 // how much is missing at least for a yes, and for a no
	kept         uint64 // stones of the side that stand in every position of its proof; of a no on a path the order of what stood before
	repeated     int16  // of a no on a path, the earliest position of the path that returned
	marks        uint8
	work         uint8 // the logarithm of the nodes that it took
}

// Notes are a table that grows up to a bound. What is driven out of it then
// leaves its position in a filter if it was proven.
type notes struct {
	all  []note
	most int    // how many there may be
	lost filter // made when the first is driven out
}

// mostNotes bounds the memory of a siege: some 40 MB.
const mostNotes = 1 << 20

// nook is how many notes share a place.
const nook = 8

// fewNotes is what a siege begins with.
const fewNotes = 1 << 8

func newNotes(most int) *notes {
	return &notes{all: make([]note, fewNotes), most: most}
}

// grow makes room for twice as many. No place of the new ones has more than one
// place's notes, so none is lost.
func (n *notes) grow() {
	old := n.all
	n.all = make([]note, 2*len(old))
	for i := range old {
		if old[i].marks&noted != 0 {
			n.put(old[i])
		}
	}
}

// place returns the notes that a position may be in.
func (n *notes) place(h board.Hash) []note {
	i := int(h.Lo) & (len(n.all) - 1) &^ (nook - 1)
	return n.all[i : i+nook : i+nook]
}

// find returns the note of a position, or nil.
func (n *notes) find(h board.Hash, kind uint8) *note {
	place := n.place(h)
	for i := range place {
		if k := &place[i]; k.hash == h && k.marks&(noted|kinds) == noted|kind {
			return k
		}
	}
	return nil
}

// clash tells whether a proof may play to those stones.
func (n *notes) clash(h board.Hash) bool {
	place := n.place(h)
	for i := range place {
		if k := &place[i]; k.hash == h && k.marks&(byPlay|reached|onPath) == byPlay|reached {
			return true
		}
	}
	return n.lost != nil && n.lost.has(key{own: h.Hi, foe: h.Lo})
}

// put stores a note, over the one of the same position, in a free place or in a
// larger table; and when that may not grow any more over the least work.
func (n *notes) put(k note) {
	k.marks |= noted
	place := n.place(k.hash)
	at := 0
	for i := range place {
		switch {
		case place[i].marks&noted == 0:
			place[i] = k
			return
		case place[i].hash == k.hash && (place[i].marks^k.marks)&kinds == 0:
			place[i] = k
			return
		case place[i].worth() < place[at].worth():
			at = i
		}
	}
	if len(n.all) < n.most {
		n.grow()
		n.put(k)
		return
	}
	if old := &place[at]; old.marks&(byPlay|reached|onPath) == byPlay|reached {
		if n.lost == nil {
			n.lost = newFilter(int64(n.most))
		}
		n.lost.add(key{own: old.hash.Hi, foe: old.hash.Lo})
	}
	for i := range place { // or a place would fill up with old work
		place[i].work -= min(1, place[i].work)
	}
	place[at] = k
}

// worth returns how much would be lost with a note. One that is a proof would
// leave a position that may not be trusted any more.
func (k *note) worth() int {
	if k.marks&reached != 0 {
		return int(k.work) + 4
	}
	return int(k.work)
}

// turn makes the notes of one side those of the other. What one has proven, the
// other never prevents, whatever stood before; all else is forgotten.
func (n *notes) turn() {
	old := n.all
	*n = *newNotes(n.most)
	for i := range old {
		if k := old[i]; k.marks&(reached|onPath) == reached {
			k.marks, k.kept = k.marks&blacks|failed, 0
			n.put(k)
		}
	}
}

// moverKind returns what tells notes of one position apart by who is to move.
func moverKind(mover board.Color) uint8 {
	if mover == board.Black {
		return blacks
	}
	return 0
}
