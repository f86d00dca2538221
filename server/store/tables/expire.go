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

// Statements that remove data with a match or after a time. They mean the same in SQLite and
// PostgreSQL.
const (
	removeRoom     = `DELETE FROM chat_lines WHERE room = $1`
	removeOffer    = `DELETE FROM lobby_offers WHERE id = $1`
	expireSessions = `DELETE FROM sessions WHERE created < $1 AND seen < $1`
)

// expiredAtOnce limits the games in one query.
const expiredAtOnce = 200

// RemoveGuestGames removes the matches between guests (or a guest and the computer) whose last
// event is before until, with their chat and their offer, and returns their IDs. A guest linked to
// an account counts as a user.
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

// removeGame removes a match unless a guest in it is linked to an account or the match has
// continued. It may be called again for a partly removed match.
func removeGame(ctx context.Context, s store.Store, g store.Game) (removed bool, err error) {
	for _, p := range []store.Player{g.Black, g.White} {
		owners, err := Accounts(s).Find(ctx, account.KindGuest, p.Actor)
		if err != nil || len(owners) > 0 {
			return false, err
		}
	}
	err = store.Matches{Log: s}.Remove(ctx, g.ID, g.Seq)
	if errors.Is(err, play.ErrStale) {
		return false, nil // the match has continued
	}
	if err != nil && !errors.Is(err, play.ErrNoMatch) {
		return false, err
	}
	if err := removeBeside(ctx, s, g.ID); err != nil {
		return false, err
	}
	return true, s.Games().Remove(ctx, g.ID)
}

// removeBeside removes a match's chat, offer, conditional moves and watchers.
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

// ExpireSessions ends the sessions last used before a time.
func ExpireSessions(ctx context.Context, db store.DB, before time.Time) error {
	_, err := store.Do(ctx, db, expireSessions, store.Nanoseconds(before))
	return err
}

// Statements that remove a user's data when the account is closed, including linked guests' data.
const (
	ofUser        = `WHERE actor = $1 OR actor IN (SELECT id FROM belongings WHERE owner = $2 AND kind = 'guest')`
	forgetDevices = `DELETE FROM notice_devices ` + ofUser
	forgetNotices = `DELETE FROM notices ` + ofUser
	forgetOffers  = `DELETE FROM lobby_offers WHERE maker = $1 OR asked = $1 OR maker IN (SELECT id FROM belongings WHERE owner = $2 AND kind = 'guest')`
)
