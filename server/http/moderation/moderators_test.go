package moderation_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"net/url"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/wire"
	"rosette/server/moderation"
)

// A server has the players Ann and Bad, the moderators Mod and Mia, the administrator Boss, and a
// guest. Bad and the guest have each written a line in the lobby.
type server struct {
	*servertest.Server
	users    map[string]account.User
	browsers map[string]*servertest.Browser
}

const guest = "guest/4f2a0000000000000000000000000000"

func open(t *testing.T) *server {
	s := &server{servertest.New(t), map[string]account.User{}, map[string]*servertest.Browser{}}
	s.browsers[""], s.browsers[guest] = s.Browser(), s.Browser()
	s.browsers[guest].Begin(guest, wire.GuestCookie)
	roles := map[string]account.Role{
		"Ann": "", "Bad": "", "Mod": account.Moderator, "Mia": account.Moderator, "Boss": account.Admin,
	}
	for name, role := range roles {
		b := s.Member(name, func(u *account.User) { u.Role = role })
		s.users[name], s.browsers[name] = b.User, b
	}
	for actor, name := range map[string]string{s.users["Bad"].Actor(): "Bad", guest: "4f2a"} {
		s.say("room/lounge", actor, name, "buy now")
	}
	return s
}

// say stores a line.
func (s *server) say(room, actor, name, text string) {
	s.Helper()
	l := chat.Line{Room: room, Actor: actor, Name: name, Text: text, At: s.Clock.Now()}
	_, err := s.Chat.LineStore.AddLine(s.Context(), l)
	s.Check(err)
}

// ask sends a request and decodes the response into out unless it is nil.
func (s *server) ask(who, method, path, body string, out any) (status int, detail string) {
	s.Helper()
	b := s.browsers[who]
	w := b.Do(method, "/api/"+path, body)
	if w.Code < 400 && out != nil {
		s.Check(json.Unmarshal(w.Body.Bytes(), out))
	}
	return w.Code, b.Problem(w).Detail
}

// lineOf returns an actor's line number.
func (s *server) lineOf(actor string) int {
	lines, err := s.Chat.LineStore.Lines(s.Context(), "room/lounge", 10)
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
		return fmt.Sprintf(`{"room":"room/lounge","number":%d,"reason":"spam"%s}`, s.lineOf(who), more)
	}
	bad := s.users["Bad"].Actor()
	s.Listen()
	socket := s.browsers["Bad"].Socket()
	socket.Await(`"kind":"hello"`)
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
		{"Bad", "POST", "chat/rooms/lounge/lines", `{"text":"more"}`, 403},
		{"Mod", "POST", "admin/lines/hide", line(bad, ""), 200},
		{"Mod", "POST", "admin/lines/hide", `{"room":"room/lounge","number":1}`, 422},
		{"Mod", "DELETE", "admin/mutes?actor=" + url.QueryEscape(bad), "", 200},
		{"Mod", "DELETE", "admin/mutes?actor=" + url.QueryEscape(bad), "", 409},
		{"Bad", "POST", "chat/rooms/lounge/lines", `{"text":"I am back"}`, 201},
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
		told += fmt.Sprintf("%s %s %s %s %s; ", e.ByName, e.Act, e.Person, e.About, e.Quote)
	}
	want := "Boss close-account Good  ; Boss rename Bad Good ; Boss role Ann moderator ; Mod unmute Bad  ; Mod hide Bad room/lounge buy now; Mod mute Calendula  ; Mod mute Bad  ; Boss mute Mia  ; "
	if told != want {
		t.Errorf("the log says\n%s\nwant\n%s", told, want)
	}
	socket.Await(`"kind":"muted"`, `"reason":"spam"`)
	socket.Await(`{"kind":"muted","until":0}`)
}

func TestAReportIsClosedOnceAndByModeratorsOnly(t *testing.T) {
	s := open(t)
	s.ask("Ann", "POST", "chat/reports", fmt.Sprintf(`{"kind":"spam","room":"room/lounge","number":%d}`, s.lineOf(s.users["Bad"].Actor())), nil)
	var all []moderation.Report
	s.ask("Mod", "GET", "admin/reports", "", &all)
	if len(all) != 1 || all[0].AccusedName != "Bad" || all[0].ByName != "Ann" || all[0].State != moderation.Open {
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
	if len(all) != 1 || all[0].ClosedBy != "Mod" || all[0].Reason != "muted" || all[0].State != moderation.Acted {
		t.Errorf("%+v", all)
	}
}

func TestWhoReportsIsToldTheOutcomeAndNotWhatWasDone(t *testing.T) {
	s := open(t)
	s.Listen()
	socket := s.browsers["Ann"].Socket()
	socket.Await(`"kind":"hello"`)
	for who, outcome := range map[string]string{"Ann": "acted", "Mia": "dismissed", guest: "acted"} {
		var made struct{ ID string }
		s.ask(who, "POST", "chat/reports", `{"kind":"insults","name":"Bad"}`, &made)
		if status, detail := s.ask("Mod", "POST", "admin/reports/"+made.ID+"/close", fmt.Sprintf(`{"outcome":%q,"reason":"muted for a year"}`, outcome), nil); status != http.StatusOK {
			t.Errorf("%s: %d %s", who, status, detail)
		}
	}
	socket.Await(`{"kind":"unread","count":1}`)
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
	socket.Await(`{"kind":"unread","count":0}`)
	var all []chathttp.Outcome
	s.ask("Ann", "GET", "chat/reports", "", &all)
	if len(all) != 1 || all[0].New {
		t.Errorf("Ann, who has read it, is told %+v", all)
	}
}

func TestTheLatestOutcomesOfReportsAreKept(t *testing.T) {
	s := open(t)
	for i := range 25 {
		s.Moderation.Now = func() time.Time { return time.UnixMilli(int64(i + 1)) }
		r := moderation.Report{ID: fmt.Sprint(i), Kind: moderation.Spam, By: s.users["Ann"].Actor(), Accused: s.users["Bad"].Actor(), State: moderation.Open}
		if err := s.Moderation.Table.Report(t.Context(), r); err != nil {
			t.Fatal(err)
		}
		if err := s.Moderation.CloseReport(t.Context(), account.Operator(), r.ID, moderation.Acted, "spam"); err != nil {
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
	if err := s.Accounts.Claim(t.Context(), s.users["Ann"], guest); err != nil {
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

func TestAnAdministratorConfirmsBeforeChangingAnAccount(t *testing.T) {
	s := open(t)
	key, then := account.NewKey(), time.Now().Add(-account.FreshFor)
	old := account.Session{KeyHash: account.KeyHash(key), Actor: s.users["Boss"].Actor(), Created: then, Seen: then}
	if err := s.Accounts.Store.StartSession(t.Context(), old); err != nil {
		t.Fatal(err)
	}
	s.browsers["stolen"] = s.Browser()
	s.browsers["stolen"].Cookies[wire.SessionCookie] = key
	for request, body := range map[string]string{
		"PUT admin/people/Bad/role": `{"role":"admin"}`, "PUT admin/people/Bad/name": `{"name":"Good"}`, "DELETE admin/people/Bad?reason=spam": "",
	} {
		method, path, _ := strings.Cut(request, " ")
		if status, detail := s.ask("stolen", method, path, body, nil); status != http.StatusForbidden || detail != "You signed in a while ago. Please confirm first that it is really you." {
			t.Errorf("%s: %d %s", request, status, detail)
		}
	}
	if status, _ := s.ask("stolen", "GET", "admin/people?name=Bad", "", nil); status != http.StatusOK {
		t.Errorf("to look takes %d", status)
	}
}

func TestTheLogNamesANewBot(t *testing.T) {
	s := open(t)
	s.Check(s.Moderation.MakeBot(t.Context(), account.Operator(), "Bad"))
	all, err := s.Moderation.Entries(t.Context(), account.Operator(), 0)
	if err != nil || len(all) != 1 || all[0].Act != moderation.ActBot || all[0].Person != "Bad" || all[0].About != "Bad BOT" {
		t.Errorf("%+v, %v", all, err)
	}
	for lang, want := range map[string]string{
		"en": "made the account of Bad a bot account: Bad BOT.", "fr": "celui d’un bot", "es": "la de un bot", "ht": "kont yon bòt",
	} {
		b := s.browsers["Mod"].Copy()
		b.Language = lang
		if page := b.Must("GET", "/admin/log", ""); !strings.Contains(page, want) {
			t.Errorf("the log in %s has no %q", lang, want)
		}
	}
}
