package tables

import (
	"context"
	"errors"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/store"
)

// Statements of what goes with a match or with time, which mean the same to SQLite and
// PostgreSQL.
const (
	removeRoom     = `DELETE FROM chat_lines WHERE room = $1`
	removeOffer    = `DELETE FROM lobby_offers WHERE id = $1`
	expireSessions = `DELETE FROM sessions WHERE created < $1 AND seen < $1`
)

// expiredAtOnce is how many games are read at once.
const expiredAtOnce = 200

// RemoveGuestGames removes the matches without an account whose last event is before a
// time, with their chat and their offer, and returns their ids. A guest who has become
// part of an account counts as one.
func RemoveGuestGames(ctx context.Context, s store.Store, until time.Time) (ids []string, err error) {
	for _, over := range []bool{true, false} {
		for before := int64(0); ; {
			games, err := s.Games().OfGuests(ctx, over, until, expiredAtOnce, before)
			if err != nil {
				return ids, err
			}
			for _, g := range games {
				before = g.Position
				removed, err := removeGame(ctx, s, g)
				if err != nil {
					return ids, err
				}
				if removed {
					ids = append(ids, g.ID)
				}
			}
			if len(games) < expiredAtOnce {
				break
			}
		}
	}
	return ids, nil
}

// removeGame removes a match unless one of its guests is part of an account, or it goes
// on. It may be called again for one that was removed in part.
func removeGame(ctx context.Context, s store.Store, g store.Game) (removed bool, err error) {
	for _, p := range []store.Player{g.Black, g.White} {
		owners, err := Accounts(s).Find(ctx, account.KindGuest, p.Actor)
		if err != nil || len(owners) > 0 {
			return false, err
		}
	}
	err = store.Matches{Log: s}.Remove(ctx, g.ID, g.Seq)
	if errors.Is(err, play.ErrStale) {
		return false, nil // somebody has played on
	}
	if err != nil && !errors.Is(err, play.ErrNoMatch) {
		return false, err
	}
	if err := removeBeside(ctx, s, g.ID); err != nil {
		return false, err
	}
	return true, s.Games().Remove(ctx, g.ID)
}

// removeBeside removes what stands beside a match: its chat, its offer,
// conditional moves, and who watches it.
func removeBeside(ctx context.Context, s store.Store, id string) error {
	accounts := Accounts(s)
	watchers, err := accounts.Find(ctx, account.KindWatch, id)
	if err != nil {
		return err
	}
	for _, w := range watchers {
		if _, err := accounts.Remove(ctx, w); err != nil {
			return err
		}
	}
	if err := Conditional(s).Remove(ctx, id, board.Empty); err != nil {
		return err
	}
	return s.Write(ctx, func(tx store.Tx) (refused, failed error) {
		steps := []store.Step{{Query: removeOffer, Args: []any{id}}}
		for _, part := range chat.Parts {
			steps = append(steps, store.Step{Query: removeRoom, Args: []any{part.Room(id)}})
		}
		return nil, store.Each(tx, steps...)
	})
}

// ExpireSessions ends the sessions that were used last before a time.
func ExpireSessions(ctx context.Context, db store.DB, before time.Time) error {
	_, err := store.Do(ctx, db, expireSessions, store.Nanoseconds(before))
	return err
}

// Statements of what goes when a user closes his account: what is his, and that of the
// guests that he was.
const (
	ofUser        = `WHERE actor = $1 OR actor IN (SELECT id FROM belongings WHERE owner = $2 AND kind = 'guest')`
	forgetDevices = `DELETE FROM notice_devices ` + ofUser
	forgetNotices = `DELETE FROM notices ` + ofUser
	forgetOffers  = `DELETE FROM lobby_offers WHERE maker = $1 OR asked = $1 OR maker IN (SELECT id FROM belongings WHERE owner = $2 AND kind = 'guest')`
)
