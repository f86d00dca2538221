package terminal

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/binary"
	"encoding/hex"
	"errors"

	"rosette/game"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
)

// An Opening says how a match at the terminal begins.
type Opening struct {
	Board     string              // the name of a built-in board
	Rules     game.Rules          // including the komi, unless KomiBy is set
	Color     board.Color         // the person's; with KomiBy, that of the seat from which the person bids
	Level     string              // of the computer
	Opponent  string              // what the computer is called
	Handicap  int                 // stones for Black, or for the person if the rules are flower
	Ranks     game.RankDifference // of the players, if they decide the handicap
	KomiBy    play.KomiBy         // how the players agree on komi and colours; empty for the komi of the rules
	Halves    bool                // komi bids may have half points
	TwoPeople bool                // two people play; the computer only proposes dead stones
	Lang      string              // language of the texts, as i18n names it; English if empty

	blackFree bool // the weaker player has Black, see [game.Rules.RankHandicap]
}

// HandicapByRanks sets the handicap that a difference in rank gives by the rules, as
// [game.ParseRankDifference] reads it; an empty text changes nothing. Where a fraction
// of a rank gives the weaker player Black, komi becomes 0, and it is an error if komi
// was given or is to be agreed on.
func (o *Opening) HandicapByRanks(text string, komiGiven bool) (err error) {
	if text == "" {
		return nil
	}
	if o.Ranks, err = game.ParseRankDifference(text); err != nil {
		return err
	}
	graph, err := board.Named(o.Board)
	if err != nil {
		return err
	}
	if o.Handicap != 0 {
		return errors.New("the ranks decide the handicap; leave out --handicap")
	}
	if o.Handicap, o.blackFree = o.Rules.RankHandicap(graph, o.Ranks); !o.blackFree {
		return nil
	}
	if o.KomiBy != play.KomiGiven || komiGiven {
		return errors.New("with a fraction of a rank the weaker player has Black and komi is 0; leave out --komi and --komi-by")
	}
	o.Rules.Komi = 0
	return nil
}

// LeaveKomi lets the players agree on komi, if nobody has given it and the text of the
// rules says that they do: by divide-and-choose, the first method that Flower names.
func (o *Opening) LeaveKomi() {
	if o.KomiBy == play.KomiGiven && !o.blackFree && o.Rules.Handicap == game.HandicapFlower {
		o.KomiBy = play.KomiDivide
	}
}

// settings returns the settings of the match. The person is a guest with a random
// ID, since no program but this one can reach the match.
func (o Opening) settings() play.Settings {
	secret := sha256.Sum256([]byte(rand.Text()))
	var seats board.ByColor[play.Seat]
	seats[o.Color] = play.Seat{Kind: play.SeatGuest, ID: hex.EncodeToString(secret[:16]), Name: "You"}
	seats[o.Color.Opponent()] = play.Seat{Kind: play.SeatBot, ID: o.Level, Name: o.Opponent}
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
	if o.Rules.Handicap == game.HandicapFlower && o.Handicap > 0 && !o.blackFree {
		s.Weaker = o.Color
	}
	s.GiveRanks(o.Ranks)
	return s
}
