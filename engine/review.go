package engine

import "rosette/game/board"

// A Review is what the review of a whole game has found, as pages show it. Leads and
// chances are Black's.
type Review struct {
	Visits int `json:"visits"` // of the first search of each position
	Done   int `json:"done"`   // searches
	Total  int `json:"total"`  // searches that are expected
	// the loss in points from which on nine in ten mistakes would have been seen; 0 if nothing was
	// assessed
	Seen float64 `json:"seen,omitempty"`
	Sure bool    `json:"sure,omitempty"` // the search was long enough to see nine in ten inaccuracies
	// after each move, first before all moves: as many as were searched from the beginning
	Lead    []float64 `json:"lead,omitempty"`
	Win     []float64 `json:"win,omitempty"`     // likewise
	Moments []Moment  `json:"moments,omitempty"` // by ply
}

// A Moment is a move of a reviewed game worth looking at.
type Moment struct {
	Ply    int      `json:"ply"`            // the number of the move, from 1
	Color  string   `json:"color"`          // "b" or "w"
	Played string   `json:"played"`         // a point
	Kind   string   `json:"kind"`           // "blunder", "mistake", "inaccuracy" or "rosette"
	Best   string   `json:"best,omitempty"` // the better move
	Loss   float64  `json:"loss,omitempty"` // in points
	Line   []string `json:"line,omitempty"` // the better line, Best first
	Reason Reason   `json:"reason,omitzero"`
}

// A Reason says what a move does, as far as the rules alone tell.
type Reason struct {
	Does  string `json:"does,omitempty"`  // "rosette", "captures", "saves", "blocks", "atari", "pass" or "biggest"
	Count int    `json:"count,omitempty"` // of stones captured, saved or put into atari
}

// A Hint is a good move in a position.
type Hint struct {
	Move   board.Point
	Reason Reason
}
