package rating

import "time"

// A Standing is a player's standing in a pool after a game.
type Standing struct {
	Player
	Pool        Pool
	Actor       string
	Game        string // the last game
	Position    int64  // position of its end in the log
	Ended       time.Time
	Opponent    string    // the opponent's actor
	Score       float64   // the player's: 1, ½ or 0
	Weight      float64   // the game's weight for the player, 0 … 1
	Before      float64   // points before the game
	Won, Lost   int       // in all games; the others were drawn
	Provisional time.Time // when the rating becomes provisional
}

// Change returns the rating change from the game in whole points, as displayed.
func (s Standing) Change() int { return Change(Rating{Points: s.Before}, s.Rating) }
