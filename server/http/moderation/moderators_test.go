package moderation_test

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"net/http/httptest"
	"net/url"
	"strings"
	"testing"
	"time"

	"rosette/play"
	rosette "rosette/server"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	moderationhttp "rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// A server has the players Ann and Bad, the moderators Mod and Mia, and the administrator Boss. Bad
// and a guest have each written a line in the lobby.
type server struct {
	*testing.T
	handler    http.Handler
	chat       *chat.Service
	moderation *moderation.Service
	people     *account.Service
	front      *web.Server
	kept       *store.SQLite
	users      map[string]account.User
	keys       map[string]string
	games      map[string]play.Settings // by ID
	judged     map[string]string        // the verdict on each game
	feed       *pubsub.Local
	heard      pubsub.Subscriber // the messages to Bad
}

const guest = "guest/4f2a0000000000000000000000000000"

func open(t *testing.T) *server {
	s := &server{T: t, kept: storetest.Open(t), users: map[string]account.User{}, keys: map[string]string{}, games: map[string]play.Settings{}, judged: map[string]string{}}
	accounts, feed := account.NewService(tables.Accounts(s.kept), time.Now), &pubsub.Local{}
	front := web.New(web.Options{Sessions: accounts})
	s.feed = feed
	s.people = accounts
	s.front = front
	s.chat, s.moderation = rosette.NewServices(s.kept, accounts, chat.Options{
		Publisher: chathttp.Publisher{Feed: feed}, Now: time.Now, Matches: s, Flood: front.NewLimiter("lines", chat.FloodLines, chat.FloodWindow),
	}, s)
	s.moderation.Reports = front.NewLimiter("reports", moderation.MaxReports, time.Hour)
	logged := s.moderation.Logged
	s.moderation.Logged = func(e moderation.Entry) moderation.Tables {
		t := logged(e)
		t.Judge = func(context.Context) error {
			s.judged[e.About] += e.Reason + ": " + map[bool]string{true: "reinstated", false: "annulled"}[e.Act == moderation.ActReinstate]
			return nil
		}
		return t
	}
	s.handler = front.Guard(front.Handler(front.Fail,
		&chathttp.Server{Chat: s.chat, Moderation: s.moderation}, &moderationhttp.Server{Moderation: s.moderation, Load: func() moderationhttp.Load { return moderationhttp.Load{} }},
	), front.Fail)
	for name, role := range map[string]account.Role{"Ann": "", "Bad": "", "Mod": account.Moderator, "Mia": account.Moderator, "Boss": account.Admin} {
		u := account.User{ID: account.NewKey(), Key: account.Key(name), Created: time.Now(), Details: account.Details{Name: name, Role: role}}
		if err := accounts.Store.Create(t.Context(), u); err != nil {
			t.Fatal(err)
		}
		key, err := accounts.Begin(t.Context(), u.Actor(), "")
		if err != nil {
			t.Fatal(err)
		}
		s.users[name], s.keys[name] = u, key
	}
	for actor, name := range map[string]string{s.users["Bad"].Actor(): "Bad", guest: "4f2a"} {
		if _, err := s.chat.Lines.Say(t.Context(), chat.Line{Room: "room/lobby", Actor: actor, Name: name, Text: "buy now", At: time.Now()}); err != nil {
			t.Fatal(err)
		}
	}
	key, err := accounts.Begin(t.Context(), guest, "")
	if err != nil {
		t.Fatal(err)
	}
	s.keys[guest] = key
	s.heard = feed.Subscribe(10)
	s.heard.Add(web.Actor(s.users["Bad"].Actor()).Topic())
	t.Cleanup(s.heard.Close)
	return s
}

// ask sends a request and decodes the response into out unless it is nil.
func (s *server) ask(who, method, path, body string, out any) (status int, detail string) {
	s.Helper()
	r := httptest.NewRequest(method, "http://localhost/api/"+path, strings.NewReader(body))
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: wire.SessionCookie, Value: s.keys[who]})
	w := httptest.NewRecorder()
	s.handler.ServeHTTP(w, r)
	var p web.Problem
	if w.Code >= 400 {
		out = &p
	}
	if out != nil {
		if err := json.Unmarshal(w.Body.Bytes(), out); err != nil {
			s.Fatalf("%s %s: %d %s", method, path, w.Code, w.Body)
		}
	}
	return w.Code, p.Detail
}

// lineOf returns an actor's line number.
func (s *server) lineOf(actor string) int {
	lines, err := s.chat.Lines.Lines(s.Context(), "room/lobby", 10)
	if err != nil {
		s.Fatal(err)
	}
	for _, l := range lines {
		if l.Actor == actor {
			return l.Number
		}
	}
	s.Fatalf("%s has said nothing", actor)
	return 0
}

func TestAModeratorActsOnPeopleAndAnAdministratorOnModerators(t *testing.T) {
	s := open(t)
	line := func(who string, more string) string {
		return fmt.Sprintf(`{"room":"room/lobby","number":%d,"reason":"spam"%s}`, s.lineOf(who), more)
	}
	bad := s.users["Bad"].Actor()
	for _, c := range []struct {
		who, method, path, body string
		want                    int
	}{
		{"Ann", "POST", "admin/mutes", `{"name":"Bad","hours":24,"reason":"spam"}`, 403},
		{"Mod", "POST", "admin/mutes", `{"name":"Bad","hours":24,"reason":" \u202e"}`, 422},
		{"Mod", "POST", "admin/mutes", `{"name":"Bad","hours":24,"reason":"` + strings.Repeat("x", 201) + `"}`, 422},
		{"Mod", "POST", "admin/mutes", `{"name":"Bad","hours":-1,"reason":"spam"}`, 422},
		{"Mod", "POST", "admin/mutes", `{"name":"Bad","hours":9223372036854775807,"reason":"spam"}`, 422},
		{"Mod", "POST", "admin/mutes", `{"name":"'; DROP TABLE mutes","hours":24,"reason":"spam"}`, 404},
		{"Mod", "POST", "admin/mutes", `{"name":"Mod","hours":24,"reason":"spam"}`, 422},
		{"Mod", "POST", "admin/mutes", `{"name":"Mia","hours":24,"reason":"spam"}`, 403},
		{"Mod", "POST", "admin/mutes", `{"name":"Boss","hours":24,"reason":"spam"}`, 403},
		{"Boss", "POST", "admin/mutes", `{"name":"Mia","hours":24,"reason":"spam"}`, 201},
		{"Mod", "POST", "admin/mutes", line(bad, `,"hours":24`), 201},
		{"Mod", "POST", "admin/mutes", line(guest, `,"hours":1`), 201},
		{"Bad", "POST", "chat/rooms/lobby/lines", `{"text":"more"}`, 403},
		{"Mod", "POST", "admin/lines/hide", line(bad, ""), 200},
		{"Mod", "POST", "admin/lines/hide", `{"room":"room/lobby","number":1}`, 422},
		{"Mod", "DELETE", "admin/mutes?actor=" + url.QueryEscape(bad), "", 200},
		{"Mod", "DELETE", "admin/mutes?actor=" + url.QueryEscape(bad), "", 409},
		{"Bad", "POST", "chat/rooms/lobby/lines", `{"text":"I am back"}`, 201},
		{"Mod", "PUT", "admin/people/Ann/role", `{"role":"moderator"}`, 403},
		{"Boss", "PUT", "admin/people/Ann/role", `{"role":"queen"}`, 422},
		{"Boss", "PUT", "admin/people/Boss/role", `{"role":"player"}`, 403},
		{"Boss", "PUT", "admin/people/Ann/role", `{"role":"moderator"}`, 200},
		{"Boss", "PUT", "admin/people/Bad/name", `{"name":"Mod"}`, 409},
		{"Boss", "PUT", "admin/people/Bad/name", `{"name":"Good"}`, 200},
		{"Boss", "DELETE", "admin/people/Good?reason=spam", "", 200},
		{"Boss", "DELETE", "admin/people/Good?reason=spam", "", 404},
	} {
		if status, detail := s.ask(c.who, c.method, c.path, c.body, nil); status != c.want || (status >= 400) != (detail != "") {
			t.Errorf("%s %s %s %.60s: %d %s", c.who, c.method, c.path, c.body, status, detail)
		}
	}
	var log []moderation.Entry
	s.ask("Mia", "GET", "admin/log", "", &log)
	told := ""
	for _, e := range log {
		told += fmt.Sprintf("%s %s %s %s %s; ", e.ByName, e.Act, e.On, e.About, e.Quote)
	}
	want := "Boss close-account Good  ; Boss rename Bad Good ; Boss role Ann moderator ; Mod unmute Bad  ; Mod hide Bad room/lobby buy now; Mod mute Calendula  ; Mod mute Bad  ; Boss mute Mia  ; "
	if told != want {
		t.Errorf("the log says\n%s\nwant\n%s", told, want)
	}
	first, second := <-s.heard.Messages(), <-s.heard.Messages()
	if !strings.Contains(string(first.Data), `"reason":"spam"`) || string(second.Data) != `{"kind":"muted","until":0}` {
		t.Errorf("Bad hears %s and %s", first.Data, second.Data)
	}
}

func TestAReportIsClosedOnceAndByModeratorsOnly(t *testing.T) {
	s := open(t)
	s.ask("Ann", "POST", "chat/reports", fmt.Sprintf(`{"kind":"spam","room":"room/lobby","number":%d}`, s.lineOf(s.users["Bad"].Actor())), nil)
	var all []moderation.Report
	s.ask("Mod", "GET", "admin/reports", "", &all)
	if len(all) != 1 || all[0].OnName != "Bad" || all[0].ByName != "Ann" || all[0].State != moderation.Open {
		t.Fatalf("%+v", all)
	}
	path := "admin/reports/" + all[0].ID + "/close"
	for _, c := range []struct {
		who, body string
		want      int
	}{
		{"Ann", `{"outcome":"dismissed","reason":"x"}`, 403},
		{"Mod", `{"outcome":"open","reason":"x"}`, 422},
		{"Mod", `{"outcome":"acted","reason":""}`, 422},
		{"Mod", `{"outcome":"acted","reason":"muted"}`, 200},
		{"Mia", `{"outcome":"dismissed","reason":"x"}`, 409},
	} {
		if status, detail := s.ask(c.who, "POST", path, c.body, nil); status != c.want {
			t.Errorf("%s %s: %d %s", c.who, c.body, status, detail)
		}
	}
	s.ask("Mia", "GET", "admin/reports?closed=true", "", &all)
	if len(all) != 1 || all[0].Closer != "Mod" || all[0].Answer != "muted" || all[0].State != moderation.Acted {
		t.Errorf("%+v", all)
	}
}

func TestWhoReportsIsToldTheOutcomeAndNotWhatWasDone(t *testing.T) {
	s := open(t)
	told := s.feed.Subscribe(10)
	t.Cleanup(told.Close)
	told.Add(web.Actor(s.users["Ann"].Actor()).Topic())
	for who, outcome := range map[string]string{"Ann": "acted", "Mia": "dismissed", guest: "acted"} {
		var made struct{ ID string }
		s.ask(who, "POST", "chat/reports", `{"kind":"insults","name":"Bad"}`, &made)
		if status, detail := s.ask("Mod", "POST", "admin/reports/"+made.ID+"/close", fmt.Sprintf(`{"outcome":%q,"reason":"muted for a year"}`, outcome), nil); status != http.StatusOK {
			t.Errorf("%s: %d %s", who, status, detail)
		}
	}
	if m := <-told.Messages(); string(m.Data) != `{"kind":"unread","count":1}` {
		t.Errorf("Ann hears %s", m.Data)
	}
	for who, want := range map[string]string{"Ann": "acted Bad true", "Mia": "dismissed Bad true", "Bad": ""} {
		var all []chathttp.Outcome
		s.ask(who, "GET", "chat/reports", "", &all)
		got := ""
		for _, o := range all {
			got += fmt.Sprint(o.State, " ", o.Name, " ", o.New)
		}
		if got != want || len(all) > 1 {
			t.Errorf("%s is told %q, want %q", who, got, want)
		}
	}
	s.ask("Ann", "PUT", "chat/reports/read", "", nil)
	if m := <-told.Messages(); string(m.Data) != `{"kind":"unread","count":0}` {
		t.Errorf("Ann hears %s", m.Data)
	}
	var all []chathttp.Outcome
	s.ask("Ann", "GET", "chat/reports", "", &all)
	if len(all) != 1 || all[0].New {
		t.Errorf("Ann, who has read it, is told %+v", all)
	}
}

func TestTheLatestOutcomesOfReportsAreKept(t *testing.T) {
	s := open(t)
	for i := range 25 {
		s.moderation.Now = func() time.Time { return time.UnixMilli(int64(i + 1)) }
		r := moderation.Report{ID: fmt.Sprint(i), Kind: moderation.Spam, By: s.users["Ann"].Actor(), On: s.users["Bad"].Actor(), State: moderation.Open}
		if err := s.moderation.Table.Report(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := s.moderation.CloseReport(t.Context(), account.Operator(), r.ID, moderation.Acted, "spam"); err != nil {
			t.Fatal(err)
		}
	}
	var all []chathttp.Outcome
	s.ask("Ann", "GET", "chat/reports", "", &all)
	if len(all) != 20 || all[0].ID != "24" || all[19].ID != "5" {
		t.Errorf("%d outcomes: %+v", len(all), all)
	}
}

func TestWhoReportedAsAGuestIsToldOnceHeHasAnAccount(t *testing.T) {
	s := open(t)
	var made struct {
		ID string `json:"id"`
	}
	s.ask(guest, "POST", "chat/reports", `{"kind":"insults","name":"Bad"}`, &made)
	if err := s.people.Claim(t.Context(), s.users["Ann"], guest); err != nil {
		t.Fatal(err)
	}
	if status, detail := s.ask("Mod", "POST", "admin/reports/"+made.ID+"/close", `{"outcome":"acted","reason":"insults"}`, nil); status != http.StatusOK {
		t.Fatalf("%d %s", status, detail)
	}
	var told []chathttp.Outcome
	s.ask("Ann", "GET", "chat/reports", "", &told)
	if len(told) != 1 || told[0].Name != "Bad" || told[0].State != "acted" || !told[0].New {
		t.Errorf("%+v", told)
	}
}

func TestAnAdministratorConfirmsBeforeHeChangesAnAccount(t *testing.T) {
	s := open(t)
	key, then := account.NewKey(), time.Now().Add(-account.FreshFor)
	old := account.Session{KeyHash: account.KeyHash(key), Actor: s.users["Boss"].Actor(), Created: then, Seen: then}
	if err := tables.Accounts(s.kept).StartSession(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	s.keys["stolen"] = key
	for request, body := range map[string]string{
		"PUT admin/people/Bad/role": `{"role":"admin"}`, "PUT admin/people/Bad/name": `{"name":"Good"}`, "DELETE admin/people/Bad?reason=spam": "",
	} {
		method, path, _ := strings.Cut(request, " ")
		if status, detail := s.ask("stolen", method, path, body, nil); status != http.StatusForbidden || detail != "You signed in a while ago. Confirm first that it is you." {
			t.Errorf("%s: %d %s", request, status, detail)
		}
	}
	if status, _ := s.ask("stolen", "GET", "admin/people?name=Bad", "", nil); status != http.StatusOK {
		t.Errorf("to look takes %d", status)
	}
}
