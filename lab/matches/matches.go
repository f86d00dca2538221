// Package matches plays matches between engines: local players and GTP engines. Each opening is
// played twice with the colours swapped. The package computes Elo with intervals and a sequential
// probability ratio test (SPRT) from pairs of games, and Bradley-Terry ratings from a round-robin.
// Run directories let an interrupted run continue.
//
// A [Plan] describes a run and a [Run] plays it. A [Tournament] schedules games, a [Game] records
// one. A [PairScore] adds games up to a [Standing], a [CrossTable] rates players. The tournament
// decides legality and the winner by its own rules:
//
//   - A player loses the game (W+F) if it crashes, does not answer in time, answers with something
//     other than a move, refuses to move, plays an illegal move or exceeds its time. It is
//     restarted for the next game.
//   - If a player rejects a legal move by the opponent, the two play by different rules: the game
//     is void, and its pair does not count.
//   - Two passes end a game. Stones that both players name as dead are removed. No stones are
//     removed if the players disagree, or if the rules count every stone as alive.
//   - At the move limit the game is counted as it stands, every stone alive. Draws, including a
//     third repetition under simple ko, give half a point to each player.
//
// A game depends only on its number, the seed and the players, so an interrupted tournament
// continues with the same games.
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
	// Open returns a session; each goroutine that plays has its own. Everything sent to and
	// received from the program is written to log, one line at a time.
	Open func(log io.Writer) Session
}

// A Session plays games for a player, one after another. An error that is a [Fault] loses the game;
// any other error stops the tournament.
type Session interface {
	// Begin starts a game from a position and the moves that led to it.
	Begin(ctx context.Context, g *game.Game, seed uint64) error
	// Choose chooses a move for c, with the time left on its clock. The position is the one after
	// the last call of Begin, Choose or Played.
	Choose(ctx context.Context, g *game.Game, c board.Color, left engine.Time) (Choice, error)
	// Played reports the opponent's move.
	Played(m game.Move) error
	// Propose returns the stones that the player considers dead after two passes, and the stones
	// about which it is unsure, if it reports any.
	Propose(ctx context.Context, g *game.Game) (life.Proposal, error)
	// CPU returns the processor time since Begin, if known.
	CPU() (time.Duration, bool)
	// Close ends the program; the next Begin starts it again.
	Close() error
}

// A Choice is a point, a pass or a resignation, with the player's win probability if it is known.
type Choice struct {
	Move   board.Point
	Resign bool
	Win    float64
	HasWin bool // Win is known
}

// A FaultKind classifies a [Fault].
type FaultKind string

const (
	Crash         FaultKind = "crash"   // the program ended, or its input was closed
	Hang          FaultKind = "hang"    // no answer in time
	ProtocolError FaultKind = "rubbish" // the answer is not a move
	Illegal       FaultKind = "illegal" // the move is illegal by the tournament's rules
	Refusal       FaultKind = "refusal" // the answer is an error
	RejectedMove  FaultKind = "denial"  // the program rejected a legal move by the opponent
	Overtime      FaultKind = "time"    // the clock ran out
)

// A Fault is a player's error. It loses the game, but [RejectedMove] makes the game void.
type Fault struct {
	Kind FaultKind
	What string
}

// Error returns the kind and the description.
func (f *Fault) Error() string { return fmt.Sprintf("%s: %s", f.Kind, f.What) }
