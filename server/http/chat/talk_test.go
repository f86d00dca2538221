package chat_test

import (
	"encoding/json"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/server/account"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/wire"
	"rosette/server/moderation"
	"rosette/server/store/tables"
)

// A server serves the chat routes, with a clock that the test moves.
type server struct {
	*servertest.Server
	users    map[string]account.User
	browsers map[string]*servertest.Browser
}

// open starts a server with Ann and Ben, who are friends, Cid, whom Ann blocks, the moderator Mod,
// and a guest.
func open(t *testing.T) *server {
	s := &server{servertest.New(t), map[string]account.User{}, map[string]*servertest.Browser{}}
	s.Clock.Freeze(time.Date(2026, 11, 23, 12, 0, 0, 0, time.UTC))
	s.browsers["guest"], s.browsers[""] = s.Guest(), s.Browser()
	for name, role := range map[string]account.Role{"Ann": "", "Ben": "", "Cid": "", "Mod": account.Moderator} {
		b := s.Member(name, func(u *account.User) { u.Role = role })
		s.users[name], s.browsers[name] = b.User, b
	}
	for _, two := range [][2]string{{"Ann", "Ben"}, {"Ben", "Ann"}, {"Cid", "Ann"}} {
		s.relate(two[0], two[1], account.KindFollow)
	}
	s.relate("Ann", "Cid", account.KindBlock)
	return s
}

func (s *server) relate(one, other string, kind account.Kind) {
	s.Helper()
	s.Check(s.Accounts.Relate(s.Context(), servertest.VisitorOf(s.users[one]), s.users[other].Name, kind, true))
}

// ask sends a request in French and decodes the response into out, unless it is nil.
func (s *server) ask(who, method, path, body string, out any) (status int, detail string) {
	s.Helper()
	b := s.browsers[who]
	b.Language = "fr"
	w := b.Do(method, path, body)
	if w.Code < 400 && out != nil {
		s.Check(json.Unmarshal(w.Body.Bytes(), out))
	}
	return w.Code, b.Problem(w).Detail
}

// text encodes a line as a request body.
func text(line string) string {
	data, err := json.Marshal(map[string]string{"text": line})
	if err != nil {
		panic(err)
	}
	return string(data)
}

// later advances the clock until no flood limit applies.
func (s *server) later() { s.Clock.Advance(time.Hour) }

func TestWhoMayWriteWhere(t *testing.T) {
	s := open(t)
	mute := moderation.Mute{Actor: s.users["Ben"].Actor(), Until: s.Clock.Now().Add(24 * time.Hour), Reason: "spam"}
	for _, c := range []struct {
		who, where string
		want       int
		detail     string
	}{
		{"", "rooms/lounge/lines", 401, "Connectez-vous"},
		{"guest", "rooms/lounge/lines", 401, "Connectez-vous"},
		{"Ann", "rooms/lounge/lines", 201, ""},
		{"Mod", "rooms/in-fr/lines", 201, ""},
		{"Ann", "rooms/in-xx/lines", 404, "salon"},
		{"", "messages/Ben", 401, "Connectez-vous"},
		{"Ann", "messages/Ben", 201, ""},
		{"Ann", "messages/nobody", 404, ""},
		{"Ann", "messages/Ann", 422, "vous-même"},
		{"Ben", "messages/Cid", 403, "qui vous suivent"},
		{"Cid", "messages/Ann", 403, "pas écrire à cette personne"},
		{"Ann", "messages/Cid", 403, "pas écrire à cette personne"},
		{"Cid", "messages/Mod", 201, ""},
		{"Mod", "messages/Cid", 201, ""},
		{"mute", "", 0, ""},
		{"Ben", "rooms/help/lines", 403, "privé de parole"},
		{"Ben", "messages/Ann", 403, "privé de parole"},
		{"Ben", "messages/Mod", 201, ""},
	} {
		if c.who == "mute" {
			if err := tables.Moderation(s.Store).SetMute(t.Context(), mute); err != nil {
				t.Fatal(err)
			}
			continue
		}
		status, detail := s.ask(c.who, "POST", "/api/chat/"+c.where, text("x"), nil)
		if status != c.want || !strings.Contains(detail, c.detail) {
			t.Errorf("%s in %s: %d %q", c.who, c.where, status, detail)
		}
	}
}

func TestWhatIsHostileIsCleanedOrRefusedInTheReadersLanguage(t *testing.T) {
	s := open(t)
	for said, want := range map[string]string{
		`<script>alert("x")</script>`:        `<script>alert("x")</script>`,
		"'; DROP TABLE chat_lines; --":       "'; DROP TABLE chat_lines; --",
		"\u202egnp.exe\u202c":                "gnp.exe",
		"a\x00\u200b\u2066b":                 "ab",
		"two\r\nlines":                       "two lines",
		"Z" + strings.Repeat("\u0336", 1000): "Z\u0336\u0336\u0336",
		"":                                   "422 Écrivez d’abord quelque chose.",
		"\u202e \n":                          "422 Écrivez d’abord quelque chose.",
		strings.Repeat("x", 301):             "422 C’est trop long. 300 caractères au plus.",
		strings.Repeat("x", 1<<20):           "413 ",
	} {
		s.later()
		var l wire.ChatLine
		status, detail := s.ask("Ann", "POST", "/api/chat/rooms/lounge/lines", text(said), &l)
		got := l.Text
		if status != http.StatusCreated {
			got = fmt.Sprint(status, " ", detail)
		}
		if got != want && (!strings.HasPrefix(got, want) || !strings.HasSuffix(want, " ")) {
			t.Errorf("%.30q: %q, want %q", said, got, want)
		}
	}
	for title, want := range map[string]string{
		"<b>Go</b>":               "<b>Go</b>",
		"\u202eoG\nclub":          "oG club",
		" \u200b ":                "422 Donnez au salon",
		strings.Repeat("é", 41):   "422 Donnez au salon",
		strings.Repeat("x", 9000): "413 ",
	} {
		var room chathttp.Room
		body, err := json.Marshal(chathttp.NewRoom{Title: title})
		if err != nil {
			t.Fatal(err)
		}
		status, detail := s.ask("Ann", "POST", "/api/chat/rooms", string(body), &room)
		got := room.Title
		if status != http.StatusCreated {
			got = fmt.Sprint(status, " ", detail)
		}
		if !strings.HasPrefix(got, want) {
			t.Errorf("%.30q: %q, want %q", title, got, want)
		}
	}
}

func TestARoomHasNoNameOfAnotherAccount(t *testing.T) {
	s := open(t)
	for title, want := range map[string]int{"Ben": 409, "(BEN!)": 409, "Ben and friends": 201, "Ann": 201} {
		if status, detail := s.ask("Ann", "POST", "/api/chat/rooms", `{"title":"`+title+`"}`, nil); status != want {
			t.Errorf("%s: %d %s, want %d", title, status, detail, want)
		}
	}
}

func TestARoomIsMadeJoinedLeftAndClosed(t *testing.T) {
	s := open(t)
	var room chathttp.Room
	if status, _ := s.ask("Ann", "POST", "/api/chat/rooms", `{"title":"Six stones"}`, &room); status != http.StatusCreated || !room.Joined || !room.Yours || room.Owner != "Ann" {
		t.Fatalf("%d %+v", status, room)
	}
	path := "/api/chat/rooms/" + room.ID
	for _, c := range []struct {
		who, method, path string
		want              int
	}{
		{"guest", "PUT", path + "/membership", 401},
		{"Ben", "PUT", path + "/membership", 200},
		{"Ben", "PUT", path + "/membership", 200},
		{"Ben", "PUT", "/api/chat/rooms/none/membership", 404},
		{"Ben", "DELETE", path, 403},
		{"Mod", "DELETE", "/api/chat/rooms/lounge", 403},
	} {
		if status, detail := s.ask(c.who, c.method, c.path, "", nil); status != c.want {
			t.Errorf("%s %s %s: %d %s", c.who, c.method, c.path, status, detail)
		}
	}
	var all []chathttp.Room
	s.ask("Ben", "GET", "/api/chat/rooms", "", &all)
	at := slices.IndexFunc(all, func(r chathttp.Room) bool { return r.ID == room.ID })
	if at != len(all)-1 || len(all) != 1+len(chat.Rooms(s.Chat.Languages)) || all[at].Members != 2 || !all[at].Joined || all[at].Yours {
		t.Errorf("%+v", all)
	}
	s.ask("Ben", "DELETE", path+"/membership", "", nil)
	for range chat.MaxRooms - 1 {
		s.ask("Ann", "POST", "/api/chat/rooms", `{"title":"more"}`, nil)
	}
	if status, detail := s.ask("Ann", "POST", "/api/chat/rooms", `{"title":"more"}`, nil); status != http.StatusConflict {
		t.Errorf("one room too many: %d %s", status, detail)
	}
	if status, _ := s.ask("Mod", "DELETE", path, "", nil); status != http.StatusOK {
		t.Errorf("a moderator closes it: %d", status)
	}
	for _, ask := range [][2]string{{"GET", path}, {"POST", path + "/lines"}, {"DELETE", path}} {
		if status, _ := s.ask("Ann", ask[0], ask[1], text("x"), nil); status != http.StatusNotFound {
			t.Errorf("%s after it is closed: %d", ask, status)
		}
	}
}

func TestWhoSaysTooMuchWaits(t *testing.T) {
	s := open(t)
	last := 0
	for range 9 {
		last, _ = s.ask("Ann", "POST", "/api/chat/rooms/lounge/lines", text("x"), nil)
	}
	elsewhere, detail := s.ask("Ann", "POST", "/api/chat/messages/Ben", text("x"), nil)
	if last != http.StatusTooManyRequests || elsewhere != http.StatusTooManyRequests || detail == "" {
		t.Errorf("%d, %d %s", last, elsewhere, detail)
	}
	if status, _ := s.ask("Ben", "POST", "/api/chat/rooms/lounge/lines", text("x"), nil); status != http.StatusCreated {
		t.Errorf("somebody else: %d", status)
	}
}

func TestWhatABlockedPersonSaysIsHiddenFromWhoBlocks(t *testing.T) {
	s := open(t)
	s.ask("Cid", "POST", "/api/chat/rooms/lounge/lines", text("you do not see me"), nil)
	for who, want := range map[string]int{"Ann": 0, "Ben": 1, "": 1} {
		var room chathttp.RoomChat
		s.ask(who, "GET", "/api/chat/rooms/lounge", "", &room)
		if len(room.Lines) != want {
			t.Errorf("%s reads %+v", who, room.Lines)
		}
	}
}

func TestUnreadMessagesAreCountedUntilTheyAreRead(t *testing.T) {
	s := open(t)
	s.Listen()
	socket := s.browsers["Ben"].Socket()
	socket.Await(`"kind":"hello"`)
	for n := 1; n <= 2; n++ {
		s.ask("Ann", "POST", "/api/chat/messages/Ben", text("hello"), nil)
		socket.Await(fmt.Sprintf(`{"kind":"unread","count":%d}`, n))
	}
	unread := func(who string) int {
		n, err := s.Chat.Unread(t.Context(), s.users[who].ID)
		if err != nil {
			t.Fatal(err)
		}
		return n
	}
	var all []chathttp.Conversation
	s.ask("Ben", "GET", "/api/chat/messages", "", &all)
	if len(all) != 1 || all[0].Name != "Ann" || all[0].Unread != 2 || unread("Ann") != 0 {
		t.Errorf("%+v; Ann has %d", all, unread("Ann"))
	}
	s.ask("Ben", "GET", "/api/chat/messages/Ann", "", nil)
	if unread("Ben") != 2 {
		t.Errorf("a program that looks leaves %d", unread("Ben"))
	}
	s.ask("Ben", "PUT", "/api/chat/messages/Ann/read", "", nil)
	if unread("Ben") != 0 {
		t.Errorf("%d are left", unread("Ben"))
	}
	var d chathttp.DirectChat
	s.ask("Ben", "GET", "/api/chat/messages/Cid", "", &d)
	if d.Why != "chat-friends" || d.Topic != "" {
		t.Errorf("with a stranger: %+v", d)
	}
}
