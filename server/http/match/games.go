package match

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"net/http"
	"slices"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

type (
	newGameInput struct{ Body wire.NewGame }
	openedOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Location  string        `header:"Location"`
		Body      wire.OpenedGame
	}
	gameInput struct {
		ID string `path:"id" doc:"Of the game: 26 letters and digits" maxLength:"64"`
	}
	gameOutput struct{ Body Game }
	listInput  struct {
		Limit  int   `query:"limit" doc:"Most games in each of the two lists" minimum:"1" maximum:"50" default:"50"`
		Before int64 `query:"before" doc:"Games with a lower position: that of the last game of a list continues the list; 0 for the newest" minimum:"0" default:"0"`
	}
	listOutput struct{ Body GameList }
	noInput    struct{}
)

// OpenGame opens a game for the client of a request. It returns the game's id and,
// for a new guest, the cookie of the session. The error is a Problem.
func (s *Server) OpenGame(r *http.Request, wanted wire.NewGame) (id string, cookie *http.Cookie, err error) {
	v, err := s.Visitor(r)
	if err != nil {
		return "", nil, s.notNow(err, "")
	}
	actor := v.Actor
	if actor == "" {
		actor = nobody // until all else is right
	}
	if _, err := s.Settings(wanted, actor, s.Now()); err != nil {
		return "", nil, err
	}
	if err := s.checkNames(r.Context(), v, wanted.Names); err != nil {
		return "", nil, err
	}
	if wait, ok := s.games.Take(s.Address(r)); !ok {
		return "", nil, web.TooMany("api.too-many-games", wait, nil)
	}
	if v.Actor == "" {
		if actor, cookie, err = s.NewGuest(r.Context(), s.Secure(r)); err != nil {
			return "", nil, s.notNow(err, "")
		}
	}
	s.KeepAddress(actor, s.Address(r))
	settings, err := s.Settings(wanted, actor, s.Now())
	if err != nil {
		return "", nil, err
	}
	id = web.Secret()
	if err := s.Host.Open(r.Context(), id, settings); err != nil {
		return "", nil, s.notNow(err, id)
	}
	s.Wrote(actor)
	return id, cookie, nil
}

// notNow returns the problem of an error that is not the client's. A client that has
// gone is no error.
func (s *Server) notNow(err error, id string) error {
	switch p := web.AsProblem(err); {
	case errors.As(p, new(web.Problem)):
		return p
	case !errors.Is(err, context.Canceled):
		s.Log.Error("api: game", "match", id, "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

func (s *Server) postGame(ctx context.Context, in *newGameInput) (*openedOutput, error) {
	id, cookie, err := s.OpenGame(web.RequestOf(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	out := &openedOutput{Location: "/api/games/" + id, Body: wire.OpenedGame{ID: id, Topic: view.Topic(id), Page: "/games/" + id}}
	if cookie != nil {
		out.SetCookie = []http.Cookie{*cookie}
	}
	return out, nil
}

func (s *Server) getGame(ctx context.Context, in *gameInput) (*gameOutput, error) {
	g, err := s.Game(web.RequestOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &gameOutput{g}, nil
}

// Game returns a game as it stands, for the client of a request. The error is a
// Problem.
func (s *Server) Game(r *http.Request, id string) (Game, error) {
	if !web.GameID.MatchString(id) {
		return Game{}, s.notNow(play.ErrNoMatch, id)
	}
	v, err := s.Visitor(r)
	if err != nil {
		return Game{}, s.notNow(err, id)
	}
	frame, _, settings, err := s.Host.Snapshot(r.Context(), id, 0)
	if err != nil {
		return Game{}, s.notNow(err, id)
	}
	if err := s.MayRead(r.Context(), v, id, settings); err != nil {
		return Game{}, err
	}
	actors := v.Own()
	graph, err := board.Named(settings.Board)
	if err != nil {
		return Game{}, s.notNow(fmt.Errorf("match %s: %w", id, err), id)
	}
	players, err := s.seatsOf(r.Context(), settings)
	if err != nil {
		return Game{}, s.notNow(err, id)
	}
	return Game{
		ID: id, Topic: view.Topic(id), Seats: players, Seat: letters(seats(settings, actors)...),
		Board: view.BoardOf(graph), Rules: settings.Rules.Preset, Supply: ownSupply(settings.Rules), RulesName: i18n.T(s.Language(r), "ruleset."+settings.Rules.Preset, nil),
		Ending: settings.Rules.Ending.String(), KomiBy: string(settings.KomiBy), Halves: settings.Halves, Rated: settings.Rated, Visibility: VisibilityOf(settings), Handicap: settings.Handicap,
		Weaker: letters(settings.Weaker), Clock: settings.Clock.String(), Estimates: s.Estimate != nil, Playouts: s.thinksByPlayouts(settings, graph), Frame: frame,
		Conditional: settings.BetweenPeople() && settings.Clock.Speed() == clock.Correspondence,
	}, nil
}

// thinksByPlayouts reports whether the computer plays a match by playouts, at a level for which
// a network thinks on other boards and under other rules.
func (s *Server) thinksByPlayouts(settings play.Settings, g *board.Graph) bool {
	if s.Playouts == nil {
		return false
	}
	for _, c := range board.Colors {
		seat := settings.Seat(c)
		if l, ok := engine.LevelNamed(seat.ID); ok && seat.Bot() && l.UsesNetwork() {
			return s.Playouts(g, settings.Rules)
		}
	}
	return false
}

// ownSupply returns the stones of each player where they are not those of the ruleset.
func ownSupply(rules game.Rules) string {
	usual, err := game.Preset(rules.Preset)
	if err != nil || usual.Supply == rules.Supply {
		return ""
	}
	return rules.Supply.String()
}

func (s *Server) getGames(ctx context.Context, in *listInput) (*listOutput, error) {
	list, err := s.List(web.RequestOf(ctx), in.Limit, in.Before)
	if err != nil {
		return nil, err
	}
	return &listOutput{list}, nil
}

// List returns games of the client of a request whose last event is before a position;
// 0 is the end of the log. The error is a Problem.
func (s *Server) List(r *http.Request, limit int, before int64) (GameList, error) {
	list := GameList{Running: []GameSummary{}, Finished: []GameSummary{}}
	v, err := s.Visitor(r)
	if err != nil {
		return list, s.notNow(err, "")
	}
	if s.Games == nil {
		return list, nil
	}
	s.awaitLists(r.Context(), v.Own())
	for _, actor := range v.Own() {
		for running, into := range map[bool]*[]GameSummary{true: &list.Running, false: &list.Finished} {
			games, err := s.Games.Of(r.Context(), string(actor), running, limit, before)
			if err != nil {
				return list, s.notNow(err, "")
			}
			*into = mergeListed(*into, games, limit)
		}
	}
	if err := s.NameSeats(r.Context(), list.Running); err != nil {
		return list, err
	}
	return list, s.NameSeats(r.Context(), list.Finished)
}

// NameSeats fills the seats of games in. The error is a Problem.
func (s *Server) NameSeats(ctx context.Context, games []GameSummary) (err error) {
	for i := range games {
		settings := play.Settings{Black: games[i].Black, White: games[i].White}
		if games[i].Seats, err = s.seatsOf(ctx, settings); err == nil {
			err = s.nameGuests(ctx, settings, &games[i].Seats)
		}
		if err != nil {
			return s.notNow(err, games[i].ID)
		}
	}
	return nil
}

const (
	keptWriters = 4096            // persons of whom it is known that they have changed a game
	listsBehind = 5 * time.Second // after which the lists have a change without being awaited
	listsWait   = 2 * time.Second // at most, for lists that follow
)

// Wrote notes that persons have changed one of their games here, so that they find it in
// their lists at once.
func (s *Server) Wrote(actors ...web.Actor) {
	for _, actor := range actors {
		s.wrote.Add(actor, s.Now())
	}
}

// awaitLists waits for the lists of games if one of some actors has changed a game here a
// moment ago. Nobody else waits. Lists that do not follow in time are shown as they are.
func (s *Server) awaitLists(ctx context.Context, actors []web.Actor) {
	behind := false
	for _, actor := range actors {
		at, ok := s.wrote.Get(actor)
		behind = behind || ok && s.Now().Sub(at) < listsBehind
	}
	if !behind || s.Listed == nil {
		return
	}
	if err := s.awaitAll(ctx); err != nil && ctx.Err() == nil {
		s.Log.Error("api: lists of games", "err", err)
	}
}

// mergeListed returns up to limit games of two lists, the one that changed last first. A
// game of both has the seats of both.
func mergeListed(a, b []GameSummary, limit int) []GameSummary {
	all := a
	for _, g := range b {
		if i := slices.IndexFunc(all, func(other GameSummary) bool { return other.ID == g.ID }); i >= 0 {
			all[i].Seat = letters(colorsOf(all[i].Seat + g.Seat)...)
		} else {
			all = append(all, g)
		}
	}
	slices.SortFunc(all, func(a, b GameSummary) int { return cmp.Compare(b.Position, a.Position) })
	return all[:min(len(all), limit)]
}

type (
	boardsOutput   struct{ Body []BoardInfo }
	levelsOutput   struct{ Body []Level }
	rulesetsOutput struct{ Body []Ruleset }
)

func (s *Server) getBoards(context.Context, *noInput) (*boardsOutput, error) {
	out := &boardsOutput{Body: []BoardInfo{}}
	for _, name := range s.Boards {
		g, err := board.Named(name)
		if err != nil {
			return nil, fmt.Errorf("board %s: %w", name, err)
		}
		out.Body = append(out.Body, BoardInfo{Name: name, Points: g.Points(), Rules: game.DefaultRules(g).Preset})
	}
	return out, nil
}

func (s *Server) getLevels(ctx context.Context, _ *noInput) (*levelsOutput, error) {
	return &levelsOutput{s.LevelsIn(s.Language(web.RequestOf(ctx)))}, nil
}

// LevelsIn returns the levels with their words in a language.
func (s *Server) LevelsIn(lang string) []Level {
	all := []Level{}
	for _, name := range s.Levels {
		text := func(part string) string { return i18n.T(lang, "level."+name+"."+part, nil) }
		measured, _ := engine.LevelNamed(name) // the zero Level has no figures
		all = append(all, Level{
			Name: name, Title: text("title"), Short: text("short"), About: text("about"),
			Elo: measured.Elo, EloDated: measured.Dated, Opponent: measured.Opponent,
		})
	}
	return all
}

// LevelTitle returns what people call the computer at a level: the opponent's name where
// it is one's, that of the strongest at full strength, "Level 5" at other levels, and the
// name of the level itself if it is unknown.
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

// Names of seats whose players gave none.
const (
	usualBlack  = "Black"
	usualWhite  = "White"
	usualFirst  = "Player 1" // the colours are not decided yet
	usualSecond = "Player 2"
	usualPlayer = "Player" // against the computer
)

// usualNames has the text of each usual name.
var usualNames = map[string]string{
	ClosedName: "account.closed", usualBlack: "color.b", usualWhite: "color.w",
	usualFirst: "match.player.1", usualSecond: "match.player.2", usualPlayer: "match.player",
}

// SeatsIn returns the players of a match with the computer, and those who gave no name,
// named in a language.
func SeatsIn(lang string, seats wire.Seats) wire.Seats {
	seats.Black, seats.White = PersonIn(lang, seats.Black), PersonIn(lang, seats.White)
	return seats
}

// PersonIn returns a player named in a language, as [SeatsIn] does.
func PersonIn(lang string, p wire.Player) wire.Player {
	if p.Level != "" {
		p.Name = LevelTitle(lang, p.Level)
	} else {
		p.Name = NameIn(lang, p.Name)
	}
	return p
}

// ShowsGuest reports whether a player stands under the name of a guest, which has a mark
// beside it: not under a usual one, such as Black.
func ShowsGuest(p wire.Player) bool {
	_, usual := usualNames[p.Name]
	return p.Kind == string(play.SeatGuest) && !usual
}

// NameIn returns the name of a person in a language: that of who gave none is said in it.
func NameIn(lang, name string) string {
	if key, usual := usualNames[name]; usual {
		return i18n.T(lang, key, nil)
	}
	return name
}

func (s *Server) getRulesets(ctx context.Context, _ *noInput) (*rulesetsOutput, error) {
	lang := s.Language(web.RequestOf(ctx))
	out := &rulesetsOutput{Body: []Ruleset{}}
	for _, name := range slices.Sorted(slices.Values(game.Presets())) {
		rules, err := game.Preset(name)
		if err != nil {
			return nil, fmt.Errorf("rules %s: %w", name, err)
		}
		key := "ruleset." + name
		out.Body = append(out.Body, Ruleset{name, i18n.T(lang, key, nil), i18n.T(lang, key+".about", nil), rules.Komi})
	}
	return out, nil
}
