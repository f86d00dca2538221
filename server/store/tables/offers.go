package tables

import (
	"context"
	"database/sql"
	"encoding/json"
	"fmt"
	"time"

	"rosette/server/lobby"
	"rosette/server/store"
)

// Statements for offers, which mean the same in SQLite and PostgreSQL.
const (
	insertOffer = `INSERT INTO lobby_offers (id, kind, maker, asked, rematch_of, state, present, made, ends, latest, body)
		VALUES ($1, $2, $3, $4, $5, $6, $7, $8, $9, $10, $11)`
	latestOffer = `SELECT COALESCE(MAX(made), 0) FROM lobby_offers WHERE state = 'open' AND kind = $1`
	countOffers = `SELECT COUNT(*) FROM lobby_offers WHERE maker = $1 AND state = 'open' AND ends > $2`
	settleOffer = `UPDATE lobby_offers SET state = $2, body = $3 WHERE id = $1 AND state = 'open'`
	seeOffers   = `UPDATE lobby_offers SET ends = CASE WHEN latest < $3 THEN latest ELSE $3 END
		WHERE maker = $1 AND state = 'open' AND present = 1 AND ends > $2`
	sweepOffers = `DELETE FROM lobby_offers WHERE latest < $1 OR ends < $1 AND state <> 'accepted'`

	offerColumns  = `SELECT state, ends, body FROM lobby_offers WHERE `
	readOffer     = offerColumns + `id = $1`
	listSeeks     = offerColumns + `state = 'open' AND kind = 'seek' AND ends > $1 ORDER BY made, id LIMIT $2`
	listOffersOf  = offerColumns + `state = 'open' AND ends > $2 AND (maker = $1 OR asked = $1) ORDER BY made, id`
	listRematches = offerColumns + `rematch_of = $1 ORDER BY made, id`
)

// An OfferTable holds offers for games between people. Lists have the oldest offer first and
// include an offer until it ends.
type OfferTable struct{ db store.DB }

// Offers returns the table of offers.
func Offers(db store.DB) OfferTable { return OfferTable{db} }

// Make stores a new offer. It returns [lobby.ErrTooMany] if its maker already has most open offers.
// Seeks and rematches have distinct times in the order in which Make stored them. A search for
// older offers after Make therefore finds all earlier ones, and only later searches find this one.
func (t OfferTable) Make(ctx context.Context, o lobby.Offer, most int) error {
	maker := o.Maker.Actor()
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		var open int
		if err := tx.Query(countOffers, maker, store.Nanoseconds(o.Made)).Scan(&open); err != nil {
			return nil, err
		}
		if open >= most {
			return lobby.ErrTooMany, nil
		}
		var latest int64
		if err := tx.Query(latestOffer, string(o.Kind)).Scan(&latest); err != nil {
			return nil, err
		}
		o.Made = madeAfter(o, store.TimeOf(latest))
		body, err := json.Marshal(o)
		if err != nil {
			return nil, fmt.Errorf("store: offer %s: %w", o.ID, err)
		}
		_, err = tx.Exec(insertOffer, o.ID, string(o.Kind), maker, o.To, o.After, string(o.State),
			store.Truth(o.Present),
			store.Nanoseconds(o.Made), store.Nanoseconds(o.Ends), store.Nanoseconds(o.Until), string(body))
		return nil, err
	})
}

// madeAfter returns an offer's time, given the latest open offer's time for its kind.
func madeAfter(o lobby.Offer, latest time.Time) time.Time {
	if paired := o.Kind == lobby.Seek || o.Kind == lobby.Rematch; !paired || o.Made.After(latest) {
		return o.Made
	}
	return latest.Add(1)
}

// Offer returns the stored offer, or [lobby.ErrNoOffer] if it does not exist.
func (t OfferTable) Offer(ctx context.Context, id string) (lobby.Offer, error) {
	for o, err := range store.List(ctx, t.db, readOffer, scanOffer, id) {
		return o, err
	}
	return lobby.Offer{}, lobby.ErrNoOffer
}

// scanOffer reads a row with offerColumns.
func scanOffer(rows *sql.Rows) (o lobby.Offer, err error) {
	var state, body string
	var ends int64
	if err := rows.Scan(&state, &ends, &body); err != nil {
		return o, err
	}
	if err := json.Unmarshal([]byte(body), &o); err != nil {
		return o, fmt.Errorf("offer: %w", err)
	}
	o.State, o.Ends = lobby.State(state), store.TimeOf(ends)
	return o, nil
}

// Settle stores an open offer's outcome. It returns [lobby.ErrNoOffer] if the offer is no longer
// open.
func (t OfferTable) Settle(ctx context.Context, o lobby.Offer) error {
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("store: offer %s: %w", o.ID, err)
	}
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		rows, err := tx.Exec(settleOffer, o.ID, string(o.State), string(body))
		if err == nil && rows == 0 {
			return lobby.ErrNoOffer, nil
		}
		return nil, err
	})
}

// Seeks returns up to limit open seeks.
func (t OfferTable) Seeks(ctx context.Context, now time.Time, limit int) ([]lobby.Offer, error) {
	return t.list(ctx, listSeeks, store.Nanoseconds(now), max(limit, 0))
}

// Of returns the open offers that an actor has made or received.
func (t OfferTable) Of(ctx context.Context, actor string, now time.Time) ([]lobby.Offer, error) {
	return t.list(ctx, listOffersOf, actor, store.Nanoseconds(now))
}

// Rematches returns a match's rematch offers, in any state.
func (t OfferTable) Rematches(ctx context.Context, match string) ([]lobby.Offer, error) {
	return t.list(ctx, listRematches, match)
}

func (t OfferTable) list(ctx context.Context, query string, args ...any) (all []lobby.Offer, err error) {
	for o, err := range store.List(ctx, t.db, query, scanOffer, args...) {
		if err != nil {
			return nil, err
		}
		all = append(all, o)
	}
	return all, nil
}

// ExtendSeeks extends an actor's open offers that require the actor's presence.
func (t OfferTable) ExtendSeeks(ctx context.Context, actor string, now time.Time) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		_, err := tx.Exec(seeOffers, actor, store.Nanoseconds(now), store.Nanoseconds(now.Add(lobby.Absence)))
		return nil, err
	})
}

// Sweep deletes the offers that ended before a time. An accepted offer counts as ended at its
// latest expiry.
func (t OfferTable) Sweep(ctx context.Context, before time.Time) error {
	return t.db.Write(ctx, func(tx store.Tx) (refused, failed error) {
		_, err := tx.Exec(sweepOffers, store.Nanoseconds(before))
		return nil, err
	})
}
