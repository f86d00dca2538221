package lobby

import (
	"context"
	"encoding/json"
	"strings"
	"time"

	"rosette/game"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/lobby"
	"rosette/server/pubsub"
)

// An OfferView is an offer as clients see it.
type OfferView struct {
	ID         string      `json:"id"`    // also of the game that it becomes
	Kind       string      `json:"kind"`  // link, seek, challenge or rematch
	State      string      `json:"state"` // open, accepted, withdrawn, declined or expired
	By         view.Player `json:"by"`
	Mine       bool        `json:"mine,omitempty"`  // the client has made it
	Asked      bool        `json:"asked,omitempty"` // it is made to the client
	Color      string      `json:"color,omitempty"` // b or w, of who made it; by lot if empty
	Board      string      `json:"board"`
	Rules      string      `json:"rules"`            // name of the ruleset
	Supply     string      `json:"supply,omitempty"` // stones of each player, where the rules' own number was changed
	KomiBy     string      `json:"komiBy,omitempty"` // divide, open or secret; by the rules or the number if empty
	Komi       float64     `json:"komi"`
	Handicap   int         `json:"handicap,omitempty"`
	Clock      string      `json:"clock"`
	Speed      string      `json:"speed,omitempty"` // blitz, live or correspondence
	Rated      bool        `json:"rated,omitempty"`
	Visibility string      `json:"visibility"`      // of the game: public, unlisted or private
	Least      int         `json:"least,omitempty"` // rating of who may accept
	Most       int         `json:"most,omitempty"`
	Bots       bool        `json:"bots,omitempty"`    // of a seek: bots may accept it too
	Even       bool        `json:"even,omitempty"`    // the players' ratings decide the handicap
	Weight     float64     `json:"weight,omitempty"`  // of a rated game that the client may accept, if it ended now: above 0, up to 1; in the answer about one offer
	Refused    string      `json:"refused,omitempty"` // in the lobby, and of a rated game: why the client may not accept
	After      string      `json:"after,omitempty"`   // the game of which it is a rematch
	Why        string      `json:"why,omitempty"`     // why it was declined
	Made       int64       `json:"made"`
	Ends       int64       `json:"ends"`
}

// OffersMessage is a message of the socket about offers. Those of the lobby begin with all that
// are open.
type OffersMessage struct {
	Kind   string      `json:"kind"`
	Topic  string      `json:"topic"`         // lobby, offer/ID, or me for what only the client hears
	All    bool        `json:"all,omitempty"` // there are no others
	Offers []OfferView `json:"offers"`
}

// OffersKind is the kind of [OffersMessage].
const OffersKind = "offers"

// viewOf returns an offer as somebody sees it at a time.
func viewOf(o lobby.Offer, by lobby.Person, now time.Time) OfferView {
	s := o.Game
	return OfferView{
		ID: o.ID, Kind: string(o.Kind), State: string(o.At(now)), By: view.PlayerOf(o.Maker),
		Mine: by.Is(o.Maker.Actor()), Asked: o.To != "" && by.Is(o.To), Color: [...]string{"", "b", "w"}[o.Color],
		Board: s.Board, Rules: s.Rules.Preset, Supply: ownSupply(s.Rules), KomiBy: string(s.KomiBy), Komi: s.Rules.Komi,
		Handicap: s.Handicap, Clock: s.Clock.String(), Speed: string(s.Clock.Speed()), Rated: s.Rated, Visibility: match.VisibilityOf(s),
		Least: o.Elo.Least, Most: o.Elo.Most, Bots: o.Bots, Even: o.Even, After: o.After, Why: o.Why, Made: o.Made.UnixMilli(), Ends: o.Ends.UnixMilli(),
	}
}

// listed returns an offer as [viewOf] does for a list, where a guest has the name that the
// server gave.
func listed(o lobby.Offer, by lobby.Person, now time.Time) OfferView {
	one := viewOf(o, by, now)
	if o.GuestName != "" {
		one.By.Name = o.GuestName
	}
	return one
}

// ownSupply returns the stones of each player where they are not those of the ruleset.
func ownSupply(rules game.Rules) string {
	usual, err := game.Preset(rules.Preset)
	if err != nil || usual.Supply == rules.Supply {
		return ""
	}
	return rules.Supply.String()
}

// seatOf returns a seat of an actor.
func seatOf(a web.Actor, name string) play.Seat {
	kind, id, _ := strings.Cut(string(a), "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// guestSeat returns a seat of a guest, with the name that the server has given to a guest
// who typed none.
func (s *Server) guestSeat(ctx context.Context, a web.Actor, name string) (play.Seat, error) {
	if name == "" {
		var err error
		if name, err = s.API.GuestName(ctx, string(a)); err != nil {
			return play.Seat{}, s.fault(err)
		}
	}
	return seatOf(a, name), nil
}

// offerTopic returns the topic of an offer.
func offerTopic(id string) string { return offerPrefix + id }

// Topics of offers.
const (
	lobbyTopic  = "lobby"
	offerPrefix = "offer/"
	ownTopic    = "me"
)

// message returns what is said about offers.
func message(topic string, all bool, offers ...OfferView) ([]byte, error) {
	if offers == nil {
		offers = []OfferView{}
	}
	return json.Marshal(OffersMessage{OffersKind, topic, all, offers})
}

// tell publishes what has become of an offer to who follows it, to the lobby and to
// the persons whom it is about.
func (s *Server) tell(o lobby.Offer) { s.tellOf(o, false) }

// tellOf tells of an offer as tell does; with local true only in this process, where the
// others find the same by themselves.
func (s *Server) tellOf(o lobby.Offer, local bool) {
	now := s.Now()
	say := func(published, topic string, by lobby.Person) {
		one := listed(o, by, now)
		if topic == offerTopic(o.ID) {
			one = viewOf(o, by, now)
		}
		data, err := message(topic, false, one)
		if err != nil {
			s.Log.Error("api: offers", "err", err) // only words and numbers: cannot happen
			return
		}
		s.Publish(pubsub.Message{Topic: published, Data: data, Local: local})
	}
	say(offerTopic(o.ID), offerTopic(o.ID), lobby.Person{})
	if o.Kind == lobby.Seek {
		s.mu.Lock()
		if s.listed[o.ID] = o; o.At(now) != lobby.Open {
			delete(s.listed, o.ID)
		}
		s.mu.Unlock()
		say(lobbyTopic, lobbyTopic, lobby.Person{})
	}
	for _, actor := range []string{o.Maker.Actor(), o.To} {
		if actor != "" {
			say(personTopic(actor), ownTopic, lobby.Person{Actors: []string{actor}})
		}
	}
}
