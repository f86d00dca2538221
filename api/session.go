package api

import (
	"context"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"fmt"
	"net/http"
	"regexp"
	"slices"
	"strings"
	"time"

	"rosette/game/board"
	"rosette/play"
)

const (
	// guestCookie holds the secret of a guest's session, for the whole server.
	guestCookie = "guest"
	// seatCookie is what earlier versions set on the page of each game: the secret
	// of its seats. Its session is known by the same hash.
	seatCookie = "seat"
	// seatPrefix and the id of a game name the copy of a seatCookie that the API
	// gets, which the path of the original keeps from it.
	seatPrefix = "seat_"
)

// cookieLife is how long a browser keeps a secret.
const cookieLife = 365 * 24 * time.Hour

// gameID is what the id of a game looks like: 128 random bits.
var gameID = regexp.MustCompile(`^[a-z2-7]{26}$`)

// secret returns 128 random bits in lower-case letters and digits.
func secret() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(bits[:]))
}

// keyHash returns what of a secret is stored.
func keyHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// An Actor is who acts: "guest/ID", "user/ID", or "" for nobody known.
type Actor string

// seat returns a seat of the actor.
func (a Actor) seat(name string) play.Seat {
	kind, id, _ := strings.Cut(string(a), "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// A visitor is a client with the secrets that came with its request.
type visitor struct {
	server *Server
	actor  Actor               // of the session
	old    map[string][]string // hashes of secrets of earlier versions, by game; "" for the page that is asked for
}

// visitor reads the session of a request. Nobody known is no error.
func (s *Server) visitor(r *http.Request) (visitor, error) {
	v := visitor{server: s, old: map[string][]string{}}
	for _, cookie := range r.Cookies() {
		id, isOld := strings.CutPrefix(cookie.Name, seatPrefix)
		switch {
		case cookie.Name == guestCookie:
			actor, err := s.Sessions.Actor(r.Context(), keyHash(cookie.Value))
			if err != nil {
				return v, fmt.Errorf("session: %w", err)
			}
			if actor != "" {
				v.actor = Actor(actor)
				s.addresses.Add(v.actor, s.Address(r))
			}
		case cookie.Name == seatCookie:
			v.old[""] = append(v.old[""], keyHash(cookie.Value))
		case isOld && gameID.MatchString(id):
			v.old[id] = append(v.old[id], keyHash(cookie.Value))
		}
	}
	return v, nil
}

// actors returns as whom the visitor may act in a game.
func (v visitor) actors(ctx context.Context, id string) ([]Actor, error) {
	var all []Actor
	if v.actor != "" {
		all = append(all, v.actor)
	}
	for _, hash := range slices.Concat(v.old[""], v.old[id]) {
		actor, err := v.server.Sessions.Actor(ctx, hash)
		if err != nil {
			return nil, fmt.Errorf("session: %w", err)
		}
		if actor != "" {
			all = append(all, Actor(actor))
		}
	}
	return all, nil
}

// seats returns the colours of the seats that the actors hold.
func seats(s play.Settings, actors []Actor) []board.Color {
	var held []board.Color
	for _, c := range board.Colors {
		if seat := s.Seat(c); !seat.Bot() && slices.Contains(actors, Actor(seat.Actor())) {
			held = append(held, c)
		}
	}
	return held
}

// letters writes colours: "", "b", "w" or "bw".
func letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += [...]string{"", "b", "w"}[c]
	}
	return text
}

// LastAddress returns the address from which an actor came last, or the actor's own
// name if that is forgotten.
func (s *Server) LastAddress(actor string) string {
	if address, ok := s.addresses.Get(Actor(actor)); ok {
		return address
	}
	return actor
}

// newGuest begins a session and returns its actor and the cookie for its client.
func (s *Server) newGuest(ctx context.Context, secure bool) (Actor, *http.Cookie, error) {
	key := secret()
	var id [16]byte
	rand.Read(id[:])
	actor := Actor("guest/" + hex.EncodeToString(id[:]))
	if err := s.Sessions.Create(ctx, keyHash(key), string(actor), s.Now()); err != nil {
		return "", nil, fmt.Errorf("session: %w", err)
	}
	return actor, newCookie(guestCookie, key, "/", secure), nil
}

// newCookie returns a cookie that scripts and other sites cannot use. One that was
// set on an encrypted connection stays on those.
func newCookie(name, value, path string, secure bool) *http.Cookie {
	return &http.Cookie{
		Name: name, Value: value, Path: path, MaxAge: int(cookieLife.Seconds()),
		HttpOnly: true, SameSite: http.SameSiteStrictMode, Secure: secure,
	}
}

// KeepSeat lets the API see the secret that an earlier version set for the page of
// a game only.
func (s *Server) KeepSeat(w http.ResponseWriter, r *http.Request, id string) {
	if cookie, err := r.Cookie(seatCookie); err == nil && gameID.MatchString(id) {
		http.SetCookie(w, newCookie(seatPrefix+id, cookie.Value, "/api", s.Secure(r)))
	}
}
