package terminal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

// An Opening says how a match at the terminal begins.
type Opening struct {
	Board     string      // the name of a built-in board
	Rules     game.Rules  // including the komi, unless KomiBy is set
	Color     board.Color // the person's; with KomiBy, that of the seat from which the person bids
	Level     string      // of the computer
	Handicap  int         // stones for Black, or for the person if the rules are flower
	KomiBy    play.KomiBy // how the players agree on komi and colours; empty for the komi of the rules
	Halves    bool        // komi bids may have half points
	TwoPeople bool        // two people play; the computer only proposes dead stones
	Lang      string      // language of the texts, as i18n names it; English if empty
}

// settings returns the settings of the match. The person is a guest with a random
// ID, since no program but this one can reach the match.
func (o Opening) settings() play.Settings {
	secret := sha256.Sum256([]byte(rand.Text()))
	var seats board.ByColor[play.Seat]
	seats[o.Color] = play.Seat{Kind: play.SeatGuest, ID: hex.EncodeToString(secret[:16]), Name: "You"}
	seats[o.Color.Opponent()] = play.Seat{Kind: play.SeatBot, ID: o.Level, Name: "Rosette"}
	if o.TwoPeople {
		first, second := "color.b", "color.w"
		if o.KomiBy != play.KomiGiven { // the colours are not decided yet
			first, second = "terminal.player.first", "terminal.player.second"
		}
		seats[board.White] = seats[o.Color]
		seats[board.Black] = seats[o.Color]
		seats[board.Black].Name, seats[board.White].Name = i18n.T(o.Lang, first, nil), i18n.T(o.Lang, second, nil)
	}
	s := play.Settings{
		Board: o.Board, Rules: o.Rules, Black: seats[board.Black], White: seats[board.White],
		KomiBy: o.KomiBy, Halves: o.Halves, Handicap: o.Handicap, TieBreakSeed: binary.BigEndian.Uint64(secret[:]),
	}
	if o.Rules.Handicap == game.HandicapFlower && o.Handicap > 0 {
		s.Weaker = o.Color
	}
	return s
}
