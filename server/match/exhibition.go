package match

import (
	"context"
	"errors"
	"sync"

	"rosette/engine"
	"rosette/play"
	"rosette/server/account"
)

// exhibitionBoard is the board for exhibitions: a game on it takes a few minutes.
const exhibitionBoard = "rosette-4"

// An exhibition is a public game between the two strongest named computers. Spectators see it when
// there is no other game.
type exhibition struct {
	mu sync.Mutex
	id string // of the last one that began here; "" for none
}

// Exhibit begins an exhibition, unless the last one that began here is still in progress.
func (s *Service) Exhibit(ctx context.Context) error {
	s.exhibition.mu.Lock()
	defer s.exhibition.mu.Unlock()
	if s.exhibition.id != "" {
		running := false
		err := s.Host.Read(ctx, s.exhibition.id, func(m *play.Match) { running = !m.Over() })
		if running || err != nil && !errors.Is(err, play.ErrNoMatch) {
			return err
		}
	}
	settings, err := s.exhibitionSettings()
	if err != nil {
		return err
	}
	id := account.NewKey()
	if err := s.Host.Open(context.WithoutCancel(ctx), id, settings); err != nil {
		return err
	}
	s.exhibition.id = id
	return s.awaitAll(ctx)
}

// exhibitionSettings returns the settings of an exhibition.
func (s *Service) exhibitionSettings() (play.Settings, error) {
	all := engine.Opponents()
	white, black := all[len(all)-1], all[len(all)-2]
	settings, err := s.Settings(NewGame{
		Board: exhibitionBoard, Level: white.Name, Color: "black", Visibility: "public",
	}, placeholderGuest, s.Now())
	settings.Black = play.Seat{Kind: play.SeatBot, ID: black.Name, Name: LevelTitle("en", black.Name)}
	return settings, err
}
