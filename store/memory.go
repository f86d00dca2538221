package store

import (
	"context"
	"encoding/json"
	"fmt"
	"iter"
	"maps"
	"slices"
	"sync"

	"rosette/play"
)

// Memory is a store that lives as long as the process. The zero Memory is empty
// and ready to use. It is safe for concurrent use.
type Memory struct {
	mu     sync.RWMutex
	events map[string][]string // in JSON as in SQLite, so that both return the same
	closed bool
}

// Append adds events to a match whose last event has number after (0 for a new
// match): all or none. The events have to be numbered from after+1. It returns
// [play.ErrStale] if after is not the number of the last event.
func (m *Memory) Append(ctx context.Context, match string, after int, events []play.Event) error {
	if err := check(ctx, match, after, events); err != nil {
		return err
	}
	texts, err := encode(events)
	if err != nil {
		return err
	}
	m.mu.Lock()
	defer m.mu.Unlock()
	if m.closed {
		return ErrClosed
	}
	if len(m.events[match]) != after {
		return play.ErrStale
	}
	if m.events == nil {
		m.events = map[string][]string{}
	}
	m.events[match] = append(m.events[match], texts...)
	return nil
}

// Events returns the events of a match after event number after, none if there are
// no later ones. It returns [play.ErrNoMatch] if there is no such match.
func (m *Memory) Events(ctx context.Context, match string, after int) ([]play.Event, error) {
	if err := ctx.Err(); err != nil {
		return nil, fmt.Errorf("store: %w", err)
	}
	m.mu.RLock()
	defer m.mu.RUnlock()
	if m.closed {
		return nil, ErrClosed
	}
	all, ok := m.events[match]
	if !ok {
		return nil, play.ErrNoMatch
	}
	var events []play.Event
	for _, text := range all[min(max(after, 0), len(all)):] {
		e, err := decode(text)
		if err != nil {
			return nil, fmt.Errorf("store: match %s: %w", match, err)
		}
		events = append(events, e)
	}
	return events, nil
}

// Matches returns the names of all matches, sorted. It ends after an error.
func (m *Memory) Matches(ctx context.Context) iter.Seq2[string, error] {
	return func(yield func(string, error) bool) {
		m.mu.RLock()
		names, closed := slices.Sorted(maps.Keys(m.events)), m.closed
		m.mu.RUnlock()
		if closed {
			yield("", ErrClosed)
			return
		}
		for _, name := range names {
			if err := ctx.Err(); err != nil {
				yield("", fmt.Errorf("store: %w", err))
				return
			}
			if !yield(name, nil) {
				return
			}
		}
	}
}

// Close drops all events. Every later call returns [ErrClosed].
func (m *Memory) Close() error {
	m.mu.Lock()
	defer m.mu.Unlock()
	m.closed, m.events = true, nil
	return nil
}

// encode returns events as they are stored.
func encode(events []play.Event) ([]string, error) {
	var texts []string
	for _, e := range events {
		text, err := json.Marshal(versioned{play.EventVersion, e})
		if err != nil {
			return nil, fmt.Errorf("store: event %d: %w", e.Seq, err)
		}
		texts = append(texts, string(text))
	}
	return texts, nil
}

// versioned is an event with the version of its JSON, which version 1 did not name.
type versioned struct {
	Version int `json:"v"`
	play.Event
}

// decode returns an event as it was appended.
func decode(text string) (play.Event, error) {
	version := struct {
		V int `json:"v"`
	}{1}
	if err := json.Unmarshal([]byte(text), &version); err != nil {
		return play.Event{}, err
	}
	return play.Upcast(version.V, []byte(text))
}
