// Package lobby implements the routes for finding opponents: offers by link, in the lobby, to one
// person and for a rematch, quick pairing, and the socket topics for following offers.
package lobby

import (
	"context"
	"net/http"
	"slices"
	"time"

	"rosette/play/clock"
	"rosette/play/view"
	"rosette/server/account"
	matchhttp "rosette/server/http/match"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/refusal"
)

// A Server answers the routes for offers and handles their topics on the socket. It is a
// [web.Group].
type Server struct {
	lobby   *lobby.Service
	matches *match.Service
}

// New returns a server and adds its topics to the sockets.
func New(s *lobby.Service, matches *match.Service, sockets *socket.Registry) *Server {
	out := &Server{lobby: s, matches: matches}
	topic := socket.Topic{Join: out.join}
	sockets.AddTopic(lobbyTopic, topic)
	sockets.AddTopic(offerPrefix, topic)
	sockets.OnBeat(s.RecordPresence)
	return out
}

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Create(routes, web.Cheap, "/api/lobby/offers",
		"Offer a game to a person, by a link or in the lobby", s.postOffer, 403, 422, 429, 503)
	web.Get(routes, web.Page, "/api/lobby/offers", "Open seeks, and offers that you have made or are asked in",
		s.getOffers, 503)
	web.Get(routes, web.Page, "/api/lobby/offers/{id}", "An offer", s.getOffer, 404, 503)
	web.Delete(routes, web.Page, "/api/lobby/offers/{id}", "Withdraw an offer", s.deleteOffer, 403, 404, 409, 503)
	web.Post(routes, web.Cheap, "/api/lobby/offers/{id}/accept",
		"Accept an offer: it becomes a game", web.MaxBody, s.postAccept, 403, 404, 409, 422, 429, 503)
	web.Create(routes, web.Cheap, "/api/lobby/handover", "Play as the same guest on another device", s.postHandOver,
		403, 429, 503)
	web.Create(routes, web.Cheap, "/api/games/{id}/watchers",
		"Make a link with which one person may watch your private game", s.postWatcher, 403, 404, 409, 429, 503)
	web.Create(routes, web.Cheap, "/api/lobby/pair",
		"Start a quick game with a waiting opponent, or wait for one in the lobby", s.postPair, 403, 422, 429, 503)
	web.Post(routes, web.Cheap, "/api/games/{id}/rematch",
		"Offer a rematch, or accept your opponent's offer", web.MaxBody, s.postRematch, 403, 404, 409, 429, 503)
	web.Post(routes, web.Cheap, "/api/lobby/offers/{id}/computer",
		"Play the computer instead of waiting for an opponent", web.MaxBody, s.postComputer, 403, 404, 409, 503)
	web.Post(routes, web.Cheap, "/api/lobby/offers/{id}/decline",
		"Decline a challenge or rematch", web.MaxBody, s.postDecline, 403, 404, 409, 422, 503)
}

type (
	noInput       struct{ web.Caller }
	newOfferInput struct {
		web.Caller
		Body NewOffer
	}
	offerInput struct {
		web.Caller
		ID string `path:"id" doc:"ID of the offer: 26 letters and digits" maxLength:"64"`
	}
	acceptanceInput struct {
		web.Caller
		ID   string `path:"id" maxLength:"64"`
		Body wire.Acceptance
	}
	declineInput struct {
		web.Caller
		ID   string `path:"id" maxLength:"64"`
		Body wire.Decline
	}
	quickInput struct {
		web.Caller
		Body QuickGame
	}
	openedOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Location  string        `header:"Location"`
		Body      wire.OpenedGame
	}
	offerOutput     struct{ Body wire.OfferView }
	offerListOutput struct{ Body OfferList }
	handOverOutput  struct{ Body HandOver }
	watcherOutput   struct{ Body WatcherLink }
)

// opened returns the addresses of an offer and its game, with the cookie for a new guest.
func opened(c web.Caller, id, session string, err error) (*openedOutput, error) {
	if err != nil {
		return nil, err
	}
	out := &openedOutput{
		Location: "/api/lobby/offers/" + id,
		Body:     wire.OpenedGame{ID: id, Topic: view.Topic(id), Page: "/games/" + id},
	}
	if session != "" {
		out.SetCookie = []http.Cookie{*web.GuestOf(session, c.Secure)}
	}
	return out, nil
}

func (s *Server) postOffer(ctx context.Context, in *newOfferInput) (*openedOutput, error) {
	wanted, err := Decoded(s.matches, in.Body)
	if err != nil {
		return nil, err
	}
	id, session, err := s.lobby.Offer(ctx, in.Client, wanted)
	return opened(in.Caller, id, session, err)
}

// Decoded converts an offer from a request. It refuses games that the server does not offer.
func Decoded(m *match.Service, b NewOffer) (o lobby.NewOffer, err error) {
	o = lobby.NewOffer{
		Kind: lobby.Kind(b.Kind), Name: b.Name, To: b.To, Elo: lobby.Range{Least: b.Least, Most: b.Most},
		Near: b.Near, Bots: b.Bots, Even: b.Even,
	}
	if o.Color, err = match.ColorNamed(b.Game.Color); err != nil {
		return o, inGame(err)
	}
	if o.Even && (b.Game.Handicap != 0 || b.Game.Ranks != "" || b.Game.Komi != nil) {
		return o, lobby.InField("even", lobby.ErrEven)
	}
	o.Game, err = m.Terms(matchhttp.WantedGame(b.Game), m.Now())
	if b.Game.Visibility == "" {
		o.Game.Public = o.Kind == lobby.Seek
	}
	return o, inGame(err)
}

// inGame changes the locations in a problem with a game to those in its offer.
func inGame(err error) error {
	refused := refusal.Of(err)
	if refused == nil {
		return err
	}
	out := *refused
	out.Fields = slices.Clone(refused.Fields)
	for i := range out.Fields {
		out.Fields[i].Name = "game." + out.Fields[i].Name
	}
	return &out
}

func (s *Server) getOffers(ctx context.Context, in *noInput) (*offerListOutput, error) {
	list, err := s.lobby.Offers(ctx, in.Visitor)
	return &offerListOutput{
		OfferList{Seeks: web.ListOf(list.Seeks, ViewOf), Yours: web.ListOf(list.Yours, ViewOf)},
	}, err
}

func (s *Server) getOffer(ctx context.Context, in *offerInput) (*offerOutput, error) {
	return offerOf(s.lobby.Read(ctx, in.Client, in.ID))
}

// offerOf returns the response with an offer.
func offerOf(v lobby.View, err error) (*offerOutput, error) { return &offerOutput{ViewOf(v)}, err }

func (s *Server) deleteOffer(ctx context.Context, in *offerInput) (*offerOutput, error) {
	return offerOf(s.lobby.Withdraw(ctx, in.Client, in.ID))
}

func (s *Server) postDecline(ctx context.Context, in *declineInput) (*offerOutput, error) {
	return offerOf(s.lobby.Decline(ctx, in.Client, in.ID, in.Body.Why))
}

func (s *Server) postRematch(ctx context.Context, in *offerInput) (*offerOutput, error) {
	return offerOf(s.lobby.Rematch(ctx, in.Client, in.ID))
}

func (s *Server) postAccept(ctx context.Context, in *acceptanceInput) (*openedOutput, error) {
	session, err := s.lobby.Accept(ctx, in.Client, in.ID, in.Body.Name)
	return opened(in.Caller, in.ID, session, err)
}

func (s *Server) postComputer(ctx context.Context, in *offerInput) (*openedOutput, error) {
	id, err := s.lobby.PlayComputer(ctx, in.Client, in.ID)
	out, err := opened(in.Caller, id, "", err)
	if err == nil {
		out.Location = "/api/games/" + id
	}
	return out, err
}

func (s *Server) postPair(ctx context.Context, in *quickInput) (*openedOutput, error) {
	wanted := lobby.QuickGame{
		Board: in.Body.Board, Speed: clock.Speed(in.Body.Speed), Name: in.Body.Name, Casual: in.Body.Casual,
	}
	id, session, err := s.lobby.Pair(ctx, in.Client, wanted)
	return opened(in.Caller, id, session, err)
}

func (s *Server) postHandOver(ctx context.Context, in *noInput) (*handOverOutput, error) {
	secret, err := s.lobby.HandOver(ctx, in.Client)
	return &handOverOutput{HandOver{Page: "/take/" + secret, Minutes: int(account.HandOverLife / time.Minute)}}, err
}

func (s *Server) postWatcher(ctx context.Context, in *offerInput) (*watcherOutput, error) {
	secret, err := s.lobby.WatcherLink(ctx, in.Client, in.ID)
	days := int(account.InviteLife / (24 * time.Hour))
	return &watcherOutput{WatcherLink{Page: "/watch/" + secret, Days: days}}, err
}
