package neural

import (
	"errors"
	"math"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// The planes of a point, all from the point of view of the player to move. Each
// is 0 or 1 unless a range is given. The planes of hexagons are 0 on boards
// without hexagons.
const (
	planeOwn            = iota // a stone of the player to move
	planeOpp                   // a stone of the opponent
	planeEmpty                 // an empty point; all three are 0 off the board
	planeOneLiberty            // a stone whose chain has one liberty
	planeTwoLiberties          // or two
	planeThreeLiberties        // or three
	planeImmortal              // a stone whose chain contains a complete hexagon
	// 0 … 1 in sixths: the most own stones in a hexagon at this point that has no opposing ones
	planeOwnHexagon
	planeOppHexagon   // the same with the colours exchanged
	planeCompletes    // an empty point where an own stone completes a hexagon
	planeOppCompletes // or an opposing stone does
	// the last move; the next four planes are the moves before it; a pass leaves its plane 0
	planeLastMove
	planeRepetition = iota + lastMoves - 1 // an empty point where playing is illegal by ko or superko
	// an empty point where a move is suicide, legal or not, or illegal, but not by repetition
	planeSuicideOrIllegal
	planeSafe      // an own stone that is unconditionally alive, or own unconditional territory
	planeOppSafe   // the same of the opponent
	planeSelfAtari // an empty point where an own stone captures nothing and has one liberty
	planeCaptures  // an empty point where an own stone captures
	planeEye       // an own eye, see [board.View.IsEye]
	planeEdge      // 1/(1 + distance from the edge)
	// a stone of a chain that a ladder captures: of two liberties if the other side plays first, of
	// one whoever does
	planeLadder
	planeStartsLadder  // an empty point where an own stone begins to capture a chain of two liberties by a ladder
	planeLeavesLadder  // a liberty of an own chain that such a ladder threatens, where a stone prevents it
	planeStaysInLadder // the liberty of an own chain in atari, where a stone does not help it
	planeFourLiberties // a stone whose chain has four liberties
	planeOppEye        // an eye of the opponent
	planeOneEye        // a stone whose chain has one eye of a single point
	planeTwoEyes       // or more
	numPlanes          // 32
)

// plainPlanes is the number of planes that a network reads which was begun before the others were added.
const plainPlanes = planeLadder

// ladderPlays limits the plays of one ladder. Only a limit of plies treats the images of a
// position alike, so this one is out of reach in all but odd positions.
const ladderPlays = 4000

// lastMoves is the number of moves that have a plane.
const lastMoves = 5

// Features are the input of a network for one position. The zero value is ready
// for [Features.Compute], any number of times and on any board. It is not safe for concurrent use.
type Features struct {
	Plain bool // leaves the last eight planes 0, for networks that do not read them

	Points  []float32           // [points][32]: the planes of each point, 0 … 1
	Globals [numGlobals]float32 // 16 numbers about the whole position; globals.go lists them
	// points of the player to move less the opponent's that are not on the board, such as komi
	KomiOffset float32
	Legal      []bool // [points]: whether the player to move may play there; a pass is always legal

	graph         *board.Graph
	edge          []float32 // planeEdge of each point
	board         *board.View
	mover         board.Color
	liberties     []uint8 // by the root of a chain, capped at 5
	eyes          []uint8 // by the root of a chain, capped at 2
	lifeWorkspace life.Workspace
	reader        life.LadderReader
}

// Compute sets f to the features of a position with next to move. It allocates only
// if g is on another graph than the position before, and costs between a fiftieth and a
// quarter of an evaluation, most of it for ladders on honeycombs. The graph must be a honeycomb or a grid
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

// at returns the planes of a point.
func (f *Features) at(p board.Point) []float32 {
	return f.Points[int(p)*numPlanes : int(p)*numPlanes+numPlanes : int(p)*numPlanes+numPlanes]
}

// countLiberties counts the liberties of every chain, up to five.
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

// firstOfChain reports whether the stone near[i] is the first of its chain among near.
func (f *Features) firstOfChain(near []board.Point, i int) bool {
	root := f.board.Root(near[i])
	for _, q := range near[:i] {
		if f.board.At(q) != board.Empty && f.board.Root(q) == root {
			return false
		}
	}
	return true
}

// writeStone sets the planes of a point with a stone.
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

// writeEmpty sets the planes of an empty point.
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

// captures reports whether a stone of the mover on p captures something.
func (f *Features) captures(p board.Point) bool {
	for _, q := range f.graph.Near(p) {
		if f.board.At(q) == f.mover.Opponent() && f.liberties[f.board.Root(q)] == 1 && !f.board.Immortal(q) {
			return true
		}
	}
	return false
}

// writeHexagons sets the planes for how far each player has filled the hexagons
// at p.
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

// writeSafe sets a plane where c is unconditionally safe, by Benson's algorithm.
func (f *Features) writeSafe(r life.CaptureRules, c board.Color, plane int) {
	safety := f.lifeWorkspace.Unconditional(f.board, c, r)
	for p := range f.Legal {
		f.Points[p*numPlanes+plane] = oneIf(safety.Alive[p] || safety.Territory[p])
	}
}

// writeEyes sets the planes for the eyes of the opponent and of chains.
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

// writeLadders sets the planes of ladders.
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

// writeAtari sets the planes for plays about the chain at q, which is in atari, and reports
// whether it is captured if its owner is to move.
func (f *Features) writeAtari(q board.Point) (caught bool) {
	last, _ := f.board.Atari(q)
	if f.board.At(q) == f.mover && !f.reader.EscapesAt(q, last) {
		f.at(last)[planeStaysInLadder] = 1
	}
	return !f.reader.Escapes(q)
}

// writeTwoLiberties sets the planes for plays about the chain at q, which has two
// liberties, and reports whether it is captured if its opponent is to move.
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

// oneIf returns 1 if the condition holds, 0 otherwise.
func oneIf(condition bool) float32 {
	if condition {
		return 1
	}
	return 0
}

func sqrtPoints(points int) float64 { return math.Sqrt(float64(points)) }
