package match

import (
	"context"
	"fmt"
	"net/http"
	"slices"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	"rosette/play/view"
	"rosette/play/view/position"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
)

type (
	newGameInput struct {
		web.Caller
		Body wire.NewGame
	}
	openedOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Location  string        `header:"Location"`
		Body      wire.OpenedGame
	}
	gameInput struct {
		web.Caller
		ID string `path:"id" doc:"Of the game: 26 letters and digits" maxLength:"64"`
	}
	gameOutput struct{ Body Game }
	listInput  struct {
		web.Caller
		Limit  int   `query:"limit" doc:"Most games in each of the two lists" minimum:"1" maximum:"50" default:"50"`
		Before int64 `query:"before" doc:"Games with a lower position: that of the last game of a list continues the list; 0 for the newest" minimum:"0" default:"0"`
	}
	listOutput  struct{ Body GameList }
	noInput     struct{ web.Caller }
	originInput struct{ web.Origin }
)

func (s *Server) postGame(ctx context.Context, in *newGameInput) (*openedOutput, error) {
	id, session, err := s.Match.OpenGame(ctx, in.Client, WantedGame(in.Body))
	if err != nil {
		return nil, err
	}
	out := &openedOutput{
		Location: "/api/games/" + id, Body: wire.OpenedGame{ID: id, Topic: view.Topic(id), Page: "/games/" + id},
	}
	if session != "" {
		out.SetCookie = []http.Cookie{*web.GuestOf(session, in.Secure)}
	}
	return out, nil
}

func (s *Server) getGame(ctx context.Context, in *gameInput) (*gameOutput, error) {
	g, err := s.Game(ctx, in.Caller, in.ID)
	if err != nil {
		return nil, err
	}
	return &gameOutput{g}, nil
}

// Game returns a game's current state for the caller.
func (s *Server) Game(ctx context.Context, c web.Caller, id string) (Game, error) {
	snapshot, err := s.Match.Snapshot(ctx, c.Visitor, id)
	if err != nil {
		return Game{}, err
	}
	settings := snapshot.Settings
	graph, err := board.Named(settings.Board)
	if err != nil {
		return Game{}, fmt.Errorf("match %s: %w", id, err)
	}
	rules := settings.Rules
	return Game{
		ID: id, Topic: view.Topic(id), Seats: view.SeatsOf(settings), Seat: match.Letters(snapshot.Seats...),
		Board: position.BoardOf(graph), Rules: rules.Preset, Supply: ownSupply(rules),
		RulesName: i18n.T(c.Language, "ruleset."+rules.Preset, nil),
		Ending:    rules.Ending.String(), KomiBy: string(settings.KomiBy), Halves: settings.Halves,
		Rated:      settings.Rated,
		Visibility: match.VisibilityOf(settings), Handicap: settings.Handicap,
		Weaker: match.Letters(settings.Weaker), Clock: settings.Clock.String(), Estimates: s.Match.Estimate != nil,
		Playouts: s.Match.ThinksByPlayouts(settings, graph), Frame: snapshot.Frame,
		BeyondTraining: s.Match.IsBeyondTraining(graph, rules),

		Conditional: settings.BetweenPeople() && settings.Clock.Speed() == clock.Correspondence,
	}, nil
}

// ownSupply returns each player's number of stones if it differs from the ruleset's.
func ownSupply(rules game.Rules) string {
	usual, err := game.Preset(rules.Preset)
	if err != nil || usual.Supply == rules.Supply {
		return ""
	}
	return rules.Supply.String()
}

func (s *Server) getGames(ctx context.Context, in *listInput) (*listOutput, error) {
	l, err := s.Match.Lists(ctx, in.Visitor, in.Limit, in.Before)
	list := GameList{Running: web.ListOf(l.Running, summaryOf), Finished: web.ListOf(l.Finished, summaryOf)}
	return &listOutput{list}, err
}

// summaryOf converts a listed match to its JSON type.
func summaryOf(g match.ListedMatch) GameSummary {
	return GameSummary{
		ID: g.ID, Board: g.Board, Rules: g.Rules, Seat: g.Seat,
		Seats:  view.SeatsOf(play.Settings{Black: g.Black, White: g.White}),
		Opened: g.Opened.UnixMilli(), Updated: g.Updated.UnixMilli(), Position: g.Position, Finished: g.Finished,
		Result: g.Result, Rated: g.Rated, Annulled: g.Annulled, Pool: g.Pool,
	}
}

type (
	boardsOutput   struct{ Body []BoardInfo }
	levelsOutput   struct{ Body []Level }
	rulesetsOutput struct{ Body []Ruleset }
)

func (s *Server) getBoards(context.Context, *originInput) (*boardsOutput, error) {
	out := &boardsOutput{Body: []BoardInfo{}}
	for _, name := range s.Match.Boards {
		g, err := board.Named(name)
		if err != nil {
			return nil, fmt.Errorf("board %s: %w", name, err)
		}
		out.Body = append(out.Body, BoardInfo{Name: name, Points: g.Points(), Rules: game.DefaultRules(g).Preset})
	}
	return out, nil
}

func (s *Server) getLevels(_ context.Context, in *originInput) (*levelsOutput, error) {
	return &levelsOutput{s.LevelsIn(in.Language)}, nil
}

// LevelsIn returns the levels with texts in a language.
func (s *Server) LevelsIn(lang string) []Level {
	all := []Level{}
	for _, name := range s.Match.Levels {
		text := func(part string) string { return i18n.T(lang, "level."+name+"."+part, nil) }
		measured, _ := engine.LevelNamed(name) // the zero Level has no figures
		all = append(all, Level{
			Name: name, Title: text("title"), Short: text("short"), About: text("about"),
			Elo: measured.Elo, EloDated: measured.Dated, Opponent: measured.Opponent,
		})
	}
	return all
}

// SeatsIn returns the seats with translated names for the computer and for players who gave no
// name.
func SeatsIn(lang string, seats wire.Seats) wire.Seats {
	seats.Black, seats.White = PersonIn(lang, seats.Black), PersonIn(lang, seats.White)
	return seats
}

// PersonIn returns a player with a translated name, as [SeatsIn] does.
func PersonIn(lang string, p wire.Player) wire.Player {
	if p.Level != "" {
		p.Name = match.LevelTitle(lang, p.Level)
	} else {
		p.Name = match.NameIn(lang, p.Name)
	}
	return p
}

// ShowsGuest reports whether a player has a guest name, which pages mark. Usual names such as Black
// have no mark.
func ShowsGuest(p wire.Player) bool {
	return p.Kind == string(play.SeatGuest) && !match.UsualName(p.Name)
}

func (s *Server) getRulesets(_ context.Context, in *originInput) (*rulesetsOutput, error) {
	out := &rulesetsOutput{Body: []Ruleset{}}
	for _, name := range slices.Sorted(slices.Values(game.Presets())) {
		rules, err := game.Preset(name)
		if err != nil {
			return nil, fmt.Errorf("rules %s: %w", name, err)
		}
		key := "ruleset." + name
		out.Body = append(out.Body, Ruleset{
			name, i18n.T(in.Language, key, nil), i18n.T(in.Language, key+".about", nil), rules.Komi,
		})
	}
	return out, nil
}
