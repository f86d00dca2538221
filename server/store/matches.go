package store

import (
	"context"
	"fmt"
	"iter"
	"strings"
	"time"

	"rosette/play"
)

// Matches accesses the streams in a log that hold matches. A match's stream is named "match/"
// followed by its ID.
type Matches struct{ Log }

const matchPrefix = "match/"

// matchStream returns a match's stream name.
func matchStream(id string) string { return matchPrefix + id }

// Match returns the ID of the match in a record, or "" if the record belongs to another stream.
func (r Record) Match() string {
	id, ok := strings.CutPrefix(r.Stream, matchPrefix)
	if !ok {
		return ""
	}
	return id
}

// Append adds events to a match, all or none, and sets its schedule; see [Log.Append].
func (m Matches) Append(ctx context.Context, id string, after int, events []play.Event, s play.Schedule) error {
	records, err := recordsOf(events)
	if err != nil {
		return fmt.Errorf("store: match %s: %w", id, err)
	}
	return m.Log.Append(ctx, matchStream(id), after, records, s)
}

// Remove removes a match whose last event has number seq; see [Log.Remove].
func (m Matches) Remove(ctx context.Context, id string, seq int) error {
	return m.Log.Remove(ctx, matchStream(id), seq)
}

// recordsOf encodes events as records.
func recordsOf(events []play.Event) ([]Record, error) {
	records := make([]Record, 0, len(events))
	for _, e := range events {
		body, err := e.Body()
		if err != nil {
			return nil, fmt.Errorf("event %d: %w", e.Seq, err)
		}
		records = append(records, Record{
			Seq: e.Seq, Kind: string(e.Kind), Actor: e.Actor, At: e.At, Version: play.EventVersion, Body: body,
		})
	}
	return records, nil
}

// Events returns the events in a match with numbers above after, in order. It returns no events if
// there are no later ones, [play.ErrNoMatch] if there is no such match, [play.ErrUnknownEvent] if a
// newer program wrote one of the events, and [play.ErrDamaged] if one cannot be decoded.
func (m Matches) Events(ctx context.Context, id string, after int) ([]play.Event, error) {
	records, err := m.Read(ctx, matchStream(id), after)
	if err != nil {
		return nil, err
	}
	events := make([]play.Event, 0, len(records))
	for _, r := range records {
		e, err := eventOf(r)
		if err != nil {
			return nil, fmt.Errorf("store: match %s: event %d: %w", id, r.Seq, err)
		}
		events = append(events, e)
	}
	return events, nil
}

// eventOf decodes the event in a record with any version.
func eventOf(r Record) (play.Event, error) {
	e, err := play.Upcast(r.Version, r.Body)
	if err != nil {
		return e, err
	}
	e.Seq = r.Seq
	e.At = r.At
	e.Kind = play.UpcastKind(r.Version, play.Kind(r.Kind))
	e.Actor = r.Actor
	return e, nil
}

// Schedules returns the matches with a deadline or a waiting bot, in no particular order. It stops
// after an error.
func (m Matches) Schedules(ctx context.Context) iter.Seq2[play.ScheduledMatch, error] {
	return func(yield func(play.ScheduledMatch, error) bool) {
		for s, err := range m.Log.Schedules(ctx) {
			id, ok := strings.CutPrefix(s.ID, matchPrefix)
			if s.ID = id; (ok || err != nil) && !yield(s, err) {
				return
			}
		}
	}
}

// Grown returns the matches with events after a log position; see [Log.Grown].
func (m Matches) Grown(ctx context.Context, position int64) (seqs map[string]int, last int64, err error) {
	streams, last, err := m.Log.Grown(ctx, position)
	seqs = make(map[string]int, len(streams))
	for stream, seq := range streams {
		if id, ok := strings.CutPrefix(stream, matchPrefix); ok {
			seqs[id] = seq
		}
	}
	return seqs, last, err
}

// MatchLeases is Leases with match IDs for stream names.
type MatchLeases struct{ Leases }

// Join begins a lease; see [Leases].
func (l MatchLeases) Acquire(
	ctx context.Context, now, until time.Time,
) (epoch int64, taken []play.ScheduledMatch, err error) {
	epoch, taken, err = l.Leases.Acquire(ctx, now, until)
	return epoch, matchesOf(taken), err
}

// Renew extends a lease; see [Leases].
func (l MatchLeases) Renew(
	ctx context.Context, epoch int64, now, until time.Time,
) (held bool, taken []play.ScheduledMatch, err error) {
	held, taken, err = l.Leases.Renew(ctx, epoch, now, until)
	return held, matchesOf(taken), err
}

// matchesOf returns the matches among streams.
func matchesOf(streams []play.ScheduledMatch) (matches []play.ScheduledMatch) {
	for _, s := range streams {
		if id, ok := strings.CutPrefix(s.ID, matchPrefix); ok {
			s.ID = id
			matches = append(matches, s)
		}
	}
	return matches
}

// All returns the IDs of all matches, sorted. It stops after an error.
func (m Matches) All(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		for stream, err := range m.Streams(ctx) {
			if id, ok := strings.CutPrefix(stream, matchPrefix); (ok || err != nil) && !yield(id, err) {
				return
			}
		}
	}
}
