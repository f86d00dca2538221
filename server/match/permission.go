package match

import (
	"context"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/refusal"
)

// ErrPrivate refuses readers of a private match. The id is itself a secret, so the refusal may
// reveal that the match exists.
var ErrPrivate = refusal.New(refusal.Forbidden, "privacy.private")

// MayRead returns nil if a visitor may read a match. Any visitor may, unless it is private: then
// only its players and invited watchers may. Others get [ErrPrivate].
func (s *Service) MayRead(ctx context.Context, v account.Visitor, id string, settings play.Settings) error {
	if !settings.Private {
		return nil
	}
	actors := v.Own()
	if len(Seats(settings, actors)) > 0 {
		return nil
	}
	for _, a := range actors {
		if s.Watchers == nil {
			break
		}
		invited, err := s.Watchers.Watches(ctx, string(a), id)
		if err != nil {
			return err
		}
		if invited {
			return nil
		}
	}
	return ErrPrivate
}

// View calls look with a match that the visitor may read. look must not change or retain it.
func (s *Service) View(ctx context.Context, v account.Visitor, id string, look func(*play.Match)) error {
	if !account.KeyPattern.MatchString(id) {
		return play.ErrNoMatch
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
		return err
	}
	if seen {
		return nil
	}
	if err := s.MayRead(ctx, v, id, settings); err != nil {
		return err
	}
	return s.Host.Read(ctx, id, look)
}

// Frame returns an encoded view.Frame for a match that a visitor may read: the changes since
// the event with number after, or the whole match if after is 0 or too old. seq is the number of
// the last event. The frame must not be changed. The seats in the settings are listed by the
// colours that the players had when the game was opened.
func (s *Service) Frame(
	ctx context.Context, v account.Visitor, id string, after int,
) (frame []byte, seq int, settings play.Settings, err error) {
	if !account.KeyPattern.MatchString(id) {
		return nil, 0, settings, play.ErrNoMatch
	}
	if frame, seq, settings, err = s.Host.Snapshot(ctx, id, after); err != nil {
		return nil, 0, settings, err
	}
	return frame, seq, settings, s.MayRead(ctx, v, id, settings)
}

// A Snapshot is the current state of a match.
type Snapshot struct {
	Frame    []byte        // an encoded view.Frame; must not be changed
	Settings play.Settings // with opening seats and the players' names and ranks
	Seats    []board.Color // the visitor's seats, by opening colour
}

// Snapshot returns a match that a visitor may read.
func (s *Service) Snapshot(ctx context.Context, v account.Visitor, id string) (out Snapshot, err error) {
	if out.Frame, _, out.Settings, err = s.Frame(ctx, v, id, 0); err != nil {
		return Snapshot{}, err
	}
	out.Seats = Seats(out.Settings, v.Own())
	out.Settings, err = s.Players(ctx, out.Settings)
	return out, err
}

// Visibility values for a [NewGame].
const (
	public   = "public"
	unlisted = "unlisted"
	private  = "private"
)

// VisibilityOf returns a match's visibility.
func VisibilityOf(s play.Settings) string {
	switch {
	case s.Private:
		return private
	case s.Public || s.Rated:
		return public
	}
	return unlisted
}

// setVisibility sets the game's visibility. A rated game is public.
func (n *newGame) setVisibility() error {
	switch n.Visibility {
	case "", unlisted, public, private:
	default:
		return Unfit("visibility", "privacy.visibility.wrong", n.Visibility)
	}
	if n.Rated && (n.Visibility == unlisted || n.Visibility == private) {
		return refusal.InField("visibility", "privacy.visibility.rated", nil)
	}
	n.settings.Public, n.settings.Private = n.Visibility == public, n.Visibility == private
	return nil
}
