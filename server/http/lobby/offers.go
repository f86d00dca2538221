package lobby

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
)

// A NewOffer asks for an opponent.
type NewOffer struct {
	Kind  string        `json:"kind,omitempty" doc:"link, seek or challenge; link if empty" example:"seek"`
	Game  match.NewGame `json:"game,omitzero" doc:"The game; its color is that of the client, by lot if empty; opponent, level, seconds and names do not count"`
	Name  string        `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
	To    string        `json:"to,omitempty" doc:"Of a challenge: the name of the person"`
	Least int           `json:"least,omitempty" doc:"Of a seek: the lowest rating of who may accept; 0 for none"`
	Most  int           `json:"most,omitempty" doc:"Of a seek: the highest rating of who may accept; 0 for none"`
	Near  int           `json:"near,omitempty" doc:"Of a seek, instead of least and most: by how much the ratings may differ; 0 for any"`
	Bots  bool          `json:"bots,omitempty" doc:"Of a seek: bots may accept it too"`
	Even  bool          `json:"even,omitempty" doc:"The ratings of both decide the handicap, and with one who has which colour"`
}

// An Acceptance accepts an offer.
type Acceptance struct {
	Name string `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
}

// A Decline declines an offer.
type Decline struct {
	Why string `json:"why,omitempty" doc:"later, time, board, rules, rated or casual; no reason if empty" example:"later"`
}

// An OfferList is the open offers that concern a client.
type OfferList struct {
	Seeks []OfferView `json:"seeks"` // in the lobby
	Yours []OfferView `json:"yours"` // that the client has made or is asked in
}

type (
	newOfferInput struct{ Body NewOffer }
	offerInput    struct {
		ID string `path:"id" doc:"Of the offer: 26 letters and digits" maxLength:"64"`
	}
	acceptanceInput struct {
		ID   string `path:"id" maxLength:"64"`
		Body Acceptance
	}
	declineInput struct {
		ID   string `path:"id" maxLength:"64"`
		Body Decline
	}
	openedOutput struct {
		SetCookie []http.Cookie `header:"Set-Cookie"`
		Location  string        `header:"Location"`
		Body      match.Opened
	}
	offerOutput     struct{ Body OfferView }
	offerListOutput struct{ Body OfferList }
	noInput         struct{}
)

// mostSeeks is how many seeks the lobby shows.
const mostSeeks = 100

// opened says where an offer is, and later its game.
func opened(id string, cookie *http.Cookie) *openedOutput {
	out := &openedOutput{Location: "/api/lobby/offers/" + id, Body: match.Opened{ID: id, Topic: view.Topic(id), Page: "/games/" + id}}
	if cookie != nil {
		out.SetCookie = []http.Cookie{*cookie}
	}
	return out
}

func (s *Server) postOffer(ctx context.Context, in *newOfferInput) (*openedOutput, error) {
	id, cookie, err := s.Offer(web.RequestOf(ctx), in.Body)
	if err != nil {
		return nil, err
	}
	return opened(id, cookie), nil
}

// Offer makes an offer of the client of a request. It returns the offer's id and, for
// a new guest, the cookie of the session. The error is a Problem.
func (s *Server) Offer(r *http.Request, wanted NewOffer) (id string, cookie *http.Cookie, err error) {
	name, err := s.typedName(r, wanted.Name)
	if err != nil {
		return "", nil, err
	}
	p, err := s.known(r, name)
	if err != nil {
		return "", nil, err
	}
	o, err := s.terms(r.Context(), wanted, p.Person)
	if err != nil {
		return "", nil, err
	}
	o.Maker, o.Bot = p.Seat, p.Bot
	if len(p.Actors) == 0 {
		o.Maker = seatOf(nobody, name)
	}
	if err := mayBeRated(o, o.Maker); err != nil {
		return "", nil, within(err)
	}
	if o, err = s.checked(o); err != nil {
		return "", nil, err
	}
	if wait, ok := s.made.Take(s.Address(r)); !ok {
		return "", nil, web.TooMany("api.too-many-games", wait, nil)
	}
	if p, err = s.welcome(r, p, name); err != nil {
		return "", nil, err
	}
	o.Maker = p.Seat
	if err := s.keep(r.Context(), s.withBrowser(r, o)); err != nil {
		return "", nil, err
	}
	return o.ID, p.cookie, nil
}

// checked returns an offer as it is made.
func (s *Server) checked(o lobby.Offer) (lobby.Offer, error) {
	o, err := lobby.Make(o, o.Game.Clock.Speed().Live(), s.Now())
	if err != nil {
		return o, s.fault(err)
	}
	return o, nil
}

// keep stores a new offer and tells of it.
func (s *Server) keep(ctx context.Context, o lobby.Offer) error {
	var err error
	if o.Maker.Kind == play.SeatGuest {
		if o.GuestName, err = s.API.GuestName(ctx, o.Maker.Actor()); err != nil {
			return s.fault(err)
		}
	}
	if err := s.Offers.Make(ctx, o, s.Most); err != nil {
		return s.fault(err)
	}
	if o.Present {
		s.mu.Lock()
		s.seekers[web.Actor(o.Maker.Actor())] = s.Now()
		s.mu.Unlock()
	}
	s.tell(o)
	if o.To != "" && s.Asked != nil {
		if err := s.Asked(ctx, o); err != nil {
			s.Log.Error("api: nobody is told of an offer", "err", err)
		}
	}
	return nil
}

func (s *Server) getOffer(ctx context.Context, in *offerInput) (*offerOutput, error) {
	o, err := s.Offered(web.RequestOf(ctx), in.ID)
	if err != nil {
		return nil, err
	}
	return &offerOutput{o}, nil
}

// OfferView returns an offer as the client of a request sees it. One that was accepted
// has its game then. The error is a Problem.
func (s *Server) Offered(r *http.Request, id string) (OfferView, error) {
	o, p, err := s.find(r, id)
	if err != nil {
		return OfferView{}, err
	}
	if o.State == lobby.Accepted { // perhaps by a server that ended before it opened the game
		if err := s.open(r.Context(), o); err != nil {
			return OfferView{}, s.fault(err)
		}
	}
	return s.offeredTo(r, o, p.Person)
}

// offeredTo returns an offer as the client of a request sees it, with what keeps the client
// from accepting a rated game, or what it weighs.
func (s *Server) offeredTo(r *http.Request, o lobby.Offer, p lobby.Person) (OfferView, error) {
	one := viewOf(o, p, s.Now())
	if o.MayAccept(p, s.Now()) != nil {
		return one, nil
	}
	met, err := s.meeting(r, o, p)
	if refused := lobby.Refusal(""); errors.As(err, &refused) {
		one.Refused = string(refused)
		return one, nil
	}
	if err == nil {
		one.Weight, err = s.weight(r.Context(), met, p)
	}
	if err != nil {
		return one, s.fault(err)
	}
	return one, nil
}

// find returns an offer and who asks for it.
func (s *Server) find(r *http.Request, id string) (o lobby.Offer, p person, err error) {
	if !web.GameID.MatchString(id) {
		return o, p, s.fault(lobby.ErrNoOffer)
	}
	if p, err = s.known(r, ""); err != nil {
		return o, p, err
	}
	if o, err = s.Offers.Offer(r.Context(), id); err != nil {
		return o, p, s.fault(err)
	}
	v, err := s.Visitor(r)
	if err == nil {
		err = s.mayRead(r.Context(), v, o)
	}
	if err != nil {
		return o, p, s.fault(err)
	}
	return o, p, nil
}

// mayRead returns nil if a visitor may read an offer: everybody may who knows its id,
// until it is a private game. The error is a Problem.
func (s *Server) mayRead(ctx context.Context, v web.Visitor, o lobby.Offer) error {
	if o.State != lobby.Accepted {
		return nil
	}
	return s.API.MayRead(ctx, v, o.ID, o.Game)
}

func (s *Server) getOffers(ctx context.Context, _ *noInput) (*offerListOutput, error) {
	list, err := s.List(web.RequestOf(ctx))
	if err != nil {
		return nil, err
	}
	return &offerListOutput{list}, nil
}

// List returns the open offers that concern the client of a request. The error is a
// Problem.
func (s *Server) List(r *http.Request) (list OfferList, err error) {
	p, err := s.known(r, "")
	if err != nil {
		return list, err
	}
	now := s.Now()
	seeks, err := s.Offers.Seeks(r.Context(), now, mostSeeks)
	if err != nil {
		return list, s.fault(err)
	}
	list = OfferList{Seeks: []OfferView{}, Yours: []OfferView{}}
	for _, o := range seeks {
		if slices.Contains(p.Avoids, o.Maker.Actor()) {
			continue
		}
		one, err := s.shown(r.Context(), o, p.Person)
		if err != nil {
			return list, s.fault(err)
		}
		list.Seeks = append(list.Seeks, one)
	}
	list.Yours, err = s.yours(r.Context(), p)
	return list, err
}

// Yours returns the open offers that the client of a request has made or is asked in. The
// error is a Problem.
func (s *Server) Yours(r *http.Request) ([]OfferView, error) {
	p, err := s.known(r, "")
	if err != nil {
		return nil, err
	}
	return s.yours(r.Context(), p)
}

func (s *Server) yours(ctx context.Context, p person) ([]OfferView, error) {
	all, now := []OfferView{}, s.Now()
	for _, actor := range p.Actors {
		own, err := s.Offers.Of(ctx, actor, now)
		if err != nil {
			return nil, s.fault(err)
		}
		all = append(all, seenAll(own, p.Person, now)...)
	}
	return all, nil
}

// shown returns a seek as somebody sees it in the lobby: with the rank of who seeks.
func (s *Server) shown(ctx context.Context, o lobby.Offer, by lobby.Person) (OfferView, error) {
	one := listed(o, by, s.Now())
	if refused := lobby.Refusal(""); errors.As(o.MayAccept(by, s.Now()), &refused) && !one.Mine {
		one.Refused = string(refused)
	}
	var err error
	if one.By.Rank == "" && s.API.Ranks != nil {
		one.By.Rank, err = s.API.RankIn(ctx, o.Game, o.Maker)
	}
	return one, err
}

// seenAll returns offers as somebody sees them.
func seenAll(offers []lobby.Offer, by lobby.Person, now time.Time) []OfferView {
	all := []OfferView{}
	for _, o := range offers {
		all = append(all, listed(o, by, now))
	}
	return all
}

func (s *Server) deleteOffer(ctx context.Context, in *offerInput) (*offerOutput, error) {
	return s.answered(s.Withdraw(web.RequestOf(ctx), in.ID))
}

func (s *Server) answered(o OfferView, err error) (*offerOutput, error) {
	if err != nil {
		return nil, err
	}
	return &offerOutput{o}, nil
}

// Withdraw withdraws an offer of the client of a request. The error is a Problem.
func (s *Server) Withdraw(r *http.Request, id string) (OfferView, error) {
	return s.settle(r, id, func(o lobby.Offer, p lobby.Person) (lobby.Offer, error) { return o.Withdraw(p, s.Now()) })
}

func (s *Server) postDecline(ctx context.Context, in *declineInput) (*offerOutput, error) {
	return s.answered(s.Decline(web.RequestOf(ctx), in.ID, in.Body.Why))
}

// Decline declines an offer to the client of a request. The error is a Problem.
func (s *Server) Decline(r *http.Request, id, why string) (OfferView, error) {
	return s.settle(r, id, func(o lobby.Offer, p lobby.Person) (lobby.Offer, error) { return o.Decline(p, why, s.Now()) })
}

// settle ends an offer without a game.
func (s *Server) settle(r *http.Request, id string, end func(lobby.Offer, lobby.Person) (lobby.Offer, error)) (OfferView, error) {
	o, p, err := s.find(r, id)
	if err != nil {
		return OfferView{}, err
	}
	for {
		settled, err := end(o, p.Person)
		if err != nil {
			return OfferView{}, s.fault(err)
		}
		if err = s.Offers.Settle(r.Context(), settled); err == nil {
			s.tell(settled)
			return viewOf(settled, p.Person, s.Now()), nil
		}
		if o, err = s.changed(r.Context(), id, err); err != nil {
			return OfferView{}, err
		}
	}
}

// changed returns what somebody else has made of an offer that was open a moment ago.
func (s *Server) changed(ctx context.Context, id string, err error) (lobby.Offer, error) {
	if !errors.Is(err, lobby.ErrNoOffer) {
		return lobby.Offer{}, s.fault(err)
	}
	o, err := s.Offers.Offer(ctx, id)
	if err != nil {
		return o, s.fault(err)
	}
	return o, nil
}
