package api

import (
	"encoding/json"

	"rosette/play/view"
)

// A Game is a game with all that a client needs to show it.
type Game struct {
	ID        string          `json:"id"`
	Topic     string          `json:"topic"` // of its frames on the socket
	Seats     view.Seats      `json:"seats"` // by the colours of the opening
	Seat      string          `json:"seat"`  // which of them the client holds: b, w, bw or empty
	Board     view.Board      `json:"board"`
	Rules     string          `json:"rules"`            // name of the ruleset
	Supply    string          `json:"supply,omitempty"` // stones of each player, where the rules' own number was changed
	RulesName string          `json:"rulesName"`
	Ending    string          `json:"ending"` // how the end of play is decided; a game.Ending
	KomiBy    string          `json:"komiBy,omitempty"`
	Halves    bool            `json:"halves,omitempty"` // bids may be half points
	Handicap  int             `json:"handicap,omitempty"`
	Weaker    string          `json:"weaker,omitempty"` // whose handicap it is
	Clock     string          `json:"clock"`
	Estimates bool            `json:"estimates,omitempty"` // the server makes them
	Frame     json.RawMessage `json:"frame"`
}

// A Listed is a game in a list.
type Listed struct {
	ID       string     `json:"id"`
	Board    string     `json:"board"`
	Rules    string     `json:"rules"`
	Seats    view.Seats `json:"seats"` // by their present colours
	Seat     string     `json:"seat"`  // which of them the client holds
	Opened   int64      `json:"opened"`
	Updated  int64      `json:"updated"`
	Position int64      `json:"position"` // of the last event among those of all games; continues a list as before
	Finished bool       `json:"finished"`
	Result   string     `json:"result,omitempty"` // as in SGF
}

// A GameList is the games of a client.
type GameList struct {
	Running  []Listed `json:"running"`
	Finished []Listed `json:"finished"` // the last ones
}

// Opened says where a new game is.
type Opened struct {
	ID    string `json:"id"`
	Topic string `json:"topic"`
	Page  string `json:"page"` // address of its page
}

// A Level is a strength of the computer.
type Level struct {
	Name  string `json:"name"`
	Title string `json:"title"`
	Short string `json:"short"` // the title where there is little room
	About string `json:"about"`

	Elo      int    `json:"elo" doc:"Above level 1, as measured; 0 for level 1, and for full strength, which depends on its time"`
	EloDated bool   `json:"eloDated,omitempty" doc:"Elo was measured with an earlier network, and the level is stronger now"`
	Opponent string `json:"opponent,omitempty" doc:"ID of the named opponent that plays at this level" example:"iris"`
}

// A BoardInfo is a board that is offered for new games.
type BoardInfo struct {
	Name   string `json:"name"`
	Points int    `json:"points"`
	Rules  string `json:"rules"` // the ruleset that is its own
}

// A Ruleset is a preset of rules.
type Ruleset struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	About string  `json:"about"`
	Komi  float64 `json:"komi"`
}

// An Estimate is what a position comes to.
type Estimate struct {
	Ply    int       `json:"ply"`
	Next   string    `json:"next"`
	Black  float64   `json:"black"` // the chance that Black wins, 0 to 1
	Lead   float64   `json:"lead"`  // Black's, in points; White's is below 0
	Error  float64   `json:"error"` // the standard error of the lead
	Even   bool      `json:"even,omitempty"`
	Visits int       `json:"visits"`         // of the search
	More   int       `json:"more,omitempty"` // visits to ask for next, for a better estimate
	Owner  []float64 `json:"owner"`          // of each point: 1 Black's … −1 White's
	Text   string    `json:"text"`           // chance and lead in words
}
