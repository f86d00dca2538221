package lobby

import (
	"encoding/json"
	"strings"
	"time"

	"rosette/game"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/pubsub"
)

// A NewOffer is a request to offer a game.
type NewOffer struct {
	Kind  string       `json:"kind,omitempty" doc:"link, seek or challenge; link if empty" example:"seek"`
	Game  wire.NewGame `json:"game,omitzero" doc:"The game; its color is the client's, random if empty; opponent, level, seconds and names are ignored"`
	Name  string       `json:"name,omitempty" doc:"The client's name in this game, if it has no account: up to 16 letters of one script, digits and signs"`
	To    string       `json:"to,omitempty" doc:"For a challenge: the person's name"`
	Least int          `json:"least,omitempty" doc:"For a seek: the lowest rating that may accept; 0 for no bound"`
	Most  int          `json:"most,omitempty" doc:"For a seek: the highest rating that may accept; 0 for no bound"`
	Near  int          `json:"near,omitempty" doc:"For a seek, instead of least and most: the greatest difference between the ratings; 0 for any"`
	Bots  bool         `json:"bots,omitempty" doc:"For a seek: bots may accept it too"`
	Even  bool         `json:"even,omitempty" doc:"The players' ratings decide the handicap, and with a handicap also the colours"`
}

// An OfferList lists the open offers for a client.
type OfferList struct {
	Seeks []wire.OfferView `json:"seeks"` // in the lobby
	Yours []wire.OfferView `json:"yours"` // by the client or to it
}

// A QuickGame is a request for a quick game.
type QuickGame struct {
	Board  string `json:"board" doc:"Name of a board with quick games" example:"rosette-4"`
	Speed  string `json:"speed" doc:"blitz, live or correspondence" example:"live"`
	Casual bool   `json:"casual,omitempty" doc:"Not rated; quick games of people with an account are rated by default"`
	Name   string `json:"name,omitempty" doc:"The client's name in this game, if it has no account: up to 16 letters of one script, digits and signs"`
}

// A HandOver is a link with which another device can play as the client.
type HandOver struct {
	Page    string `json:"page" doc:"Address of the page to open on the other device, without the host"`
	Minutes int    `json:"minutes" doc:"How long the link is valid; it works once"`
}

// A WatcherLink is a link with which one person may watch a private game.
type WatcherLink struct {
	Page string `json:"page" doc:"Address of the page to open, without the host"`
	Days int    `json:"days" doc:"How long the link is valid; it works once"`
}

// ViewOf converts an offer for clients.
func ViewOf(v lobby.View) wire.OfferView {
	s := v.Game
	out := wire.OfferView{
		ID: v.ID, Kind: string(v.Kind), State: string(v.State), By: view.PlayerOf(v.Maker),
		Mine: v.Mine, Asked: v.Invited, Color: [...]string{"", "b", "w"}[v.Color],
		Board: s.Board, Rules: s.Rules.Preset, Supply: ownSupply(s.Rules), KomiBy: string(s.KomiBy), Komi: s.Rules.Komi,
		Handicap: s.Handicap, Clock: s.Clock.String(), Speed: string(s.Clock.Speed()), Rated: s.Rated,
		Visibility: match.VisibilityOf(s), Least: v.Elo.Least, Most: v.Elo.Most, Bots: v.Bots, Even: v.Even,
		Weight: v.Weight, After: v.After, Why: v.Why, Made: v.Made.UnixMilli(), Ends: v.Ends.UnixMilli(),
	}
	if v.Refusal != nil {
		out.Refused = strings.TrimPrefix(v.Refusal.Code, "lobby.refused.")
	}
	return out
}

// ownSupply returns the number of stones per player, or "" if it is the ruleset's.
func ownSupply(rules game.Rules) string {
	usual, err := game.Preset(rules.Preset)
	if err != nil || usual.Supply == rules.Supply {
		return ""
	}
	return rules.Supply.String()
}

// Topics for offers.
const (
	lobbyTopic  = "lobby"
	offerPrefix = "offer/"
	ownTopic    = "me"
)

// message encodes an [OffersMessage].
func message(topic string, all bool, offers ...wire.OfferView) []byte {
	if offers == nil {
		offers = []wire.OfferView{}
	}
	data, err := json.Marshal(wire.OffersMessage{Kind: wire.OffersKind, Topic: topic, All: all, Offers: offers})
	if err != nil {
		panic(err) // strings and numbers cannot fail
	}
	return data
}

// A Publisher sends changes to the server's sockets and streams. It is a [lobby.Publisher].
type Publisher struct {
	Feed interface{ Publish(m pubsub.Message) }
}

// Offer publishes an offer to its followers, to its maker and to the invited person, and a seek
// also to the lobby.
func (p Publisher) Offer(o lobby.Offer, now time.Time, local bool) {
	publish := func(channel, topic string, o lobby.Offer, by lobby.Person) {
		data := message(topic, false, ViewOf(o.View(by, now)))
		p.Feed.Publish(pubsub.Message{Topic: channel, Data: data, Local: local})
	}
	publish(offerPrefix+o.ID, offerPrefix+o.ID, o, lobby.Person{})
	listed := o.ForList()
	if o.Kind == lobby.Seek {
		publish(lobbyTopic, lobbyTopic, listed, lobby.Person{})
	}
	for _, actor := range []string{o.Maker.Actor(), o.To} {
		if actor != "" {
			publish(account.Actor(actor).Topic(), ownTopic, listed, lobby.Person{Actors: []string{actor}})
		}
	}
}
