package play

import (
	"errors"
	"fmt"
	"regexp"
	"strings"
	"unicode/utf8"

	"rosette/game"
	"rosette/internal/quote"
)

// A SeatKind is a kind of player.
type SeatKind string

// The kinds of players.
const (
	SeatUser  SeatKind = "user"  // a person with an account
	SeatGuest SeatKind = "guest" // a person without an account, known by a session
	SeatBot   SeatKind = "bot"   // the computer
)

// A Seat is a player of a match. Kind and ID say who the player is; what gives
// somebody the right to move for the player is no part of a match.
type Seat struct {
	Kind SeatKind `json:"kind"`
	ID   string   `json:"id"`             // of a bot its level, of a guest 32 hexadecimal digits
	Name string   `json:"name"`           // as shown to people, up to 96 bytes of UTF-8
	Rank string   `json:"rank,omitempty"` // as the players have given it, see [game.IsRank]; empty if they have not
}

// Actor returns the kind and ID in one text, such as "guest/0f…" or "bot/level-1".
// Two seats with the same Actor are of the same player.
func (s Seat) Actor() string { return string(s.Kind) + "/" + s.ID }

// IsOf reports whether actor is the Actor of the seat. It does not allocate.
func (s Seat) IsOf(actor string) bool {
	id, ok := strings.CutPrefix(actor, string(s.Kind))
	return ok && len(id) == 1+len(s.ID) && id[0] == '/' && id[1:] == s.ID
}

// Bot reports whether the computer plays the seat.
func (s Seat) Bot() bool { return s.Kind == SeatBot }

// maxNameLength bounds the name of a seat, in bytes.
const maxNameLength = 96

// seatIDs are the IDs of each kind of player.
var seatIDs = map[SeatKind]struct {
	pattern *regexp.Regexp
	advice  string
}{
	SeatUser:  {regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`), "use up to 64 letters, digits, - and _"},
	SeatGuest: {regexp.MustCompile(`^[0-9a-f]{32}$`), "use 32 hexadecimal digits"},
	SeatBot:   {regexp.MustCompile(`^[0-9A-Za-z_-]{1,64}$`), "use the name of a level"},
}

// check returns an error for an invalid seat.
func (s Seat) check() error {
	ids, ok := seatIDs[s.Kind]
	switch {
	case !ok:
		return errors.New("an unknown kind of player: use user, guest or bot")
	case !ids.pattern.MatchString(s.ID):
		return fmt.Errorf("an invalid ID of a %s: %s", s.Kind, ids.advice)
	case len(s.Name) > maxNameLength || !utf8.ValidString(s.Name):
		return fmt.Errorf("name too long: use up to %d bytes of UTF-8", maxNameLength)
	case s.Rank != "" && !game.IsRank(s.Rank):
		return fmt.Errorf("rank %q: use 30k to 1k or 1d to 9d, or leave it out", quote.Clip(s.Rank, 24))
	}
	return nil
}
