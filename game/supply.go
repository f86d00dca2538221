package game

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rosette/game/board"
	"rosette/internal/quote"
)

// A Supply is the number of stones that each player has, by colour. Captured stones return to their
// owner. The zero value is no limit; otherwise both players have a limit.
type Supply board.ByColor[int]

// SupplyOf returns a supply with n stones for each player; 0 is no limit.
func SupplyOf(n int) Supply { return Supply{board.Black: n, board.White: n} }

// Limited reports whether there is a limit.
func (s Supply) Limited() bool { return s != Supply{} }

// Suffices reports whether no player can run out of stones on the board.
func (s Supply) Suffices(g *board.Graph) bool {
	return !s.Limited() || min(s[board.Black], s[board.White]) >= g.Points()
}

// String returns the supply in a form that [ParseSupply] accepts: "0", "150" or "181/180".
func (s Supply) String() string {
	black, white := strconv.Itoa(s[board.Black]), strconv.Itoa(s[board.White])
	if black == white {
		return black
	}
	return black + "/" + white
}

// ParseSupply parses a number of stones for each player, such as "150", separate numbers for Black
// and White, such as "181/180", or "0" for no limit.
func ParseSupply(text string) (s Supply, err error) {
	black, white, two := strings.Cut(text, "/")
	if !two {
		white = black
	}
	var wrong error
	if s[board.Black], err = strconv.Atoi(black); err == nil {
		s[board.White], wrong = strconv.Atoi(white)
	}
	if err != nil || wrong != nil {
		return Supply{}, fmt.Errorf("supply %q: use 0 for no limit, a number of stones, or two such as 181/180",
			quote.Clip(text, 24))
	}
	return s, s.check()
}

// check returns an error for an impossible supply.
func (s Supply) check() error {
	for _, c := range board.Colors {
		if n := s[c]; n < 0 || n > board.MaxPoints || n == 0 && s.Limited() {
			return fmt.Errorf("supply %s: use 0 for no limit, or 1 to %d stones for each colour", s, board.MaxPoints)
		}
	}
	return nil
}

// MarshalJSON returns a number if both players have equally many stones, and otherwise an object
// such as {"black":181,"white":180}.
func (s Supply) MarshalJSON() ([]byte, error) {
	if s[board.Black] == s[board.White] {
		return json.Marshal(s[board.Black])
	}
	return json.Marshal(map[string]int{"black": s[board.Black], "white": s[board.White]})
}

// UnmarshalJSON parses the output of [Supply.MarshalJSON], and quoted text as in [ParseSupply]. An
// object must name both colours.
func (s *Supply) UnmarshalJSON(data []byte) error {
	var n *int
	if json.Unmarshal(data, &n) == nil && n != nil {
		*s = SupplyOf(*n)
		return nil
	}
	if text := ""; json.Unmarshal(data, &text) == nil && strings.Contains(text, "/") {
		read, err := ParseSupply(text)
		if err == nil {
			*s = read
		}
		return err
	}
	var each struct{ Black, White *int }
	d := json.NewDecoder(bytes.NewReader(data))
	d.DisallowUnknownFields()
	if err := d.Decode(&each); err != nil || each.Black == nil || each.White == nil {
		return errors.New(`use a whole number, or two such as {"black":181,"white":180}`)
	}
	*s = Supply{board.Black: *each.Black, board.White: *each.White}
	return nil
}

// supplyKey returns the JSON key for the supply.
func supplyKey() jsonKey {
	return jsonKey{
		set: func(r *Rules, raw json.RawMessage) error { return json.Unmarshal(raw, &r.Supply) },
		get: func(r Rules) any { return r.Supply },
	}
}

// StonesLeft returns how many stones c has left to play, and false if there is no limit. It is
// negative if the game started with more stones on the board.
func (g *Game) StonesLeft(c board.Color) (n int, limited bool) {
	return g.rules.Supply[c] - g.stones[c], g.rules.Supply[c] > 0
}
