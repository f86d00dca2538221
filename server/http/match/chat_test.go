package match

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// says posts a line and checks the refusal, if any.
func (l *line) says(id, text, want string) {
	l.Helper()
	data, err := json.Marshal(wire.Request{Kind: socket.KindSay, Topic: "match/" + id, ID: "say", Text: text})
	if err != nil {
		l.Fatal(err)
	}
	l.say(string(data))
	if r := l.hear("reply"); r.Refused != want {
		l.Fatalf("%.40q is refused with %q, want %q", text, r.Refused, want)
	}
}

// talk joins a match and returns the chat that it may read.
func (b *browser) talk(id string) (l *line, read string) {
	b.Helper()
	l, _ = b.dial()
	l.send(wire.Request{Kind: socket.KindJoin, Topic: "match/" + id})
	text := l.overheard(`"kind":"presence"`)
	var c wire.Chat
	if at := strings.Index(text, `{"kind":"chat"`); at < 0 {
		return l, "no chat"
	} else if err := json.NewDecoder(strings.NewReader(text[at:])).Decode(&c); err != nil || !c.Whole {
		b.Fatal(text, err)
	}
	for _, l := range c.Lines {
		read += fmt.Sprint(l.Part, l.Number, " ", l.Seat, l.Name, ": ", l.Text, "; ")
	}
	return l, read
}

// chatting starts a server with a match of two persons that has a chat.
func chatting(t *testing.T) (s *site, id string, black, white *browser) {
	t.Helper()
	memory := storetest.Open(t)
	accounts := account.NewService(tables.Accounts(memory), time.Now)
	accounts.OnBlocksChanged = func(actor string) { s.host.feed.Publish(socket.BlocksMessage(actor)) }
	var read atomic.Int64
	begin := time.Now()
	s = build(t, func(o *options) {
		o.Now = func() time.Time { return begin.Add(time.Duration(read.Add(1)) * time.Millisecond) } // times differ
		o.Sessions = accounts
	})
	publisher := chathttp.Publisher{Feed: s.host.feed}
	s.server.Chat = chat.New(chat.Options{
		LineStore: tables.Chat(memory), RoomStore: tables.Rooms(memory), Accounts: accounts, Store: accounts.Store, Publisher: publisher,
		Matches: s.server.Match, Roster: s.server.Roster, Now: s.server.Now, Flood: web.NewLimiter(chat.FloodLines, chat.FloodWindow, s.server.Now),
	})
	s.server.Chat.Moderation = moderation.New(moderation.Options{
		Table: tables.Moderation(memory), Store: accounts.Store, Chat: s.server.Chat, Publisher: publisher, Now: s.server.Now,
	})
	chathttp.AddTopics(&s.server.Socket.Registry, s.server.Chat)
	s.people = accounts
	s.kept = memory
	id, black, white = s.sit(play.Settings{Board: "square-9", Rules: preset(t, "japanese")})
	return s, id, black, white
}

func TestPlayersAndWatchersTalkApartUntilTheEnd(t *testing.T) {
	s, id, black, white := chatting(t)
	watching, second := s.browser(), s.browser()
	guest := watching.guest()
	second.guest()
	watching.user("Eve")
	b, empty := black.talk(id)
	w, _ := white.talk(id)
	g, _ := watching.talk(id)
	g2, _ := second.talk(id)
	g2.says(id, "F5 is better", "chat-account")
	b.says(id, "  hello  ", "")
	g.says(id, "E5 is best", "")
	if heard := w.overheard("hello"); strings.Contains(heard, "E5 is best") || empty != "" {
		t.Errorf("White hears %s; at first Black reads %q", heard, empty)
	}
	if heard := g2.overheard("E5 is best"); strings.Contains(heard, "hello") || strings.Contains(heard, string(guest)) || strings.Contains(heard, strings.TrimPrefix(string(guest), "guest/")) {
		t.Errorf("who watches hears %s", heard)
	}
	w.says(id, "hi", "")
	if heard := b.overheard(`"hi"`); strings.Contains(heard, "E5 is best") {
		t.Errorf("Black hears %s", heard)
	}
	if _, read := black.talk(id); read != "players1 bAnn: hello; players2 wBob: hi; " {
		t.Errorf("Black reads %s", read)
	}
	if _, read := second.talk(id); read != "watchers1 Eve: E5 is best; " {
		t.Errorf("who watches reads %s", read)
	}
	if _, err := s.host.Do(t.Context(), id, play.Command{Kind: play.Resign, By: board.Black}); err != nil {
		t.Fatal(err)
	}
	for _, one := range []*browser{black, second} {
		if _, read := one.talk(id); read != "players1 bAnn: hello; watchers1 Eve: E5 is best; players2 wBob: hi; " {
			t.Errorf("after the end one reads %s", read)
		}
	}
}

// user signs in with an account of that name.
func (b *browser) user(name string) account.User {
	b.Helper()
	accounts := b.people
	u := account.User{ID: account.NewKey(), Key: account.Key(name), Created: time.Now(), Details: account.Details{Name: name}}
	if err := accounts.Store.Create(b.Context(), u); err != nil {
		b.Fatal(err)
	}
	key, err := accounts.Begin(b.Context(), u.Actor(), "")
	if err != nil {
		b.Fatal(err)
	}
	at, err := url.Parse(b.url)
	if err != nil {
		b.Fatal(err)
	}
	b.client.Jar.SetCookies(at, []*http.Cookie{{Name: wire.SessionCookie, Value: key, Path: "/"}})
	return u
}

// The test clock hardly moves, so cached blocks never expire. The server checks blocks when it
// delivers a line, so the test lifts the block only after a later line has arrived.
func TestABlockReachesOpenSocketsAtOnce(t *testing.T) {
	s, id, _, _ := chatting(t)
	reads := s.browser()
	writes := s.browser()
	others := s.browser()
	eve := reads.user("Eve")
	writes.user("Dan")
	others.user("Fay")
	r, _ := reads.talk(id)
	w, _ := writes.talk(id)
	o, _ := others.talk(id)
	block := func(on bool) {
		if err := s.people.Relate(t.Context(), visitorOf(eve), "Dan", account.KindBlock, on); err != nil {
			t.Fatal(err)
		}
	}
	w.says(id, "before", "")
	r.overheard("before")
	block(true)
	w.says(id, "meanwhile", "")
	o.says(id, "between", "")
	heard := r.overheard("between")
	block(false)
	w.says(id, "after", "")
	if heard += r.overheard("after"); strings.Contains(heard, "meanwhile") {
		t.Errorf("who blocks hears %s", heard)
	}
}

func TestAChatRefusesWhatIsNoLine(t *testing.T) {
	s, id, black, _ := chatting(t)
	b, _ := black.talk(id)
	b.says(id, " \u202e ", "chat-empty")
	b.says(id, strings.Repeat("x", chat.MaxLength+1), "chat-too-long")
	stranger, _ := s.browser().dial()
	stranger.says(id, "hello", "chat-stranger")
	b.says("aaaaaaaaaaaaaaaaaaaaaaaaaa", "hello", "no-match")
	alone := s.browser()
	shared := alone.open(`{"board":"square-9","opponent":"people"}`)
	l := alone.joined(shared)
	l.says(shared, "hello", "wrong-phase")
	for range 8 {
		b.says(id, "again", "")
	}
	b.says(id, "again", "too-many")
	if r, _ := alone.do(http.MethodGet, "/api/games/"+id, ""); r.StatusCode != http.StatusOK {
		t.Errorf("the game answers %d", r.StatusCode)
	}
}

// visitorOf returns u as a visitor.
func visitorOf(u account.User) account.Visitor {
	return account.Visitor{Identity: account.Identity{User: u}}
}
