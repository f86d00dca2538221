// Package lobby implements the routes by which people find each other for a game:
// offers by link, in the lobby, to one person and for a rematch, quick pairing, and the
// topics of the socket on which offers are followed.
package lobby

import (
	"context"
	"errors"
	"net/http"
	"strings"
	"sync"
	"time"

	"rosette/play"
	"rosette/play/rating"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
	"rosette/server/pubsub"
)

// Offers keep offers, as package store has them.
type Offers interface {
	Make(ctx context.Context, o lobby.Offer, most int) error
	Offer(ctx context.Context, id string) (lobby.Offer, error)
	Settle(ctx context.Context, o lobby.Offer) error
	Seeks(ctx context.Context, now time.Time, limit int) ([]lobby.Offer, error)
	Of(ctx context.Context, actor string, now time.Time) ([]lobby.Offer, error)
	Rematches(ctx context.Context, match string) ([]lobby.Offer, error)
	Seen(ctx context.Context, actor string, now time.Time) error
	Sweep(ctx context.Context, before time.Time) error
}

// Ratings know how people stand.
type Ratings interface {
	Of(ctx context.Context, actor string) ([]rating.Standing, error)
	Weight(ctx context.Context, pool rating.Pool, a, b string, oneAddress bool, ended time.Time) (float64, error)
}

// Options are what a server needs. API, Offers and Publish must be set.
type Options struct {
	API      *matchhttp.Server
	Offers   Offers
	Accounts Accounts             // without it nobody is challenged by name and nobody changes devices
	Ratings  Ratings              // without it nobody has one
	Publish  func(pubsub.Message) // must not wait
	Most     int                  // open offers of a person; 10

	// NotOneAddress says that no game is rated whose players are at one address.
	NotOneAddress bool

	// Asked is told of an offer to one person. Its error is logged; it may be nil.
	Asked func(ctx context.Context, o lobby.Offer) error
}

// A Server answers the routes of offers, and handles their topics on the socket. It is a
// [web.Group]. Run it.
type Server struct {
	Options
	*web.Server
	made  *web.Limiter // offers, of an address
	swept time.Time    // when old offers were deleted last

	mu      sync.Mutex
	seekers map[web.Actor]time.Time // makers of open seeks, and when they were there last
	listed  map[string]lobby.Offer  // the seeks that followers of the lobby know
}

// New returns a server.
func New(o Options) *Server {
	if o.Most == 0 {
		o.Most = 10
	}
	s := &Server{
		Options: o, Server: o.API.Server, made: o.API.NewLimiter("offers", o.API.Limits.Games, time.Hour),
		seekers: map[web.Actor]time.Time{}, listed: map[string]lobby.Offer{},
	}
	topic := matchhttp.Topic{Join: s.join}
	o.API.AddTopic(lobbyTopic, topic)
	o.API.AddTopic(offerPrefix, topic)
	o.API.OnBeat(s.present)
	return s
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Create(routes, web.Cheap, "/api/lobby/offers", "Offer a game to a person, by a link or in the lobby", s.postOffer, 403, 422, 429, 503)
	web.Get(routes, web.Cheap, "/api/lobby/offers", "Open seeks, and offers that you have made or are asked in", s.getOffers, 503)
	web.Get(routes, web.Cheap, "/api/lobby/offers/{id}", "An offer", s.getOffer, 404, 503)
	web.Delete(routes, web.Cheap, "/api/lobby/offers/{id}", "Withdraw an offer", s.deleteOffer, 403, 404, 409, 503)
	web.Post(routes, web.Cheap, "/api/lobby/offers/{id}/accept", "Accept an offer: it becomes a game", web.MaxBody, s.postAccept, 403, 404, 409, 422, 429, 503)
	web.Create(routes, web.Cheap, "/api/lobby/handover", "Play as the same guest on another device", s.postHandOver, 403, 429, 503)
	web.Create(routes, web.Cheap, "/api/games/{id}/watchers", "Let one more person watch your private game", s.postWatcher, 403, 404, 409, 429, 503)
	web.Create(routes, web.Cheap, "/api/lobby/pair", "A quick game with whoever wants the same: it begins, or waits in the lobby", s.postPair, 403, 422, 429, 503)
	web.Post(routes, web.Cheap, "/api/games/{id}/rematch", "Offer a rematch, or accept that of your opponent", web.MaxBody, s.postRematch, 403, 404, 409, 429, 503)
	web.Post(routes, web.Cheap, "/api/lobby/offers/{id}/decline", "Decline a challenge or rematch", web.MaxBody, s.postDecline, 403, 404, 409, 422, 503)
}

// A person is who asks, with a cookie if he came just now.
type person struct {
	lobby.Person
	cookie *http.Cookie
}

// nobody stands for a guest who is not known yet.
const nobody = "guest/00000000000000000000000000000000"

// known returns who sends a request, or nobody.
func (s *Server) known(r *http.Request, name string) (p person, err error) {
	v, err := s.Visitor(r)
	if err != nil {
		return p, s.fault(err)
	}
	for _, a := range v.Own() {
		p.Actors = append(p.Actors, string(a))
	}
	if v.User.ID == "" {
		if v.Actor != "" {
			p.Seat, err = s.guestSeat(r.Context(), v.Actor, name)
		}
		return p, err
	}
	p.Seat = seatOf(v.Actor, v.User.Name)
	p.Bot = v.User.Bot
	if p.Points, err = s.points(r.Context(), string(v.Actor)); err != nil {
		return p, s.fault(err)
	}
	if s.Accounts != nil {
		if p.Avoids, err = s.Accounts.Avoided(r.Context(), string(v.Actor)); err != nil {
			return p, s.fault(err)
		}
	}
	return p, nil
}

// typedName returns the name that the client of a request has typed, in its normal form; ""
// if there is none or the client has an account.
func (s *Server) typedName(r *http.Request, name string) (string, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return "", s.fault(err)
	}
	if v.User.ID != "" {
		return "", nil
	}
	return s.API.PersonName(r.Context(), v, "name", name)
}

// points returns how somebody stands where he has played.
func (s *Server) points(ctx context.Context, actor string) (map[rating.Pool]float64, error) {
	if s.Ratings == nil {
		return nil, nil
	}
	all, err := s.Ratings.Of(ctx, actor)
	points := map[rating.Pool]float64{}
	for _, one := range all {
		points[one.Pool] = one.Points
	}
	return points, err
}

// welcome makes a guest of nobody.
func (s *Server) welcome(r *http.Request, p person, name string) (person, error) {
	if len(p.Actors) > 0 {
		s.KeepAddress(web.Actor(p.Seat.Actor()), r)
		return p, nil
	}
	actor, cookie, err := s.NewGuest(r.Context(), s.Secure(r))
	if err != nil {
		return p, s.fault(err)
	}
	s.KeepAddress(actor, r)
	p.Actors, p.cookie = []string{string(actor)}, cookie
	p.Seat, err = s.guestSeat(r.Context(), actor, name)
	return p, err
}

// statuses are those of refusals; of others it is a conflict.
var statuses = map[lobby.Refusal]int{
	lobby.ErrNoOffer: http.StatusNotFound, lobby.ErrTooMany: http.StatusTooManyRequests,
	lobby.ErrNoBots: http.StatusForbidden, lobby.ErrBotsPair: http.StatusForbidden,
	lobby.ErrOneBrowser: http.StatusForbidden, lobby.ErrOneAddress: http.StatusForbidden,
	lobby.ErrBlocked: http.StatusForbidden, lobby.ErrUnrated: http.StatusUnprocessableEntity,
	lobby.ErrNotAsked: http.StatusForbidden, lobby.ErrNotYours: http.StatusForbidden, lobby.ErrRating: http.StatusForbidden,
	lobby.ErrBadRange: http.StatusUnprocessableEntity, lobby.ErrNoKind: http.StatusUnprocessableEntity,
	lobby.ErrHandedOver: http.StatusNotFound, lobby.ErrNoGuest: http.StatusForbidden,
	lobby.ErrNoPair: http.StatusUnprocessableEntity, lobby.ErrNoPerson: http.StatusUnprocessableEntity,
	lobby.ErrNobodyAsked: http.StatusUnprocessableEntity, lobby.ErrNoReason: http.StatusUnprocessableEntity,
}

// fault returns the problem of an error.
func (s *Server) fault(err error) error {
	var refused lobby.Refusal
	var problem web.Problem
	switch {
	case errors.As(err, &problem):
		return problem
	case errors.As(err, &refused):
		status, ok := statuses[refused]
		if !ok {
			status = http.StatusConflict
		}
		return web.ProblemOf(status, "lobby.refused."+string(refused), nil)
	case errors.Is(err, play.ErrNoMatch):
		return web.ProblemOf(http.StatusNotFound, "api.no-game", nil)
	case !errors.Is(err, context.Canceled): // else the client has gone
		s.Log.Error("api: offers", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

// within moves the faults of a game into the offer that has it.
func within(err error) error {
	var p web.Problem
	if !errors.As(err, &p) {
		return err
	}
	for i, f := range p.Errors {
		p.Errors[i].Location = "body.game." + strings.TrimPrefix(f.Location, "body.")
	}
	return p
}
