// Package game is a legal game: the rules, what repeats, and the score.
//
// A [Game] knows which plays are legal for either player, but not whose turn it
// is: that belongs to the match.
package game

import (
	"rosette/game/board"
)

// A Move is a stone on a point or a pass, by one player.
type Move struct {
	Point board.Point // board.Pass for a pass
	Color board.Color
}

// A Refusal says why a play is illegal. Its text is a key for translation too.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// Every reason for which the rules refuse a play.
const (
	ErrOccupied    Refusal = "occupied"
	ErrSuicide     Refusal = "suicide"
	ErrLibertyless Refusal = "libertyless"
	ErrKo          Refusal = "ko"
	ErrSuperko     Refusal = "superko"
	ErrNoStones    Refusal = "no-stones" // the supply is used up: only a pass is left
)

// A Game is a position with its past. It is not safe for concurrent use; give
// each goroutine a [Game.Clone].
type Game struct {
	rules      Rules
	board      *board.Board
	turns      []turn // past[0] is the start
	undoFloor  int    // the ply below which Undo cannot go
	positions  positionSet
	prisoners  board.ByColor[int] // prisoners by who took them
	passStones board.ByColor[int] // pass stones by who paid them
	stones     board.ByColor[int] // stones on the board

	handicap    int         // handicap stones that Black has been given
	passCount   int         // passes of the game
	halfPointTo board.Color // whose first pass was worth half a point, or Empty
}

// A turn is a move and the position it made.
type turn struct {
	move     Move
	hash     board.Hash
	key      board.Hash
	captured int16    // stones that came off
	suicide  bool     // they were the mover's own
	added    bool     // key went into seen with this turn
	pass     passKind // what kind of pass it was, if one
}

// New returns the empty board, Black to move first.
func New(g *board.Graph, r Rules) *Game { return From(board.New(g), r, board.Black) }

// From starts a game at a position. The board is the game's from now on.
// First says who moves first, which situational repetition asks.
func From(b *board.Board, r Rules, first board.Color) *Game {
	g := &Game{rules: r, board: b}
	for p := range board.Point(b.Graph().Points()) {
		g.stones[b.At(p)]++
	}
	start := turn{move: Move{board.Pass, first.Opponent()}, hash: b.Hash()}
	switch r.Repetition {
	case KoPositional:
		start.key = start.hash
	case KoSituational:
		start.key = start.hash.Xor(tempo(first))
	}
	if r.Repetition == KoPositional || r.Repetition == KoSituational {
		start.added = g.positions.add(start.key)
	}
	g.turns = append(make([]turn, 0, 64), start)
	return g
}

// tempo keys who moves, or who made a position.
func tempo(c board.Color) board.Hash {
	return board.Hash{Hi: 0x9d39247e33776d41 * uint64(c), Lo: 0x2af7398005aaa5c7 * uint64(c)}
}

// Rules returns what the game is played by.
func (g *Game) Rules() Rules { return g.rules }

// DisableFriendlyPass says that dead stones must come off before an engine passes: the
// players did not agree on them.
func (g *Game) DisableFriendlyPass() { g.rules.FriendlyPass = false }

// Board returns the position. Do not play on it; play on the game.
func (g *Game) Board() *board.View { return &g.board.View }

// Graph returns the ground the game is played on.
func (g *Game) Graph() *board.Graph { return g.board.Graph() }

// Ply returns how many moves were made, passes included.
func (g *Game) Ply() int { return len(g.turns) - 1 }

// Move returns the move of that ply, 0 being the first.
func (g *Game) Move(ply int) Move { return g.turns[ply+1].move }

// Last returns the last move, if one was made.
func (g *Game) Last() (Move, bool) {
	if g.Ply() == 0 {
		return Move{Point: board.Pass}, false
	}
	return g.turns[len(g.turns)-1].move, true
}

// Prisoners returns the stones that c has: those it captured and those of the
// opponent's suicides.
func (g *Game) Prisoners(c board.Color) int { return g.prisoners[c] }

// key is what repetition compares after a move of c makes that position.
func (g *Game) key(h board.Hash, c board.Color) board.Hash {
	switch g.rules.Repetition {
	case KoSituational:
		h = h.Xor(tempo(c.Opponent()))
	case KoNaturalSituational:
		h = h.Xor(tempo(c))
	}
	if g.rules.Button && g.passCount > 0 { // without the button it is another game
		h = h.Xor(buttonless)
	}
	return h
}

// buttonless keys that the button has been taken.
var buttonless = board.Hash{Hi: 0xc3a5c85c97cb3127, Lo: 0xb492b66fbe98f273}

// Legal tells why c may not play at p, nil if c may. A pass is always legal.
func (g *Game) Legal(p board.Point, c board.Color) error {
	if p == board.Pass {
		return nil
	}
	if g.rules.Supply > 0 && g.stones[c] >= g.rules.Supply {
		return ErrNoStones
	}
	switch g.board.PlayResult(p, c) {
	case board.Occupied:
		return ErrOccupied
	case board.Suicide:
		if !g.rules.Suicide {
			return ErrSuicide
		}
	case board.Libertyless:
		if g.rules.Libertyless == LibertylessForbidden {
			return ErrLibertyless
		}
	}
	return g.checkRepetition(g.board.HashAfter(p, c), c)
}

// checkRepetition tells whether a play of c may not make the position of that hash.
func (g *Game) checkRepetition(h board.Hash, c board.Color) error {
	if g.rules.Repetition == KoSimple {
		if i := g.lastTurn(c.Opponent()); i > 0 && g.turns[i-1].hash == h {
			return ErrKo
		}
		return nil
	}
	if g.positions.has(g.key(h, c)) {
		return ErrSuperko
	}
	return nil
}

// lastTurn returns the index in past of the last turn of c, or 0.
func (g *Game) lastTurn(c board.Color) int {
	i := len(g.turns) - 1
	for i > 0 && g.turns[i].move.Color != c {
		i--
	}
	return i
}

// Play makes a move, or says why it is illegal and changes nothing.
func (g *Game) Play(p board.Point, c board.Color) error {
	if err := g.Legal(p, c); err != nil {
		return err
	}
	g.Make(p, c)
	return nil
}

// Make makes a move that [Game.Legal] has accepted. It allocates nothing but
// room for a longer past.
func (g *Game) Make(p board.Point, c board.Color) {
	t := turn{move: Move{p, c}}
	if p == board.Pass {
		t.pass = g.passKind(c)
		g.countPass(t.pass, c, 1)
	} else {
		off := g.board.Play(p, c)
		t.captured, t.suicide = int16(off), g.board.At(p) != c
		g.prisoners[t.capturer()] += off
		g.stones[c]++
		g.stones[t.capturer().Opponent()] -= off
	}
	t.hash = g.board.Hash()
	t.key = g.key(t.hash, c)
	if g.rules.Repetition != KoSimple && (p != board.Pass || g.rules.Repetition != KoNaturalSituational) {
		t.added = g.positions.add(t.key)
	}
	g.turns = append(g.turns, t)
}

// capturer returns who has the stones that came off in the turn.
func (t *turn) capturer() board.Color {
	if t.suicide {
		return t.move.Color.Opponent()
	}
	return t.move.Color
}

// Undo takes the last move back and tells whether there was one to take.
func (g *Game) Undo() bool {
	if g.Ply() == g.undoFloor {
		return false
	}
	t := &g.turns[len(g.turns)-1]
	if t.added {
		g.positions.drop(t.key)
	}
	if t.move.Point == board.Pass {
		g.countPass(t.pass, t.move.Color, -1)
	} else {
		g.prisoners[t.capturer()] -= int(t.captured)
		g.stones[t.move.Color]--
		g.stones[t.capturer().Opponent()] += int(t.captured)
		g.board.Undo()
	}
	g.turns = g.turns[:len(g.turns)-1]
	return true
}

// NoResult tells whether the position has come up for the third time with the
// same player to move, which voids a game under simple ko. What follows a pass
// upon a pass is the same position still, and has not come up again.
func (g *Game) NoResult() bool {
	last := len(g.turns) - 1
	if g.rules.Repetition != KoSimple || g.isSecondPass(last) {
		return false
	}
	now, times := &g.turns[last], 0
	for i := range g.turns {
		if g.turns[i].hash == now.hash && g.turns[i].move.Color == now.move.Color && !g.isSecondPass(i) {
			times++
		}
	}
	return times >= 3
}

// isSecondPass tells whether the turn at that index in past is a pass upon a pass.
func (g *Game) isSecondPass(i int) bool {
	return i > 1 && g.turns[i].move.Point == board.Pass && g.turns[i-1].move.Point == board.Pass
}

// Clone returns a copy that can play and undo what comes after, not before.
func (g *Game) Clone() *Game {
	c := &Game{}
	c.Copy(g)
	return c
}

// Copy makes g the position of from with its past, reusing g's memory.
func (g *Game) Copy(from *Game) {
	if g.board == nil {
		g.board = from.board.Clone()
	} else {
		g.board.Copy(&from.board.View)
	}
	g.rules, g.prisoners, g.passStones, g.stones = from.rules, from.prisoners, from.passStones, from.stones
	g.handicap, g.passCount, g.halfPointTo = from.handicap, from.passCount, from.halfPointTo
	g.turns = append(g.turns[:0], from.turns...)
	g.undoFloor = from.Ply()
	g.positions.copy(&from.positions)
}
