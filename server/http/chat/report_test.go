package chat_test

import (
	"context"
	"fmt"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
	rosette "rosette/server"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/moderation"
	"rosette/server/pubsub"
	"rosette/server/pubsub/roster"
	"rosette/server/store/tables"
)

func TestAReportQuotesThePassageAsItWas(t *testing.T) {
	s := open(t)
	for i := range 12 {
		s.later()
		s.ask("Cid", "POST", "/api/chat/rooms/lounge/lines", text(fmt.Sprint("line ", i+1)), nil)
	}
	s.ask("Cid", "POST", "/api/chat/messages/Mod", text("private"), nil)
	var d chathttp.DirectChat
	s.ask("Mod", "GET", "/api/chat/messages/Cid", "", &d)
	for _, c := range []struct {
		who, body string
		want      int
	}{
		{"", `{"kind":"spam","room":"room/lounge","number":10}`, 401},
		{"Ann", `{"kind":"spam","room":"room/lounge","number":10,"text":"again"}`, 201},
		{"guest", `{"kind":"insults","room":"room/lounge","number":1}`, 201},
		{"Ann", `{"kind":"rudeness","room":"room/lounge","number":10}`, 422},
		{"Ann", `{"kind":"spam","room":"room/lounge","number":99}`, 404},
		{"Ann", `{"kind":"spam","room":"room/none","number":1}`, 404},
		{"Ann", `{"kind":"spam","room":"` + d.Topic + `","number":1}`, 404},
		{"Mod", `{"kind":"spam","room":"` + d.Topic + `","number":1}`, 201},
		{"Cid", `{"kind":"spam","room":"room/lounge","number":1}`, 422},
		{"Ann", `{"kind":"cheating","name":"Ben"}`, 201},
		{"Ann", `{"kind":"cheating","name":"Nobody"}`, 404},
		{"Ann", `{"kind":"other"}`, 404},
		{"Ann", `{"kind":"other","name":"Ben","text":"` + strings.Repeat("x", 1001) + `"}`, 422},
	} {
		if status, detail := s.ask(c.who, "POST", "/api/chat/reports", c.body, nil); status != c.want || (detail == "") != (status == 201) {
			t.Errorf("%s %.60s: %d %s", c.who, c.body, status, detail)
		}
	}
	if _, err := tables.Chat(s.Store).Hide(t.Context(), "room/lounge", 10); err != nil {
		t.Fatal(err)
	}
	all, err := tables.Moderation(s.Store).Reports(t.Context(), true, moderation.Report{}, 10)
	at := slices.IndexFunc(all, func(r moderation.Report) bool { return r.Number == 10 })
	if err != nil || len(all) != 4 || at < 0 {
		t.Fatalf("%+v, %v", all, err)
	}
	quoted := ""
	for _, said := range all[at].Quote {
		quoted += said.Text + map[bool]string{true: "!", false: ", "}[said.About]
	}
	if want := "line 2, line 3, line 4, line 5, line 6, line 7, line 8, line 9, line 10!line 11, line 12, "; quoted != want || all[at].Text != "again" || all[at].AccusedName != "Cid" {
		t.Errorf("%q, %+v", quoted, all[at])
	}
}

// The report form shows what its reader sees in the room, and the reported line; the report has the
// original passage. Ann blocks Cid.
func TestTheFormOfAReportShowsNoHiddenLine(t *testing.T) {
	s := open(t)
	for _, line := range []struct{ who, text string }{{"Ann", "hello"}, {"Ben", "an insult"}, {"Cid", "a rumour"}, {"Ben", "sorry"}} {
		s.later()
		s.ask(line.who, "POST", "/api/chat/rooms/lounge/lines", text(line.text), nil)
	}
	if _, err := tables.Chat(s.Store).Hide(t.Context(), "room/lounge", 2); err != nil {
		t.Fatal(err)
	}
	for number, want := range map[int][]string{1: {"hello"}, 2: {"hello", "sorry"}, 3: {"hello", "a rumour", "sorry"}} {
		ann := account.Visitor{Actor: account.Actor(s.users["Ann"].Actor()), Identity: account.Identity{User: s.users["Ann"]}}
		draft, err := s.Moderation.Draft(t.Context(), ann, moderation.NewReport{Room: "room/lounge", Number: number})
		var shown []string
		for _, said := range draft.Quote {
			shown = append(shown, said.Text)
		}
		if err != nil || !slices.Equal(shown, want) {
			t.Errorf("line %d: %q, %v, want %q", number, shown, err, want)
		}
	}
	s.ask("Ann", "POST", "/api/chat/reports", `{"kind":"insults","room":"room/lounge","number":2}`, nil)
	all, err := tables.Moderation(s.Store).Reports(t.Context(), true, moderation.Report{}, 10)
	if err != nil || len(all) != 1 || len(all[0].Quote) != 4 || all[0].Quote[1].Text != "an insult" {
		t.Errorf("%+v, %v", all, err)
	}
}

func TestTwoProcessesKnowWhoIsInARoom(t *testing.T) {
	s, feed := open(t), &pubsub.Local{}
	var processes [2]*chat.Service
	for i := range processes {
		processes[i], _ = rosette.NewServices(s.Store, s.Accounts, chat.Options{
			Publisher: chathttp.Publisher{Feed: feed}, Roster: roster.New(roster.Options{Feed: feed}), Now: s.Clock.Now,
		}, nil)
	}
	one, other := processes[0], processes[1]
	for _, process := range processes {
		ctx, end := context.WithCancel(t.Context())
		done := make(chan error, 1)
		go func() { done <- process.Roster.Run(ctx) }()
		t.Cleanup(func() { end(); <-done })
	}
	there := func(of *chat.Service, want string) {
		t.Helper()
		for end := time.Now().Add(waittest.Limit); ; time.Sleep(5 * time.Millisecond) {
			feed, err := of.Follow(t.Context(), account.Visitor{}, "room/lounge")
			if err != nil || feed.Presence == nil {
				t.Fatal(feed, err)
			}
			now := feed.Presence
			got := fmt.Sprint(now.Names, now.Guests)
			if got == want {
				return
			}
			if time.Now().After(end) {
				t.Fatalf("there are %s, want %s", got, want)
			}
		}
	}
	heard := feed.Subscribe(100)
	defer heard.Close()
	heard.Add(one.Roster.Here("room/lounge"))
	ann, guest := chat.Follower{Name: "Ann", Key: "1"}, chat.Follower{Key: "2"}
	one.Enter("room/lounge", "first", ann)
	one.Enter("room/lounge", "second", ann)
	there(one, "[Ann] 0")
	there(other, "[Ann] 0")
	other.Enter("room/lounge", "first", guest)
	one.Enter("room/lounge", "third", guest)
	there(one, "[Ann] 1")
	other.Enter("room/lounge", "second", chat.Follower{Name: "Ben", Key: "3"})
	there(one, "[Ann Ben] 1")
	there(other, "[Ann Ben] 1")
	other.Leave("room/lounge", "first")
	one.Leave("room/lounge", "first")
	there(other, "[Ann Ben] 1")
	for m := range heard.Messages() { // followers in the first process get the message too
		if strings.Contains(string(m.Data), `"names":["Ann","Ben"],"guests":1`) {
			return
		}
	}
}
