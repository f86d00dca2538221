package match

import (
	"time"

	"rosette/play"
	"rosette/play/rating"
	"rosette/server/http/wire"
)

// unrated returns why a game that was asked for cannot be rated.
func (n *newGame) unrated() error {
	pool, ok := rating.PoolOf(n.settings.Board, n.settings.Clock.Speed())
	_, measured := rating.Level(pool.Family, n.settings.White.ID)
	if n.settings.Black.Bot() {
		_, measured = rating.Level(pool.Family, n.settings.Black.ID)
	}
	bot := n.settings.Black.Bot() || n.settings.White.Bot()
	switch {
	case n.settings.Black.Kind == play.SeatGuest || n.settings.White.Kind == play.SeatGuest:
		return misfit{"rated", "rating.needs-account", nil}
	case n.settings.Black.Actor() == n.settings.White.Actor():
		return misfit{"rated", "rating.needs-players", nil}
	case !ok:
		return misfit{"rated", "rating.needs-pool", nil}
	case bot && !measured:
		return misfit{"rated", "rating.needs-level", nil}
	case n.settings.GivesToBot():
		return misfit{"handicap", "rating.needs-no-stones", nil}
	}
	return misfit{"rated", "rating.needs-rules", nil}
}

// unmeasured returns why the level of the computer in a rated game has no rating by these
// rules, or nil. This is no rule of matches: how the computer thinks is up to the server.
func (n *newGame) unmeasured() error {
	bot := n.settings.Black.Bot() || n.settings.White.Bot()
	switch {
	case !n.settings.Rated || !bot:
	case !n.settings.Rules.Supply.Suffices(n.graph):
		return misfit{"rated", "rating.needs-stones", nil}
	case n.server.thinksByPlayouts(n.settings, n.graph):
		return misfit{"rated", "rating.needs-network", nil}
	}
	return nil
}

// Terms checks what is asked for and returns it as the settings of a match between
// people who are not known yet, with the ranks of the colours. The error is a Problem
// with the fault's field.
func (s *Server) Terms(wanted wire.NewGame, now time.Time) (play.Settings, error) {
	rated := wanted.Rated
	if err := (&newGame{NewGame: wanted}).setVisibility(); err != nil {
		return play.Settings{}, asProblem(err)
	}
	wanted.Opponent, wanted.Names, wanted.Rated = "people", wire.Names{}, false
	settings, err := s.Settings(wanted, nobody, now)
	if err == nil && rated {
		n := newGame{settings: settings}
		n.settings.Rated = true
		n.settings.Black, n.settings.White = play.Seat{Kind: play.SeatUser, ID: "1"}, play.Seat{Kind: play.SeatUser, ID: "2"}
		if _, wrong := play.Open(n.settings, now); wrong != nil {
			err = asProblem(n.unrated())
		}
	}
	settings.Rated = rated
	settings.Black, settings.White = play.Seat{Rank: settings.Black.Rank}, play.Seat{Rank: settings.White.Rank}
	return settings, err
}
