package match

import (
	"context"
	"net/http"

	"rosette/play"
	"rosette/server/http/web"
)

// Watchers know who was invited to watch a private match.
type Watchers interface {
	Watches(ctx context.Context, actor, match string) (bool, error)
}

// privateGame is the problem of who may not read a private match. The id of a match is a
// secret of its own, so it does not matter that there is one.
var privateGame = web.ProblemOf(http.StatusForbidden, "privacy.private", nil)

// MayRead returns nil if a visitor may read a match: everybody may unless it is private,
// then only its players and whom they have invited. The error is a Problem.
func (s *Server) MayRead(ctx context.Context, v web.Visitor, id string, settings play.Settings) error {
	if !settings.Private {
		return nil
	}
	actors := v.Own()
	if len(seats(settings, actors)) > 0 {
		return nil
	}
	for _, a := range actors {
		if s.Watchers == nil {
			break
		}
		invited, err := s.Watchers.Watches(ctx, string(a), id)
		if err != nil {
			return s.notNow(err, id)
		}
		if invited {
			return nil
		}
	}
	return privateGame
}

// Look calls look with a match that the visitor may read; look may neither change nor
// keep it. The error is a Problem.
func (s *Server) Look(ctx context.Context, v web.Visitor, id string, look func(*play.Match)) error {
	if !web.GameID.MatchString(id) {
		return s.notNow(play.ErrNoMatch, id)
	}
	var settings play.Settings
	seen := false
	err := s.Host.Read(ctx, id, func(m *play.Match) {
		if settings = m.OriginalSettings(); !settings.Private {
			look(m)
			seen = true
		}
	})
	if err != nil {
		return s.notNow(err, id)
	}
	if seen {
		return nil
	}
	if err := s.MayRead(ctx, v, id, settings); err != nil {
		return err
	}
	if err := s.Host.Read(ctx, id, look); err != nil {
		return s.notNow(err, id)
	}
	return nil
}

// The words for who may read a game, in a [NewGame].
const (
	public   = "public"
	unlisted = "unlisted"
	private  = "private"
)

// VisibilityOf returns who may read a match.
func VisibilityOf(s play.Settings) string {
	switch {
	case s.Private:
		return private
	case s.Public || s.Rated:
		return public
	}
	return unlisted
}

// setVisibility says who may read the game: everybody a rated one.
func (n *newGame) setVisibility() error {
	switch n.Visibility {
	case "", unlisted, public, private:
	default:
		return unfit("visibility", "privacy.visibility.wrong", n.Visibility)
	}
	if n.Rated && (n.Visibility == unlisted || n.Visibility == private) {
		return misfit{"visibility", "privacy.visibility.rated", nil}
	}
	n.settings.Public, n.settings.Private = n.Visibility == public, n.Visibility == private
	return nil
}
