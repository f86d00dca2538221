// Package matches plays matches between programs and says who is stronger: own
// players in this process and GTP engines beside it, openings played twice with
// the colours swapped, Elo and a sequential test from pairs of games, ratings
// from a round-robin, and the fair komi of a board from a player against itself.
//
// A [Tournament] schedules and plays, a [Game] is what became of one game, a
// [Ledger] adds games up to a [Standing], a [Table] to ratings, a [Series] plays
// at several komi, of which [FairKomi] makes a [Fair]. The rules of the
// tournament decide what is legal and who has won, whatever the players think:
//
//   - A player who crashes, does not answer in time, answers what is no move,
//     refuses to move or plays an illegal move has lost the game (W+F). It is
//     started afresh for the next.
//   - Where a player will not take in a legal move of the opponent, the two go
//     by different rules: the game is void, and its pair does not count.
//   - Two passes end a game. Where the rules say that every stone is alive, it
//     is; elsewhere the stones come off that both players name as dead, and none
//     if they disagree.
//   - A game that reaches the bound of moves is counted as it stands, every
//     stone alive. A position that simple ko brings up for the third time, as
//     any draw, is half a point for both.
//
// A game depends on its number, the seed and the players alone, so a tournament
// that was interrupted goes on as if it had not been.
package matches

import (
	"context"
	"fmt"
	"io"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// A Player is a program that plays.
type Player struct {
	Name string
	// Open makes a seat of its own for each goroutine that plays. What the
	// program says and hears goes to told, a line at a time.
	Open func(told io.Writer) Session
}

// A Session is where a contestant plays, one game after the other. Errors that
// are a [Fault] are the contestant's; others stop the tournament.
type Session interface {
	// Begin starts a game, at a position with the moves that led there.
	Begin(ctx context.Context, g *game.Game, seed uint64) error
	// Choose makes a move for c in the game, which has not been played on.
	Choose(ctx context.Context, g *game.Game, c board.Color) (Choice, error)
	// Hear tells the opponent's move.
	Played(m game.Move) error
	// Dead names the dead stones of a position after two passes.
	Dead(ctx context.Context, g *game.Game) ([]board.Point, error)
	// CPU returns the processor time since Begin, if it is known.
	CPU() (time.Duration, bool)
	// Leave ends what runs; the next Begin starts it afresh.
	Close() error
}

// A Choice is a point, a pass or resignation. A player who knows says his
// chance to win.
type Choice struct {
	Move   board.Point
	Resign bool
	Win    float64
	HasWin bool // Win is known
}

// A FaultKind says what a player did wrong.
type FaultKind string

const (
	Crash         FaultKind = "crash"   // it ended, or its input was closed
	Hang          FaultKind = "hang"    // it did not answer in time
	ProtocolError FaultKind = "rubbish" // its answer is no move
	Illegal       FaultKind = "illegal" // the move is illegal by the rules of the tournament
	Refusal       FaultKind = "refusal" // it answered with an error
	RejectedMove  FaultKind = "denial"  // it would not take in a legal move of the opponent
)

// A Fault is what a player did wrong, for which it loses the game; a [Denial]
// makes it void.
type Fault struct {
	Kind FaultKind
	What string
}

// Error says the kind and what happened.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Kind, f.What) }
