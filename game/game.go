// Package game implements the rules of Go on any board: legal moves, ko and
// superko, passes, handicap, scoring under area and territory rulesets, and the
// counting of move sequences ([Game.Perft]).
//
// [Rules] are independent choices; presets name common rulesets. A [Game] is a
// position with its past and decides which plays are legal for either player. It
// has no player to move: that belongs to the match, in package play.
package game

import (
	"rosette/game/board"
)

// A Move is a stone on a point or a pass, by one player.
type Move struct {
	Point board.Point // board.Pass is a pass
	Color board.Color
}

// A Refusal is the reason why a play is illegal. Its text is also the key of a
// translation.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons why a play is illegal, each the error of [Game.Legal] as it is.
const (
	ErrOccupied    Refusal = "occupied"
	ErrSuicide     Refusal = "suicide"
	ErrLibertyless Refusal = "libertyless" // an immortal chain would have no liberty, see [LibertylessForbidden]
	ErrKo          Refusal = "ko"          // under [KoSimple]
	ErrSuperko     Refusal = "superko"     // under the other values of [Repetition]
	ErrNoStones    Refusal = "no-stones"   // the supply of the player is used up: only a pass is legal
)

// A Game is a position with its past: moves, prisoners, positions that may not
// come up again. It is not safe for concurrent use; give each goroutine a
// [Game.Clone].
type Game struct {
	rules      Rules
	board      *board.Board
	start      []board.Color // the stones at the start, which nobody changes; nil for the empty board
	turns      []turn        // turns[0] is the start
	undoFloor  int           // the ply below which Undo cannot go
	positions  positionSet
	prisoners  board.ByColor[int] // by the player who captured them
	passStones board.ByColor[int] // by the player who gave them
	stones     board.ByColor[int] // on the board
	// the points from which a stone of that colour has ever come off, also by a play that was taken
	// back
	removed board.ByColor[pointSet]

	handicap    int         // stones that Black was given
	passesFrom  int         // the ply from which passes count towards ending the game
	passCount   int         // passes so far, without turns given up
	halfPointTo board.Color // the player who made the first pass that is worth half a point, or Empty
}

// A turn is a move and the position after it.
type turn struct {
	move     Move
	hash     board.Hash
	key      board.Hash // what superko compares
	captured int16      // stones that came off
	suicide  bool       // they were the mover's own
	added    bool       // key was new in positions
	pass     passKind
	repeated bool        // a pass of a player who has passed from the same position before, under KoSimple
	replaced board.Color // the colour of the stone that stood there, see [Game.Force]
}

// New returns a game on the empty board, Black to move first.
func New(g *board.Graph, r Rules) *Game { return From(board.New(g), r, board.Black) }

// From starts a game at a position, with first to move first, which matters to
// situational superko. The game plays on b, so nothing else may.
func From(b *board.Board, r Rules, first board.Color) *Game {
	g := &Game{rules: r, board: b}
	n := b.Graph().Points()
	for p := range board.Point(n) {
		g.stones[b.At(p)]++
	}
	if g.stones[board.Empty] < n {
		g.start = make([]board.Color, n)
		for p := range g.start {
			g.start[p] = b.At(board.Point(p))
		}
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

// tempo returns the key of the player to move, or of the player who made a
// position.
func tempo(c board.Color) board.Hash {
	return board.Hash{Hi: 0x9d39247e33776d41 * uint64(c), Lo: 0x2af7398005aaa5c7 * uint64(c)}
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// DisableFriendlyPass sets [Rules].FriendlyPass to false: the players did not agree
// on the dead stones, so an engine must capture them before it passes.
func (g *Game) DisableFriendlyPass() { g.rules.FriendlyPass = false }

// Board returns the position, which changes with the moves of the game. Reading it
// costs no more than reading a board; to play on a copy, clone it.
func (g *Game) Board() *board.View { return &g.board.View }

// Graph returns the graph that the game is played on.
func (g *Game) Graph() *board.Graph { return g.board.Graph() }

// Ply returns the number of moves made, passes included.
func (g *Game) Ply() int { return len(g.turns) - 1 }

// Move returns a move of the game: ply 0 is the first, [Game.Ply]−1 the last. It
// panics if there is no such move.
func (g *Game) Move(ply int) Move { return g.turns[ply+1].move }

// HashAt returns [board.View.Hash] of the position after the first ply moves.
func (g *Game) HashAt(ply int) board.Hash { return g.turns[ply].hash }

// Last returns the last move and true, or false if none was made.
func (g *Game) Last() (Move, bool) {
	if g.Ply() == 0 {
		return Move{Point: board.Pass}, false
	}
	return g.turns[len(g.turns)-1].move, true
}

// Prisoners returns how many prisoners c has: stones it captured and stones of the
// opponent's suicides. Pass stones are not among them, see [Game.PassStonesPaid].
func (g *Game) Prisoners(c board.Color) int { return g.prisoners[c] }

// key returns what superko compares when a move of c has made a position.
func (g *Game) key(h board.Hash, c board.Color) board.Hash {
	switch g.rules.Repetition {
	case KoSituational:
		h = h.Xor(tempo(c.Opponent()))
	case KoNaturalSituational:
		h = h.Xor(tempo(c))
	}
	if g.rules.Button && g.passCount > 0 { // a position with the button left and one without are different
		h = h.Xor(buttonless)
	}
	return h
}

// buttonless is the key of a button that has been taken.
var buttonless = board.Hash{Hi: 0xc3a5c85c97cb3127, Lo: 0xb492b66fbe98f273}

// Legal returns nil if c may play at p, and otherwise the reason as a [Refusal]. A
// pass is always legal. It does not allocate.
func (g *Game) Legal(p board.Point, c board.Color) error {
	if p == board.Pass {
		return nil
	}
	if left, limited := g.StonesLeft(c); limited && left <= 0 {
		return ErrNoStones
	}
	result := g.board.PlayResult(p, c)
	switch result {
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
	// A stone that stays on p repeats only positions with such a stone on p, and since then
	// that one has come off. So most plays need no hash.
	if result != board.Suicide && !g.removed[c].has(p) {
		return nil
	}
	return g.checkRepetition(g.board.HashAfter(p, c), c)
}

// checkRepetition returns why a play of c may not make the position with that
// hash, or nil.
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

// lastTurn returns the index in turns of the last turn of c, or 0.
func (g *Game) lastTurn(c board.Color) int {
	i := len(g.turns) - 1
	for i > 0 && g.turns[i].move.Color != c {
		i--
	}
	return i
}

// Play makes a move, or returns why it is illegal, a [Refusal], and changes nothing.
func (g *Game) Play(p board.Point, c board.Color) error {
	if err := g.Legal(p, c); err != nil {
		return err
	}
	g.Make(p, c)
	return nil
}

// Make makes a move that [Game.Legal] has accepted. It does not check that again:
// an illegal move corrupts the game without a panic. It allocates nothing but room
// for a longer past.
func (g *Game) Make(p board.Point, c board.Color) {
	t := turn{move: Move{p, c}}
	if p == board.Pass {
		t.pass = g.passKind(c)
		t.repeated = g.repeatsPass(t.pass, c)
		g.countPass(t.pass, c, 1)
	} else {
		g.countStones(&t, g.board.Play(p, c))
	}
	g.addTurn(&t)
}

// countStones counts the stones of a play by which that many came off.
func (g *Game) countStones(t *turn, off int) {
	t.captured, t.suicide = int16(off), g.board.At(t.move.Point) != t.move.Color
	g.prisoners[t.capturer()] += off
	g.stones[t.move.Color]++
	loser := t.capturer().Opponent()
	g.stones[loser] -= off
	for _, p := range g.board.Emptied(off) {
		g.removed[loser].add(p)
	}
}

// addTurn adds a move that has been made on the board to the past.
func (g *Game) addTurn(t *turn) {
	t.hash = g.board.Hash()
	t.key = g.key(t.hash, t.move.Color)
	if g.rules.Repetition != KoSimple && (t.move.Point != board.Pass || g.rules.Repetition != KoNaturalSituational) {
		t.added = g.positions.add(t.key)
	}
	g.turns = append(g.turns, *t)
}

// capturer returns the player who got the stones that came off in the turn.
func (t *turn) capturer() board.Color {
	if t.suicide {
		return t.move.Color.Opponent()
	}
	return t.move.Color
}

// Undo takes the last move back and reports whether there was one. A clone cannot
// go back beyond the move at which it was made. Where play went on after passes
// ([Game.CountPassesFrom]), those that are left do not count.
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
		if t.replaced != board.Empty {
			g.stones[t.replaced]++
		}
		g.board.Undo()
	}
	g.turns = g.turns[:len(g.turns)-1]
	g.passesFrom = min(g.passesFrom, g.Ply())
	return true
}

// NoResult reports whether the position has come up for the third time with the
// same player to move since the last pass, which voids a game under [KoSimple];
// under superko it is false. The position that a pass leaves is the first that
// counts, so no pass makes a game void. The cost grows with the plays since then.
func (g *Game) NoResult() bool {
	if g.rules.Repetition != KoSimple {
		return false
	}
	now, times := &g.turns[len(g.turns)-1], 0
	for i := len(g.turns) - 1; i >= 0; i-- {
		t := &g.turns[i]
		if t.hash == now.hash && t.move.Color == now.move.Color {
			times++
		}
		if t.move.Point == board.Pass {
			break
		}
	}
	return times >= 3
}

// Clone returns a copy that can take back the moves made on it, but none from
// before.
func (g *Game) Clone() *Game {
	c := &Game{}
	c.Copy(g)
	return c
}

// Copy makes g a clone of from and reuses the memory of g.
func (g *Game) Copy(from *Game) {
	if g.board == nil {
		g.board = from.board.Clone()
	} else {
		g.board.Copy(&from.board.View)
	}
	g.rules = from.rules
	g.prisoners = from.prisoners
	g.passStones = from.passStones
	g.stones = from.stones
	g.removed = from.removed
	g.handicap = from.handicap
	g.passesFrom = from.passesFrom
	g.passCount = from.passCount
	g.halfPointTo = from.halfPointTo
	g.turns = append(g.turns[:0], from.turns...)
	g.start, g.undoFloor = from.start, from.Ply()
	g.positions.copy(&from.positions)
}
