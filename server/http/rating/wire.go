package rating

import (
	"math"

	"rosette/game/board"
	"rosette/play/rating"
	"rosette/play/view"
	"rosette/server/http/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	service "rosette/server/rating"
)

// A Standing is a player's standing in a pool.
type Standing struct {
	Pool        string `json:"pool" example:"rosette-live"`
	Family      string `json:"family" doc:"Of boards: rosette, go-9, go-13 or go-19"`
	Speed       string `json:"speed" doc:"blitz, live or correspondence"`
	Rating      int    `json:"rating"`
	Deviation   int    `json:"deviation" doc:"The strength is within two deviations of the rating, most likely"`
	Provisional bool   `json:"provisional,omitempty" doc:"There are too few games to compare the player with others"`
	Rank        string `json:"rank" doc:"From 30k to 9d"`
	Games       int    `json:"games"`
	Won         int    `json:"won"`
	Lost        int    `json:"lost"`
	Drawn       int    `json:"drawn,omitempty"`
	Last        int64  `json:"last" doc:"End of the last game"`
}

// StandingOf converts a standing, as of now, for clients.
func StandingOf(s service.Standing) Standing {
	return Standing{
		Pool: s.Pool.String(), Family: string(s.Pool.Family), Speed: string(s.Pool.Speed),
		Rating: rounded(s.Now.Points), Deviation: rounded(s.Now.Deviation), Provisional: s.Now.Provisional(),
		Rank: rating.Rank(s.Now.Points), Games: s.Games, Won: s.Won, Lost: s.Lost, Drawn: s.Games - s.Won - s.Lost,
		Last: s.Ended.UnixMilli(),
	}
}

func rounded(x float64) int { return int(math.Round(x)) }

// A RatingStep is a rating after a game.
type RatingStep struct {
	Game     string  `json:"game"`
	Ended    int64   `json:"ended"`
	Rating   int     `json:"rating"`
	Change   int     `json:"change"`
	Opponent string  `json:"opponent,omitempty" doc:"Name; empty for an account that is closed"`
	Level    string  `json:"level,omitempty" doc:"Level, if the opponent is the computer"`
	Score    float64 `json:"score" doc:"1, 0.5 or 0"`
	Weight   float64 `json:"weight" doc:"Of the game for the player, from 0 to 1"`
}

// StepOf converts a rating step for clients.
func StepOf(s service.Step) RatingStep {
	return RatingStep{
		Game: s.Game, Ended: s.Ended.UnixMilli(), Rating: rounded(s.Points), Change: s.Change(),
		Opponent: s.OpponentName, Level: s.Level, Score: s.Score, Weight: s.Weight,
	}
}

// A Leader is a row in a leader board.
type Leader struct {
	Place int    `json:"place"`
	Name  string `json:"name"`
	Page  string `json:"page"`
	Standing
}

// LeaderOf converts a leader for clients.
func LeaderOf(l service.Leader) Leader {
	return Leader{Place: l.Place, Name: l.Name, Page: account.Page(l.Name), Standing: StandingOf(l.Standing)}
}

// A FoundUser is a search result: a user, with the rating in the pool with the most games.
type FoundUser struct {
	Name string    `json:"name"`
	Page string    `json:"page"`
	Best *Standing `json:"best,omitempty"`
}

// FoundUserOf converts a search result for clients.
func FoundUserOf(u service.SearchResult) FoundUser {
	out := FoundUser{Name: u.Name, Page: account.Page(u.Name)}
	if u.Best != nil {
		best := StandingOf(*u.Best)
		out.Best = &best
	}
	return out
}

// A RatingChange is a rated game's effect on a player.
type RatingChange struct {
	Color       string  `json:"color"` // b or w
	Rating      int     `json:"rating"`
	Change      int     `json:"change"`
	Rank        string  `json:"rank"`
	Provisional bool    `json:"provisional,omitempty"`
	Weight      float64 `json:"weight" doc:"Of the game for the player, from 0 to 1: less with each game of the same two within a week, and 0 for a winner before a tenth of the points was played"`
	Annulled    bool    `json:"annulled,omitempty" doc:"A moderator has annulled the game: it changes nothing, and the rating is the current one"`
}

var colors = map[board.Color]string{board.Black: "b", board.White: "w"}

func changeOf(c service.Change) RatingChange {
	return RatingChange{
		Color: colors[c.Color], Rating: rounded(c.Rating.Points), Change: c.Change,
		Rank:        rating.Rank(c.Rating.Points),
		Provisional: c.Provisional, Weight: c.Weight, Annulled: c.Annulled,
	}
}

// A PlayedGame is a game in a list.
type PlayedGame struct {
	ID       string       `json:"id"`
	Page     string       `json:"page"`
	Board    string       `json:"board"`
	Rules    string       `json:"rules"`
	Black    PlayerOfGame `json:"black"` // by their current colours
	White    PlayerOfGame `json:"white"`
	Opened   int64        `json:"opened"`
	Updated  int64        `json:"updated"`
	Position int64        `json:"position"` // position of the last event, for continuing a list with before
	Finished bool         `json:"finished,omitempty"`
	Result   string       `json:"result,omitempty"` // in SGF notation
	Rated    bool         `json:"rated,omitempty"`
	Annulled bool         `json:"annulled,omitempty"` // by a moderator, so it changes no rating
	Pool     string       `json:"pool,omitempty"`
}

// A PlayerOfGame is a player of a game in a list.
type PlayerOfGame struct {
	wire.Player
	Actor  string `json:"-"`
	Page   string `json:"page,omitempty"`   // only for a user
	Rating int    `json:"rating,omitempty"` // current rating in the game's pool
}

// GameOf converts a game for clients, with the players' names in a language.
func GameOf(lang string, g service.Game) PlayedGame {
	return PlayedGame{
		ID: g.ID, Page: "/games/" + g.ID, Board: g.Board, Rules: g.Rules,
		Black: playerOf(lang, g.Black), White: playerOf(lang, g.White),
		Opened: g.Opened.UnixMilli(), Updated: g.Updated.UnixMilli(), Position: g.Position, Finished: g.Finished,
		Result: g.Result, Rated: g.Rated, Annulled: g.Annulled, Pool: g.Pool,
	}
}

// GamesOf converts games for clients, with the players' names in a language.
func GamesOf(lang string, all []service.Game) []PlayedGame {
	return web.ListOf(all, func(g service.Game) PlayedGame { return GameOf(lang, g) })
}

func playerOf(lang string, p service.Player) PlayerOfGame {
	out := PlayerOfGame{Player: matchhttp.PersonIn(lang, view.PlayerOf(p.Seat)), Actor: p.Actor(), Rating: p.Rating}
	if p.User {
		out.Page = account.Page(p.Name)
	}
	return out
}
