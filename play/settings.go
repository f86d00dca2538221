package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
	"rosette/play/rating"
)

// A KomiBy is a method of deciding komi and colours.
type KomiBy string

// The methods. Seats in the settings are for the negotiation: the seat with Black begins.
const (
	KomiGiven  KomiBy = ""       // by the rules
	KomiDivide KomiBy = "divide" // Black names a komi, White chooses a colour
	KomiOpen   KomiBy = "open"   // bids in turn; the highest takes Black
	KomiSecret KomiBy = "secret" // one hidden bid each; the higher takes Black
)

// Settings are agreed before a match begins.
type Settings struct {
	Board    string        `json:"board"` // for board.Named
	Rules    game.Rules    `json:"rules"`
	Clock    clock.Control `json:"clock"`
	Black    Seat          `json:"black"`
	White    Seat          `json:"white"`
	KomiBy   KomiBy        `json:"komiBy,omitempty"`
	Halves   bool          `json:"halves,omitempty"`   // bids may be half points
	Handicap int           `json:"handicap,omitempty"` // stones; 1 means the first move
	// player with the handicap, by the seats above; Black if empty
	Weaker       board.Color   `json:"weaker,omitempty"`
	Thinking     time.Duration `json:"thinking,omitempty"`   // bot at full strength: limit per move; 0 for the default
	Start        time.Duration `json:"start,omitempty"`      // limit for each player's first move; 0 for none
	Rated        bool          `json:"rated,omitempty"`      // the result changes the players' ratings
	Public       bool          `json:"public,omitempty"`     // listed for everybody; a rated match always is
	Private      bool          `json:"private,omitempty"`    // only players and invited people may read the match
	OneAddress   bool          `json:"oneAddress,omitempty"` // rated: both players had the same address
	TieBreakSeed uint64        `json:"lot,omitempty"`        // decides between equal secret bids; hidden
}

// MaxThinking is the longest [Settings.Thinking].
const MaxThinking = 5 * time.Minute

// Seat returns the seat with a colour, or the zero Seat for Empty.
func (s Settings) Seat(c board.Color) Seat {
	switch c {
	case board.Black:
		return s.Black
	case board.White:
		return s.White
	}
	return Seat{}
}

// HeadStart returns the handicap's value for Black's seat in rating points, negative if White's
// benefits. Under Flower, komi 0 without bidding is a handicap too: Black moves first.
func (s Settings) HeadStart() float64 {
	graph, err := board.Named(s.Board)
	if err != nil {
		return 0
	}
	free := s.KomiBy == KomiGiven && s.Rules.Komi == 0 && s.Rules.PaysKomiInStones()
	return rating.HeadStart(s.Rules, graph, s.Handicap, s.Weaker, free)
}

// GivesToBot reports whether a bot gets a handicap.
func (s Settings) GivesToBot() bool {
	start := s.HeadStart()
	return start > 0 && s.Black.Bot() || start < 0 && s.White.Bot()
}

// GiveRanks sets the ranks of people on the seats: Weaker, or Black if unset, gets the weaker rank.
// A bot has no rank.
func (s *Settings) GiveRanks(d game.RankDifference) {
	black, white := d.Weaker, d.Stronger
	if s.Weaker == board.White {
		black, white = white, black
	}
	if !s.Black.Bot() {
		s.Black.Rank = black
	}
	if !s.White.Bot() {
		s.White.Rank = white
	}
}

// Unaided reports whether the computer gives no advice during the match unless its players agree:
// it is rated, or two people play. See [Match.Unaided].
func (s Settings) Unaided() bool {
	return s.Rated || !s.Black.Bot() && !s.White.Bot() && !s.sharesSeats()
}

// undoesFreely reports whether a player may undo without a request: the opponent is a bot or the
// same person.
func (s Settings) undoesFreely(c board.Color) bool {
	mine, other := s.Seat(c), s.Seat(c.Opponent())
	return other.Bot() || mine.Actor() == other.Actor()
}
