package match

import (
	"context"
	"net/http"
	"regexp"
	"slices"
	"strings"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/rating"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/refusal"
)

// A NamesOf returns the names of players and checks those that people type.
type NamesOf interface {
	// NameOf returns the name of a user, "" for one who has closed his account.
	NameOf(ctx context.Context, actor string) (string, error)
	// GuestName returns the name that the server has given to a guest.
	GuestName(ctx context.Context, actor string) (string, error)
	// CheckSeatName returns a name for a seat in its normal form, or an [refusal.Error].
	CheckSeatName(ctx context.Context, name string, by account.User) (string, error)
}

// ClosedName is [account.ClosedName].
const ClosedName = account.ClosedName

// seatsOf returns the players of a match with their names and ranks.
func (s *Server) seatsOf(ctx context.Context, settings play.Settings) (wire.Seats, error) {
	players, err := s.namesOf(ctx, settings)
	if err != nil || s.Names == nil || settings.Black.Actor() == settings.White.Actor() {
		return players, err
	}
	for c, p := range map[board.Color]*wire.Player{board.Black: &players.Black, board.White: &players.White} {
		if err := s.rank(ctx, settings, settings.Seat(c), p); err != nil {
			return players, err
		}
	}
	return players, nil
}

// namesOf returns the players of a match. A user is called what he is called now, unless
// he plays both colours and has named them.
func (s *Server) namesOf(ctx context.Context, settings play.Settings) (wire.Seats, error) {
	players := view.SeatsOf(settings)
	if s.Names == nil || settings.Black.Actor() == settings.White.Actor() {
		return players, nil
	}
	for c, p := range map[board.Color]*wire.Player{board.Black: &players.Black, board.White: &players.White} {
		if err := s.name(ctx, settings.Seat(c), p); err != nil {
			return players, err
		}
	}
	return players, nil
}

// A RanksOf knows how users stand.
type RanksOf interface {
	In(ctx context.Context, pool rating.Pool, actor string) (stands rating.Standing, ok bool, err error)
}

// rank gives a player the rank that he has in games such as this one, unless the players
// have given theirs.
func (s *Server) rank(ctx context.Context, settings play.Settings, seat play.Seat, p *wire.Player) (err error) {
	if p.Rank == "" {
		p.Rank, err = s.RankIn(ctx, settings, seat)
	}
	return err
}

// RankIn returns the rank of a player in games of those settings, "" if there is none. The
// computer has one in rated games.
func (s *Server) RankIn(ctx context.Context, settings play.Settings, seat play.Seat) (string, error) {
	pool, ok := rating.PoolOf(settings.Board, settings.Clock.Speed())
	if !ok || s.Ranks == nil {
		return "", nil
	}
	if seat.Kind == play.SeatGuest || seat.Bot() && !settings.Rated {
		return "", nil
	}
	stands, ok, err := s.Ranks.In(ctx, pool, seat.Actor())
	if !ok {
		return "", err
	}
	return stands.RankAt(s.Now()), err
}

// GuestName returns the name that the server has given to a guest.
func (s *Server) GuestName(ctx context.Context, actor string) (string, error) {
	if s.Names == nil {
		id, _ := account.GuestID(actor)
		return account.Plant(id), nil
	}
	return s.Names.GuestName(ctx, actor)
}

// nameGuests gives guests the names that the server has given them, as lists show them.
// Whoever has typed the names of both seats sees those.
func (s *Server) nameGuests(ctx context.Context, settings play.Settings, players *wire.Seats) (err error) {
	if settings.Black.Actor() == settings.White.Actor() {
		return nil
	}
	for c, p := range map[board.Color]*wire.Player{board.Black: &players.Black, board.White: &players.White} {
		if seat := settings.Seat(c); seat.Kind == play.SeatGuest {
			if p.Name, err = s.GuestName(ctx, seat.Actor()); err != nil {
				return err
			}
		}
	}
	return nil
}

// publicNames returns the players of a match as public lists show them: with no name that
// somebody has typed.
func (s *Server) publicNames(ctx context.Context, settings play.Settings) (wire.Seats, error) {
	players := view.SeatsOf(settings)
	for c, p := range map[board.Color]*wire.Player{board.Black: &players.Black, board.White: &players.White} {
		seat, err := settings.Seat(c), error(nil)
		if seat.Kind == play.SeatGuest {
			p.Name, err = s.GuestName(ctx, seat.Actor())
		} else if s.Names != nil {
			err = s.name(ctx, seat, p)
		}
		if err != nil {
			return players, err
		}
	}
	return players, nil
}

// earlierGuest is the name of a guest without a name in matches of earlier versions.
var earlierGuest = regexp.MustCompile(`^Guest [0-9a-f]{4}$`)

// name gives a player the name of the user, if he is one, or that of the guest in a match
// of an earlier version.
func (s *Server) name(ctx context.Context, seat play.Seat, p *wire.Player) (err error) {
	if seat.Kind == play.SeatGuest && earlierGuest.MatchString(seat.Name) {
		p.Name, err = s.GuestName(ctx, seat.Actor())
		return err
	}
	if seat.Kind != play.SeatUser {
		return nil
	}
	name, err := s.Names.NameOf(ctx, seat.Actor())
	if p.Name = name; name == "" {
		p.Name = ClosedName
	}
	return err
}

// seatOf returns a seat of an actor.
func seatOf(a web.Actor, name string) play.Seat {
	kind, id, _ := strings.Cut(string(a), "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// seats returns the colours of the seats that the actors hold.
func seats(s play.Settings, actors []web.Actor) []board.Color {
	var held []board.Color
	for _, c := range board.Colors {
		seat := s.Seat(c)
		if !seat.Bot() && slices.ContainsFunc(actors, func(a web.Actor) bool { return seat.IsOf(string(a)) }) {
			held = append(held, c)
		}
	}
	return held
}

// colorsOf reads what letters writes, with each colour once.
func colorsOf(text string) []board.Color {
	return slices.DeleteFunc(slices.Clone(board.Colors[:]), func(c board.Color) bool { return !strings.Contains(text, letters(c)) })
}

// letters writes colours: "", "b", "w" or "bw".
func letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += [...]string{"", "b", "w"}[c]
	}
	return text
}

// Held returns the seats that the client of a request has in a match, by the colours of
// the opening. The error is a Problem.
func (s *Server) Held(r *http.Request, id string) (held []board.Color, err error) {
	if !web.GameID.MatchString(id) {
		return nil, s.notNow(play.ErrNoMatch, id)
	}
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.notNow(err, id)
	}
	actors := v.Own()
	err = s.Host.Read(r.Context(), id, func(m *play.Match) { held = seats(m.OriginalSettings(), actors) })
	if err != nil {
		return nil, s.notNow(err, id)
	}
	return held, nil
}

// PersonName returns a name that a visitor types for a seat, in its normal form, "" for
// none. The error is a Problem that names the field.
func (s *Server) PersonName(ctx context.Context, v web.Visitor, field, name string) (string, error) {
	name, err := readName(field, name)
	if err != nil || name == "" {
		return "", asProblem(err)
	}
	if err := s.MayPublish(ctx, v); err != nil {
		return "", s.notNow(err, "")
	}
	if s.Names == nil {
		return name, nil
	}
	name, err = s.Names.CheckSeatName(ctx, name, v.User)
	if refused := refusal.Of(err); refused != nil {
		return "", asProblem(misfit{field, refused.Code, refused.Args})
	} else if err != nil {
		return "", s.notNow(err, "")
	}
	return name, nil
}

// checkNames returns a Problem unless a visitor may give the seats of a game their names.
func (s *Server) checkNames(ctx context.Context, v web.Visitor, names wire.Names) error {
	if _, err := s.PersonName(ctx, v, "names.black", names.Black); err != nil {
		return err
	}
	_, err := s.PersonName(ctx, v, "names.white", names.White)
	return err
}

// readName returns a name that somebody types for a seat in its normal form, "" for none.
func readName(field, text string) (string, error) {
	if strings.TrimSpace(text) == "" {
		return "", nil
	}
	name, err := account.SeatName.Check(text)
	if refused := refusal.Of(err); refused != nil {
		return "", misfit{field, refused.Code, refused.Args}
	}
	return name, err
}
