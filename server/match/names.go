package match

import (
	"context"
	"regexp"
	"slices"
	"strings"
	"time"

	"rosette/engine"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/rating"
	"rosette/server/account"
	"rosette/server/refusal"
)

// playsBoth reports whether one person plays both colours.
func playsBoth(s play.Settings) bool { return s.Black.Actor() == s.White.Actor() }

// eachSeat calls f with both seats.
func eachSeat(s *play.Settings, f func(seat *play.Seat) error) error {
	if err := f(&s.Black); err != nil {
		return err
	}
	return f(&s.White)
}

// Players returns the settings with the players' present names and ranks.
func (s *Service) Players(ctx context.Context, settings play.Settings) (play.Settings, error) {
	named, err := s.Named(ctx, settings)
	if err != nil || s.Names == nil || playsBoth(settings) {
		return named, err
	}
	return named, eachSeat(&named, func(seat *play.Seat) (err error) {
		if seat.Rank == "" {
			seat.Rank, err = s.RankIn(ctx, settings, *seat)
		}
		return err
	})
}

// Named returns the settings with the users' present names, except where one person plays both
// colours and has named them.
func (s *Service) Named(ctx context.Context, settings play.Settings) (play.Settings, error) {
	if s.Names == nil || playsBoth(settings) {
		return settings, nil
	}
	return settings, eachSeat(&settings, func(seat *play.Seat) error { return s.name(ctx, seat) })
}

// listedPlayers returns the settings with the names and ranks for lists: guests have the names that
// the server gave them.
func (s *Service) listedPlayers(ctx context.Context, settings play.Settings) (play.Settings, error) {
	named, err := s.Players(ctx, settings)
	if err != nil || playsBoth(settings) {
		return named, err
	}
	return named, eachSeat(&named, func(seat *play.Seat) (err error) {
		if seat.Kind == play.SeatGuest {
			seat.Name, err = s.GuestName(ctx, seat.Actor())
		}
		return err
	})
}

// PublicNames returns the settings with the names for public lists, without any name typed by a
// person.
func (s *Service) PublicNames(ctx context.Context, settings play.Settings) (play.Settings, error) {
	return settings, eachSeat(&settings, func(seat *play.Seat) (err error) {
		switch {
		case seat.Kind == play.SeatGuest:
			seat.Name, err = s.GuestName(ctx, seat.Actor())
		case s.Names != nil:
			err = s.name(ctx, seat)
		}
		return err
	})
}

// RankIn returns a player's rank in games with those settings, or "" if there is none. The computer
// has one in rated games.
func (s *Service) RankIn(ctx context.Context, settings play.Settings, seat play.Seat) (string, error) {
	if s.Ranks == nil {
		return "", nil
	}
	return s.rank(ctx, settings, seat, s.Now(), s.Ranks.In)
}

// A standingReader returns an actor's standing in a pool.
type standingReader func(ctx context.Context, pool rating.Pool, actor string) (rating.Standing, bool, error)

// rank is RankIn at a time, with the standing from read.
func (s *Service) rank(
	ctx context.Context, settings play.Settings, seat play.Seat, at time.Time, read standingReader,
) (string, error) {
	pool, ok := rating.PoolOf(settings.Board, settings.Clock.Speed())
	if !ok || seat.Kind == play.SeatGuest || seat.Bot() && !settings.Rated {
		return "", nil
	}
	stands, ok, err := read(ctx, pool, seat.Actor())
	if !ok {
		return "", err
	}
	return stands.RankAt(at), err
}

// GuestName returns the name that the server gave to a guest.
func (s *Service) GuestName(ctx context.Context, actor string) (string, error) {
	if s.Names == nil {
		id, _ := account.GuestID(actor)
		return account.Plant(id), nil
	}
	return s.Names.GuestName(ctx, actor)
}

// earlierGuest matches the name of an unnamed guest in matches from earlier versions.
var earlierGuest = regexp.MustCompile(`^Guest [0-9a-f]{4}$`)

// name sets a seat's name to the user's name, or to the guest's name in a match from an earlier
// version.
func (s *Service) name(ctx context.Context, seat *play.Seat) (err error) {
	if seat.Kind == play.SeatGuest && earlierGuest.MatchString(seat.Name) {
		seat.Name, err = s.GuestName(ctx, seat.Actor())
		return err
	}
	if seat.Kind != play.SeatUser {
		return nil
	}
	if seat.Name, err = s.Names.NameOf(ctx, seat.Actor()); seat.Name == "" {
		seat.Name = account.ClosedName
	}
	return err
}

// LevelTitle returns the computer's name at a level: the opponent's name if the level has one, the
// strongest opponent's name at full strength, "Level 5" at other levels, and the level's own name
// if it is unknown.
func LevelTitle(lang, level string) string {
	if level == engine.FullStrength {
		all := engine.Opponents()
		level = all[len(all)-1].Name
	}
	if l, ok := engine.LevelNamed(level); ok && l.Opponent != "" {
		return i18n.T(lang, "opponent."+l.Opponent+".name", nil)
	}
	if key := "level." + level + ".title"; i18n.Has(key) {
		return i18n.T(lang, key, nil)
	}
	return level
}

// Names for seats whose players gave none.
const (
	usualBlack  = "Black"
	usualWhite  = "White"
	usualFirst  = "Player 1" // the colours are not decided yet
	usualSecond = "Player 2"
	usualPlayer = "Player" // against the computer
)

// usualNames maps each usual name to its text key.
var usualNames = map[string]string{
	account.ClosedName: "account.closed", usualBlack: "color.b", usualWhite: "color.w",
	usualFirst: "match.player.1", usualSecond: "match.player.2", usualPlayer: "match.player",
}

// UsualName reports whether a seat name, such as Black, was not chosen by its player.
func UsualName(name string) bool { return usualNames[name] != "" }

// NameIn returns a person's name in a language. It translates usual names.
func NameIn(lang, name string) string {
	if key, usual := usualNames[name]; usual {
		return i18n.T(lang, key, nil)
	}
	return name
}

// seatOf returns a seat for an actor.
func seatOf(a account.Actor, name string) play.Seat {
	kind, id, _ := strings.Cut(string(a), "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// Seats returns the colours of the seats that the actors hold.
func Seats(s play.Settings, actors []account.Actor) []board.Color {
	var held []board.Color
	for _, c := range board.Colors {
		seat := s.Seat(c)
		if !seat.Bot() && slices.ContainsFunc(actors, func(a account.Actor) bool { return seat.IsOf(string(a)) }) {
			held = append(held, c)
		}
	}
	return held
}

// Letters formats colours as "", "b", "w" or "bw".
func Letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += [...]string{"", "b", "w"}[c]
	}
	return text
}

// PersonName returns the normal form of a seat name typed by a visitor, or "" for none. A refusal
// names the field.
func (s *Service) PersonName(ctx context.Context, v account.Visitor, field, name string) (string, error) {
	name, err := readName(field, name)
	if err != nil || name == "" {
		return "", err
	}
	if s.CheckPublish != nil {
		if err := s.CheckPublish(ctx, v, account.SeatText); err != nil {
			return "", err
		}
	}
	if s.Names == nil {
		return name, nil
	}
	name, err = s.Names.CheckSeatName(ctx, name, v.User)
	return name, inField(field, err)
}

// inField adds the field to a refusal, and returns other errors unchanged.
func inField(field string, err error) error {
	if refused := refusal.Of(err); refused != nil {
		return refusal.InField(field, refused.Code, refused.Args)
	}
	return err
}

// checkNames returns a refusal unless the visitor may use the game's seat names.
func (s *Service) checkNames(ctx context.Context, v account.Visitor, wanted NewGame) error {
	if _, err := s.PersonName(ctx, v, "names.black", wanted.Black); err != nil {
		return err
	}
	_, err := s.PersonName(ctx, v, "names.white", wanted.White)
	return err
}

// readName returns the normal form of a typed seat name, or "" for none.
func readName(field, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	name, err := account.SeatName.Check(text)
	return name, inField(field, err)
}
