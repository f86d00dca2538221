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

// A Setup is stones that stand before the first move, by the names of their points.
type Setup struct {
	Black []string `json:"b"`
	White []string `json:"w"`
}

// Prisoners are the stones that each player has captured.
type Prisoners struct {
	Black int `json:"b"`
	White int `json:"w"`
}

// A Bidding is the state of the komi negotiation. It has no secret bid before both
// are in.
type Bidding struct {
	By   string  `json:"by,omitempty"` // whose offer or highest bid it is
	Komi float64 `json:"komi"`
	Made string  `json:"made,omitempty"` // whose secret bid is in
	Bids *Bids   `json:"bids,omitempty"` // the secret bids, once both are in
}

// Bids are the secret bids of the players, by their present colours.
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

// A Question is what a player has asked the opponent for.
type Question struct {
	Kind string `json:"kind"` // undo, pause, continue or aid
	By   string `json:"by"`
}

// A ClockState is what both clocks had left at a time. The clock of Side has run since
// then if Running. The time is in the future if the clock stands still until then.
type ClockState struct {
	Black    TimeLeft `json:"b"`
	White    TimeLeft `json:"w"`
	Running  bool     `json:"running"`
	Side     string   `json:"side,omitempty"`     // whose clock runs
	At       int64    `json:"at"`                 // milliseconds since 1970, by the server's clock
	Weekends bool     `json:"weekends,omitempty"` // Saturdays and Sundays in UTC do not count
}

// A TimeLeft is what a clock leaves one player, in milliseconds.
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
	Parts []ScorePart `json:"parts"` // those that are not 0 for both
	Owner string      `json:"owner"` // "b", "w" or "." for each point
	// Where captured stones count: those that fill territory of their own colour, "b",
	// "w" or "." for each point, and by their colour those that found no room there.
	Captured string     `json:"captured,omitempty"`
	Over     *Prisoners `json:"over,omitempty"`
	// every stone counts as alive, because the players did not agree on dead stones
	AllAlive bool        `json:"allAlive,omitempty"`
	Range    *ScoreRange `json:"range,omitempty"` // while the result depends on chains that the proposal left open
}

// A ScoreRange is what may come of the count, as Black's points minus White's.
type ScoreRange struct {
	Least    float64     `json:"least"`
	Greatest float64     `json:"greatest"`
	Open     []OpenBlock `json:"open"` // on whose life the result depends
}

// An OpenBlock is one or more chains of one colour that live or die together.
type OpenBlock struct {
	Color  string  `json:"color"`
	Stones []int   `json:"stones"`
	Worth  float64 `json:"worth"` // points that depend on it
	// it is not whether the block is dead that is open, but whether it is in seki
	Seki bool `json:"seki,omitempty"`
}

// A ScorePart is one of the sums that make up a score.
type ScorePart struct {
	Key   string  `json:"key"` // of game.Item
	Black float64 `json:"b"`
	White float64 `json:"w"`
}
