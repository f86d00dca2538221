package match

import (
	"cmp"
	"context"
	"errors"
	"math"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
)

// A WaitingMatch is a match in which it is the visitor's turn against another person, and the two
// do not sit at the board together.
type WaitingMatch struct {
	ListedMatch       // its seats have the stored names
	Deadline    int64 // as [DeadlineOf] returns it
}

// errEnough ends the search for waiting matches.
var errEnough = errors.New("enough matches")

// Waiting returns the matches that wait for a visitor, by time left; matches without a clock come
// last.
func (s *Service) Waiting(ctx context.Context, v account.Visitor) (all []WaitingMatch, err error) {
	if s.Games == nil {
		return nil, nil
	}
	own := v.Own()
	s.awaitLists(ctx, own)
	for _, actor := range own {
		n := 0
		err := s.eachOwn(ctx, actor, true, func(g ListedMatch) error {
			if n == mostRunning {
				return errEnough
			}
			n++
			err := s.Host.Read(ctx, g.ID, func(m *play.Match) {
				if deadline, ok := waits(m, own); ok {
					all = append(all, WaitingMatch{ListedMatch: g, Deadline: deadline})
				}
			})
			if err != nil { // an unreadable match waits for no player
				s.Log.Warn("match: a match in progress is not among those that wait", "match", g.ID, "err", err)
			}
			return nil
		})
		if err != nil && !errors.Is(err, errEnough) {
			return nil, err
		}
	}
	slices.SortFunc(all, compareWaiting)
	return slices.CompactFunc(all, func(a, b WaitingMatch) bool { return a.ID == b.ID }), nil
}

// waits reports whether a match waits for one of the actors, and its deadline as returned by
// [DeadlineOf].
func waits(m *play.Match, actors []account.Actor) (deadline int64, ok bool) {
	held := Seats(m.Settings(), actors)
	if !m.Apart() || len(held) != 1 || !m.Awaits(held[0]) { // with two seats the person plays alone
		return 0, false
	}
	return DeadlineOf(m, held[0]), true
}

// DeadlineOf returns a player's deadline in a match, in milliseconds since 1970, or 0 if there is
// none.
func DeadlineOf(m *play.Match, c board.Color) int64 {
	end, ok := m.Deadline()
	if stall, stalls := m.Stall(); stalls && stall.By != c && !stall.Claim.IsZero() && (!ok ||
		stall.Claim.Before(end)) {
		end, ok = stall.Claim, true
	}
	if !ok {
		return 0
	}
	return end.UnixMilli()
}

// compareWaiting orders waiting games by deadline, then by id.
func compareWaiting(a, b WaitingMatch) int {
	return cmp.Or(cmp.Compare(sortKey(a), sortKey(b)), strings.Compare(a.ID, b.ID))
}

// sortKey returns a game's deadline, or the largest value if there is none.
func sortKey(g WaitingMatch) int64 {
	if g.Deadline == 0 {
		return math.MaxInt64
	}
	return g.Deadline
}

// NextWaiting returns the game that follows another one in the list of waiting games, and wraps
// around at the end; ok is false if no other game waits. by is the deadline of the other game when
// it last waited, which gives its place if it no longer waits; 0 means the beginning.
func NextWaiting(all []WaitingMatch, after string, by int64) (next WaitingMatch, ok bool) {
	from := WaitingMatch{ListedMatch: ListedMatch{ID: after}, Deadline: max(by, 1)}
	for _, g := range all {
		if g.ID == after {
			from = g
		}
	}
	for _, g := range all {
		if compareWaiting(g, from) > 0 {
			return g, true
		}
	}
	if len(all) == 0 || all[0].ID == after {
		return next, false
	}
	return all[0], true
}

// Turns returns the players in a match whose turn may have changed, or none if they sit at the
// board together. It waits until the lists include a match that has just begun.
func (s *Service) Turns(ctx context.Context, id string) (actors []account.Actor, err error) {
	begun := false
	err = s.Host.Read(ctx, id, func(m *play.Match) {
		if !m.Apart() {
			return
		}
		begun = m.Moves() == 0
		for _, c := range board.Colors {
			actors = append(actors, account.Actor(m.Seat(c).Actor()))
		}
	})
	if begun && s.Listed != nil {
		err = errors.Join(err, s.awaitAll(ctx))
	}
	return actors, err
}
