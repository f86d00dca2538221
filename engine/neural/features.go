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
	planeOwn              = iota                 // a stone of the player to move
	planeOpp                                     // a stone of the opponent
	planeEmpty                                   // an empty point; all three are 0 off the board
	planeOneLiberty                              // a stone whose chain has one liberty
	planeTwoLiberties                            // or two
	planeThreeLiberties                          // or three
	planeImmortal                                // a stone whose chain contains a complete hexagon
	planeOwnHexagon                              // 0 … 1 in sixths: the most own stones in a hexagon at this point that has no opposing ones
	planeOppHexagon                              // the same with the colours exchanged
	planeCompletes                               // an empty point where an own stone completes a hexagon
	planeOppCompletes                            // or an opposing stone does
	planeLastMove                                // the last move; the next four planes are the moves before it; a pass leaves its plane 0
	planeRepetition       = iota + lastMoves - 1 // an empty point where playing is illegal by ko or superko
	planeSuicideOrIllegal                        // an empty point where a move is suicide, legal or not, or illegal, but not by repetition
	planeSafe                                    // an own stone that is unconditionally alive, or own unconditional territory
	planeOppSafe                                 // the same of the opponent
	planeSelfAtari                               // an empty point where an own stone captures nothing and has one liberty
	planeCaptures                                // an empty point where an own stone captures
	planeEye                                     // an own eye, see [board.View.IsEye]
	planeEdge                                    // 1/(1 + distance from the edge)
	numPlanes                                    // 24
)

// lastMoves is the number of moves that have a plane.
const lastMoves = 5

// Features are the input of a network for one position. The zero value is ready
// for [Features.Compute], any number of times and on any board. It is not safe for concurrent use.
type Features struct {
	Points     []float32           // [points][24]: the planes of each point, 0 … 1
	Globals    [numGlobals]float32 // 16 numbers about the whole position; globals.go lists them
	KomiOffset float32             // points of the player to move less the opponent's that are not on the board, such as komi
	Legal      []bool              // [points]: whether the player to move may play there; a pass is always legal

	graph         *board.Graph
	edge          []float32 // planeEdge of each point
	board         *board.View
	mover         board.Color
	liberties     []uint8 // by the root of a chain, capped at 4
	lifeWorkspace life.Workspace
}

// Compute sets f to the features of a position with next to move. It allocates only
// if g is on another graph than the position before, and costs about a
// fiftieth of an evaluation. The graph must be a honeycomb or a grid
// ([LatticeName] is not empty).
func (f *Features) Compute(g *game.Game, next board.Color) {
	f.board, f.mover = g.Board(), next
	if f.graph != g.Graph() {
		f.graph = g.Graph()
		f.edge = edgeProximity(f.graph, lattices[f.graph.Lattice()].degree)
		n := f.graph.Points()
		f.Points, f.Legal, f.liberties = make([]float32, n*numPlanes), make([]bool, n), make([]uint8, n)
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
	f.computeGlobals(g)
}

// at returns the planes of a point.
func (f *Features) at(p board.Point) []float32 {
	return f.Points[int(p)*numPlanes : int(p)*numPlanes+numPlanes : int(p)*numPlanes+numPlanes]
}

// countLiberties counts the liberties of every chain, up to four.
func (f *Features) countLiberties() {
	clear(f.liberties)
	for _, p := range f.board.Empties() {
		near := f.graph.Near(p)
		for i, q := range near {
			if f.board.At(q) == board.Empty {
				continue
			}
			root, again := f.board.Root(q), false
			for _, r := range near[:i] {
				again = again || f.board.At(r) != board.Empty && f.board.Root(r) == root
			}
			if !again && f.liberties[root] < 4 {
				f.liberties[root]++
			}
		}
	}
}

// writeStone sets the planes of a point with a stone.
func (f *Features) writeStone(p board.Point, at []float32) {
	plane := planeOwn
	if f.board.At(p) != f.mover {
		plane = planeOpp
	}
	at[plane] = 1
	if n := f.liberties[f.board.Root(p)]; n >= 1 && n <= 3 {
		at[planeOneLiberty+int(n)-1] = 1
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

// oneIf returns 1 if the condition holds, 0 otherwise.
func oneIf(condition bool) float32 {
	if condition {
		return 1
	}
	return 0
}

func sqrtPoints(points int) float64 { return math.Sqrt(float64(points)) }
