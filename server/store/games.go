package store

import (
	"time"
)

// A Game is what lists say of a match.
type Game struct {
	ID       string // of the match
	Board    string
	Rules    string    // name of the ruleset
	Opened   time.Time // of the first event
	Updated  time.Time // of the last event
	Seq      int       // of the last event
	Position int64     // of the last event, over all streams
	Over     bool
	Result   string // as of the last event of a finished match, such as "B+3.5"
	Black    Player // as the colours are now
	White    Player
	Pool     string // as [rating.Pool] has it; "" if it has none
	Rated    bool
	Annulled bool // a moderator has annulled it, and it is not rated
	Public   bool // everybody may find it
}

// A Player is who has a colour in a game.
type Player struct{ Actor, Name string }

// Games are lists of games, those with the latest events first. Every list has up
// to limit games with positions below before, or from the newest on if before is 0;
// the position of the last game of a list continues it.
type Games struct{ s *SQL }

// A Filter lets games through that have all that it names. The zero Filter lets all
// running games through.
type Filter struct {
	Over          bool
	Public, Rated bool      // only games that everybody may find, only rated ones
	Board, Pool   string    // a board may be a kind of board, such as "rosette"
	From, To      time.Time // the last event is at From or later, and before To

	Actor    string // has a seat; what follows needs it
	Opponent string // an actor who has the other seat, or a kind of player, such as "bot"
	Outcome  string // for Actor: won, lost or drawn
}
