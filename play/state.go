package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// A state is what the deeds that stand have made. It is folded anew when
// some are taken back.
type state struct {
	settings *Settings
	phase    Phase
	game     *game.Game
	toMove   board.Color
	swapped  bool // the seats have changed colours

	bidding komiBidding
	placed  []board.Point // handicap stones so far

	resumed      int           // the ply from which passes count anew
	dead         []board.Point // one stone of each chain marked dead
	unsure       []board.Point
	proposed     bool // somebody has named the dead
	disagreed    bool // play has gone on after a stop
	agreed       board.ByColor[bool]
	voided       board.ByColor[bool]
	flowerPasses int                        // passes in Flower's agreement
	chosenMover  board.ByColor[board.Color] // who each says shall move
	confirmation *confirmation
}

// newState returns how a match stands once it is opened.
func newState(s *Settings) state {
	graph, err := board.Named(s.Board)
	if err != nil {
		panic("play: an event that Open did not make: " + err.Error())
	}
	at := state{settings: s, game: game.New(graph, s.Rules)}
	if s.KomiBy == KomiGiven {
		at.setUpGame(s.Rules)
		return at
	}
	at.phase = PhaseKomi
	if s.KomiBy != KomiSecret {
		at.toMove = board.Black
	}
	return at
}

// weaker returns whose handicap it is, by the colours of now: Black's, but under
// Flower the seat's that the settings name.
func (at *state) weaker() board.Color {
	if !paysKomiInStones(at.game.Rules()) {
		return board.Black
	}
	c := at.settings.Weaker
	if c == board.Empty {
		c = board.Black
	}
	if at.swapped {
		c = c.Opponent()
	}
	return c
}

// setUpGame begins the game, or the placing of its handicap.
func (at *state) setUpGame(r game.Rules) {
	graph, n := at.game.Graph(), at.settings.Handicap
	at.game = game.New(graph, r)
	points, fixed := r.FixedHandicap(graph, n)
	if r.SetsStones(n) && !fixed {
		at.phase, at.toMove = PhaseHandicap, at.weaker()
		return
	}
	at.start(points)
}

// start begins the game with the handicap where it stands.
func (at *state) start(points []board.Point) {
	odds := game.HandicapPlacement{Stones: at.settings.Handicap, Points: points}
	if odds.Stones > 0 {
		odds.Color = at.weaker()
	}
	g, err := game.NewWithHandicap(at.game.Graph(), at.game.Rules(), odds)
	if err != nil {
		panic("play: settings that Open did not check: " + err.Error())
	}
	at.game, at.phase = g, PhasePlay
	at.toMove = g.Rules().First(at.settings.Handicap)
}

// stop begins the talk about what is dead.
func (at *state) stop() {
	at.phase = PhaseAgreement
	at.flowerPasses, at.chosenMover = 0, board.ByColor[board.Color]{}
	if at.game.Rules().Ending != game.EndingFlower {
		at.toMove = board.Empty
	}
}

// clearAgreement forgets who has agreed to what was.
func (at *state) clearAgreement() {
	at.agreed, at.voided = board.ByColor[bool]{}, board.ByColor[bool]{}
}

// resume lets play go on and forgets what the talk was about: chains that were
// marked may be taken, or live.
func (at *state) resume(c board.Color) {
	at.phase, at.toMove, at.resumed, at.disagreed = PhasePlay, c, at.game.Ply(), true
	at.dead, at.unsure, at.proposed = nil, nil, false
	at.clearAgreement()
}

// passes returns how many passes in a row stand since play began or went on.
func (at *state) passes() int {
	return min(at.game.Passes(), at.game.Ply()-at.resumed)
}

// chains returns a stone of each chain at those points, sorted and once.
func chains(b *board.View, points []board.Point) []board.Point {
	var roots []board.Point
	for _, p := range points {
		if b.At(p) != board.Empty {
			roots = append(roots, firstStone(b, p))
		}
	}
	slices.Sort(roots)
	return slices.Compact(roots)
}

// firstStone returns the first stone of a chain in the order of points.
func firstStone(b *board.View, p board.Point) board.Point {
	least := p
	for q := range b.Chain(p) {
		least = min(least, q)
	}
	return least
}
