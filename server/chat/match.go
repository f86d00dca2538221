package chat

import (
	"context"
	"slices"
	"strings"

	"rosette/server/account"
)

const matchPrefix = "match/"

// A Match has the properties of a match that its chat depends on.
type Match struct {
	Players [2]Player // black and white at the opening
	Persons bool      // the players are two different people; other matches have no chat
	Over    bool
}

// A Player is a player in a match, possibly the computer.
type Player struct{ Actor, Name string }

// seat returns the colours that some actors play, such as b or bw, and the first such player.
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

// matchTopic returns the match ID in a topic such as match/ID.
func matchTopic(topic string) (id string, ok bool) { return strings.CutPrefix(topic, matchPrefix) }

// A MatchChat is a match's chat as a visitor reads it.
type MatchChat struct {
	Match
	ID    string
	Parts []Part // parts that the visitor reads; none if the match has no chat
}

// MatchChat returns a match's chat as a visitor reads it.
func (s *Service) MatchChat(ctx context.Context, v account.Visitor, id string) (MatchChat, error) {
	m, err := s.Matches.ChatMatch(ctx, v, id)
	c := MatchChat{Match: m, ID: id}
	if err == nil && m.Persons {
		seat, _ := m.seat(v.OwnActors()...)
		c.Parts = readParts(seat != "", m.Over)
	}
	return c, err
}

// MatchLines returns the lines in a match's chat, with their authors' seats.
func (s *Service) MatchLines(ctx context.Context, v account.Visitor, c MatchChat) ([]Line, error) {
	var all []Line
	for _, part := range c.Parts {
		lines, err := s.lines(ctx, v, part.Room(c.ID), c.Match)
		if err != nil {
			return nil, err
		}
		all = append(all, lines...)
	}
	slices.SortStableFunc(all, func(a, b Line) int { return a.At.Compare(b.At) })
	return all, nil
}

// MatchFeed returns the state of a match's chat for a visitor who starts following it.
func (s *Service) MatchFeed(ctx context.Context, v account.Visitor, c MatchChat) (f Feed, err error) {
	if f.Lines, err = s.MatchLines(ctx, v, c); err != nil {
		return f, err
	}
	f.Mute, err = s.Mute(ctx, v)
	return f, err
}
