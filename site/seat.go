package site

import (
	"crypto/rand"
	"crypto/sha256"
	"crypto/subtle"
	"encoding/base32"
	"encoding/hex"
	"net/http"
	"regexp"
	"strings"

	"rosette/game/board"
	"rosette/play"
)

// seatCookie holds the secret of a seat, or of both where two people share a
// browser. Its path is the game's, so each game has its own.
const seatCookie = "seat"

// gameID is what an address of a game looks like: 128 bits of luck.
var gameID = regexp.MustCompile(`^[a-z2-7]{26}$`)

var base32Lower = base32.StdEncoding.WithPadding(base32.NoPadding)

// secret returns 128 random bits in lower-case letters and digits.
func secret() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails; the process ends if the system has no luck left
	return strings.ToLower(base32Lower.EncodeToString(bits[:]))
}

// guestOf returns the ID of the guest who holds a secret: the first 32 hexadecimal
// digits of its SHA-256.
func guestOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:16])
}

// give lets this browser, and no other, move in the game. A seat given on a
// secure line stays on secure lines.
func give(w http.ResponseWriter, id, secret string, secure bool) {
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie, Value: secret, Path: "/games/" + id, MaxAge: 365 * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	})
}

// A bunch is the IDs of the guests whose secrets a browser holds.
type bunch []string

func bunchOf(r *http.Request) bunch {
	var guests bunch
	for _, cookie := range r.CookiesNamed(seatCookie) {
		guests = append(guests, guestOf(cookie.Value))
	}
	return guests
}

// seats returns the colours for which the browser may speak as the seats are
// now: none, one, or both where two people share it.
func (b bunch) seats(s play.Settings) []board.Color {
	var held []board.Color
	for _, c := range board.Colors {
		if seat := s.Seat(c); seat.Kind == play.SeatGuest && b.holds(seat.ID) {
			held = append(held, c)
		}
	}
	return held
}

func (b bunch) holds(guest string) bool {
	for _, held := range b {
		if subtle.ConstantTimeCompare([]byte(held), []byte(guest)) == 1 {
			return true
		}
	}
	return false
}

// written names colours on the wire: "", "b", "w" or "bw".
func written(colors []board.Color) string {
	var t strings.Builder
	for _, c := range colors {
		t.WriteString(letters[c])
	}
	return t.String()
}

// those returns the colours of which something is so.
func those(so func(board.Color) bool) string {
	var held []board.Color
	for _, c := range board.Colors {
		if so(c) {
			held = append(held, c)
		}
	}
	return written(held)
}
