package match

import (
	"context"
	"errors"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
)

// ChatMatch implements [chat.Matches].
func (s *Service) ChatMatch(ctx context.Context, v account.Visitor, id string) (m chat.Match, err error) {
	if !account.KeyPattern.MatchString(id) {
		return m, chat.ErrNoMatch
	}
	var settings play.Settings
	err = s.Host.Read(ctx, id, func(p *play.Match) { settings, m.Over = p.OriginalSettings(), p.Over() })
	if errors.Is(err, play.ErrNoMatch) {
		return m, chat.ErrNoMatch
	}
	if err != nil {
		return m, err
	}
	m.Persons = settings.BetweenPeople()
	for i, color := range board.Colors {
		seat := settings.Seat(color)
		m.Players[i] = chat.Player{Actor: seat.Actor(), Name: seat.Name}
	}
	return m, s.MayRead(ctx, v, id, settings)
}
