package neural

import (
	"errors"
	"math"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// The planes: what a network sees of every point, from 0 to 1. Everything is
// seen by the player to move. Those of hexagons are 0 where there are none.
const (
	planeOwn        = iota
	planeOpposing                          //
	planeEmpty                             // so that off the board differs
	planeOneLiberty                        // the chain here has just one
	planeTwo                               // or two
	planeThree                             // or three liberties
	planeImmortal                          // its chain holds a rosette
	planeOwnHexagon                        // the most own stones of six in a hexagon around the point without opposing ones, in sixths
	planeTheirs                            // the same of the opponent
	planeCompletes                         // empty, and an own stone here fills a hexagon
	planeTheyDo                            // and an opposing stone does
	planeLast                              // the last move, and behind it the four before; a pass leaves none
	planeRepeats    = iota + lastMoves - 1 // empty, but illegal by repetition
	planeSuicide                           // empty, but suicide, legal or not, or illegal for another reason
	planeSafe                              // unconditionally own: a stone alive or territory
	planeTheirSafe                         // and the opponent's
	planeExposes                           // empty; a stone here takes nothing and has one liberty
	planeTakes                             // empty; a stone here takes something
	planeEye                               // an own eye
	planeRim                               // 1 at the edge, 1/2 beside it, 1/3 behind that
	planes                                 // how many there are
)

// lastMoves is how many moves the planes remember.
const lastMoves = 5

// Features are what a network sees of a position. They are memory to be used
// again and again by one goroutine; the zero Features are ready.
type Features struct {
	Points  []float32        // 24 numbers for each point, point after point
	Globals [globals]float32 // and of the whole
	Given   float32          // what the player to move gets besides the points of the board
	Legal   []bool           // of each point

	ground *Ground
	board  *board.Board
	mover  board.Color
	libs   []uint8 // by root: liberties, at most 4
	notes  life.Workspace
}

// Ground returns the ground of the last position read.
func (f *Features) Ground() *Ground { return f.ground }

// Read looks at a position, next to move. The graph must be one that has a
// ground.
func (f *Features) Read(g *game.Game, next board.Color) {
	f.board, f.mover = g.Board(), next
	if f.ground == nil || f.ground.graph != g.Graph() {
		f.ground, _ = GroundOf(g.Graph())
		n := g.Graph().Points()
		f.Points, f.Legal, f.libs = make([]float32, n*planes), make([]bool, n), make([]uint8, n)
	}
	clear(f.Points)
	f.countLiberties()
	for p := range board.Point(len(f.Legal)) {
		at := f.at(p)
		at[planeRim] = f.ground.rim[p]
		f.Legal[p] = false
		f.hexagons(p, at)
		if f.board.At(p) == board.Empty {
			f.vacant(g, p, at)
		} else {
			f.stone(p, at)
		}
	}
	for i := range min(lastMoves, g.Ply()) {
		if p := g.Move(g.Ply() - 1 - i).Point; p != board.Pass {
			f.at(p)[planeLast+i] = 1
		}
	}
	f.safe(g.Rules().CaptureRules(), next, planeSafe)
	f.safe(g.Rules().CaptureRules(), next.Opponent(), planeTheirSafe)
	f.readGlobals(g)
}

// at returns the numbers of a point.
func (f *Features) at(p board.Point) []float32 {
	return f.Points[int(p)*planes : int(p)*planes+planes : int(p)*planes+planes]
}

// countLiberties counts those of every chain, up to four.
func (f *Features) countLiberties() {
	clear(f.libs)
	for _, p := range f.board.Empties() {
		near := f.ground.graph.Near(p)
		for i, q := range near {
			if f.board.At(q) == board.Empty {
				continue
			}
			root, again := f.board.Root(q), false
			for _, r := range near[:i] {
				again = again || f.board.At(r) != board.Empty && f.board.Root(r) == root
			}
			if !again && f.libs[root] < 4 {
				f.libs[root]++
			}
		}
	}
}

// stone writes the planes of a point with a stone.
func (f *Features) stone(p board.Point, at []float32) {
	plane := planeOwn
	if f.board.At(p) != f.mover {
		plane = planeOpposing
	}
	at[plane] = 1
	if n := f.libs[f.board.Root(p)]; n >= 1 && n <= 3 {
		at[planeOneLiberty+int(n)-1] = 1
	}
	at[planeImmortal] = one(f.board.Immortal(p))
}

// vacant writes the planes of an empty point.
func (f *Features) vacant(g *game.Game, p board.Point, at []float32) {
	b, c := f.board, f.mover
	err := g.Legal(p, c)
	repeats := errors.Is(err, game.ErrKo) || errors.Is(err, game.ErrSuperko)
	f.Legal[p] = err == nil
	at[planeEmpty] = 1
	at[planeCompletes] = one(b.CompletesRosette(p, c))
	at[planeTheyDo] = one(b.CompletesRosette(p, c.Opponent()))
	at[planeRepeats] = one(repeats)
	at[planeSuicide] = one(err != nil && !repeats || b.PlayResult(p, c) == board.Suicide)
	at[planeExposes] = one(b.IsSelfAtari(p, c))
	at[planeTakes] = one(f.takes(p))
	at[planeEye] = one(b.IsEye(p, c))
}

// takes tells whether the mover's stone on p takes something.
func (f *Features) takes(p board.Point) bool {
	for _, q := range f.ground.graph.Near(p) {
		if f.board.At(q) == f.mover.Opponent() && f.libs[f.board.Root(q)] == 1 && !f.board.Immortal(q) {
			return true
		}
	}
	return false
}

// hexagons writes how far those around the point are filled by one player alone.
func (f *Features) hexagons(p board.Point, at []float32) {
	best := board.ByColor[int]{}
	rosettes := f.ground.graph.Rosettes()
	for _, h := range f.ground.graph.RosettesAt(p) {
		black, white := f.board.RosetteCount(int(h), board.Black), f.board.RosetteCount(int(h), board.White)
		if white == 0 {
			best[board.Black] = max(best[board.Black], 6*black/len(rosettes[h]))
		}
		if black == 0 {
			best[board.White] = max(best[board.White], 6*white/len(rosettes[h]))
		}
	}
	at[planeOwnHexagon] = float32(best[f.mover]) / 6
	at[planeTheirs] = float32(best[f.mover.Opponent()]) / 6
}

// safe writes what of c nobody can change.
func (f *Features) safe(r life.CaptureRules, c board.Color, plane int) {
	safety := f.notes.Unconditional(f.board, c, r)
	for p := range f.Legal {
		f.Points[p*planes+plane] = one(safety.Alive[p] || safety.Territory[p])
	}
}

// one is 1 for yes and 0 for no.
func one(yes bool) float32 {
	if yes {
		return 1
	}
	return 0
}

// rootOf is the square root of the number of points.
func rootOf(points int) float64 { return math.Sqrt(float64(points)) }
