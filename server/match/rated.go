package match

import (
	"context"
	"math"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// checkRated returns why a requested game cannot be rated, or nil.
func (n *newGame) checkRated() error {
	pool, ok := rating.PoolOf(n.settings.Board, n.settings.Clock.Speed())
	_, measured := rating.Level(pool.Family, n.settings.White.ID)
	if n.settings.Black.Bot() {
		_, measured = rating.Level(pool.Family, n.settings.Black.ID)
	}
	bot := n.settings.Black.Bot() || n.settings.White.Bot()
	switch {
	case n.settings.Black.Kind == play.SeatGuest || n.settings.White.Kind == play.SeatGuest:
		return refusal.InField("rated", "rating.needs-account", nil)
	case n.settings.Black.Actor() == n.settings.White.Actor():
		return refusal.InField("rated", "rating.needs-players", nil)
	case !ok:
		return refusal.InField("rated", "rating.needs-pool", nil)
	case bot && !measured:
		return refusal.InField("rated", "rating.needs-level", nil)
	case n.settings.GivesToBot():
		return refusal.InField("handicap", "rating.needs-no-stones", nil)
	}
	return refusal.InField("rated", "rating.needs-rules", nil)
}

// checkLevelRating returns why the computer's level has no rating under these rules in a rated
// game, or nil. Package play does not check this, because the server decides how the computer
// thinks.
func (n *newGame) checkLevelRating() error {
	bot := n.settings.Black.Bot() || n.settings.White.Bot()
	switch {
	case !n.settings.Rated || !bot:
	case !n.settings.Rules.Supply.Suffices(n.graph):
		return refusal.InField("rated", "rating.needs-stones", nil)
	case n.service.ThinksByPlayouts(n.settings, n.graph):
		return refusal.InField("rated", "rating.needs-network", nil)
	}
	return nil
}

// Terms returns the settings for a wanted game between people who are not known yet, with the ranks
// by colour. It returns the same errors as [Service.Settings].
func (s *Service) Terms(wanted NewGame, now time.Time) (play.Settings, error) {
	rated := wanted.Rated
	if err := (&newGame{NewGame: wanted}).setVisibility(); err != nil {
		return play.Settings{}, err
	}
	wanted.Opponent = "people"
	wanted.Black = ""
	wanted.White = ""
	wanted.Rated = false
	settings, err := s.Settings(wanted, placeholderGuest, now)
	if err == nil && rated {
		n := newGame{settings: settings}
		n.settings.Rated = true
		n.settings.Black, n.settings.White = play.Seat{Kind: play.SeatUser, ID: "1"},
			play.Seat{Kind: play.SeatUser, ID: "2"}
		if _, refused := play.Open(n.settings, now); refused != nil {
			err = n.checkRated()
		}
	}
	settings.Rated = rated
	settings.Black, settings.White = play.Seat{Rank: settings.Black.Rank}, play.Seat{Rank: settings.White.Rank}
	return settings, err
}

// LevelNear returns the offered level with the rating nearest to a number of points in matches with
// the given settings, or "" if no offered level has a rating there.
func (s *Service) LevelNear(settings play.Settings, points float64) (level string) {
	family, _ := rating.FamilyOf(settings.Board)
	nearest := math.Inf(1)
	for _, name := range s.Levels {
		p, ok := rating.Level(family, name)
		if d := math.Abs(p.Points - points); ok && d < nearest {
			level, nearest = name, d
		}
	}
	return level
}

// OpenWithComputer opens a match with the given settings between a person and the computer, and
// returns its ID. It is unrated if the level has no rating in such matches. A color of Empty is
// random.
func (s *Service) OpenWithComputer(
	ctx context.Context, person play.Seat, color board.Color, settings play.Settings, level string,
) (id string, err error) {
	n := newGame{service: s, settings: settings}
	if n.graph, err = board.Named(settings.Board); err != nil {
		return "", err
	}
	if color == board.Empty {
		color = n.randomSeat()
	}
	bot := play.Seat{Kind: play.SeatBot, ID: level, Name: LevelTitle("en", level)}
	n.settings.Black, n.settings.White = person, bot
	if color == board.White {
		n.settings.Black, n.settings.White = bot, person
	}
	if _, err := play.Open(n.settings, s.Now()); err != nil || n.checkLevelRating() != nil {
		n.settings.Rated = false
	}
	id = string(account.NewKey())
	return id, s.Open(ctx, id, n.settings)
}

// Usual returns the settings for a match on a board with a time control. The board's rules decide
// the rest.
func (s *Service) Usual(board, control string) (play.Settings, error) {
	return s.Terms(NewGame{Board: board, Clock: control}, s.Now())
}
