// Package seat lets a program sit at a table. A program is not special: it
// watches what everybody watches and sends what everybody sends.
package seat

import (
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/clock"
)

// A Choice is what a program does with its turn.
type Choice struct {
	Point  board.Point // board.Pass for a pass
	Resign bool
}

// A Mover chooses for the player whose turn it is. The game is its own to play
// on. When ctx is done nobody waits for its choice any more, and it should
// return at once.
type Mover interface {
	Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Left) (Choice, error)
}

// A Table takes commands.
type Table interface {
	Do(ctx context.Context, match string, cmd play.Command) (seq int, err error)
}

// A Past knows what has happened.
type Past interface {
	Events(ctx context.Context, match string, after int) ([]play.Event, error)
}

// A Feed hints that something has.
type Feed interface {
	Watch(match string) (hints <-chan int, stop func())
}

// A House is where a program sits down.
type House struct {
	Table Table
	Past  Past
	Feed  Feed
	Now   func() time.Time
}

// fallback is how long a seat relies on hints, which may be lost.
const fallback = 15 * time.Second

// A chair is a program at its table.
type chair struct {
	House
	id    string
	color board.Color
	mover Mover
	match *play.Match
	hints <-chan int
}

// Sit plays a colour of a match until the match is over or ctx is done, which
// is its error then. What its Mover chooses is sent as a command whose ID
// follows from the turn, so two processes that seat the same program make one
// move.
func Sit(ctx context.Context, h House, id string, c board.Color, m Mover) error {
	hints, stop := h.Feed.Watch(id)
	defer stop()
	s := &chair{h, id, c, m, play.NewMatch(), hints}
	for {
		if err := s.follow(ctx); err != nil {
			return fmt.Errorf("seat: match %s: %w", id, err)
		}
		if s.match.Over() {
			return nil
		}
		var err error
		if s.match.ToMove() == c {
			err = s.turn(ctx)
		} else {
			err = s.wait(ctx)
		}
		if err != nil {
			return fmt.Errorf("seat: match %s: %s: %w", id, c, err)
		}
	}
}

// follow brings the match up to date.
func (s *chair) follow(ctx context.Context) error {
	events, err := s.Past.Events(ctx, s.id, s.match.Seq())
	if err != nil {
		return err
	}
	return s.match.Follow(events)
}

// wait waits for a hint, or long enough that one may have been lost.
func (s *chair) wait(ctx context.Context) error {
	select {
	case <-s.hints:
		return nil
	case <-time.After(fallback):
		return nil
	case <-ctx.Done():
		return ctx.Err()
	}
}

// turn lets the mover think and sends what it chose, unless the position has
// changed by then.
func (s *chair) turn(ctx context.Context) error {
	choice, ok, err := s.think(ctx)
	if err != nil || !ok {
		return err
	}
	cmd, err := s.command(choice)
	if err != nil {
		return err
	}
	_, err = s.Table.Do(ctx, s.id, cmd)
	if errors.Is(err, play.ErrStale) || errors.Is(err, play.ErrOver) || errors.Is(err, play.ErrNotYourTurn) {
		return nil // somebody was faster: look again
	}
	if err != nil {
		return fmt.Errorf("%s %s: %w", cmd.Kind, cmd.Point, err)
	}
	return nil
}

// thought is what came of thinking.
type thought struct {
	choice Choice
	err    error
}

// think asks the mover. It is not ok when the position has changed meanwhile;
// the thought is cancelled then. No thought goes on when it returns.
func (s *chair) think(ctx context.Context) (c Choice, ok bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	thoughts := s.ask(ctx)
	defer func() {
		cancel()
		for range thoughts { // it is closed when the mover has returned
		}
	}()
	for at := s.match.Changed(); ; {
		select {
		case t := <-thoughts:
			return t.choice, t.err == nil, t.err
		case <-s.hints:
		case <-time.After(fallback):
		case <-ctx.Done():
			return Choice{}, false, ctx.Err()
		}
		if err := s.follow(ctx); err != nil || s.match.Changed() != at {
			return Choice{}, false, err
		}
	}
}

// ask lets the mover think beside us.
func (s *chair) ask(ctx context.Context) <-chan thought {
	thoughts := make(chan thought, 1)
	g, left := s.match.Game().Clone(), s.match.Clock(s.color, s.Now())
	go func() {
		defer close(thoughts)
		choice, err := s.mover.Choose(ctx, g, s.color, left)
		thoughts <- thought{choice, err}
	}()
	return thoughts
}

// command says what was chosen. Its ID is the same whoever sits here.
func (s *chair) command(c Choice) (play.Command, error) {
	graph, turn := s.match.Game().Graph(), s.match.Changed()
	cmd := play.Command{Kind: play.Play, By: s.color, After: turn, ID: fmt.Sprintf("seat-%d", turn)}
	switch {
	case c.Resign:
		cmd.Kind = play.Resign
	case c.Point == board.Pass:
		cmd.Kind = play.Pass
	case c.Point < 0 || int(c.Point) >= graph.Points():
		return cmd, fmt.Errorf("the program chose point %d of a board with %d", c.Point, graph.Points())
	default:
		cmd.Point = graph.PointName(c.Point)
	}
	return cmd, nil
}
