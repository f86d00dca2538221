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

// The methods. The seats of the settings are those of the negotiation: the seat
// with Black begins.
const (
	KomiGiven  KomiBy = ""       // by the rules
	KomiDivide KomiBy = "divide" // Black names a komi, White chooses a colour
	KomiOpen   KomiBy = "open"   // bids in turn; the highest takes Black
	KomiSecret KomiBy = "secret" // one hidden bid each; the higher takes Black
)

// Settings are agreed before a match begins.
type Settings struct {
	Board        string        `json:"board"` // a name for board.Named
	Rules        game.Rules    `json:"rules"`
	Clock        clock.Control `json:"clock"`
	Black        Seat          `json:"black"`
	White        Seat          `json:"white"`
	KomiBy       KomiBy        `json:"komiBy,omitempty"`
	Halves       bool          `json:"halves,omitempty"`     // bids may be half points
	Handicap     int           `json:"handicap,omitempty"`   // stones; 1 gives the first move
	Weaker       board.Color   `json:"weaker,omitempty"`     // the player who gets the handicap, by the seats above; Black if empty
	Thinking     time.Duration `json:"thinking,omitempty"`   // of a bot at full strength, at most in a move; 0 for the usual
	Start        time.Duration `json:"start,omitempty"`      // within which each player must begin, else the match is aborted; 0 for no limit
	Rated        bool          `json:"rated,omitempty"`      // the result changes the ratings of the players
	Public       bool          `json:"public,omitempty"`     // lists show the match to everybody; a rated one always
	Private      bool          `json:"private,omitempty"`    // only the players, and whom they invite, read the match
	OneAddress   bool          `json:"oneAddress,omitempty"` // of a rated match: both players were at one network address when it was opened
	TieBreakSeed uint64        `json:"lot,omitempty"`        // decides between equal secret bids; hidden from the players
}

// MaxThinking is the longest [Settings.Thinking].
const MaxThinking = 5 * time.Minute

// Seat returns the seat of a colour, the zero Seat for Empty.
func (s Settings) Seat(c board.Color) Seat {
	switch c {
	case board.Black:
		return s.Black
	case board.White:
		return s.White
	}
	return Seat{}
}

// HeadStart returns what the handicap is worth to the player on the seat of Black, in
// points of a rating, below 0 if it is worth that to the one of White. Under Flower komi 0
// that nobody bids for is a handicap too: Black moves first.
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

// GiveRanks gives the persons on the seats their ranks: that of the weaker player to
// Weaker, who is Black if the settings do not say. A bot has none.
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

// Unaided reports whether the computer advises nobody while the game runs, unless its
// players agree otherwise: it is rated, or two people play. See [Match.Unaided].
func (s Settings) Unaided() bool {
	return s.Rated || !s.Black.Bot() && !s.White.Bot() && !s.sharesSeats()
}

// undoesFreely reports whether a player may undo without asking: the opponent is a
// bot, or the same person.
func (s Settings) undoesFreely(c board.Color) bool {
	mine, other := s.Seat(c), s.Seat(c.Opponent())
	return other.Bot() || mine.Actor() == other.Actor()
}
