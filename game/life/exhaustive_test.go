package life

import (
	"fmt"
	"math/bits"
	"testing"

	"rosette/game/board"
)

// A bitGraph is a graph of at most 32 points for exhaustive attacks. Sets of
// points are bits, and everything is found by flood fill.
type bitGraph struct {
	graph    *board.Graph
	near     []uint32
	rosettes []uint32
}

func newBitGraph(g *board.Graph) *bitGraph {
	s := &bitGraph{graph: g, near: make([]uint32, g.Points())}
	for p := range s.near {
		s.near[p] = set(g.Near(board.Point(p)))
	}
	for _, rosette := range g.Rosettes() {
		s.rosettes = append(s.rosettes, set(rosette))
	}
	return s
}

// all returns every point.
func (s *bitGraph) all() uint32 { return uint32(1)<<len(s.near) - 1 }

func set(points []board.Point) (in uint32) {
	for _, p := range points {
		in |= 1 << p
	}
	return in
}

// A bitPosition holds the stones of the defender, who always passes, and the attacker's stones.
type bitPosition struct{ own, foe uint32 }

// touched returns the neighbours of the points.
func (s *bitGraph) touched(points uint32) (near uint32) {
	for ; points != 0; points &= points - 1 {
		near |= s.near[bits.TrailingZeros32(points)]
	}
	return near
}

// flood returns the points connected with start within points.
func (s *bitGraph) flood(start, points uint32) uint32 {
	for edge := start; edge != 0; {
		edge = s.touched(edge) & points &^ start
		start |= edge
	}
	return start
}

func (s *bitGraph) immortal(chain uint32) bool {
	for _, rosette := range s.rosettes {
		if rosette&^chain == 0 {
			return true
		}
	}
	return false
}

// attack returns the position after the attacker plays at p, and whether that is legal.
func (s *bitGraph) attack(at bitPosition, p int, r CaptureRules) (bitPosition, bool) {
	at.foe |= 1 << p
	empty := s.all() &^ (at.own | at.foe)
	if s.near[p]&empty != 0 && s.near[p]&at.own == 0 {
		return at, true
	}
	for beside := s.near[p] & at.own; beside != 0; {
		chain := s.flood(beside&-beside, at.own)
		beside &^= chain
		if s.touched(chain)&empty == 0 && !s.immortal(chain) {
			at.own &^= chain
		}
	}
	empty = s.all() &^ (at.own | at.foe)
	chain := s.flood(1<<p, at.foe)
	switch {
	case s.touched(chain)&empty != 0:
		return at, true
	case s.immortal(chain):
		return at, r != ForbidLibertyless
	case r == AllowSuicide:
		at.foe &^= chain
		return at, true
	}
	return at, false
}

// legal reports whether every chain has a liberty or a rosette.
func (s *bitGraph) legal(at bitPosition) bool {
	empty := s.all() &^ (at.own | at.foe)
	for _, stones := range []uint32{at.own, at.foe} {
		for rest := stones; rest != 0; {
			chain := s.flood(rest&-rest, stones)
			rest &^= chain
			if s.touched(chain)&empty == 0 && !s.immortal(chain) {
				return false
			}
		}
	}
	return true
}

// mortal returns the defender's stones whose chains have no rosette.
func (s *bitGraph) mortal(at bitPosition) (stones uint32) {
	for rest := at.own; rest != 0; {
		chain := s.flood(rest&-rest, at.own)
		rest &^= chain
		if !s.immortal(chain) {
			stones |= chain
		}
	}
	return stones
}

// capturable returns the defender's stones that some sequence of attacks
// captures. It tries all, until every mortal stone has been captured.
func (s *bitGraph) capturable(at bitPosition, r CaptureRules) uint32 {
	var lost uint32
	mortal := s.mortal(at)
	seen := map[bitPosition]bool{at: true}
	for stack := []bitPosition{at}; len(stack) > 0 && lost != mortal; {
		from := stack[len(stack)-1]
		stack = stack[:len(stack)-1]
		for p := range s.near {
			if (from.own|from.foe)>>p&1 != 0 {
				continue
			}
			to, ok := s.attack(from, p, r)
			if ok && !seen[to] {
				seen[to] = true
				lost |= at.own &^ to.own
				stack = append(stack, to)
			}
		}
	}
	return lost
}

// regions returns the maximal connected sets of points without a defending stone.
func (s *bitGraph) regions(at bitPosition) (all []uint32) {
	for rest := s.all() &^ at.own; rest != 0; {
		region := s.flood(rest&-rest, rest)
		rest &^= region
		all = append(all, region)
	}
	return all
}

// territory returns the regions around which nothing can be captured and where, according to live,
// the attacker cannot live on any point: may in the position as it is, and must those where the
// attacker cannot live either once its stones in the region are removed.
func (s *bitGraph) territory(at bitPosition, lost uint32, live func(bitPosition) uint32) (must, may uint32) {
	for _, region := range s.regions(at) {
		border := s.touched(region) & at.own
		if border == 0 || border&lost != 0 || region&live(at) != 0 {
			continue
		}
		may |= region
		if region&live(bitPosition{at.own, at.foe &^ region}) == 0 {
			must |= region
		}
	}
	return must, may
}

// searchedTerritory is territory by exhaustive search. It returns false for ok if a region takes
// more positions than the limit.
func (s *bitGraph) searchedTerritory(b *board.Board, at bitPosition, r CaptureRules, lost uint32, most int) (must, may uint32, ok bool) {
	ok = true
	must, may = s.territory(at, lost, func(from bitPosition) uint32 {
		live, all := s.lives(b, from, r, most)
		ok = ok && all
		return live
	})
	return must, may, ok
}

// set sets up the position with the defender's stones in colour own. Any order works: an incomplete
// chain has its missing stones as liberties.
func (s *bitGraph) set(b *board.Board, at bitPosition, own board.Color) {
	b.Copy(&board.New(s.graph).View)
	for p := range s.near {
		switch {
		case at.own>>p&1 != 0:
			b.Play(board.Point(p), own)
		case at.foe>>p&1 != 0:
			b.Play(board.Point(p), own.Opponent())
		}
	}
}

// unconditional returns the result of Unconditional.
func (s *bitGraph) unconditional(b *board.Board, own board.Color, r CaptureRules) (alive, territory uint32) {
	safety := Unconditional(&b.View, own, r)
	for p := range s.near {
		if safety.Alive[p] {
			alive |= 1 << p
		}
		if safety.Territory[p] {
			territory |= 1 << p
		}
	}
	return alive, territory
}

// picture formats the position for messages, with the defender's stones as X.
func (s *bitGraph) picture(at bitPosition) string {
	text := make([]byte, len(s.near))
	for p := range text {
		text[p] = ".XO"[at.own>>p&1+2*(at.foe>>p&1)]
	}
	if s.graph.Lattice() == board.Custom {
		return fmt.Sprintf("%s on %v with rosettes %v", text, s.graph.Lines(), s.graph.Rosettes())
	}
	return fmt.Sprintf("%s on %s", text, s.graph.Name())
}

// captureRuleNames are the names for tables and messages.
var captureRuleNames = [...]string{"allow", "suicide", "forbid"}

var allCaptureRules = []CaptureRules{AllowLibertyless, AllowSuicide, ForbidLibertyless}

// allPositions holds every position of a small graph and the result of attacks. A position number
// has one ternary digit for each point: 0 empty, 1 defender, 2 attacker.
type allPositions struct {
	*bitGraph
	rules  CaptureRules
	legals []bool
	next   [][]int32 // positions after the attacker's plays
	lost   []uint32  // the defender's stones that can be captured
	live   []uint32  // points where the attacker can get living stones
}

func (s *bitGraph) position(number int) (at bitPosition) {
	for p := range s.near {
		switch number % 3 {
		case 1:
			at.own |= 1 << p
		case 2:
			at.foe |= 1 << p
		}
		number /= 3
	}
	return at
}

func (s *bitGraph) number(at bitPosition) (number int) {
	for p := len(s.near) - 1; p >= 0; p-- {
		number = 3*number + int(at.own>>p&1+2*(at.foe>>p&1))
	}
	return number
}

// newAllPositions repeats passes over all positions until nothing changes.
func newAllPositions(t testing.TB, s *bitGraph, r CaptureRules) *allPositions {
	t.Helper()
	n := 1
	for range s.near {
		n *= 3
	}
	c := &allPositions{s, r, make([]bool, n), make([][]int32, n), make([]uint32, n), make([]uint32, n)}
	for i := range n {
		at := s.position(i)
		if c.legals[i] = s.legal(at); !c.legals[i] {
			continue
		}
		for p := range s.near {
			if (at.own|at.foe)>>p&1 != 0 {
				continue
			}
			if to, ok := s.attack(at, p, r); ok && to != at {
				c.next[i] = append(c.next[i], int32(s.number(to)))
			}
		}
	}
	c.repeat(func(i int, own uint32) bool {
		was := c.lost[i]
		for _, to := range c.next[i] {
			c.lost[i] |= own&^s.position(int(to)).own | own&c.lost[to]
		}
		return c.lost[i] != was
	})
	for i := range n {
		if at := s.position(i); c.legals[i] {
			c.live[i] = at.foe &^ c.lost[s.number(bitPosition{own: at.foe, foe: at.own})]
		}
	}
	c.repeat(func(i int, _ uint32) bool {
		was := c.live[i]
		for _, to := range c.next[i] {
			c.live[i] |= c.live[to]
		}
		return c.live[i] != was
	})
	return c
}

// repeat visits every legal position until nothing changes.
func (c *allPositions) repeat(visit func(i int, own uint32) bool) {
	for changed := true; changed; {
		changed = false
		for i := len(c.legals) - 1; i >= 0; i-- {
			if c.legals[i] && visit(i, c.position(i).own) {
				changed = true
			}
		}
	}
}

// lives returns the points where the attacker can get stones that Unconditional finds alive. It
// returns false for ok if that takes more positions than the limit.
func (s *bitGraph) lives(b *board.Board, at bitPosition, r CaptureRules, most int) (live uint32, ok bool) {
	seen := map[bitPosition]bool{at: true}
	for queue := []bitPosition{at}; len(queue) > 0; queue = queue[1:] {
		from := queue[0]
		s.set(b, from, board.White)
		alive, _ := s.unconditional(b, board.Black, r)
		live |= alive
		for p := range s.near {
			if (from.own|from.foe)>>p&1 != 0 {
				continue
			}
			if to, ok := s.attack(from, p, r); ok && !seen[to] {
				seen[to] = true
				queue = append(queue, to)
			}
		}
		if len(seen) > most {
			return 0, false
		}
	}
	return live, true
}
