// Package game implements the rules of Go on any board: legal moves, ko and superko, passes,
// handicap, scoring under area and territory rulesets, and move sequence counts ([Game.Perft]).
//
// [Rules] are independent choices; presets name common rulesets. A [Game] is a position with its
// history; it decides which plays are legal for either player. It has no player to move: package
// play adds that for a match.
package game

import (
	"rosette/game/board"
)

// A Move is a stone on a point or a pass, by one player.
type Move struct {
	Point board.Point // board.Pass for a pass
	Color board.Color
}

// A Refusal is the reason why a play is illegal. Its text is also a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons why a play is illegal. [Game.Legal] returns them unwrapped.
const (
	ErrOccupied    Refusal = "occupied"
	ErrSuicide     Refusal = "suicide"
	ErrLibertyless Refusal = "libertyless" // an immortal chain would have no liberty, see [LibertylessForbidden]
	ErrKo          Refusal = "ko"          // under [KoSimple]
	ErrSuperko     Refusal = "superko"     // under other values of [Repetition]
	ErrNoStones    Refusal = "no-stones"   // the player's supply is used up: only a pass is legal
)

// A Game is a position with its history: moves, prisoners, and positions that must not be repeated.
// It is not safe for concurrent use; give each goroutine a [Game.Clone].
type Game struct {
	rules      Rules
	board      *board.Board
	start      []board.Color // initial stones, immutable; nil for the empty board
	turns      []turn        // turns[0] is the initial position
	undoFloor  int           // Undo stops at this ply
	positions  positionSet
	prisoners  board.ByColor[int] // by capturing player
	passStones board.ByColor[int] // by paying player
	stones     board.ByColor[int] // on the board
	// by colour, the points where a stone was ever removed, also by a play that was undone
	removed board.ByColor[pointSet]

	handicap    int         // number of Black's handicap stones
	passesFrom  int         // passes count towards the end from this ply
	passCount   int         // number of passes, without turns given up
	halfPointTo board.Color // player who made the first pass that is worth half a point, or Empty
}

// A turn is a move and the position after it.
type turn struct {
	move     Move
	hash     board.Hash
	key      board.Hash // the key that superko compares
	captured int16      // number of removed stones
	suicide  bool       // the removed stones were the mover's own
	added    bool       // key was new in positions
	pass     passKind
	repeated bool        // the player had already passed in this position, under KoSimple
	replaced board.Color // colour of the replaced stone, see [Game.Force]
}

// New returns a game on the empty board with Black to move first.
func New(g *board.Graph, r Rules) *Game { return From(board.New(g), r, board.Black) }

// From starts a game at a position. first moves first, which matters for situational superko. The
// game takes ownership of b.
func From(b *board.Board, r Rules, first board.Color) *Game {
	r.Komi += 0 // 0 rather than -0
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

// tempo returns the key for the player to move, or for the player who created a position.
func tempo(c board.Color) board.Hash {
	return board.Hash{Hi: 0x9d39247e33776d41 * uint64(c), Lo: 0x2af7398005aaa5c7 * uint64(c)}
}

// Rules returns the rules of the game.
func (g *Game) Rules() Rules { return g.rules }

// DisableFriendlyPass sets [Rules].FriendlyPass to false: the players did not agree
// on the dead stones, so an engine must capture them before it passes.
func (g *Game) DisableFriendlyPass() { g.rules.FriendlyPass = false }

// Board returns the current position. It changes with the moves of the game and costs nothing to
// read; clone it to play on a copy.
func (g *Game) Board() *board.View { return &g.board.View }

// Graph returns the graph of the board.
func (g *Game) Graph() *board.Graph { return g.board.Graph() }

// Ply returns the number of moves made, passes included.
func (g *Game) Ply() int { return len(g.turns) - 1 }

// Move returns a move by ply: 0 is the first, [Game.Ply]−1 the last. It panics if there is no such
// move.
func (g *Game) Move(ply int) Move { return g.turns[ply+1].move }

// HashAt returns [board.View.Hash] for the position after the first ply moves.
func (g *Game) HashAt(ply int) board.Hash { return g.turns[ply].hash }

// Last returns the last move and true, or false if none was made.
func (g *Game) Last() (Move, bool) {
	if g.Ply() == 0 {
		return Move{Point: board.Pass}, false
	}
	return g.turns[len(g.turns)-1].move, true
}

// Prisoners returns the number of prisoners that c has: captured stones and stones from the
// opponent's suicides. It excludes pass stones, see [Game.PassStonesPaid].
func (g *Game) Prisoners(c board.Color) int { return g.prisoners[c] }

// Legal returns nil if c may play at p, and otherwise the reason as a [Refusal]. A pass is always
// legal. Legal does not allocate.
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
	// A play on p can only repeat a position that had the same stone on p, and that stone was
	// removed since. So most plays need no hash.
	if result != board.Suicide && !g.removed[c].has(p) {
		return nil
	}
	return g.checkRepetition(g.board.HashAfter(p, c), c)
}

// Play makes a move. If the move is illegal, Play returns a [Refusal] and changes nothing.
func (g *Game) Play(p board.Point, c board.Color) error {
	if err := g.Legal(p, c); err != nil {
		return err
	}
	g.Make(p, c)
	return nil
}

// Make makes a move that [Game.Legal] has accepted. It does not check again: an illegal move
// corrupts the game without a panic. It allocates only to grow the history.
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

// countStones updates the counters after a play that removed off stones.
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

// addTurn adds a move to the history after the board has changed.
func (g *Game) addTurn(t *turn) {
	t.hash = g.board.Hash()
	t.key = g.key(t.hash, t.move.Color)
	if g.rules.Repetition != KoSimple && (t.move.Point != board.Pass || g.rules.Repetition != KoNaturalSituational) {
		t.added = g.positions.add(t.key)
	}
	g.turns = append(g.turns, *t)
}

// capturer returns the player who gets the stones removed in the turn.
func (t *turn) capturer() board.Color {
	if t.suicide {
		return t.move.Color.Opponent()
	}
	return t.move.Color
}

// Undo reverts the last move and reports whether there was one. A clone cannot go back beyond the
// move at which it was made. If play went on after passes ([Game.CountPassesFrom]), the remaining
// ones do not count.
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

// NoResult reports whether the current position, with the same player to move, has occurred three
// times since the last pass, which voids a game under [KoSimple]; under superko it is false. The
// position after the pass is the first to count, so a pass never voids a game. The cost is linear
// in the plays since then.
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

// Clone returns a copy, which can undo only its own moves.
func (g *Game) Clone() *Game {
	c := &Game{}
	c.Copy(g)
	return c
}

// Copy makes g a clone of from and reuses g's memory.
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
