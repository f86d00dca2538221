package store

import (
	"time"
)

// A Game is a match's entry in the game lists.
type Game struct {
	ID       string // ID of the match
	Board    string
	Rules    string    // name of the ruleset
	Opened   time.Time // time of the first event
	Updated  time.Time // time of the last event
	Seq      int       // number of the last event
	Position int64     // position of the last event in the log
	Over     bool
	Result   string // result in the last event of a finished match, such as "B+3.5"
	Black    Player // after any exchange of colours
	White    Player
	Pool     string // see [rating.Pool]; "" without a pool
	Rated    bool
	Annulled bool // annulled by a moderator, so not rated
	Public   bool // visible to everyone
}

// A Player is an actor with a seat in a game.
type Player struct{ Actor, Name string }

// Games reads the lists of games, the latest event first. Every list returns up to limit games with
// positions below before, or the newest games if before is 0. The last game's position is the
// cursor for the next page.
type Games struct{ s *SQL }

// A Filter selects games that match all its fields. The zero Filter selects all games in progress.
type Filter struct {
	Over          bool
	Public, Rated bool      // only games visible to everyone, only rated games
	Board, Pool   string    // Board may be a kind of board, such as "rosette"
	From, To      time.Time // range of the last event's time; To is excluded

	Actor    string // has a seat; required by the fields below
	Opponent string // an actor with the other seat, or a kind of player, such as "bot"
	Outcome  string // won, lost or drawn by Actor
}

// A GameCount is the number of an actor's ended games with the same board, colour and outcome.
type GameCount struct {
	Board   string
	Color   string // b or w, after any exchange of colours
	Outcome string // won, lost or drawn by the actor; "" without a result
	Games   int
	Last    time.Time // end of the last one
}

// A DayCount is the number of an actor's games that ended on a day in UTC.
type DayCount struct {
	Day   time.Time // its beginning
	Games int
}
