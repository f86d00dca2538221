package rating

import "time"

// A Standing is how a player stands in a pool after a game.
type Standing struct {
	Player
	Pool        Pool
	Actor       string
	Game        string // the last one
	Position    int64  // of its end in the log
	Ended       time.Time
	Opponent    string    // the actor
	Score       float64   // of the player: 1, ½ or 0
	Weight      float64   // of the game for the player, from 0 to 1
	Before      float64   // points before the game
	Won, Lost   int       // of all games; the others were drawn
	Provisional time.Time // from when on the rating is provisional
}

// Change returns by how many points the game has changed the rating, as people read it.
func (s Standing) Change() int { return Change(Rating{Points: s.Before}, s.Rating) }
