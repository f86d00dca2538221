// Package seat lets a program sit at a table. A program is not special: it
// watches what everybody watches and sends what everybody sends.
package seat

import (
	"context"
	"errors"
	"fmt"
	"slices"
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

// A Verdict is which stones a program takes for dead at a stop, and of which it
// is not sure.
type Verdict struct {
	Dead, Unsure []board.Point
}

// A Mover thinks for a program. The games are its own to play on. When ctx is
// done nobody waits for its answer any more, and it should return at once.
type Mover interface {
	// Choose chooses for the player whose turn it is.
	Choose(ctx context.Context, g *game.Game, c board.Color, left clock.Remaining) (Choice, error)
	// Judge tells which stones are dead when play has stopped.
	Judge(ctx context.Context, g *game.Game) (Verdict, error)
	// Price returns the komi for which it would take either colour of a game
	// that has not begun.
	Price(ctx context.Context, g *game.Game) (float64, error)
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
	seat  board.Color // by the settings
	mover Mover
	match *play.Match
	hints <-chan int

	believed []board.Point // stones whose fate has been played out
	opinion
}

// Sit plays a seat of a match, c by its settings, until the match is over or ctx
// is done, which is its error then. What its Mover thinks is sent as a command
// whose ID follows from the turn, so two processes that seat the same program
// make one move.
func Sit(ctx context.Context, h House, id string, c board.Color, m Mover) error {
	hints, stop := h.Feed.Watch(id)
	defer stop()
	s := &chair{House: h, id: id, seat: c, mover: m, match: play.NewMatch(), hints: hints}
	for {
		if err := s.follow(ctx); err != nil {
			return fmt.Errorf("seat: match %s: %w", id, err)
		}
		if s.match.Over() {
			return nil
		}
		acted, err := s.act(ctx)
		if err == nil && !acted {
			err = s.wait(ctx)
		}
		if err != nil {
			return fmt.Errorf("seat: match %s: %s: %w", id, s.color(), err)
		}
	}
}

// color returns the colour that the seat plays now.
func (s *chair) color() board.Color { return s.match.OriginalColor(s.seat) }

// follow brings the match up to date.
func (s *chair) follow(ctx context.Context) error {
	events, err := s.Past.Events(ctx, s.id, s.match.Seq())
	if err != nil {
		return err
	}
	if err := s.match.Load(events); err != nil {
		return err
	}
	for _, e := range events {
		switch e.Kind {
		case play.Confirmed:
			s.believe(e.Point)
		case play.Resumed, play.TookBack:
			s.believed = nil
		}
	}
	return nil
}

// believe notes that the fate of the chain at a point is known.
func (s *chair) believe(point string) {
	b := s.match.Game().Board()
	if p, err := b.Graph().Point(point); err == nil && b.At(p) != board.Empty {
		s.believed = slices.AppendSeq(slices.Clone(s.believed), b.Chain(p))
	}
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

// act does what the match awaits of the seat, if it has something to do there,
// and tells whether to look again at once. What it thought is not sent when the
// position has changed by then.
func (s *chair) act(ctx context.Context) (acted bool, err error) {
	deliberate, ok := deeds[s.match.Phase()]
	if !ok || !s.match.Awaits(s.color()) {
		return false, nil
	}
	seen := s.match.Seq()
	cmd, ok, err := s.think(ctx, deliberate)
	if err != nil || !ok {
		return true, err
	}
	if cmd.Kind == "" {
		return s.match.Seq() != seen, nil // it waits for the other, who may have acted by now
	}
	return true, s.send(ctx, cmd)
}

// send gives the command, as the seat. That somebody was faster is no error.
func (s *chair) send(ctx context.Context, cmd play.Command) error {
	cmd.By, cmd.After = s.color(), s.match.Changed()
	cmd.ID = fmt.Sprintf("seat-%d-%s", cmd.After, cmd.Kind)
	_, err := s.Table.Do(ctx, s.id, cmd)
	if err == nil || slices.ContainsFunc(faster, func(f play.Refusal) bool { return errors.Is(err, f) }) {
		return nil // look again
	}
	return fmt.Errorf("%s %s: %w", cmd.Kind, cmd.Point, err)
}

// faster are the refusals that say somebody was.
var faster = []play.Refusal{play.ErrStale, play.ErrOver, play.ErrNotYourTurn, play.ErrNotNow, play.ErrProposed, play.ErrAgreed, play.ErrTimeUp}

// A thought is what came of thinking.
type thought struct {
	cmd play.Command
	err error
}

// think deliberates beside us. It is not ok when the position has changed
// meanwhile; the thought is cancelled then. No thought goes on when it returns.
func (s *chair) think(ctx context.Context, deliberate deed) (cmd play.Command, ok bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	thoughts := make(chan thought, 1)
	question := s.question()
	go func() {
		defer close(thoughts)
		cmd, err := deliberate(question, ctx)
		thoughts <- thought{cmd, err}
	}()
	defer func() {
		cancel()
		for range thoughts { // it is closed when the mover has returned
		}
	}()
	for at := s.match.Changed(); ; {
		select {
		case t := <-thoughts:
			s.opinion = question.opinion
			return t.cmd, t.err == nil, t.err
		case <-s.hints:
		case <-time.After(fallback):
		case <-ctx.Done():
			return play.Command{}, false, ctx.Err()
		}
		if err := s.follow(ctx); err != nil || s.match.Changed() != at {
			return play.Command{}, false, err
		}
	}
}
