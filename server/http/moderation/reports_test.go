package moderation_test

import (
	"fmt"
	"strings"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/chat"
	"rosette/server/moderation"
)

// report makes a report and returns its ID.
func (s *server) report(who, body string) string {
	s.Helper()
	var made struct{ ID string }
	if status, detail := s.ask(who, "POST", "chat/reports", body, &made); status != 201 {
		s.Fatalf("%s %s: %d %s", who, body, status, detail)
	}
	return made.ID
}

// listed returns the authors' names from a list of reports.
func (s *server) listed(who, query string) (by string) {
	s.Helper()
	var all []moderation.Report
	if status, _ := s.ask(who, "GET", "admin/reports"+query, "", &all); status != 200 {
		s.Fatalf("%s%s: %d", who, query, status)
	}
	for _, r := range all {
		by += r.ByName + " "
	}
	return by
}

func TestNobodyJudgesAReportOfHimself(t *testing.T) {
	s := open(t)
	game := s.game("Mod", "Bad", func(*play.Settings) {})
	about := s.report("Ann", `{"kind":"insults","name":"Mod"}`)
	played := s.report("Mia", `{"kind":"cheating","game":"`+game+`"}`)
	own := s.report("Mod", `{"kind":"spam","name":"Bad"}`)
	for who, want := range map[string]string{"Mod": "Mod ", "Mia": "Ann Mia Mod ", "Boss": "Ann Mia Mod "} {
		if got := s.listed(who, ""); got != want {
			t.Errorf("%s sees reports of %q, want %q", who, got, want)
		}
	}
	for _, c := range []struct {
		who, id string
		want    int
	}{
		{"Mod", about, 404},
		{"Mod", played, 404},
		{"Mod", own, 422},
		{"Mia", about, 403},
		{"Mia", played, 422},
		{"Boss", about, 200},
		{"Boss", played, 200},
		{"Mia", own, 200},
	} {
		if status, detail := s.ask(c.who, "POST", "admin/reports/"+c.id+"/close", `{"outcome":"dismissed","reason":"nothing"}`, nil); status != c.want {
			t.Errorf("%s %s: %d %s, want %d", c.who, c.id, status, detail, c.want)
		}
	}
	if got := s.listed("Mod", "?closed=true"); got != "Mod " {
		t.Errorf("when all are closed Mod sees reports of %q", got)
	}
}

// Every third report accuses Mod, who does not see it.
func TestReportsAreListedInPages(t *testing.T) {
	s := open(t)
	for _, state := range []moderation.State{moderation.Open, moderation.Acted} {
		for i := range 450 {
			r := moderation.Report{
				ID: fmt.Sprintf("%s-%03d", state, i), Kind: moderation.Spam, By: s.users["Ann"].Actor(), Accused: s.users["Bad"].Actor(),
				At: time.UnixMilli(int64(1 + i/2)), State: state,
			}
			if i%3 == 0 {
				r.Accused = s.users["Mod"].Actor()
			}
			if err := s.Moderation.Table.Report(t.Context(), r); err != nil {
				t.Fatal(err)
			}
		}
	}
	for query, beginning := range map[string]string{"?": "open-", "?closed=true&": "acted-"} {
		seen, after := map[string]bool{}, ""
		for _, want := range []int{100, 100, 100, 0} {
			var all []moderation.Report
			s.ask("Mod", "GET", "admin/reports"+query+"after="+after, "", &all)
			if len(all) != want {
				t.Fatalf("%q behind %q: %d reports, want %d", query, after, len(all), want)
			}
			for _, r := range all {
				if after = r.ID; seen[r.ID] || r.Accused == s.users["Mod"].Actor() || after[:len(beginning)] != beginning {
					t.Errorf("%q: %+v", query, r)
				}
				seen[r.ID] = true
			}
		}
	}
	if status, _ := s.ask("Mod", "GET", "admin/reports?after=nothing", "", nil); status != 404 {
		t.Errorf("behind no report: %d", status)
	}
}

// Ann and Bad talk in private: in a conversation, in a private game, and as players in a game in
// progress. Mod may act on the line that Ann reports and may read no other.
func TestOfPrivateTalkAModeratorActsOnReportedLinesOnly(t *testing.T) {
	s := open(t)
	c := chat.NewConversation(s.users["Ann"].ID, s.users["Bad"].ID)
	c.ID = "talk"
	if _, err := s.Chat.RoomStore.FindOrAddConversation(t.Context(), c); err != nil {
		t.Fatal(err)
	}
	private := s.game("Ann", "Bad", func(s *play.Settings) { s.Private = true })
	running := s.game("Ann", "Bad", func(*play.Settings) {})
	for _, room := range []string{c.Topic(), chat.Players.Room(private), chat.Watchers.Room(private), chat.Players.Room(running)} {
		for _, text := range []string{"hello", "an insult", "good bye", "a secret"} {
			s.say(room, s.users["Bad"].Actor(), "Bad", text)
		}
		act := func(path, body, report string, number, want int) {
			t.Helper()
			body = fmt.Sprintf(`{"room":%q,"number":%d,"report":%q,"reason":"insults"%s}`, room, number, report, body)
			if status, detail := s.ask("Mod", "POST", path, body, nil); status != want {
				t.Errorf("%s %s: %d %s, want %d", path, body, status, detail, want)
			}
		}
		unreadable := 404
		if strings.HasPrefix(room, "match/"+private) {
			unreadable = 403
		}
		act("admin/lines/hide", "", "", 2, unreadable)
		act("admin/mutes", `,"hours":1`, "", 2, unreadable)
		if room == chat.Watchers.Room(private) {
			continue // players cannot read it while they play
		}
		report := s.report("Ann", fmt.Sprintf(`{"kind":"insults","room":%q,"number":1}`, room))
		act("admin/lines/hide", "", "", 1, unreadable)
		act("admin/lines/hide", "", "nothing", 1, 404)
		act("admin/lines/hide", "", report, 4, 404)
		act("admin/mutes", `,"hours":1`, report, 4, 404)
		act("admin/lines/hide", "", report, 1, 200)
		act("admin/mutes", `,"hours":1`, report, 1, 201)
	}
	of := s.report("Ann", fmt.Sprintf(`{"kind":"insults","game":%q}`, private))
	for room, want := range map[string]int{chat.Players.Room(private): 200, chat.Players.Room(running): 404, "room/lounge": 404} {
		if status, detail := s.ask("Mod", "POST", "admin/lines/hide", fmt.Sprintf(`{"room":%q,"number":2,"report":%q,"reason":"x"}`, room, of), nil); status != want {
			t.Errorf("a line of %s by the report of a game: %d %s, want %d", room, status, detail, want)
		}
	}
}
