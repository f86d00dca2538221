// Package matches implements matches between engines: players of this process and
// GTP engines, openings played twice with the colours swapped, Elo with intervals
// and a sequential probability ratio test (SPRT) from pairs of games, Bradley-Terry
// ratings from a round-robin, and run directories by which an interrupted run
// continues.
//
// A [Plan] describes a run, a [Run] plays it; a [Tournament] schedules the games, a
// [Game] is the record of one, a [PairScore] sums games up in a [Standing], a
// [CrossTable] to ratings. The rules of the tournament decide legality and the
// winner:
//
//   - A player that crashes, does not answer in time, answers with something else
//     than a move, refuses to move, plays an illegal move or oversteps its clock loses
//     the game (W+F). It is started again for the next game.
//   - Where a player rejects a legal move of the opponent, the two play by
//     different rules: the game is void, and its pair does not count.
//   - Two passes end a game. Stones that both players name as dead are removed,
//     none if they disagree or if every stone is alive by the rules.
//   - A game that reaches the bound of moves is counted as it stands, every
//     stone alive. A position that simple ko brings up for the third time, as
//     any draw, is half a point for both.
//
// A game depends only on its number, the seed and the players, so a tournament
// that was interrupted continues as if it had not been.
package matches

import (
	"context"
	"fmt"
	"io"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// A Player is a program that plays in matches.
type Player struct {
	Name  string
	Clock Clock
	// Open returns a session, one for each goroutine that plays. What is sent to
	// the program and what it answers is written to log, a line at a time.
	Open func(log io.Writer) Session
}

// A Session plays one game after the other for a player. An error that is a
// [Fault] loses the game; others stop the tournament.
type Session interface {
	// Begin starts a game, at a position with the moves that led there.
	Begin(ctx context.Context, g *game.Game, seed uint64) error
	// Choose chooses a move for c, whose clock leaves that time. The game is as at the last
	// call of Begin, Choose and Played together.
	Choose(ctx context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error)
	// Played reports the opponent's move.
	Played(m game.Move) error
	// Propose returns the stones of a position after two passes that the player holds
	// for dead, and those of which it is unsure if it says so.
	Propose(ctx context.Context, g *game.Game) (life.Proposal, error)
	// CPU returns the processor time since Begin, if it is known.
	CPU() (time.Duration, bool)
	// Close ends the program; the next Begin starts it again.
	Close() error
}

// A Choice is a point, a pass or resignation, with the chance to win if the player
// knows it.
type Choice struct {
	Move   board.Point
	Resign bool
	Win    float64
	HasWin bool // Win is known
}

// A FaultKind is the kind of a [Fault].
type FaultKind string

const (
	Crash         FaultKind = "crash"   // it ended, or its input was closed
	Hang          FaultKind = "hang"    // it did not answer in time
	ProtocolError FaultKind = "rubbish" // its answer is no move
	Illegal       FaultKind = "illegal" // the move is illegal by the rules of the tournament
	Refusal       FaultKind = "refusal" // it answered with an error
	RejectedMove  FaultKind = "denial"  // it would not take in a legal move of the opponent
	Overtime      FaultKind = "time"    // its clock ran out
)

// A Fault is an error of a player, which loses the game; a [RejectedMove] makes the
// game void instead.
type Fault struct {
	Kind FaultKind
	What string
}

// Error returns the kind and what happened.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Kind, f.What) }
