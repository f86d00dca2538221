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

// Kinds of players.
const (
	SeatUser  SeatKind = "user"  // a person with an account
	SeatGuest SeatKind = "guest" // a person without an account, identified by a session
	SeatBot   SeatKind = "bot"   // the computer
)

// A Seat is a player in a match. Kind and ID identify the player. The right to move for the player
// is not part of a match.
type Seat struct {
	Kind SeatKind `json:"kind"`
	ID   string   `json:"id"`             // bot: its level; guest: 32 hexadecimal digits
	Name string   `json:"name"`           // display name, up to 96 bytes of UTF-8
	Rank string   `json:"rank,omitempty"` // as given by the players, see [game.IsRank]; empty if not given
}

// Actor returns the kind and ID as one text, such as "guest/0f…" or "bot/level-1". Two seats with
// the same Actor belong to the same player.
func (s Seat) Actor() string { return string(s.Kind) + "/" + s.ID }

// IsOf reports whether actor is the seat's Actor. It does not allocate.
func (s Seat) IsOf(actor string) bool {
	id, ok := strings.CutPrefix(actor, string(s.Kind))
	return ok && len(id) == 1+len(s.ID) && id[0] == '/' && id[1:] == s.ID
}

// Bot reports whether the computer plays the seat.
func (s Seat) Bot() bool { return s.Kind == SeatBot }

// maxNameLength is the largest length of a seat's name, in bytes.
const maxNameLength = 96

// seatIDs describes the IDs for each kind of player.
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
		return errors.New("unknown kind of player: use user, guest or bot")
	case !ids.pattern.MatchString(s.ID):
		return fmt.Errorf("invalid ID for a %s: %s", s.Kind, ids.advice)
	case len(s.Name) > maxNameLength || !utf8.ValidString(s.Name):
		return fmt.Errorf("name too long: use up to %d bytes of UTF-8", maxNameLength)
	case s.Rank != "" && !game.IsRank(s.Rank):
		return fmt.Errorf("rank %q: use 30k to 1k or 1d to 9d, or leave it out", quote.Clip(s.Rank, 24))
	}
	return nil
}
