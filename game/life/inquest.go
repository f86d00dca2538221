package life

import (
	"slices"

	"rosette/game/board"
)

// An inquest looks at the chains of a position, each in the light of the
// others.
type inquest struct {
	board   *board.Board
	reading Reading
	chains  []suspect
	of      []int // the chain of each point, −1 where there is no stone
}

// A suspect is a chain and who is near: beside it or at one of its liberties.
type suspect struct {
	Verdict
	settled bool  // unconditionally: nothing else is asked
	kin     []int // chains of its colour near it
	foes    []int // opposing chains near it
}

func newInquest(b *board.Board, r Reading) *inquest {
	q := &inquest{board: b, reading: r, of: make([]int, b.Graph().Points())}
	first := map[board.Point]int{}
	for p := range q.of {
		at := board.Point(p)
		if q.of[p] = -1; b.At(at) == board.Empty {
			continue
		}
		i, known := first[b.Root(at)]
		if !known {
			i = len(q.chains)
			first[b.Root(at)] = i
			q.chains = append(q.chains, suspect{Verdict: Verdict{Color: b.At(at)}})
		}
		q.of[p] = i
		q.chains[i].Stones = append(q.chains[i].Stones, at)
	}
	for i := range q.chains {
		q.meet(i)
	}
	return q
}

// meet finds the kin and the foes of a chain.
func (q *inquest) meet(i int) {
	c := &q.chains[i]
	met := map[int]bool{i: true}
	greet := func(p board.Point) {
		j := q.of[p]
		if j < 0 || met[j] {
			return
		}
		met[j] = true
		if q.chains[j].Color == c.Color {
			c.kin = append(c.kin, j)
		} else {
			c.foes = append(c.foes, j)
		}
	}
	for _, p := range c.Stones {
		for _, near := range q.board.Graph().Near(p) {
			greet(near)
			if q.board.At(near) == board.Empty {
				for _, beyond := range q.board.Graph().Near(near) {
					greet(beyond)
				}
			}
		}
	}
}

// settle passes the verdicts that need no opinion.
func (q *inquest) settle() {
	safety := [3]Safety{
		board.Black: Unconditional(q.board, board.Black, q.reading),
		board.White: Unconditional(q.board, board.White, q.reading),
	}
	for i := range q.chains {
		c := &q.chains[i]
		p := c.Stones[0]
		c.settled = true
		switch {
		case q.board.Immortal(p):
			c.Status, c.Reason = Alive, Immortal
		case safety[c.Color].Alive[p]:
			c.Status, c.Reason = Alive, Unconditionally
		case safety[c.Color.Opponent()].Territory[p]:
			c.Status, c.Reason = Dead, InTerritory
		default:
			c.Status, c.Reason, c.settled = Unsure, Divided, false
		}
	}
}

// sign is a colour as ownership counts it.
var sign = [3]float32{board.Black: 1, board.White: -1}

// weigh asks the opinions, each about each chain as a whole.
func (q *inquest) weigh(opinions [][]float32) {
	asked := false
	for _, owner := range opinions {
		if len(owner) != len(q.of) {
			continue
		}
		for i := range q.chains {
			c := &q.chains[i]
			mean := float32(0)
			for _, p := range c.Stones {
				mean += owner[p]
			}
			mean *= sign[c.Color] / float32(len(c.Stones))
			if !asked {
				c.Owner = [2]float32{mean, mean}
			}
			c.Owner = [2]float32{min(c.Owner[0], mean), max(c.Owner[1], mean)}
		}
		asked = true
	}
	for i := range q.chains {
		c := &q.chains[i]
		switch {
		case c.settled || !asked:
		case c.Owner[1] <= deadBelow:
			c.Status, c.Reason = Dead, ByOwnership
		case c.Owner[0] >= aliveAbove:
			c.Status, c.Reason = Alive, ByOwnership
		}
	}
}

// accused tells whether opinions alone call the chain dead.
func (c *suspect) accused() bool { return c.Status == Dead && !c.settled }

// besiege lets those chains live that have two eyes by their shape, or cannot
// be taken.
func (q *inquest) besiege() {
	var spared []int
	eyes := q.eyes()
	for i := range q.chains {
		if q.chains[i].accused() && (eyes[i] || !q.falls(i)) {
			spared = append(spared, i)
		}
	}
	q.find(spared, Unsure, Untakable)
}

// eyes tells which chains are around an empty region that is theirs and their
// kin's alone and makes two eyes.
func (q *inquest) eyes() []bool {
	s := newSurvey(q.board)
	two := make([]bool, len(q.chains))
	for _, r := range s.regions {
		if r.owner == board.Empty || !twoEyes(q.board.Graph(), r.points) {
			continue
		}
		for _, p := range r.stones {
			two[q.of[p]] = true
		}
	}
	return two
}

// find gives some chains the same verdict.
func (q *inquest) find(chains []int, s Status, why Reason) {
	for _, i := range chains {
		q.chains[i].Status, q.chains[i].Reason = s, why
	}
}

// agree drops accusations that do not fit together until the rest do. Whom
// they fall on in one round does not depend on the order of the chains.
func (q *inquest) agree() {
	for {
		var linked, unbound []int
		for i := range q.chains {
			switch c := &q.chains[i]; {
			case !c.accused():
			case q.any(c.kin, Alive, Unsure):
				linked = append(linked, i)
			case q.any(c.foes, Dead, Unsure) || !q.surrounded(i):
				unbound = append(unbound, i)
			}
		}
		if len(linked)+len(unbound) == 0 {
			return
		}
		q.find(linked, Unsure, Linked)
		q.find(unbound, Unsure, NotSurrounded)
	}
}

// any tells whether one of the chains has one of those.
func (q *inquest) any(chains []int, those ...Status) bool {
	return slices.ContainsFunc(chains, func(i int) bool { return slices.Contains(those, q.chains[i].Status) })
}

// surrounded tells whether a live opponent is around the space that the chain
// stands in: what is empty or dead with it.
func (q *inquest) surrounded(i int) bool {
	c := &q.chains[i]
	space := []board.Point{c.Stones[0]}
	found := make([]bool, len(q.of))
	found[space[0]] = true
	for ; len(space) > 0; space = space[1:] {
		for _, p := range q.board.Graph().Near(space[0]) {
			if found[p] {
				continue
			}
			found[p] = true
			j := q.of[p]
			switch {
			case j < 0 || q.chains[j].Color == c.Color && q.chains[j].Status == Dead:
				space = append(space, p)
			case q.chains[j].Color != c.Color && q.chains[j].Status == Alive:
				return true
			}
		}
	}
	return false
}
