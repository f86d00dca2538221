package stream

import (
	"bytes"
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"rosette/play/view"
	"rosette/server/account"
	lobbyhttp "rosette/server/http/lobby"
	"rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/lobby"
	"rosette/server/pubsub"
)

type eventsInput struct {
	web.Caller
	After int64 `query:"after" doc:"at of the last line that the client has read: games that have ended since come once more; 0 for none" minimum:"0" default:"0"`
}

const (
	gamesAtOnce = 50  // in a list
	mostGames   = 400 // games in progress that a stream follows until they end
)

func (s *Server) getEvents(ctx context.Context, in *eventsInput) (http.HandlerFunc, error) {
	v := in.Visitor
	if v.Actor == "" {
		return nil, web.ProblemOf(http.StatusUnauthorized, "account.sign-in.first", nil)
	}
	var topics []string
	for _, actor := range v.Own() {
		topics = append(topics, actor.Topic())
	}
	return s.serve(in.Caller, topics, func(l *lines) error {
		e := &events{
			lines: l, client: in.Client, since: in.After,
			running: map[string]bool{}, over: map[string]bool{}, offers: map[string]bool{},
		}
		if e.since == 0 {
			e.since = s.Now().UnixMilli()
		}
		return e.run()
	})
}

// events is a stream of an account's events.
type events struct {
	*lines
	client  account.Client
	since   int64           // games that ended then or later are sent
	running map[string]bool // games that the client has as running
	over    map[string]bool // games sent as ended that the lists may still show as running
	offers  map[string]bool // open offers sent to the client
}

// run sends the current games and offers, and then changes.
func (e *events) run() error {
	if _, err := e.look(); err != nil {
		return err
	}
	return e.follow(e.take, e.look)
}

// look compares the lists with the games and offers sent to the client, and sends the changes.
func (e *events) look() (done bool, err error) {
	since := e.since
	for before := int64(0); ; {
		list, err := e.API.Match.Lists(e.ctx, e.caller.Visitor, gamesAtOnce, before)
		if err != nil {
			return false, err
		}
		for _, g := range list.Running {
			if before = g.Position; !e.over[g.ID] {
				err = e.begins(g.ID)
			}
			if err != nil {
				return false, err
			}
		}
		for _, g := range list.Finished {
			if updated := g.Updated.UnixMilli(); updated >= since || e.running[g.ID] {
				err = e.ends(g.ID)
			}
			e.since = max(e.since, g.Updated.UnixMilli()+1)
			delete(e.over, g.ID)
			if err != nil {
				return false, err
			}
		}
		if len(list.Running) < gamesAtOnce || len(e.running) >= mostGames {
			break
		}
	}
	return false, e.lookAtOffers()
}

// lookAtOffers compares the open offers with those sent to the client, and sends the changes.
func (e *events) lookAtOffers() error {
	yours, err := e.Lobby.OwnOffers(e.ctx, e.caller.Visitor)
	if err != nil {
		return err
	}
	open := map[string]bool{}
	for _, o := range yours {
		open[o.ID] = true
		if err := e.offer(lobbyhttp.ViewOf(o)); err != nil {
			return err
		}
	}
	for id := range e.offers {
		if open[id] {
			continue
		}
		o, err := e.Lobby.Read(e.ctx, e.client, id)
		if err != nil {
			return err
		}
		if err := e.offer(lobbyhttp.ViewOf(o)); err != nil {
			return err
		}
	}
	return nil
}

// take handles a published message.
func (e *events) take(m pubsub.Message) (done bool, err error) {
	if m.Gap {
		return e.look()
	}
	if id, ok := strings.CutPrefix(m.Topic, view.Topic("")); ok {
		if bytes.Contains(m.Data, []byte(`"phase":"over"`)) {
			err = e.ends(id)
		}
		return false, err
	}
	var said wire.OffersMessage
	if err := json.Unmarshal(m.Data, &said); err != nil || said.Kind != wire.OffersKind {
		return false, nil // another message for this person
	}
	for _, o := range said.Offers {
		if err := e.offer(o); err != nil {
			return false, err
		}
	}
	return false, nil
}

// offer sends a change to an offer.
func (e *events) offer(o wire.OfferView) error {
	kind, known := wire.TypeChallenge, e.offers[o.ID]
	switch lobby.State(o.State) {
	case lobby.Open:
		if e.offers[o.ID] = true; known {
			return nil
		}
	case lobby.Accepted:
		delete(e.offers, o.ID)
		return e.begins(o.ID)
	case lobby.Declined:
		kind = wire.TypeChallengeDeclined
	default:
		kind = wire.TypeChallengeCanceled
	}
	if kind != wire.TypeChallenge {
		if delete(e.offers, o.ID); !known {
			return nil
		}
	}
	return e.send(wire.ChallengeEvent{Type: kind, At: e.Now().UnixMilli(), Challenge: o})
}

// begins sends a game start event, unless the client has the game. It skips an offer's game if the
// client does not play in it.
func (e *events) begins(id string) error {
	if e.running[id] || e.over[id] || len(e.running) >= mostGames {
		return nil
	}
	e.feed.Add(view.Topic(id)) // before the game is read, so that its end is not missed
	g, f, err := e.read(id)
	if err != nil || g.Seat == "" {
		e.feed.Remove(view.Topic(id))
		return err
	}
	e.running[id] = true
	if err := e.send(wire.GameEvent{
		Type: wire.TypeGameStart, At: e.Now().UnixMilli(), Game: briefOf(g, f),
	}); err != nil || f.State.Result == nil {
		return err
	}
	return e.ends(id)
}

// ends sends a game end event, unless the client has it.
func (e *events) ends(id string) error {
	if e.over[id] {
		return nil
	}
	delete(e.running, id)
	e.feed.Remove(view.Topic(id))
	if len(e.over) >= mostGames {
		clear(e.over)
	}
	e.over[id] = true
	g, f, err := e.read(id)
	if err != nil {
		return err
	}
	at := e.Now().UnixMilli()
	e.since = max(e.since, at)
	return e.send(wire.GameEvent{Type: wire.TypeGameFinish, At: at, Game: briefOf(g, f)})
}

// read returns a game's current state.
func (e *events) read(id string) (g match.Game, f view.Frame, err error) {
	if g, err = e.API.Game(e.ctx, e.caller, id); err != nil {
		return g, f, err
	}
	f, err = frameOf(g.Frame)
	return g, f, err
}
