package chat

import (
	"context"
	"slices"
	"strings"

	"rosette/server/account"
)

const matchPrefix = "match/"

// A Match is a match as its chat depends on it.
type Match struct {
	Players [2]Player // black and white of the opening
	Persons bool      // both players are persons, and not the same one; other matches have no chat
	Over    bool
}

// A Player is a player of a match, also the computer.
type Player struct{ Actor, Name string }

// seat returns the colours that some actors play, such as b or bw, and the first player
// among them.
func (m Match) seat(actors ...string) (colors string, first Player) {
	for i, p := range m.Players {
		if !slices.Contains(actors, p.Actor) {
			continue
		}
		if colors == "" {
			first = p
		}
		colors += "bw"[i : i+1]
	}
	return colors, first
}

// matchTopic returns the match of a topic such as match/ID.
func matchTopic(topic string) (id string, ok bool) { return strings.CutPrefix(topic, matchPrefix) }

// A MatchChat is the chat of a match as a visitor reads it.
type MatchChat struct {
	Match
	ID    string
	Parts []Part // that the visitor reads; none if the match has no chat
}

// MatchChat returns the chat of a match as a visitor reads it.
func (s *Service) MatchChat(ctx context.Context, v account.Visitor, id string) (MatchChat, error) {
	m, err := s.Matches.ChatMatch(ctx, v, id)
	c := MatchChat{Match: m, ID: id}
	if err == nil && m.Persons {
		seat, _ := m.seat(v.OwnActors()...)
		c.Parts = reads(seat != "", m.Over)
	}
	return c, err
}

// MatchLines returns the lines in the chat of a match, with the seats of their authors.
func (s *Service) MatchLines(ctx context.Context, v account.Visitor, c MatchChat) ([]Line, error) {
	var all []Line
	for _, part := range c.Parts {
		lines, err := s.lines(ctx, v, part.Room(c.ID))
		if err != nil {
			return nil, err
		}
		all = append(all, lines...)
	}
	for i := range all {
		all[i].Seat, _ = c.seat(all[i].Actor)
	}
	slices.SortStableFunc(all, func(a, b Line) int { return a.At.Compare(b.At) })
	return all, nil
}

// MatchFeed returns the state of the chat of a match for a visitor who begins to follow it.
func (s *Service) MatchFeed(ctx context.Context, v account.Visitor, c MatchChat) (f Feed, err error) {
	if f.Lines, err = s.MatchLines(ctx, v, c); err != nil {
		return f, err
	}
	f.Mute, err = s.heldMute(ctx, v)
	return f, err
}
