package web

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

// seatCookie holds the secret of a seat. Its path is the game's, so each game
// has its own.
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

// keyOf returns what of a secret may be stored.
func keyOf(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// give lets this browser, and no other, move in the game. A seat given on a
// secure line stays on secure lines.
func give(w http.ResponseWriter, id, secret string, secure bool) {
	http.SetCookie(w, &http.Cookie{
		Name: seatCookie, Value: secret, Path: "/games/" + id, MaxAge: 365 * 24 * 3600,
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	})
}

// seated returns the colour whose seat the browser holds, Empty if it may
// only watch.
func seated(r *http.Request, s play.Settings) board.Color {
	for _, cookie := range r.CookiesNamed(seatCookie) {
		key := []byte(keyOf(cookie.Value))
		for color, seat := range map[board.Color]play.Seat{board.Black: s.Black, board.White: s.White} {
			if !seat.Program && subtle.ConstantTimeCompare(key, []byte(seat.Key)) == 1 {
				return color
			}
		}
	}
	return board.Empty
}
