package analysis

import (
	"fmt"
	"math"
	"slices"
	"strconv"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// A real is a number with six significant digits in JSON.
type real float64

// MarshalJSON writes x with six significant digits.
func (x real) MarshalJSON() ([]byte, error) {
	return strconv.AppendFloat(nil, float64(x), 'g', 6, 64), nil
}

// An answer is the analysis of a turn, with KataGo's names and order. Ownership and OwnershipStdev
// have one number per point, row by row from the top on square boards. Policy has one more, for the
// pass, and −1 for illegal moves.
type answer struct {
	ID             string     `json:"id"`
	IsDuringSearch bool       `json:"isDuringSearch"`
	MoveInfos      []moveInfo `json:"moveInfos"`
	Ownership      []real     `json:"ownership,omitempty"`
	OwnershipStdev []real     `json:"ownershipStdev,omitempty"`
	Policy         []real     `json:"policy,omitempty"`
	RootInfo       rootInfo   `json:"rootInfo"`
	TurnNumber     int        `json:"turnNumber"`
}

// A moveInfo is a candidate move.
type moveInfo struct {
	EdgeVisits         int      `json:"edgeVisits"`
	EdgeWeight         real     `json:"edgeWeight"`
	IsSymmetryOf       string   `json:"isSymmetryOf,omitempty"` // the searched move that this is an image of
	LCB                real     `json:"lcb"`
	Move               string   `json:"move"`
	NoResultValue      *real    `json:"noResultValue,omitempty"`
	Order              int      `json:"order"`
	Ownership          []real   `json:"ownership,omitempty"`
	OwnershipStdev     []real   `json:"ownershipStdev,omitempty"`
	PlaySelectionValue real     `json:"playSelectionValue"`
	Prior              real     `json:"prior"`
	PV                 []string `json:"pv"`
	PVEdgeVisits       []int    `json:"pvEdgeVisits,omitempty"`
	PVVisits           []int    `json:"pvVisits,omitempty"`
	ScoreLead          real     `json:"scoreLead"`
	ScoreMean          real     `json:"scoreMean"`
	ScoreSelfplay      real     `json:"scoreSelfplay"`
	ScoreStdev         real     `json:"scoreStdev"`
	Utility            real     `json:"utility"`
	UtilityLCB         real     `json:"utilityLcb"`
	Visits             int      `json:"visits"`
	Weight             real     `json:"weight"`
	Winrate            real     `json:"winrate"`
}

// A rootInfo describes the search's root.
type rootInfo struct {
	CurrentPlayer string `json:"currentPlayer"`
	*rawInfo             // nil without a network
	ScoreLead     real   `json:"scoreLead"`
	ScoreSelfplay real   `json:"scoreSelfplay"`
	ScoreStdev    real   `json:"scoreStdev"`
	SymHash       string `json:"symHash"`
	ThisHash      string `json:"thisHash"`
	Utility       real   `json:"utility"`
	Visits        int    `json:"visits"`
	Weight        real   `json:"weight"`
	Winrate       real   `json:"winrate"`
}

// A rawInfo is a network's evaluation without search.
type rawInfo struct {
	Lead       real `json:"rawLead"`
	NoResult   real `json:"rawNoResultProb"`
	Score      real `json:"rawScoreSelfplay"`
	Stdev      real `json:"rawScoreSelfplayStdev"`
	ScoreError real `json:"rawStScoreError"`
	WinError   real `json:"rawStWrError"`
	TimeLeft   real `json:"rawVarTimeLeft"`
	Winrate    real `json:"rawWinrate"`
}

// playerLetters are the players' names in answers.
var playerLetters = board.ByColor[string]{board.Black: "B", board.White: "W"}

// color returns the player whose numbers are reported with next to move.
func (v View) color(next board.Color) board.Color {
	switch v {
	case AsWhite:
		return board.White
	case AsSideToMove:
		return next
	}
	return board.Black
}

// answer returns the answer for a turn, in the query's view.
func (q *query) answer(turn int, g *game.Game, next board.Color, a engine.Analysis, during bool) answer {
	view := q.view.color(next)
	a = a.For(view)
	this, sym := hashes(g, next)
	r := answer{
		ID: q.id, TurnNumber: turn, IsDuringSearch: during, MoveInfos: []moveInfo{},
		RootInfo: rootInfo{
			CurrentPlayer: playerLetters[next], ThisHash: this, SymHash: sym, Visits: a.Visits, Weight: real(a.Visits),
			Winrate: real(a.Win), Utility: real(a.Utility), ScoreStdev: real(a.ScoreStdev),
			ScoreLead: real(a.Score), ScoreSelfplay: real(a.Score),
		},
	}
	r.RootInfo.rawInfo = newRawInfo(a.Raw)
	same := q.symmetries(g)
	for _, c := range a.Candidates {
		if c.Visits == 0 || q.bans(c.Move, next) {
			continue
		}
		r.MoveInfos = append(r.MoveInfos, q.info(len(r.MoveInfos), c, view == next))
		for _, image := range imagesOf(c, same) {
			info := q.info(len(r.MoveInfos), image, view == next)
			info.IsSymmetryOf = q.graph.PointName(c.Move)
			r.MoveInfos = append(r.MoveInfos, info)
		}
	}
	if q.include.ownership {
		r.Ownership = reals(a.Ownership)
	}
	if q.include.ownershipStdev {
		r.OwnershipStdev = reals(a.OwnershipStdev)
	}
	if q.include.policy {
		r.Policy = reals(a.Policy)
	}
	return r
}

// symmetries returns the symmetries under which only one of several equal moves was searched. There
// are usually none.
func (q *query) symmetries(g *game.Game) [][]board.Point {
	if !q.params.PruneSymmetries || q.params.Avoid != nil {
		return nil
	}
	return search.Symmetries(g)
}

// imagesOf returns the images of a candidate under symmetries, without repetition.
func imagesOf(c engine.Candidate, same [][]board.Point) (images []engine.Candidate) {
	moves := []board.Point{c.Move}
	for _, image := range same {
		if c.Move == board.Pass || slices.Contains(moves, image[c.Move]) {
			continue
		}
		moves = append(moves, image[c.Move])
		at := c
		at.Move = image[c.Move]
		at.PV = make([]board.Point, len(c.PV))
		for i, p := range c.PV {
			if at.PV[i] = p; p != board.Pass {
				at.PV[i] = image[p]
			}
		}
		at.Ownership = imageOf(c.Ownership, image)
		at.OwnershipStdev = imageOf(c.OwnershipStdev, image)
		images = append(images, at)
	}
	return images
}

// imageOf returns values by point under a symmetry.
func imageOf(values []float32, image []board.Point) []float32 {
	if len(values) == 0 {
		return nil
	}
	moved := make([]float32, len(values))
	for p, x := range values {
		moved[image[p]] = x
	}
	return moved
}

// bans reports whether allowMoves or avoidMoves exclude a move. If they exclude all legal moves, the
// search nevertheless has a pass.
func (q *query) bans(move board.Point, next board.Color) bool {
	return q.params.Avoid != nil && q.params.Avoid(move, next, 0)
}

// newRawInfo returns a network's evaluation, or nil without one. The networks do not predict errors,
// the length of the game or the absence of a result. For such networks KataGo sends NoResult 0,
// ScoreError and TimeLeft −1, and WinError −0.5, and clients may rely on the fields.
func newRawInfo(e *engine.Evaluation) *rawInfo {
	if e == nil {
		return nil
	}
	return &rawInfo{
		Lead: real(e.Score), Score: real(e.Score), Stdev: real(e.ScoreStdev), Winrate: real(e.Win),
		ScoreError: -1, WinError: -0.5, TimeLeft: -1,
	}
}

// info returns the report on a candidate. Lower bounds are for the player to move; in the
// opponent's view they become upper bounds.
func (q *query) info(order int, c engine.Candidate, ofMover bool) moveInfo {
	below := q.lcbStdevs * winStdev(c)
	if !ofMover {
		below = -below
	}
	length := min(len(c.PV), q.params.PVLen+1)
	m := moveInfo{
		Move: q.graph.PointName(c.Move), Order: order,
		Visits: c.Visits, EdgeVisits: c.Visits, Weight: real(c.Visits), EdgeWeight: real(c.Visits),
		PlaySelectionValue: real(c.Visits),
		Winrate:            real(c.Win), LCB: real(float64(c.Win) - below), Prior: real(c.Prior),
		Utility: real(c.Utility), UtilityLCB: real(float64(c.Utility) - 2*below), ScoreStdev: real(c.ScoreStdev),
		ScoreLead: real(c.Score), ScoreMean: real(c.Score), ScoreSelfplay: real(c.Score),
		PV: make([]string, 0, length),
	}
	for _, p := range c.PV[:length] {
		m.PV = append(m.PV, q.graph.PointName(p))
	}
	if q.include.pvVisits {
		m.PVVisits, m.PVEdgeVisits = c.PVVisits[:length], c.PVVisits[:length]
	}
	if q.include.noResultValue {
		m.NoResultValue = new(real)
	}
	if q.include.movesOwnership {
		m.Ownership = reals(c.Ownership)
	}
	if q.include.movesOwnershipStdev {
		m.OwnershipStdev = reals(c.OwnershipStdev)
	}
	return m
}

// winStdev returns the standard deviation of a candidate's win probability: of the mean over as
// many games as it has visits, plus one half-won game.
func winStdev(c engine.Candidate) float64 {
	n := float64(c.Visits) + 1
	p := (float64(c.Win)*float64(c.Visits) + 0.5) / n
	return math.Sqrt(max(0, p*(1-p)) / n)
}

// reals converts numbers for JSON.
func reals(all []float32) []real {
	out := make([]real, len(all))
	for i, x := range all {
		out[i] = real(x)
	}
	return out
}

// hashes returns a hash of the position with the player to move and the ko point, and another
// shared by all symmetric positions.
func hashes(g *game.Game, next board.Color) (this, sym string) {
	b := g.Board()
	ko := b.Ko()
	if last, ok := g.Last(); !ok || last.Point == board.Pass {
		ko = board.Pass
	}
	least := board.Hash{}
	for i, image := range g.Graph().Symmetries() {
		h := board.Hash{}
		for p := range board.Point(g.Graph().Points()) {
			if c := b.At(p); c != board.Empty {
				h = h.Xor(board.Key(image[p], c))
			}
		}
		if ko != board.Pass {
			k := board.Key(image[ko], next)
			h = h.Xor(board.Hash{Hi: k.Lo, Lo: k.Hi})
		}
		if next == board.White {
			h = h.Xor(board.Hash{Hi: whiteNext, Lo: ^whiteNext})
		}
		if i == 0 {
			this = hex(h)
		}
		if i == 0 || h.Hi < least.Hi || h.Hi == least.Hi && h.Lo < least.Lo {
			least = h
		}
	}
	return this, hex(least)
}

// whiteNext is part of the hash of positions with White to move.
const whiteNext = uint64(rng.Golden)

func hex(h board.Hash) string { return fmt.Sprintf("%016X%016X", h.Hi, h.Lo) }
