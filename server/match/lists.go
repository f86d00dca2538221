package match

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
)

// A ListedMatch is a match in a list.
type ListedMatch struct {
	ID       string
	Board    string
	Rules    string
	Black    play.Seat // by their present colours
	White    play.Seat
	Seat     string // the actor's: b, w or bw
	Opened   time.Time
	Updated  time.Time
	Position int64 // position of the last event in the log of all matches; continues a list
	Finished bool
	Result   string // as in SGF
	Rated    bool
	Annulled bool   // by a moderator: ratings do not change
	Pool     string // rating pool, such as rosette-live
}

// Games lists an actor's matches with positions below before, or all matches if before is 0, last
// changed first.
type Games interface {
	Of(ctx context.Context, actor string, running bool, limit int, before int64) ([]ListedMatch, error)
}

// Lists holds a visitor's matches.
type Lists struct{ Running, Finished []ListedMatch }

const (
	listedAtOnce = 50  // matches read per page of a list
	mostRunning  = 200 // most matches in progress examined for an actor
)

// Lists returns up to limit running and limit finished matches for a visitor, with last events
// before a position; 0 is the end of the log. Their seats have the names for lists.
func (s *Service) Lists(ctx context.Context, v account.Visitor, limit int, before int64) (l Lists, err error) {
	if s.Games == nil {
		return l, nil
	}
	s.awaitLists(ctx, v.Own())
	for running, list := range map[bool]*[]ListedMatch{true: &l.Running, false: &l.Finished} {
		for _, actor := range v.Own() {
			games, err := s.Games.Of(ctx, string(actor), running, limit, before)
			if err != nil {
				return l, err
			}
			*list = mergeListed(*list, games, limit)
		}
		if err := s.NameListed(ctx, *list); err != nil {
			return l, err
		}
	}
	return l, nil
}

// NameListed sets the names for lists in the matches' seats.
func (s *Service) NameListed(ctx context.Context, all []ListedMatch) error {
	for i := range all {
		named, err := s.listedPlayers(ctx, play.Settings{Black: all[i].Black, White: all[i].White})
		if err != nil {
			return matchError(all[i].ID, err)
		}
		all[i].Black, all[i].White = named.Black, named.White
	}
	return nil
}

// mergeListed merges two lists into one with up to limit matches, last changed first. A match in
// both lists has the seats from both.
func mergeListed(a, b []ListedMatch, limit int) []ListedMatch {
	all := a
	for _, g := range b {
		if i := slices.IndexFunc(all, func(other ListedMatch) bool { return other.ID == g.ID }); i >= 0 {
			all[i].Seat = Letters(colorsOf(all[i].Seat + g.Seat)...)
		} else {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b ListedMatch) int { return cmp.Compare(b.Position, a.Position) })
	return all[:min(len(all), limit)]
}

// colorsOf parses the output of [Letters], with each colour once.
func colorsOf(text string) []board.Color {
	missing := func(c board.Color) bool { return !strings.Contains(text, Letters(c)) }
	return slices.DeleteFunc(slices.Clone(board.Colors[:]), missing)
}

// recordWrite records that actors have changed a match here, so that their lists include the change
// at once.
func (s *Service) recordWrite(actors ...account.Actor) {
	for _, actor := range actors {
		s.lastWrites.Add(actor, s.Now())
	}
}

const (
	keptWriters = 4096            // actors recorded as having changed a match
	listsBehind = 5 * time.Second // lists include changes older than this without waiting
	listsWait   = 2 * time.Second // longest wait for the lists to follow
)

// awaitLists waits for the match lists to follow if an actor has changed a match here a moment ago.
// Lists that do not follow in time are shown as they are.
func (s *Service) awaitLists(ctx context.Context, actors []account.Actor) {
	behind := false
	for _, actor := range actors {
		at, ok := s.lastWrites.Get(actor)
		behind = behind || ok && s.Now().Sub(at) < listsBehind
	}
	if !behind || s.Listed == nil {
		return
	}
	if err := s.awaitAll(ctx); err != nil && ctx.Err() == nil {
		s.Log.Error("match: the lists did not follow", "err", err)
	}
}

// awaitAll waits for the match lists to follow, at most listsWait.
func (s *Service) awaitAll(ctx context.Context) error {
	limited, stop := context.WithTimeout(ctx, listsWait)
	defer stop()
	err := s.Listed(limited)
	if errors.Is(limited.Err(), context.DeadlineExceeded) {
		return nil // the lists are shown as they are
	}
	return err
}

// eachOwn calls f with an actor's matches, last changed first, until f returns an error.
func (s *Service) eachOwn(ctx context.Context, actor account.Actor, running bool, f func(ListedMatch) error) error {
	for before := int64(0); ; {
		games, err := s.Games.Of(ctx, string(actor), running, listedAtOnce, before)
		if err != nil {
			return err
		}
		for _, g := range games {
			before = g.Position
			if err := f(g); err != nil {
				return err
			}
		}
		if len(games) < listedAtOnce {
			return nil
		}
	}
}
