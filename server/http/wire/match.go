package wire

// Seats are the players of a match, by the colours of the opening. After
// State.Swapped they have the other colours.
type Seats struct {
	Black Player `json:"b"`
	White Player `json:"w"`
}

// A Player is a seat without the identity of a guest.
type Player struct {
	Kind  string `json:"kind"` // "user", "guest" or "bot"
	Name  string `json:"name"`
	Level string `json:"level,omitempty"` // of a bot: the name of its level
	Rank  string `json:"rank,omitempty"`  // such as "5k", if the players have given it
}

// A Move is a colour, "b" or "w", and the name of a point or "pass".
type Move [2]string

// A Setup has the stones on the board before the first move, by point name.
type Setup struct {
	Black []string `json:"b"`
	White []string `json:"w"`
}

// Prisoners are the stones that each player has captured.
type Prisoners struct {
	Black int `json:"b"`
	White int `json:"w"`
}

// A Bidding is the state of the komi negotiation. Secret bids are absent until both are made.
type Bidding struct {
	By   string  `json:"by,omitempty"` // player with the offer or the highest bid
	Komi float64 `json:"komi"`
	Made string  `json:"made,omitempty"` // player who has made a secret bid
	Bids *Bids   `json:"bids,omitempty"` // the secret bids, once both are made
}

// Bids are the players' secret bids, by their current colours.
type Bids struct {
	Black float64 `json:"b"`
	White float64 `json:"w"`
}

// A Result is how a match ended.
type Result struct {
	Text   string  `json:"text"` // as in SGF: "B+3.5"
	Winner string  `json:"winner"`
	By     string  `json:"by"` // a game.Reason
	Margin float64 `json:"margin"`
}

// A Question is a pending request to the opponent.
type Question struct {
	Kind string `json:"kind"` // undo, pause, continue or aid
	By   string `json:"by"`
}

// A ClockState is the time left on both clocks at a moment. If Running, the clock of Side
// has run since. The moment is in the future if the clock stands still until then.
type ClockState struct {
	Black    TimeLeft `json:"b"`
	White    TimeLeft `json:"w"`
	Running  bool     `json:"running"`
	Side     string   `json:"side,omitempty"`     // player whose clock runs
	At       int64    `json:"at"`                 // milliseconds since 1970, by the server's clock
	Weekends bool     `json:"weekends,omitempty"` // Saturdays and Sundays in UTC do not count
}

// A TimeLeft is one player's remaining time, in milliseconds.
type TimeLeft struct {
	Main    int64 `json:"main"`
	Period  int64 `json:"period,omitempty"`
	Whole   int64 `json:"whole,omitempty"` // length of a new period
	Periods int   `json:"periods,omitempty"`
	Stones  int   `json:"stones,omitempty"`
}

// A Score is the count by points.
type Score struct {
	Black float64     `json:"black"`
	White float64     `json:"white"`
	Parts []ScorePart `json:"parts"` // without parts that are 0 for both
	Owner string      `json:"owner"` // "b", "w" or "." for each point
	// If captured stones count: the stones that fill territory of their own colour, "b",
	// "w" or "." for each point, and the remaining ones by colour.
	Captured string     `json:"captured,omitempty"`
	Over     *Prisoners `json:"over,omitempty"`
	// all stones count as alive, because the players did not agree on dead stones
	AllAlive bool        `json:"allAlive,omitempty"`
	Range    *ScoreRange `json:"range,omitempty"` // while the result depends on unsure chains
}

// A ScoreRange is the range of possible scores, Black's points minus White's.
type ScoreRange struct {
	Least    float64     `json:"least"`
	Greatest float64     `json:"greatest"`
	Open     []OpenBlock `json:"open"` // blocks on which the result depends
}

// An OpenBlock is one or more chains of one colour that live or die together.
type OpenBlock struct {
	Color  string  `json:"color"`
	Stones []int   `json:"stones"`
	Worth  float64 `json:"worth"` // points at stake
	// the block is alive, and only seki is open
	Seki bool `json:"seki,omitempty"`
}

// A ScorePart is one of the sums that make up a score.
type ScorePart struct {
	Key   string  `json:"key"` // of game.Item
	Black float64 `json:"b"`
	White float64 `json:"w"`
}
