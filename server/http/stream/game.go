package stream

import (
	"context"
	"encoding/json"
	"net/http"
	"strings"

	"rosette/game/board"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/pubsub"
)

type gameInput struct {
	web.Caller
	ID    string `path:"id" doc:"Of the game: 26 letters and digits" maxLength:"64"`
	After int    `query:"after" doc:"seq of the last line that the client has read: the stream begins with the gameState after it instead of gameFull; 0 for all" minimum:"0" default:"0"`
}

func (s *Server) getGame(ctx context.Context, in *gameInput) (http.HandlerFunc, error) {
	found, err := s.API.Match.Snapshot(ctx, in.Visitor, in.ID)
	if err != nil {
		return nil, err
	}
	topics := []string{view.Topic(in.ID), s.API.Roster.Here(view.Topic(in.ID))}
	return s.serve(in.Caller, topics, func(l *lines) error {
		g := &game{lines: l, id: in.ID, held: found.Seats, seq: in.After, resumes: in.After > 0}
		return g.run()
	})
}

// game is a stream of a match.
type game struct {
	*lines
	id      string
	held    []board.Color // the client's seats, by the colours of the opening
	seat    string
	points  []string
	seq     int // number of the event in the last line
	resumes bool
	parts   map[string]chat.Part // chat parts, by topic
	state   view.State           // as in the last line
	gone    bool                 // the opponent is absent, as sent to the client
}

// run sends the match's current state and then its changes, until it is over.
func (g *game) run() error {
	if err := g.enter(); err != nil {
		return err
	}
	full, err := g.API.Game(g.ctx, g.caller, g.id)
	if err != nil {
		return err
	}
	f, err := frameOf(full.Frame)
	if err != nil {
		return err
	}
	g.seat = full.Seat
	g.points = full.Board.Names
	g.state = f.State
	if !g.resumes || g.seq > f.Seq {
		err = g.send(fullOf(full, f))
	} else if g.seq < f.Seq {
		err = g.send(stateOf(f, g.points, g.seat))
	}
	g.seq = f.Seq
	if err == nil {
		err = g.chat()
	}
	if err != nil || f.State.Result != nil {
		return err
	}
	attended, leave, err := g.attend()
	if err != nil {
		return err
	}
	defer leave()
	if err := g.presence(attended); err != nil {
		return err
	}
	return g.follow(g.take, g.look)
}

// attend registers the client's presence in a match between people.
func (g *game) attend() (now []byte, leave func(), err error) {
	between := false
	err = g.API.Match.Read(g.ctx, g.id, func(m *play.Match) { between = m.OriginalSettings().BetweenPeople() })
	if err != nil || !between {
		return nil, func() {}, err
	}
	now, leave = g.API.Attend(g.caller, g.id, g.held)
	return now, leave, nil
}

// enter subscribes to the chat.
func (g *game) enter() error {
	c, err := g.API.MatchChat(g.ctx, g.caller.Visitor, g.id)
	g.parts = map[string]chat.Part{}
	for _, part := range c.Parts {
		g.parts[part.Room(g.id)] = part
		g.feed.Add(part.Room(g.id))
	}
	return err
}

// chat sends the chat's earlier lines.
func (g *game) chat() error {
	lines, err := g.API.ChatLines(g.ctx, g.caller.Visitor, g.id)
	if err != nil {
		return err
	}
	for _, l := range lines {
		if err := g.send(lineOf(chathttp.LineOf(l))); err != nil {
			return err
		}
	}
	return nil
}

// lineOf converts a chat line to a line of the stream.
func lineOf(l wire.ChatLine) wire.GameLine {
	return wire.GameLine{
		Type: wire.TypeChatLine, Room: l.Part, Number: l.Number, Username: l.Name, Seat: l.Seat, Text: l.Text,
		Hidden: l.Hidden, At: l.At,
	}
}

// take handles a published message.
func (g *game) take(m pubsub.Message) (done bool, err error) {
	switch {
	case m.Gap:
		return g.look()
	case g.parts[m.Topic] != "":
		return false, g.chatLines(m)
	case m.Seq > g.seq:
		return g.look()
	case m.Topic == g.API.Roster.Here(view.Topic(g.id)):
		return false, g.presence(m.Data)
	}
	return false, nil
}

// look sends the position if it has changed. done is true if the match is over.
func (g *game) look() (done bool, err error) {
	seq := 0
	if err := g.API.Match.Read(g.ctx, g.id, func(m *play.Match) { seq = m.Seq() }); err != nil || seq <= g.seq {
		return false, err
	}
	data, _, _, err := g.API.Match.Frame(g.ctx, g.caller.Visitor, g.id, 0)
	if err != nil {
		return false, err
	}
	f, err := frameOf(data)
	if err != nil {
		return false, err
	}
	g.seq, g.state = f.Seq, f.State
	return f.State.Result != nil, g.send(stateOf(f, g.points, g.seat))
}

// chatLines sends published chat lines that the client may read.
func (g *game) chatLines(m pubsub.Message) error {
	var c wire.Chat
	if err := json.Unmarshal(m.Data, &c); err != nil || c.Kind != wire.ChatKind {
		return err
	}
	omitted, err := g.API.Chat.Reader(g.caller.Visitor).Omits(g.ctx, m.From)
	if err != nil || omitted {
		return err
	}
	for _, line := range c.Lines {
		if err := g.send(lineOf(line)); err != nil {
			return err
		}
	}
	return nil
}

// presence sends whether the opponent is present, if that has changed.
func (g *game) presence(data []byte) error {
	var p wire.Presence
	if data == nil || len(g.held) != 1 {
		return nil
	}
	if err := json.Unmarshal(data, &p); err != nil {
		return err
	}
	opponent := map[string]string{"b": "w", "w": "b"}[g.seat]
	gone := !strings.Contains(p.There, opponent)
	if gone == g.gone {
		return nil
	}
	g.gone = gone
	line := wire.OpponentGone{Type: wire.TypeOpponentGone, Gone: gone}
	if stall := g.state.Stall; gone && stall != nil && stall.By == present(g.seat, g.state.Swapped) &&
		stall.Absence > 0 {
		since := map[string]int64{"b": p.Gone.Black, "w": p.Gone.White}[opponent]
		line.Claim = int(max(0, max(since+stall.Absence, stall.Claim)-g.Now().UnixMilli()+999) / 1000)
	}
	return g.send(line)
}
