package match

import (
	"context"
	"slices"
	"time"

	"rosette/play"
	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
)

// A chatAccess is which parts of the chat of a match a client reads.
type chatAccess struct {
	parts    []chat.Part
	settings play.Settings
}

// readingOf returns what a client reads of the chat of a match, and follows it.
func (k *socket) readingOf(ctx context.Context, id string, s play.Settings, player bool) (r chatAccess, err error) {
	if k.Chat == nil || !s.BetweenPeople() {
		return r, nil
	}
	over := false
	if err := k.Host.Read(ctx, id, func(m *play.Match) { over = m.Over() }); err != nil {
		return r, err
	}
	r = chatAccess{chat.Reads(player, over), s}
	for _, part := range r.parts {
		k.feed.Add(part.Room(id))
	}
	return r, nil
}

// ChatOf returns which parts of the chat of a match somebody reads, and the actors of its
// players. There is no chat but between two people.
func (s *Server) ChatOf(ctx context.Context, v web.Visitor, id string) (parts []chat.Part, players []string, err error) {
	if !web.GameID.MatchString(id) {
		return nil, nil, chat.ErrNoLine
	}
	actors := v.Own()
	var settings play.Settings
	over := false
	err = s.Look(ctx, v, id, func(m *play.Match) { settings, over = m.OriginalSettings(), m.Over() })
	if err != nil {
		return nil, nil, err
	}
	if settings.BetweenPeople() {
		parts = chat.Reads(len(seats(settings, actors)) > 0, over)
	}
	return parts, []string{settings.Black.Actor(), settings.White.Actor()}, nil
}

// stopReading leaves the chat of a match.
func (k *socket) stopReading(id string) {
	for _, part := range chat.Parts {
		k.feed.Remove(part.Room(id))
	}
}

// sendChat sends what has been said. The caller holds writing.
func (k *socket) sendChat(ctx context.Context, topic string, r chatAccess) error {
	if len(r.parts) == 0 {
		return nil
	}
	id, _ := matchOf(topic)
	m := chathttp.Chat{Kind: chathttp.ChatKind, Topic: topic, Whole: true, Lines: []chathttp.ChatLine{}}
	for _, part := range r.parts {
		lines, err := k.Chat.Last(ctx, k.who, part.Room(id))
		if err != nil {
			k.Log.Error("api: chat", "topic", topic, "err", err)
			return notNow
		}
		for _, l := range lines {
			m.Lines = append(m.Lines, lineIn(part, r.settings)(l))
		}
	}
	slices.SortStableFunc(m.Lines, func(a, b chathttp.ChatLine) int { return int(a.At - b.At) })
	if err := k.send(m); err != nil {
		return err
	}
	mute, err := k.Chat.Mute(ctx, k.who)
	if err != nil || mute.Until == 0 {
		return err
	}
	return k.send(mute)
}

// lineIn returns how clients see a line of a part of the chat of a match.
func lineIn(part chat.Part, s play.Settings) func(chat.Line) chathttp.ChatLine {
	return func(l chat.Line) chathttp.ChatLine {
		return chathttp.LineOf(string(part), letters(seats(s, []web.Actor{web.Actor(l.Actor)})...), l)
	}
}

// speak says what a request has to say.
func (k *socket) speak(ctx context.Context, r Request) error {
	id, ok := matchOf(r.Topic)
	switch {
	case k.Chat == nil:
		return play.ErrNoMatch
	case chathttp.Has(r.Topic):
		return k.Chat.SayOn(ctx, k.who, r.Topic, r.Text)
	case !ok:
		return play.ErrNoMatch
	}
	_, err := k.say(ctx, k.who, k.who.Own(), id, r.Text)
	return err
}

// lineOf returns a line that says nothing yet, and where a visitor may say it.
func (s *Server) lineOf(ctx context.Context, v web.Visitor, actors []web.Actor, id string) (line chat.Line, part chat.Part, set play.Settings, err error) {
	if err = s.Host.Read(ctx, id, func(m *play.Match) { set = m.OriginalSettings() }); err != nil {
		return line, part, set, err
	}
	if err := s.MayRead(ctx, v, id, set); err != nil {
		return line, part, set, err
	}
	if !set.BetweenPeople() {
		return line, part, set, play.ErrNotNow
	}
	held := seats(set, actors)
	part, line.Actor = chat.Speaks(len(held) > 0), string(v.Actor)
	if len(held) > 0 {
		line.Actor, line.Name = set.Seat(held[0]).Actor(), set.Seat(held[0]).Name
	} else if _, guest := account.GuestID(line.Actor); guest {
		if line.Name, err = s.GuestName(ctx, line.Actor); err != nil {
			return line, part, set, err
		}
	}
	if v.User.ID != "" {
		line.Name = v.User.Name
	}
	return line, part, set, nil
}

// blocksLife is how long a socket remembers whom its person blocks, unless it hears of a
// change: a message from another process may be lost.
const blocksLife = 5 * time.Second

// forgetBlocks makes the socket read anew whom its person blocks.
func (k *socket) forgetBlocks() {
	k.writing.Lock()
	defer k.writing.Unlock()
	k.blocks = nil
}

// leavesOut reports whether the client's person blocks the actor from whom a message
// comes. The caller holds writing.
func (k *socket) leavesOut(ctx context.Context, from string) (bool, error) {
	if from == "" || k.who.User.ID == "" || k.Chat == nil {
		return false, nil
	}
	if now := k.Now(); k.blocks == nil || now.Sub(k.blocksRead) > blocksLife {
		blocks, err := k.Chat.Blocks(ctx, k.who)
		if err != nil {
			k.Log.Error("api: blocks", "err", err)
			return false, notNow
		}
		k.blocks, k.blocksRead = blocks, now
	}
	return k.blocks[from], nil
}

// chatTopic returns the topic of the match of a room; ok is false for other topics.
func chatTopic(topic string) (match string, ok bool) {
	id, _, ok := chat.MatchOf(topic)
	return view.Topic(id), ok
}

// follower returns the socket as rooms know it.
func (k *socket) follower() *chathttp.Follower {
	if k.follows == nil {
		k.follows = &chathttp.Follower{Name: k.who.User.Name, Key: k.speaker}
	}
	return k.follows
}
