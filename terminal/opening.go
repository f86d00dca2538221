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

// An Opening configures a match at the terminal.
type Opening struct {
	Board     string              // built-in board's name
	Rules     game.Rules          // including the komi, unless KomiBy is set
	Color     board.Color         // the person's; with KomiBy, the colour of the seat from which the person bids
	Level     string              // the computer's
	Opponent  string              // the computer's name
	Handicap  int                 // stones for Black, or for the person under Flower
	Ranks     game.RankDifference // the players' ranks, if they decide the handicap
	KomiBy    play.KomiBy         // how the players agree on komi and colours; empty for the rules' komi
	Halves    bool                // komi bids may contain half points
	TwoPeople bool                // two people play; the computer only proposes dead stones
	Lang      string              // language of the texts, as in i18n; English if empty

	blackFree bool // the weaker player has Black, see [game.Rules.RankHandicap]
}

// HandicapByRanks sets the handicap for a difference in rank, parsed by [game.ParseRankDifference],
// under the rules. An empty text changes nothing. If a fraction of a rank gives Black to the weaker
// player, komi becomes 0, and it is an error if komi was given or will be agreed on.
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
		return errors.New("--handicap and --rank-difference exclude each other; use one of them")
	}
	if o.Handicap, o.blackFree = o.Rules.RankHandicap(graph, o.Ranks); !o.blackFree {
		return nil
	}
	if o.KomiBy != play.KomiGiven || komiGiven {
		return errors.New(
			"with a fraction of a rank the weaker player has Black and komi is 0; leave out --komi and --komi-by",
		)
	}
	o.Rules.Komi = 0
	return nil
}

// LeaveKomi lets the players agree on komi by divide-and-choose, the first method named by Flower,
// if komi was not given and the rules leave it to the players.
func (o *Opening) LeaveKomi() {
	if o.KomiBy == play.KomiGiven && !o.blackFree && o.Rules.Handicap == game.HandicapFlower {
		o.KomiBy = play.KomiDivide
	}
}

// settings returns the match settings. The person is a guest with a random ID, because only this
// program can reach the match.
func (o Opening) settings() play.Settings {
	secret := sha256.Sum256([]byte(rand.Text()))
	var seats board.ByColor[play.Seat]
	seats[o.Color] = play.Seat{Kind: play.SeatGuest, ID: hex.EncodeToString(secret[:16]), Name: "You"}
	seats[o.Color.Opponent()] = play.Seat{Kind: play.SeatBot, ID: o.Level, Name: o.Opponent}
	if o.TwoPeople {
		first, second := "color.b", "color.w"
		if o.KomiBy != play.KomiGiven { // the colours are not yet decided
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
