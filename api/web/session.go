package web

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
)

const (
	// GuestCookie holds the secret of a guest's session, for the whole server.
	GuestCookie = "guest"
	// SeatCookie is what earlier versions set on the page of each game: the secret
	// of its seats. Its session is known by the same hash.
	SeatCookie = "seat"
	// seatPrefix and the id of a game name the copy of a SeatCookie that the API
	// gets, which the path of the original keeps from it.
	seatPrefix = "seat_"
)

// cookieLife is how long a browser keeps a secret.
const cookieLife = 365 * 24 * time.Hour

// GameID is what the id of a game looks like: 128 random bits.
var GameID = regexp.MustCompile(`^[a-z2-7]{26}$`)

// Secret returns 128 random bits in lower-case letters and digits.
func Secret() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(bits[:]))
}

// KeyHash returns what of a secret is stored.
func KeyHash(secret string) string {
	sum := sha256.Sum256([]byte(secret))
	return hex.EncodeToString(sum[:])
}

// An Actor is who acts: "guest/ID", "user/ID", or "" for nobody known.
type Actor string

// A Visitor is a client with the secrets that came with its request.
type Visitor struct {
	server *Server
	Actor  Actor               // of the session, "" if nobody is known
	old    map[string][]string // hashes of secrets of earlier versions, by game; "" for the page that is asked for
}

// Visitor reads the session of a request. Nobody known is no error.
func (s *Server) Visitor(r *http.Request) (Visitor, error) {
	v := Visitor{server: s, old: map[string][]string{}}
	for _, cookie := range r.Cookies() {
		id, isOld := strings.CutPrefix(cookie.Name, seatPrefix)
		switch {
		case cookie.Name == GuestCookie:
			actor, err := s.Sessions.Actor(r.Context(), KeyHash(cookie.Value))
			if err != nil {
				return v, fmt.Errorf("session: %w", err)
			}
			if actor != "" {
				v.Actor = Actor(actor)
				s.KeepAddress(v.Actor, r)
			}
		case cookie.Name == SeatCookie:
			v.old[""] = append(v.old[""], KeyHash(cookie.Value))
		case isOld && GameID.MatchString(id):
			v.old[id] = append(v.old[id], KeyHash(cookie.Value))
		}
	}
	return v, nil
}

// Actors returns as whom the visitor may act in a game.
func (v Visitor) Actors(ctx context.Context, id string) ([]Actor, error) {
	var all []Actor
	if v.Actor != "" {
		all = append(all, v.Actor)
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

// KeepAddress remembers from where an actor came.
func (s *Server) KeepAddress(actor Actor, r *http.Request) { s.addresses.Add(actor, s.Address(r)) }

// LastAddress returns the address from which an actor came last, or the actor's own
// name if that is forgotten.
func (s *Server) LastAddress(actor string) string {
	if address, ok := s.addresses.Get(Actor(actor)); ok {
		return address
	}
	return actor
}

// NewGuest begins a session and returns its actor and the cookie for its client.
func (s *Server) NewGuest(ctx context.Context, secure bool) (Actor, *http.Cookie, error) {
	key := Secret()
	var id [16]byte
	rand.Read(id[:])
	actor := Actor("guest/" + hex.EncodeToString(id[:]))
	if err := s.Sessions.Create(ctx, KeyHash(key), string(actor), s.Now()); err != nil {
		return "", nil, fmt.Errorf("session: %w", err)
	}
	return actor, newCookie(GuestCookie, key, "/", secure), nil
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
	if cookie, err := r.Cookie(SeatCookie); err == nil && GameID.MatchString(id) {
		http.SetCookie(w, newCookie(seatPrefix+id, cookie.Value, "/api", s.Secure(r)))
	}
}
