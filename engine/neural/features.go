package neural

import (
	"errors"
	"math"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// The planes at each point, all from the point of view of the player to move. A value is 0 or 1
// unless a range is given. Hexagon planes are 0 on boards without hexagons.
const (
	planeOwn            = iota // an own stone
	planeOpp                   // an opposing stone
	planeEmpty                 // an empty point; all three planes are 0 off the board
	planeOneLiberty            // a stone whose chain has one liberty
	planeTwoLiberties          // a stone whose chain has two liberties
	planeThreeLiberties        // a stone whose chain has three liberties
	planeImmortal              // a stone whose chain contains a complete hexagon
	// 0 … 1 in sixths: the most own stones in a hexagon at this point without opposing stones
	planeOwnHexagon
	planeOppHexagon   // the same with the colours exchanged
	planeCompletes    // an empty point where an own stone completes a hexagon
	planeOppCompletes // an empty point where an opposing stone completes a hexagon
	// the last move; the next four planes are the moves before it; a pass sets no plane
	planeLastMove
	planeRepetition = iota + lastMoves - 1 // an empty point where a move is illegal by ko or superko
	// an empty point where a move is suicide, legal or not, or illegal other than by repetition
	planeSuicideOrIllegal
	planeSafe      // an own stone that is unconditionally alive, or own unconditional territory
	planeOppSafe   // the same for the opponent
	planeSelfAtari // an empty point where an own stone captures nothing and has one liberty
	planeCaptures  // an empty point where an own stone captures
	planeEye       // an own eye, see [board.View.IsEye]
	planeEdge      // 1/(1 + distance from the edge)
	// a stone in a chain captured by a ladder: with two liberties, if the other side plays first;
	// with one, even if its owner does
	planeLadder
	planeStartsLadder  // an empty point where an own stone starts a ladder that captures a chain with two liberties
	planeLeavesLadder  // a liberty where a stone saves an own chain from such a ladder
	planeStaysInLadder // the liberty of an own chain in atari, if a stone there does not save it
	planeFourLiberties // a stone whose chain has four liberties
	planeOppEye        // an opposing eye
	planeOneEye        // a stone whose chain has one single-point eye
	planeTwoEyes       // a stone whose chain has at least two
	numPlanes          // 32
)

// plainPlanes is the plane count in older networks; later planes were added at the end.
const plainPlanes = planeLadder

// ladderPlays limits the plays in one ladder. Symmetric positions get equal results only from a
// limit on plies, so this limit is too high to be reached except in strange positions.
const ladderPlays = 4000

// lastMoves is how many recent moves have a plane.
const lastMoves = 5

// Features holds a network's input for one position. The zero value is ready for
// [Features.Compute], any number of times and on any board. It is not safe for concurrent use.
type Features struct {
	Plain bool // leave the last eight planes 0, for networks that do not read them

	Points  []float32           // [points][32]: the planes at each point, 0 … 1
	Globals [numGlobals]float32 // 16 numbers for the whole position; globals.go lists them
	// the mover's points not on the board, such as komi, less the opponent's
	KomiOffset float32
	Legal      []bool // [points]: whether the player to move may play there; a pass is always legal

	graph         *board.Graph
	edge          []float32 // by point: planeEdge
	board         *board.View
	mover         board.Color
	liberties     []uint8 // by chain root, capped at 5
	eyes          []uint8 // by chain root, capped at 2
	lifeWorkspace life.Workspace
	reader        life.LadderReader
}

// Compute sets f to the features for g with next to move. It allocates only if g is on another
// graph than the previous position. It costs between a fiftieth and a quarter as much as an
// evaluation, mostly for ladders on honeycombs. The graph must be a honeycomb or a grid
// ([LatticeName] is not empty).
func (f *Features) Compute(g *game.Game, next board.Color) {
	f.board, f.mover = g.Board(), next
	if f.graph != g.Graph() {
		f.graph = g.Graph()
		f.edge = edgeProximity(f.graph, lattices[f.graph.Lattice()].degree)
		n := f.graph.Points()
		f.Points, f.Legal = make([]float32, n*numPlanes), make([]bool, n)
		f.liberties, f.eyes = make([]uint8, n), make([]uint8, n)
	}
	clear(f.Points)
	f.countLiberties()
	for p := range board.Point(len(f.Legal)) {
		at := f.at(p)
		at[planeEdge] = f.edge[p]
		f.Legal[p] = false
		f.writeHexagons(p, at)
		if f.board.At(p) == board.Empty {
			f.writeEmpty(g, p, at)
		} else {
			f.writeStone(p, at)
		}
	}
	for i := range min(lastMoves, g.Ply()) {
		if p := g.Move(g.Ply() - 1 - i).Point; p != board.Pass {
			f.at(p)[planeLastMove+i] = 1
		}
	}
	f.writeSafe(g.Rules().CaptureRules(), next, planeSafe)
	f.writeSafe(g.Rules().CaptureRules(), next.Opponent(), planeOppSafe)
	if !f.Plain {
		f.writeEyes()
		f.writeLadders()
	}
	f.computeGlobals(g)
}

// at returns the planes at p.
func (f *Features) at(p board.Point) []float32 {
	return f.Points[int(p)*numPlanes : int(p)*numPlanes+numPlanes : int(p)*numPlanes+numPlanes]
}

// countLiberties counts liberties by chain, up to five.
func (f *Features) countLiberties() {
	clear(f.liberties)
	for _, p := range f.board.Empties() {
		near := f.graph.Near(p)
		for i, q := range near {
			if f.board.At(q) == board.Empty {
				continue
			}
			if root := f.board.Root(q); f.firstOfChain(near, i) && f.liberties[root] < 5 {
				f.liberties[root]++
			}
		}
	}
}

// firstOfChain reports whether the stone near[i] is the first from its chain in near.
func (f *Features) firstOfChain(near []board.Point, i int) bool {
	root := f.board.Root(near[i])
	for _, q := range near[:i] {
		if f.board.At(q) != board.Empty && f.board.Root(q) == root {
			return false
		}
	}
	return true
}

// writeStone sets the planes at a stone.
func (f *Features) writeStone(p board.Point, at []float32) {
	plane := planeOwn
	if f.board.At(p) != f.mover {
		plane = planeOpp
	}
	at[plane] = 1
	switch n := f.liberties[f.board.Root(p)]; {
	case n >= 1 && n <= 3:
		at[planeOneLiberty+int(n)-1] = 1
	case n == 4 && !f.Plain:
		at[planeFourLiberties] = 1
	}
	at[planeImmortal] = oneIf(f.board.Immortal(p))
}

// writeEmpty sets the planes at an empty point.
func (f *Features) writeEmpty(g *game.Game, p board.Point, at []float32) {
	b, c := f.board, f.mover
	err := g.Legal(p, c)
	repeats := errors.Is(err, game.ErrKo) || errors.Is(err, game.ErrSuperko)
	f.Legal[p] = err == nil
	at[planeEmpty] = 1
	at[planeCompletes] = oneIf(b.CompletesRosette(p, c))
	at[planeOppCompletes] = oneIf(b.CompletesRosette(p, c.Opponent()))
	at[planeRepetition] = oneIf(repeats)
	at[planeSuicideOrIllegal] = oneIf(err != nil && !repeats || b.PlayResult(p, c) == board.Suicide)
	at[planeSelfAtari] = oneIf(b.IsSelfAtari(p, c))
	at[planeCaptures] = oneIf(f.captures(p))
	at[planeEye] = oneIf(b.IsEye(p, c))
}

// captures reports whether the mover captures something at p.
func (f *Features) captures(p board.Point) bool {
	for _, q := range f.graph.Near(p) {
		if f.board.At(q) == f.mover.Opponent() && f.liberties[f.board.Root(q)] == 1 && !f.board.Immortal(q) {
			return true
		}
	}
	return false
}

// writeHexagons sets the planes that count each player's stones in the hexagons at p.
func (f *Features) writeHexagons(p board.Point, at []float32) {
	best := board.ByColor[int]{} // in sixths
	rosettes := f.graph.Rosettes()
	for _, h := range f.graph.RosettesAt(p) {
		black, white := f.board.RosetteCount(int(h), board.Black), f.board.RosetteCount(int(h), board.White)
		if white == 0 {
			best[board.Black] = max(best[board.Black], 6*black/len(rosettes[h]))
		}
		if black == 0 {
			best[board.White] = max(best[board.White], 6*white/len(rosettes[h]))
		}
	}
	at[planeOwnHexagon] = float32(best[f.mover]) / 6
	at[planeOppHexagon] = float32(best[f.mover.Opponent()]) / 6
}

// writeSafe sets the plane where c is unconditionally safe, by Benson's algorithm.
func (f *Features) writeSafe(r life.CaptureRules, c board.Color, plane int) {
	safety := f.lifeWorkspace.Unconditional(f.board, c, r)
	for p := range f.Legal {
		f.Points[p*numPlanes+plane] = oneIf(safety.Alive[p] || safety.Territory[p])
	}
}

// writeEyes sets the planes for opposing eyes and for eyes by chain.
func (f *Features) writeEyes() {
	clear(f.eyes)
	for _, p := range f.board.Empties() {
		near := f.graph.Near(p)
		if len(near) == 0 || f.board.At(near[0]) == board.Empty {
			continue
		}
		owner := f.board.At(near[0])
		if !f.board.IsEye(p, owner) {
			continue
		}
		if owner != f.mover {
			f.at(p)[planeOppEye] = 1
		}
		for i, q := range near {
			if root := f.board.Root(q); f.firstOfChain(near, i) && f.eyes[root] < 2 {
				f.eyes[root]++
			}
		}
	}
	for p := range board.Point(len(f.Legal)) {
		if f.board.At(p) == board.Empty {
			continue
		}
		if n := f.eyes[f.board.Root(p)]; n > 0 {
			f.at(p)[planeOneEye+int(n)-1] = 1
		}
	}
}

// writeLadders sets the ladder planes.
func (f *Features) writeLadders() {
	f.reader.Plays, f.reader.Depth = ladderPlays, lattices[f.graph.Lattice()].ladder
	f.reader.Set(f.board)
	for q := range board.Point(len(f.Legal)) {
		if f.board.At(q) == board.Empty || f.board.Root(q) != q || f.board.Immortal(q) {
			continue
		}
		caught := false
		switch f.liberties[q] {
		case 1:
			caught = f.writeAtari(q)
		case 2:
			caught = f.writeTwoLiberties(q)
		}
		if caught {
			for s := range f.board.Chain(q) {
				f.at(s)[planeLadder] = 1
			}
		}
	}
}

// writeAtari sets the ladder planes for the chain at q, which is in atari. It reports whether the
// chain is captured with its owner to move.
func (f *Features) writeAtari(q board.Point) (caught bool) {
	last, _ := f.board.Atari(q)
	if f.board.At(q) == f.mover && !f.reader.EscapesAt(q, last) {
		f.at(last)[planeStaysInLadder] = 1
	}
	return !f.reader.Escapes(q)
}

// writeTwoLiberties sets the ladder planes for the chain at q, which has two liberties. It reports
// whether the chain is captured with its opponent to move.
func (f *Features) writeTwoLiberties(q board.Point) (caught bool) {
	x, y, _ := f.board.TwoLiberties(q)
	for _, p := range [2]board.Point{x, y} {
		if !f.reader.CapturesAt(q, p) {
			continue
		}
		caught = true
		if f.board.At(q) != f.mover {
			f.at(p)[planeStartsLadder] = 1
		}
	}
	if !caught || f.board.At(q) != f.mover {
		return caught
	}
	for _, p := range [2]board.Point{x, y} {
		if f.reader.EscapesAt(q, p) {
			f.at(p)[planeLeavesLadder] = 1
		}
	}
	return true
}

// oneIf returns 1 if condition is true, and 0 otherwise.
func oneIf(condition bool) float32 {
	if condition {
		return 1
	}
	return 0
}

func sqrtPoints(points int) float64 { return math.Sqrt(float64(points)) }
