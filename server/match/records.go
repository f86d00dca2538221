package match

import (
	"bytes"
	"cmp"
	"context"
	"errors"
	"fmt"
	"time"

	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/play"
	"rosette/play/rating"
	"rosette/play/record"
	"rosette/server/account"
	"rosette/server/refusal"
)

// ErrNotBegun refuses the record or picture of a match without moves.
var ErrNotBegun = refusal.New(refusal.Conflict, "record.not-begun")

// A Record is a match as a file.
type Record struct {
	SGF  []byte
	Name string // file name without its ending
}

// ForViewers returns the record for programs that support only square boards, see [sgf.Viewer].
func (r Record) ForViewers() (Record, error) {
	c, err := sgf.Parse(bytes.NewReader(r.SGF), sgf.Options{})
	if err != nil {
		return r, fmt.Errorf("record %s: %w", r.Name, err)
	}
	if _, err := c.ForViewers(0); err != nil {
		return r, fmt.Errorf("record %s: %w", r.Name, err)
	}
	return Record{[]byte(c.Trees[0].String()), r.Name + "-viewer"}, nil
}

// Record returns a match as SGF for a visitor who may read it.
func (s *Service) Record(ctx context.Context, v account.Visitor, id string) (Record, error) {
	return s.record(ctx, v, id, s.Named)
}

// RecordFor returns a match as SGF like Record, with the names that public lists show.
func (s *Service) RecordFor(ctx context.Context, v account.Visitor, id string) ([]byte, error) {
	out, err := s.record(ctx, v, id, s.PublicNames)
	return out.SGF, err
}

// A namer sets the names of the seats in settings.
type namer func(ctx context.Context, settings play.Settings) (play.Settings, error)

func (s *Service) record(ctx context.Context, v account.Visitor, id string, names namer) (out Record, err error) {
	var settings play.Settings
	var opened time.Time
	if err := s.View(ctx, v, id, func(m *play.Match) {
		settings, opened = m.OriginalSettings(), m.Opened()
	}); err != nil {
		return out, err
	}
	if settings, err = s.playersThen(ctx, settings, opened, names); err != nil {
		return out, err
	}
	refused := error(ErrNotBegun)
	err = s.View(ctx, v, id, func(m *play.Match) { out, refused = s.recordOf(id, m, settings) })
	return out, cmp.Or(err, refused)
}

// RecordOf returns a match's record with the names that players see. It does not check permission.
func (s *Service) RecordOf(ctx context.Context, id string, m *play.Match) (Record, error) {
	settings, err := s.playersThen(ctx, m.OriginalSettings(), m.Opened(), s.Named)
	if err != nil {
		return Record{}, err
	}
	return s.recordOf(id, m, settings)
}

// recordOf returns a match's record. settings has the players' names and ranks by opening colour.
func (s *Service) recordOf(id string, m *play.Match, settings play.Settings) (Record, error) {
	place := sgf.Program + " game " + id
	if s.Site != "" {
		place = s.Site + "/games/" + id
	}
	root, begun, err := record.Of(m, record.Options{Version: s.Version, Place: place, Seats: &settings})
	if err != nil {
		return Record{}, fmt.Errorf("match %s: record: %w", id, err)
	}
	if !begun {
		return Record{}, ErrNotBegun
	}
	black, white := settings.Seat(m.OriginalColor(board.Black)), settings.Seat(m.OriginalColor(board.White))
	return Record{[]byte(root.String()), sgf.FileName(m.Began(), black.Name, white.Name)}, nil
}

// playersThen returns settings with the players' present names, and their ranks when the match was
// opened.
func (s *Service) playersThen(
	ctx context.Context, settings play.Settings, opened time.Time, names namer,
) (play.Settings, error) {
	named, err := names(ctx, settings)
	if err != nil || s.Ranks == nil || playsBoth(settings) {
		return named, err
	}
	then := func(ctx context.Context, pool rating.Pool, actor string) (rating.Standing, bool, error) {
		return s.Ranks.At(ctx, pool, actor, opened)
	}
	return named, eachSeat(&named, func(seat *play.Seat) (err error) {
		if seat.Rank == "" {
			seat.Rank, err = s.rank(ctx, settings, *seat, opened, then)
		}
		return err
	})
}

// PresentSeats returns settings with the match's seats by present colour.
func PresentSeats(m *play.Match) play.Settings {
	return play.Settings{Black: m.Seat(board.Black), White: m.Seat(board.White)}
}

// EachRecord calls f with the ids and records of a visitor's matches that have begun.
func (s *Service) EachRecord(ctx context.Context, v account.Visitor, f func(id string, record Record) error) error {
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
