package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"html"
	"net/http"
	"net/url"
	"strconv"
	"strings"
	"testing"
	"time"

	"rosette/i18n"
	"rosette/play"
	"rosette/play/clock"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/refusal"
	"rosette/server/store/tables"
)

// An actCase is a visitor's act with the code of its refusal, or "" for success. Every way gives
// the same outcome.
type actCase struct {
	who  string // admin, moderator or member; only the acts of admin are also run as commands
	act  string
	args []string
	want string
}

// actsByEveryWay returns the cases in order. RATED, CASUAL and OWN are games. The moderator plays
// OWN.
func actsByEveryWay() (all []actCase) {
	const (
		noUser   = "account.nobody"
		noLine   = "refusal.chat-no-line"
		noRoom   = "refusal.chat-no-room"
		noReport = "moderation.refused.no-report"
		why      = "moderation.refused.why"
		hostile  = "'; DROP TABLE users; --"
	)
	add := func(who, act, want string, args ...string) { all = append(all, actCase{who, act, args, want}) }
	// Each act that has a reason, with the arguments before it.
	for act, args := range map[string][]string{
		"mute": {"player", "24"}, "hide": {"room/lounge", "1"}, "annul": {"RATED"},
		"close-report": {"r1", "acted"}, "close": {"opponent"},
	} {
		for _, reason := range []string{
			"", " \t ", "\u202e\u0007\u200b", strings.Repeat("x", 201), strings.Repeat("é", 201),
			strings.Repeat("x", 3000), strings.Repeat("x", 5000),
		} {
			add("admin", act, why, append(args[:len(args):len(args)], reason)...)
		}
	}
	add("admin", "mute", noUser, "nobody", "24", "spam")
	add("admin", "mute", noUser, hostile, "24", "spam")
	add("admin", "mute", "moderation.refused.span", "player", "0", "spam")
	add("admin", "mute", "moderation.refused.span", "player", "8785", "spam")
	add("moderator", "mute", "moderation.refused.self", "moderator", "24", "spam")
	add("moderator", "mute", "moderation.refused.above", "admin", "24", "spam")
	add("member", "mute", "moderation.refused.not-moderator", "player", "24", "spam")
	add("admin", "mute", "", "player", "24", "bad\u202e \u0007 reason\n")
	add("admin", "mute", "", "moderator", "8784", strings.Repeat("é", 200))
	add("admin", "hide", noLine, "room/lounge", "99", "spam")
	add("admin", "hide", noLine, "room/lounge", "0", "spam")
	add("moderator", "hide", noRoom, "room/none", "1", "spam")
	add("moderator", "hide", noRoom, "direct/none", "1", "spam")
	add("moderator", "hide", noLine, "nothing/none", "1", "spam")
	add("member", "hide", "moderation.refused.not-moderator", "room/lounge", "1", "spam")
	add("admin", "hide", "", "room/lounge", "1", "\u2066spam\u2069")
	add("admin", "hide", "", "room/lounge", "1", "spam again")
	add("admin", "annul", "api.no-game", strings.Repeat("a", 26), "a bot")
	add("admin", "annul", "api.no-game", "none", "a bot")
	add("admin", "annul", "rating.not-rated", "CASUAL", "a bot")
	add("moderator", "annul", "moderation.refused.involved", "OWN", "a bot")
	add("member", "annul", "moderation.refused.not-moderator", "RATED", "a bot")
	add("admin", "reinstate", "moderation.refused.judged", "RATED", "a mistake")
	add("admin", "annul", "", "RATED", "\u202ea bot")
	add("admin", "annul", "moderation.refused.judged", "RATED", "a bot")
	add("admin", "reinstate", "", "RATED", "a mistake")
	add("admin", "close-report", noReport, "none", "acted", "muted")
	add("admin", "close-report", "moderation.refused.outcome", "r1", "perhaps", "muted")
	add("member", "close-report", "moderation.refused.not-moderator", "r1", "acted", "muted")
	add("admin", "close-report", "", "r1", "acted", "mu\u202eted")
	add("admin", "close-report", "moderation.refused.done", "r1", "dismissed", "nothing")
	add("admin", "close-room", noRoom, "none")
	add("admin", "close-room", "refusal.chat-not-yours", "lounge")
	add("member", "close-room", "refusal.chat-not-yours", "room1")
	add("admin", "close-room", "", "room1")
	add("admin", "close-room", noRoom, "room1")
	add("admin", "close", noUser, "nobody", "spam")
	add("moderator", "close", "moderation.refused.not-admin", "opponent", "spam")
	add("admin", "close", "", "opponent", "sp\u0007am")
	add("admin", "close", noUser, "opponent", "spam")
	for text, want := range map[string]string{
		"": "refusal.chat-empty", "\u202e\u0007": "refusal.chat-empty",
		strings.Repeat("x", 301): "refusal.chat-too-long", strings.Repeat("x", 5000): "refusal.chat-too-long",
	} {
		add("member", "post", want, "lounge", text)
	}
	add("member", "post", "", "lounge", "ab\u202e\u0007c")
	add("member", "post", noRoom, "none", "hello")
	add("member", "post", noRoom, "room1", "hello")
	add("player", "post", "refusal.chat-muted", "lounge", "hello")
	add("guest", "post", "refusal.chat-account", "lounge", "hello")
	add("stranger", "post", "refusal.chat-account", "lounge", "hello")
	return all
}

// A way carries out an act and returns the code of its refusal, or "".
type way func(w moderated, c actCase) string

// byService calls the services.
func byService(w moderated, c actCase) string {
	v := account.Visitor{}
	if cookie := w.keys[c.who]; cookie != nil {
		identity, err := w.accounts.Identify(w.Context(), cookie.Value)
		w.check(err)
		v = account.Visitor{Identity: identity, Actor: account.Actor(identity.Actor())}
	}
	ctx := w.Context()
	m := w.srv.Moderation
	a := c.args
	err := map[string]func() error{
		"mute": func() error {
			return m.Mute(ctx, v, moderation.NewMute{Name: a[0], Hours: numberOf(a[1]), Reason: a[2]})
		},
		"hide": func() error {
			return m.HideLine(ctx, v, moderation.LineRef{Room: a[0], Number: numberOf(a[1])}, a[2])
		},
		"annul":        func() error { return m.Annul(ctx, v, a[0], a[1], false) },
		"reinstate":    func() error { return m.Annul(ctx, v, a[0], a[1], true) },
		"close-report": func() error { return m.CloseReport(ctx, v, a[0], moderation.State(a[1]), a[2]) },
		"close":        func() error { return m.CloseAccount(ctx, v, a[0], a[1]) },
		"close-room":   func() error { return w.srv.Chat.CloseRoom(ctx, v, a[0]) },
		"post": func() error {
			_, err := w.srv.Chat.Post(ctx, v, chat.Room{ID: a[0]}.Topic(), a[1])
			return err
		},
	}[c.act]()
	if err == nil {
		return ""
	}
	if e := refusal.Of(err); e != nil {
		return e.Code
	}
	return err.Error()
}

// byAPI sends a request to the API.
func byAPI(w moderated, c actCase) string {
	a, escaped := c.args, url.PathEscape(c.args[0])
	body := func(pairs ...any) string {
		fields := map[string]any{}
		for i := 0; i < len(pairs); i += 2 {
			fields[pairs[i].(string)] = pairs[i+1]
		}
		data, err := json.Marshal(fields)
		w.check(err)
		return string(data)
	}
	row := map[string]func() string{
		"mute": func() string {
			return "POST /api/admin/mutes " + body("name", a[0], "hours", numberOf(a[1]), "reason", a[2])
		},
		"hide": func() string {
			return "POST /api/admin/lines/hide " + body("room", a[0], "number", numberOf(a[1]), "reason", a[2])
		},
		"annul": func() string { return "POST /api/games/" + escaped + "/annul " + body("reason", a[1]) },
		"reinstate": func() string {
			return "POST /api/games/" + escaped + "/annul " + body("reason", a[1], "reinstate", true)
		},
		"close-report": func() string {
			return "POST /api/admin/reports/" + escaped + "/close " + body("outcome", a[1], "reason", a[2])
		},
		"close":      func() string { return "DELETE /api/admin/people/" + escaped + "?reason=" + url.QueryEscape(a[1]) },
		"close-room": func() string { return "DELETE /api/chat/rooms/" + escaped },
		"post":       func() string { return "POST /api/chat/rooms/" + escaped + "/lines " + body("text", a[1]) },
	}[c.act]()
	answer := w.answer(c.who, row)
	if answer.Code < http.StatusBadRequest {
		return ""
	}
	var p struct{ Code string }
	w.check(json.Unmarshal(answer.Body.Bytes(), &p))
	if long := len(a[len(a)-1]) >= 1000; long && (p.Code == "api.too-large" || p.Code == "api.out-of-range") {
		return c.want // the route bounds what it reads, before the service bounds what it takes
	}
	return p.Code
}

// byPage sends a form. The page shows the refusal's text, or redirects to the sign-in page.
func byPage(w moderated, c actCase) string {
	a, escaped := c.args, url.PathEscape(c.args[0])
	form := func(pairs ...string) string {
		values := url.Values{}
		for i := 0; i < len(pairs); i += 2 {
			values.Set(pairs[i], pairs[i+1])
		}
		return values.Encode()
	}
	row := map[string]func() string{
		"mute": func() string {
			return "/admin/people/" + escaped + " " + form("do", "mute", "hours", a[1], "reason", a[2])
		},
		"hide": func() string {
			return "/admin/line " + form("do", "hide", "room", a[0], "number", a[1], "reason", a[2])
		},
		"annul":        func() string { return "/admin/games/" + escaped + " " + form("do", "annul", "reason", a[1]) },
		"reinstate":    func() string { return "/admin/games/" + escaped + " " + form("do", "reinstate", "reason", a[1]) },
		"close-report": func() string { return "/admin/reports/" + escaped + " " + form("outcome", a[1], "reason", a[2]) },
		"close":        func() string { return "/admin/people/" + escaped + " " + form("do", "close", "reason", a[1]) },
		"close-room":   func() string { return "/rooms/" + escaped + "/close " + form() },
		"post":         func() string { return "/rooms/" + escaped + " " + form("text", a[1]) },
	}[c.act]()
	answer := w.answer(c.who, "POST "+row)
	switch to := answer.Header().Get("Location"); {
	case strings.HasPrefix(to, "/sign-in") && c.want == "refusal.chat-account":
		return c.want
	case answer.Code == http.StatusSeeOther:
		return ""
	case strings.Contains(html.UnescapeString(answer.Body.String()), i18n.T("en", c.want, nil)):
		return c.want
	}
	return fmt.Sprint(answer.Code, " ", answer.Body)
}

// byCommand runs rosette admin on the server's database.
func byCommand(w moderated, c actCase) string {
	if c.who != "admin" || c.act == "post" {
		return c.want // the operator is not a user, and writes no lines
	}
	var errs bytes.Buffer
	args := append([]string{"admin", c.act, "--data", w.folder, "--"}, c.args...)
	rc := run(w.Context(), args, strings.NewReader(""), &errs, &errs)
	text, ok := hints[c.want]
	switch {
	case c.want == "account.nobody":
		text = noUser(c.args[0]).Error()
	case !ok && c.want != "":
		text = i18n.T("en", c.want, nil)
	}
	if (rc == 0) == (c.want == "") && strings.Contains(errs.String(), text) {
		return c.want
	}
	return fmt.Sprint(rc, " ", errs.String())
}

func numberOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		panic(err)
	}
	return n
}

func TestAnActHasOneOutcomeByServicePageAPIAndCommand(t *testing.T) {
	cases := actsByEveryWay()
	stored := map[string]string{}
	for name, do := range map[string]way{"service": byService, "API": byAPI, "page": byPage, "command": byCommand} {
		w := newModerated(t)
		moderator := account.User{
			ID: "moderator", Key: account.Key("moderator"), Created: time.Now(),
			Details: account.Details{Name: "moderator", Role: account.Moderator},
		}
		w.check(w.accounts.Store.Create(t.Context(), moderator))
		w.signIn(t, w.accounts, "moderator", moderator.Actor(), w.keys["member"].Name)
		own := play.Seat{Kind: play.SeatUser, ID: moderator.ID, Name: moderator.Name}
		hour := clock.Control{Kind: clock.Absolute, Main: time.Hour}
		games := strings.NewReplacer(
			"RATED", w.game,
			"CASUAL", w.play(t, play.Settings{Clock: hour, Black: w.seats["player"], White: w.seats["member"]}),
			"OWN", w.play(t, play.Settings{Rated: true, Clock: hour, Black: w.seats["player"], White: own}),
		)
		for _, c := range cases {
			c.args = append([]string{}, c.args...)
			c.args[0] = games.Replace(c.args[0])
			if got := do(w, c); got != c.want {
				t.Errorf("%s: %s %s %.60q: %.300s, want %q", name, c.who, c.act, c.args, got, c.want)
			}
		}
		stored[name] = w.reasons(games.Replace("RATED"))
	}
	for name, text := range stored {
		if want := stored["service"]; text != want || !strings.Contains(want, "mute player bad reason; ") {
			t.Errorf("by %s the log has %s\nwant %s", name, text, want)
		}
	}
}

// reasons returns the logged acts with their reasons.
func (w moderated) reasons(game string) (text string) {
	w.Helper()
	entries, err := tables.Moderation(w.db).Entries(w.Context(), 0, 100)
	w.check(err)
	for _, e := range entries {
		text += fmt.Sprint(e.Act, " ", e.Person, strings.ReplaceAll(e.About, game, ""), " ", e.Reason, "; ")
	}
	return text
}
