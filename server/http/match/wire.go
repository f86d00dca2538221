package match

import (
	"encoding/json"

	"rosette/play/view/position"
	"rosette/server/http/wire"
)

// A Game is a game with all that a client needs to show it.
type Game struct {
	ID    string         `json:"id"`
	Topic string         `json:"topic"` // for its frames on the socket
	Seats wire.Seats     `json:"seats"` // by opening colour
	Seat  string         `json:"seat"`  // the seats that the client holds: b, w, bw or empty
	Board position.Board `json:"board"`
	Rules string         `json:"rules"` // the ruleset's name
	// each player's stones, if the number differs from the ruleset's
	Supply     string `json:"supply,omitempty"`
	RulesName  string `json:"rulesName"`
	Ending     string `json:"ending"` // how play ends; a game.Ending
	KomiBy     string `json:"komiBy,omitempty"`
	Halves     bool   `json:"halves,omitempty"` // bids may be half points
	Rated      bool   `json:"rated,omitempty"`
	Visibility string `json:"visibility"` // public, unlisted or private
	Handicap   int    `json:"handicap,omitempty"`
	Weaker     string `json:"weaker,omitempty"` // whose handicap it is
	Clock      string `json:"clock"`
	Estimates  bool   `json:"estimates,omitempty"` // the server makes them
	// the computer searches by playouts, although its level uses a network
	Playouts bool `json:"playouts,omitempty"`
	// estimates and reviews are rough: the board is larger than those that the network was trained on
	BeyondTraining bool            `json:"beyondTraining,omitempty"`
	Frame          json.RawMessage `json:"frame"`

	// conditional moves may be laid down: two persons play by correspondence
	Conditional bool `json:"conditional,omitempty"`
}

// A GameSummary is a game in a list.
type GameSummary struct {
	ID       string     `json:"id"`
	Board    string     `json:"board"`
	Rules    string     `json:"rules"`
	Seats    wire.Seats `json:"seats"` // by their present colours
	Seat     string     `json:"seat"`  // the seats that the client holds
	Opened   int64      `json:"opened"`
	Updated  int64      `json:"updated"`
	Position int64      `json:"position"` // position of the last event in the log; pass it as before to continue a list
	Finished bool       `json:"finished"`
	Result   string     `json:"result,omitempty"` // as in SGF
	Rated    bool       `json:"rated,omitempty"`
	Annulled bool       `json:"annulled,omitempty"` // by a moderator: it changes no rating
	Pool     string     `json:"pool,omitempty"`     // rating pool, such as rosette-live
}

// A GameList lists the client's games.
type GameList struct {
	Running  []GameSummary `json:"running"`
	Finished []GameSummary `json:"finished"` // the last ones
}

// A Level is a playing strength for the computer.
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

// A Ruleset is a rules preset.
type Ruleset struct {
	Name  string  `json:"name"`
	Title string  `json:"title"`
	About string  `json:"about"`
	Komi  float64 `json:"komi"`
}

// An Estimate is what a position comes to.
type Estimate struct {
	Ply   int     `json:"ply"`
	Next  string  `json:"next"`
	Black float64 `json:"black"` // the chance that Black wins, 0 to 1
	Lead  float64 `json:"lead"`  // Black's, in points; White's is below 0
	// standard error of the lead, in points: two in three results are within it
	Error  float64   `json:"error"`
	Even   bool      `json:"even,omitempty"`
	Visits int       `json:"visits"`         // searched visits
	More   int       `json:"more,omitempty"` // visits to ask for next, for a better estimate
	Owner  []float64 `json:"owner"`          // for each point, 1 (Black's) to −1 (White's)
	Text   string    `json:"text"`           // chance and lead in words
}

// A Review holds the results so far for a finished game. Leads and chances are
// Black's.
type Review struct {
	State    string  `json:"state"`    // none, waiting, running or done
	Progress float64 `json:"progress"` // 0 to 1
	Visits   int     `json:"visits"`   // in the first search at each position
	Sure     bool    `json:"sure"`     // exact enough to name inaccuracies
	// the loss in points below which no mistake is named or many are missed; absent if nothing could
	// be judged
	Seen float64 `json:"seen,omitempty"`
	// the strength of reviews on the board; absent if it has not been measured
	Strength *ReviewStrength `json:"strength,omitempty"`
	Lead     []float64       `json:"lead"` // in points after each move, first before all of them
	Win      []float64       `json:"win"`  // the chance that Black wins, likewise
	Moments  []Moment        `json:"moments"`
}

// A ReviewStrength compares reviews on a board with a stronger engine, in
// tenths. It is 0 where reviews find hardly any mistake.
type ReviewStrength struct {
	Real  int `json:"real"`  // mistakes that are real by that engine
	Found int `json:"found"` // large mistakes by that engine that are found
}

// A Moment is a move worth looking at.
type Moment struct {
	Ply    int      `json:"ply"` // move number
	Color  string   `json:"color"`
	Played string   `json:"played"`
	Kind   string   `json:"kind"`           // blunder, mistake, inaccuracy or rosette
	Best   string   `json:"best,omitempty"` // the better move
	Loss   float64  `json:"loss,omitempty"` // in points
	Line   []string `json:"line"`           // the better line
	Does   string   `json:"does,omitempty"` // what the better move does: the key of a text of the area hint
	Count  int      `json:"count,omitempty"`
}

// A LineReply is the computer's move after a line of moves.
type LineReply struct {
	Point string  `json:"point"` // or "pass"
	Lead  float64 `json:"lead"`  // Black's before the move, in points
	Error float64 `json:"error"` // standard error of the lead
}

// An Advice is what a coach advises, if anything.
type Advice struct {
	Ply   int     `json:"ply"`
	Point string  `json:"point,omitempty"` // or "pass", if nothing is left to gain; absent if nothing is worth 2 points
	Worth float64 `json:"worth,omitempty"` // points lost by playing elsewhere
	Does  string  `json:"does,omitempty"`  // as in Hint
	Count int     `json:"count,omitempty"`
}

// A Hint is a good move and what it does.
type Hint struct {
	Ply   int    `json:"ply"`
	Point string `json:"point"` // or "pass"
	Does  string `json:"does"`  // the key of a text of the area hint
	Count int    `json:"count,omitempty"`
}
