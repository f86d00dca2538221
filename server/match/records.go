package match

import (
	"context"
	"errors"
	"fmt"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/refusal"
)

// ErrNotBegun refuses the record or picture of a match without moves.
var ErrNotBegun = refusal.New(refusal.Conflict, "record.not-begun")

// Record returns a match as SGF for a visitor who may read it.
func (s *Service) Record(ctx context.Context, v account.Visitor, id string) ([]byte, error) {
	return s.record(ctx, v, id, s.Named)
}

// RecordFor is Record with the names that public lists show.
func (s *Service) RecordFor(ctx context.Context, v account.Visitor, id string) ([]byte, error) {
	return s.record(ctx, v, id, s.PublicNames)
}

// A namer sets the names of the seats in settings.
type namer func(ctx context.Context, settings play.Settings) (play.Settings, error)

func (s *Service) record(ctx context.Context, v account.Visitor, id string, names namer) ([]byte, error) {
	var refused error = ErrNotBegun
	var root *sgf.Node
	var seats play.Settings
	err := s.View(ctx, v, id, func(m *play.Match) {
		written, begun, err := view.Record(m)
		if begun {
			root = written
			seats = PresentSeats(m)
			refused = nil
		}
		if err != nil {
			refused = fmt.Errorf("match %s: record: %w", id, err)
		}
	})
	if err == nil {
		err = refused
	}
	if err != nil {
		return nil, err
	}
	if seats, err = names(ctx, seats); err != nil {
		return nil, err
	}
	root.Set("PB", sgf.Escape(seats.Black.Name))
	root.Set("PW", sgf.Escape(seats.White.Name))
	return []byte(root.String() + "\n"), nil
}

// PresentSeats returns settings with the match's seats by present colour.
func PresentSeats(m *play.Match) play.Settings {
	return play.Settings{Black: m.Seat(board.Black), White: m.Seat(board.White)}
}

// EachRecord calls f with the ids and records of a visitor's matches that have begun.
func (s *Service) EachRecord(ctx context.Context, v account.Visitor, f func(id string, record []byte) error) error {
	if s.Games == nil {
		return nil
	}
	seen := map[string]bool{}
	for _, actor := range v.Own() {
		for _, running := range []bool{true, false} {
			err := s.eachOwn(ctx, actor, running, func(g ListedMatch) error {
				if seen[g.ID] {
					return nil
				}
				seen[g.ID] = true
				record, err := s.Record(ctx, v, g.ID)
				if errors.Is(err, ErrNotBegun) {
					return nil
				}
				if err != nil {
					return err
				}
				return f(g.ID, record)
			})
			if err != nil {
				return err
			}
		}
	}
	return nil
}
