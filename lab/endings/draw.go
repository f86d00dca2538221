package endings

import (
	"context"
	"math/rand/v2"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/life/local"
)

// A Generator draws random positions and returns the ones that it can prove.
type Generator struct {
	Graph *board.Graph
	Rules game.Rules
	Seed  uint64
	Want  map[Kind]int // positions wanted for each kind
	Tries int          // limit
}

// Limits for drawing and proving.
const (
	leastPoints = 6 // in the region at the start
	mostDrawn   = 14
	mostPoints  = 30 // in the region at the end
	mostEmpty   = 6
	proofLimit  = 20_000
	totalLimit  = 100_000
)

// Generate draws positions until it has enough or reaches Tries. The result depends only on the
// fields. When ctx ends, it returns the positions so far.
func (m *Generator) Generate(ctx context.Context) (all []Position) {
	random := rand.New(rand.NewPCG(m.Seed, uint64(m.Graph.Points())))
	left := map[Kind]int{}
	missing := 0
	for kind, n := range m.Want {
		left[kind] = n
		missing += n
	}
	seen := map[board.Hash]bool{}
	for try := 0; try < m.Tries && missing > 0 && ctx.Err() == nil; try++ {
		region := m.draw(random)
		if region == nil || seen[region.Board.Hash()] {
			continue
		}
		p, ok := m.prove(ctx, region)
		if ok && left[p.Kind] > 0 {
			seen[region.Board.Hash()] = true
			left[p.Kind]--
			missing--
			all = append(all, p)
		}
	}
	return all
}

// A drawing is a position being drawn.
type drawing struct {
	graph  *board.Graph
	random *rand.Rand
	stones []board.Color
	in     []bool // the region
	points []board.Point
}

// draw draws two adjacent chains with a few empty points between and inside them, and surrounding
// stones that cannot be captured. It returns nil if that fails.
func (m *Generator) draw(random *rand.Rand) *local.Region {
	n := m.Graph.Points()
	d := &drawing{graph: m.Graph, random: random, stones: make([]board.Color, n), in: make([]bool, n)}
	if random.IntN(4) > 0 {
		d.drawEyeSpace()
	} else if !d.drawRegion() || !d.close() {
		return nil
	}
	d.drawWalls()
	d.openDame()
	b, err := board.Setup(m.Graph, d.stones)
	if err != nil {
		return nil
	}
	slices.Sort(d.points)
	for _, c := range board.Colors {
		safe := life.Unconditional(&b.View, c, m.Rules.CaptureRules())
		for p := range board.Point(n) {
			if b.At(p) == c && d.in[p] == safe.Alive[p] {
				return nil // it can be captured, or belongs to the surrounding stones
			}
		}
	}
	return &local.Region{Board: &b.View, Points: d.points}
}

func (d *drawing) add(p board.Point, c board.Color) {
	if !d.in[p] {
		d.in[p] = true
		d.points = append(d.points, p)
	}
	d.stones[p] = c
}

// drawEyeSpace draws a group around connected points, with stones of both colors inside.
func (d *drawing) drawEyeSpace() {
	want := 4 + d.random.IntN(5)
	d.add(board.Point(d.random.IntN(len(d.in))), board.Empty)
	for len(d.points) < want {
		near := d.graph.Near(d.points[d.random.IntN(len(d.points))])
		d.add(near[d.random.IntN(len(near))], board.Empty)
	}
	inside := slices.Clone(d.points)
	owner := board.Colors[d.random.IntN(2)]
	for _, p := range inside {
		for _, q := range d.graph.Near(p) {
			if !d.in[q] {
				d.add(q, owner)
			}
		}
	}
	d.joinGroup(owner)
	free := 2 + d.random.IntN(2)
	for _, i := range d.random.Perm(len(inside))[free:] {
		d.stones[inside[i]] = owner.Opponent()
		if d.random.IntN(6) == 0 {
			d.stones[inside[i]] = owner
		}
	}
}

// joinGroup adds stones until owner's stones are one chain or the region is large: first points
// that touch two of them, then points that touch one.
func (d *drawing) joinGroup(owner board.Color) {
	for layer := 2; len(d.points) <= mostPoints && !d.joined(owner); layer = 3 - layer {
		for _, p := range slices.Clone(d.points) {
			for _, q := range d.graph.Near(p) {
				beside := 0
				for _, r := range d.graph.Near(q) {
					if d.in[r] && d.stones[r] == owner {
						beside++
					}
				}
				if !d.in[q] && d.stones[p] == owner && beside >= layer {
					d.add(q, owner)
				}
			}
		}
	}
}

// joined reports whether owner's stones in the region are one chain.
func (d *drawing) joined(owner board.Color) bool {
	seen := make([]bool, len(d.in))
	chains := 0
	for _, p := range d.points {
		if d.stones[p] != owner || seen[p] {
			continue
		}
		chains++
		seen[p] = true
		for queue := []board.Point{p}; len(queue) > 0; queue = queue[1:] {
			for _, q := range d.graph.Near(queue[0]) {
				if d.in[q] && d.stones[q] == owner && !seen[q] {
					seen[q] = true
					queue = append(queue, q)
				}
			}
		}
	}
	return chains == 1
}

// drawRegion draws connected points. Some stay empty; the others belong to two colors that grow
// from two points.
func (d *drawing) drawRegion() bool {
	want := leastPoints + d.random.IntN(mostDrawn-leastPoints+1)
	d.add(board.Point(d.random.IntN(len(d.in))), board.Empty)
	for len(d.points) < want {
		near := d.graph.Near(d.points[d.random.IntN(len(d.points))])
		d.add(near[d.random.IntN(len(near))], board.Empty)
	}
	free := 2 + d.random.IntN(mostEmpty-1)
	order := d.random.Perm(len(d.points))
	seeds := order[free:]
	if len(seeds) < 4 {
		return false
	}
	d.stones[d.points[seeds[0]]], d.stones[d.points[seeds[1]]] = board.Black, board.White
	for changed := true; changed; {
		changed = false
		for _, i := range seeds {
			p := d.points[i]
			if d.stones[p] != board.Empty {
				continue
			}
			near := d.graph.Near(p)
			if c := d.stones[near[d.random.IntN(len(near))]]; c != board.Empty {
				d.stones[p], changed = c, true
			}
		}
	}
	return true
}

// close adds to the region each adjacent point that touches an empty point or stones of both
// colors. It reports whether the region stays small.
func (d *drawing) close() bool {
	for i := 0; i < len(d.points); i++ {
		for _, q := range d.graph.Near(d.points[i]) {
			if d.in[q] {
				continue
			}
			var beside board.ByColor[bool]
			for _, r := range d.graph.Near(q) {
				if d.in[r] {
					beside[d.stones[r]] = true
				}
			}
			if beside[board.Empty] || beside[board.Black] && beside[board.White] {
				d.add(q, board.Colors[d.random.IntN(2)])
				i = -1
				break
			}
		}
		if len(d.points) > mostPoints {
			return false
		}
	}
	return true
}

// drawWalls fills the other points with stones: each chain in the region is surrounded by the other
// color, with single empty points as possible eyes.
func (d *drawing) drawWalls() {
	queue := slices.Clone(d.points)
	seen := slices.Clone(d.in)
	for i := 0; i < len(queue); i++ {
		for _, q := range d.graph.Near(queue[i]) {
			if seen[q] {
				continue
			}
			seen[q] = true
			d.stones[q] = d.stones[queue[i]]
			if d.in[queue[i]] {
				d.stones[q] = d.stones[queue[i]].Opponent()
			}
			queue = append(queue, q)
		}
	}
	for _, i := range d.random.Perm(len(d.stones)) {
		p := board.Point(i)
		alone := func(q board.Point) bool { return d.in[q] || d.stones[q] != d.stones[p] }
		if !d.in[p] && d.random.IntN(4) > 0 && !slices.ContainsFunc(d.graph.Near(p), alone) {
			d.stones[p] = board.Empty
		}
	}
}

// openDame removes one stone adjacent to the region, half of the time.
func (d *drawing) openDame() {
	if d.random.IntN(2) == 0 {
		return
	}
	p := d.points[d.random.IntN(len(d.points))]
	for _, q := range d.graph.Near(p) {
		if !d.in[q] {
			d.add(q, board.Empty)
			return
		}
	}
}
