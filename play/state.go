package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// state is the result of the undoable events. Apart from the moves of its games, data that it
// points to never changes: reducers replace it, because an undo restores a copy of an earlier
// state.
type state struct {
	settings *Settings
	phase    Phase
	game     *game.Game
	toMove   board.Color
	swapped  bool // the seats have exchanged colours

	bidding komiBidding
	placed  []board.Point // handicap stones so far

	dead         []board.Point // a stone per chain marked dead
	unsure       []board.Point
	pending      []life.Pending // unmarked regions where a move is worth points
	proposed     bool           // dead stones have been proposed or marked
	confirmed    []board.Point  // a stone per chain whose status was played out
	disagreed    bool           // play was resumed after a stop
	agreed       board.ByColor[bool]
	voided       board.ByColor[bool]
	flowerPasses int                        // passes during the agreement under Flower
	chosenMover  board.ByColor[board.Color] // by player: who moves first after a dispute
	confirmation *confirmation
}

// newState returns the state of a match just opened.
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

// weaker returns the player with the handicap, by the current colours: Black, except under Flower,
// where the settings name a seat.
func (at *state) weaker() board.Color {
	if !at.game.Rules().PaysKomiInStones() {
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

// setUpGame begins the game or the placement of handicap stones.
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

// start begins the game with handicap stones at those points.
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

// stop begins the agreement on dead stones.
func (at *state) stop() {
	at.phase = PhaseAgreement
	at.flowerPasses, at.chosenMover = 0, board.ByColor[board.Color]{}
	if at.game.Rules().Ending != game.EndingFlower {
		at.toMove = board.Empty
	}
}

// clearAgreement withdraws the players' agreement.
func (at *state) clearAgreement() {
	at.agreed, at.voided = board.ByColor[bool]{}, board.ByColor[bool]{}
}

// resume continues play and unmarks all chains, because their status may change.
func (at *state) resume(c board.Color) {
	at.game.CountPassesFrom(at.game.Ply())
	at.phase = PhasePlay
	at.toMove = c
	at.disagreed = true
	at.dead = nil
	at.unsure = nil
	at.pending = nil
	at.confirmed = nil
	at.proposed = false
	at.clearAgreement()
}

// chains returns the first stone of each chain at those points, sorted, without duplicates.
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

// firstStone returns a chain's smallest point.
func firstStone(b *board.View, p board.Point) board.Point {
	least := p
	for q := range b.Chain(p) {
		least = min(least, q)
	}
	return least
}
