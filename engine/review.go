package engine

import "rosette/game/board"

// A Review is the review of a whole game, as shown on pages. Leads and win probabilities are
// Black's.
type Review struct {
	Visits int `json:"visits"` // in the first search of each position
	Done   int `json:"done"`   // completed searches
	Total  int `json:"total"`  // expected searches
	// loss in points below which the review names no mistake or misses many; 0 if no move was assessed
	Seen float64 `json:"seen,omitempty"`
	Sure bool    `json:"sure,omitempty"` // the review names inaccuracies

	Strength *ReviewStrength `json:"strength,omitempty"` // nil if it has not been measured on the board
	// before the first move, then after each move, as far as all positions have been searched
	Lead    []float64 `json:"lead,omitempty"`
	Win     []float64 `json:"win,omitempty"`     // likewise
	Moments []Moment  `json:"moments,omitempty"` // in ascending order of Ply
}

// A ReviewStrength compares reviews on a board with a stronger engine, in tenths. It is 0 where a
// review finds hardly any mistake.
type ReviewStrength struct {
	Real  int `json:"real"`  // mistakes that lose 2 points or more by that engine
	Found int `json:"found"` // moves that lose 5 points or more by that engine, and are named
}

// A Moment is a notable move in a reviewed game.
type Moment struct {
	Ply    int      `json:"ply"`            // move number, from 1
	Color  string   `json:"color"`          // "b" or "w"
	Played string   `json:"played"`         // point name
	Kind   string   `json:"kind"`           // "blunder", "mistake", "inaccuracy" or "rosette"
	Best   string   `json:"best,omitempty"` // better move
	Loss   float64  `json:"loss,omitempty"` // points
	Line   []string `json:"line,omitempty"` // better line, starting with Best
	Reason Reason   `json:"reason,omitzero"`
}

// Reasons lists the possible purposes of a move. The rules alone determine all but "lives" and
// "kills" (groups that depend on the move), "grows" (the player's area) and "reduces" (the opponent's
// area), which compare the ownership after two moves. A move that "opens" has no stone near it.
var Reasons = [...]string{
	"rosette", "captures", "saves", "blocks", "lives", "kills", "atari", "connects", "opens", "grows", "reduces",
	"pass", "biggest",
}

// A Reason is the purpose of a move.
type Reason struct {
	Does string `json:"does,omitempty"` // one of Reasons
	// count: stones captured, saved, in danger or put into atari; chains connected; points gained
	Count int `json:"count,omitempty"`
}

// A Hint is a good move in a position.
type Hint struct {
	Move   board.Point
	Reason Reason
	Lead   float64 // Black's in the position, in points
	Error  float64 // standard error of Lead
}

// An Advice is the best move in a position, compared with the best move elsewhere.
type Advice struct {
	Move   board.Point
	Worth  float64 // points that the player loses by the best move elsewhere; 0 for a pass
	Reason Reason
}
