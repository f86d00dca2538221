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

// A NewOffer asks for an opponent.
type NewOffer struct {
	Kind  string       `json:"kind,omitempty" doc:"link, seek or challenge; link if empty" example:"seek"`
	Game  wire.NewGame `json:"game,omitzero" doc:"The game; its color is that of the client, by lot if empty; opponent, level, seconds and names do not count"`
	Name  string       `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
	To    string       `json:"to,omitempty" doc:"Of a challenge: the name of the person"`
	Least int          `json:"least,omitempty" doc:"Of a seek: the lowest rating of who may accept; 0 for none"`
	Most  int          `json:"most,omitempty" doc:"Of a seek: the highest rating of who may accept; 0 for none"`
	Near  int          `json:"near,omitempty" doc:"Of a seek, instead of least and most: by how much the ratings may differ; 0 for any"`
	Bots  bool         `json:"bots,omitempty" doc:"Of a seek: bots may accept it too"`
	Even  bool         `json:"even,omitempty" doc:"The ratings of both decide the handicap, and with one who has which colour"`
}

// An OfferList is the open offers that concern a client.
type OfferList struct {
	Seeks []wire.OfferView `json:"seeks"` // in the lobby
	Yours []wire.OfferView `json:"yours"` // that the client has made or is asked in
}

// A QuickGame asks for whoever wants the same game.
type QuickGame struct {
	Board string `json:"board" doc:"Name of a board with quick games" example:"rosette-4"`
	Speed string `json:"speed" doc:"blitz, live or correspondence" example:"live"`
	Name  string `json:"name,omitempty" doc:"Of the client, if it has no account, for this game alone: up to 16 letters of one script, digits and signs"`
}

// A HandOver lets another device play as the client.
type HandOver struct {
	Page    string `json:"page" doc:"Address of the page to open on the other device, without the host"`
	Minutes int    `json:"minutes" doc:"For how long; it works once"`
}

// A WatcherLink lets one person watch a private game.
type WatcherLink struct {
	Page string `json:"page" doc:"Address of the page to open, without the host"`
	Days int    `json:"days" doc:"For how long; it works once"`
}

// ViewOf returns an offer as clients see it.
func ViewOf(v lobby.View) wire.OfferView {
	s := v.Game
	out := wire.OfferView{
		ID: v.ID, Kind: string(v.Kind), State: string(v.State), By: view.PlayerOf(v.Maker),
		Mine: v.Mine, Asked: v.Asked, Color: [...]string{"", "b", "w"}[v.Color],
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

// ownSupply returns the stones of each player where they are not those of the ruleset.
func ownSupply(rules game.Rules) string {
	usual, err := game.Preset(rules.Preset)
	if err != nil || usual.Supply == rules.Supply {
		return ""
	}
	return rules.Supply.String()
}

// Topics of offers.
const (
	lobbyTopic  = "lobby"
	offerPrefix = "offer/"
	ownTopic    = "me"
)

// message returns a message of the socket about offers.
func message(topic string, all bool, offers ...wire.OfferView) []byte {
	if offers == nil {
		offers = []wire.OfferView{}
	}
	data, err := json.Marshal(wire.OffersMessage{Kind: wire.OffersKind, Topic: topic, All: all, Offers: offers})
	if err != nil {
		panic(err) // strings and numbers have no errors
	}
	return data
}

// A Publisher sends changes to the sockets and streams of a server. It is a [lobby.Publisher].
type Publisher struct {
	Feed interface{ Publish(m pubsub.Message) }
}

// Offer publishes an offer to its followers, to the lobby if it is a seek, and to its maker and
// the person who is asked.
func (p Publisher) Offer(o lobby.Offer, now time.Time, local bool) {
	publish := func(channel, topic string, o lobby.Offer, by lobby.Person) {
		data := message(topic, false, ViewOf(o.View(by, now)))
		p.Feed.Publish(pubsub.Message{Topic: channel, Data: data, Local: local})
	}
	publish(offerPrefix+o.ID, offerPrefix+o.ID, o, lobby.Person{})
	listed := o.Listed()
	if o.Kind == lobby.Seek {
		publish(lobbyTopic, lobbyTopic, listed, lobby.Person{})
	}
	for _, actor := range []string{o.Maker.Actor(), o.To} {
		if actor != "" {
			publish(account.Actor(actor).Topic(), ownTopic, listed, lobby.Person{Actors: []string{actor}})
		}
	}
}
