// Package chat implements the pages on which people talk: rooms, messages between two
// people, and reports to the moderators. They work without a script; with one, what is
// said appears at once.
package chat

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/server/chat"
	"rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
	"rosette/server/page/shell"
)

// Pages are the pages of rooms and messages. They are a [shell.Group].
type Pages struct {
	*shell.Shell
	Chat       *chat.Service
	Moderation *moderation.Service
}

// Unread returns how many lines the user of a request has not read. An error is logged: a page
// without the number is better than none.
func (s Pages) Unread(r *http.Request) int {
	v, err := s.Web.Visitor(r)
	n := 0
	if err == nil {
		n, err = s.Chat.Unread(r.Context(), v.User.ID)
	}
	if err != nil {
		s.Log.ErrorContext(r.Context(), "unread", "err", err)
	}
	return n
}

// Pages says what answers where.
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/rooms":            {"GET": shell.Costs(web.List, s.rooms), "POST": shell.Cheap(s.makeRoom)},
		"/rooms/{id}":       {"GET": shell.Costs(web.Page, s.room), "POST": shell.Cheap(s.sayInRoom)},
		"/rooms/{id}/join":  {"POST": shell.Cheap(s.join)},
		"/rooms/{id}/close": {"POST": shell.Cheap(s.closeRoom)},
		"/messages":         {"GET": shell.Costs(web.List, s.messages), "POST": shell.Cheap(s.find)},
		"/report":           {"GET": shell.Costs(web.Page, s.report), "POST": shell.Cheap(s.sendReport)},
		"/messages/{name}":  {"GET": shell.Cheap(s.conversation), "POST": shell.Cheap(s.sayTo)},
	}
}

// maxForm bounds the body of a form, in bytes.
const maxForm = 16 << 10

// form reads a form and its sender. If that fails, it answers with an error and ok is false.
func (s Pages) form(w http.ResponseWriter, r *http.Request) (v web.Visitor, ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return v, false
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
	}
	return v, err == nil
}

// visitor returns who sends a request, with the language of a page. ok is false if it has
// answered.
func (s Pages) visitor(w http.ResponseWriter, r *http.Request, page string) (lang string, v web.Visitor, ok bool) {
	if lang, ok = s.Language(w, r, page); !ok {
		return lang, v, false
	}
	v, err := s.Web.Visitor(r)
	if err != nil {
		s.Failed(w, r, err)
		return lang, v, false
	}
	return lang, v, true
}

// failed answers an error. It redirects to the page for signing in if that is required.
func (s Pages) failed(w http.ResponseWriter, r *http.Request, err error) {
	if p := (web.Problem{}); errors.As(web.AsProblem(err), &p) && p.Status == http.StatusUnauthorized {
		http.Redirect(w, r, signIn(r.URL.Path), http.StatusSeeOther)
		return
	}
	s.Failed(w, r, err)
}

// signIn returns the address to sign in and then to go on.
func signIn(next string) string {
	return (&url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {next}}.Encode()}).String()
}

// A chatPage is a page with what was said somewhere, and a form to say more.
type chatPage struct {
	shell.Texts
	Heading string
	Path    string // of the page, which the form is sent to
	Send    string // route of the API that takes a line
	Read    string // route of the API that is told what was read, "" for none
	Topic   string // of the socket
	Lines   []line
	Blank   line   // how a line looks that comes later
	Silent  bool   // nothing was said yet
	Why     string // nothing can be written, a sentence, or what stands of it before a time
	Muted   *muted // what follows then
	SignIn  string // address to sign in, if that is why
	Wrong   string // why what was written was not said
	Typed   string // what was written
	Me      string // name of who looks
}

// A line is a line as a page shows it.
type line struct {
	chat.Line
	Page     string // of who has said it, "" for a guest
	Time     string
	Machine  string // the time as programs read it
	Address  string // where it can be reported or moderated
	Moderate bool   // it leads to the page of moderators
	Own      bool
	Gone     string // what stands in the place of a hidden line
}

// fill adds to a page what all chats share. topic is "" if nothing was ever written.
func (s Pages) fill(r *http.Request, v web.Visitor, p *chatPage, topic string, lines []chat.Line) {
	p.Topic, p.Me, p.Silent = topic, v.User.Name, len(lines) == 0
	for _, l := range lines {
		shown := s.line(p.Lang(), v, topic, l)
		shown.Gone = p.T("chat.hidden")
		p.Lines = append(p.Lines, shown)
	}
	p.Blank = s.line(p.Lang(), v, topic, chat.Line{})
}

// line returns a line as somebody sees it.
func (s Pages) line(lang string, v web.Visitor, topic string, l chat.Line) line {
	l = l.Shown()
	shown := line{
		Line: l, Machine: l.At.UTC().Format(time.RFC3339), Own: l.Name == v.User.Name,
		Time: Moment(lang, l.At, s.Chat.Now(), v.User.Profile.Zone),
	}
	if l.Name != "" && !l.Guest() {
		shown.Page = account.Page(l.Name)
	}
	where := url.Values{"room": {topic}}
	shown.Address = "/report?" + where.Encode() + "&number="
	if shown.Moderate = v.User.Moderates(); shown.Moderate {
		shown.Address = "/admin/line?" + where.Encode() + "&number="
	}
	return shown
}

// Moment writes a time in a language and the zone of a user, UTC for "": without the day if
// it is today's.
func Moment(lang string, at, now time.Time, zone string) string {
	place, err := time.LoadLocation(zone)
	if err != nil {
		place = time.UTC
	}
	at, now = at.In(place), now.In(place)
	if at.Format(time.DateOnly) == now.Format(time.DateOnly) {
		return at.Format("15:04")
	}
	return i18n.Moment(lang, at)
}

// A muted part of a sentence is until when somebody is muted, and what follows.
type muted struct {
	Machine string // the time for programs
	Time    string
	Rest    string
}

// silence shows on a page the mute of its reader, if there is one.
func (s Pages) silence(r *http.Request, v web.Visitor, p *chatPage) error {
	mute, err := s.Chat.Mute(r.Context(), v)
	if err != nil || !mute.Holds(s.Chat.Now()) {
		return err
	}
	const gap = "\x00"
	zone := v.User.Profile.Zone
	shown := muted{Machine: mute.Until.UTC().Format(time.RFC3339), Time: Moment(p.Lang(), mute.Until, s.Chat.Now(), zone)}
	if zone == "" {
		shown.Time += " " + time.UTC.String()
	}
	p.Why, shown.Rest, _ = strings.Cut(i18n.T(p.Lang(), "chat.muted", i18n.Args{"time": gap, "reason": i18n.Verbatim(mute.Reason)}), gap)
	p.Muted = &shown
	return nil
}

// mended returns what is wrong with a form that the client can mend, with the status of
// the answer. Another error is answered by a page of its own, and ok is false.
func (s Pages) mended(w http.ResponseWriter, r *http.Request, page string, err error) (status int, why string, ok bool) {
	var p web.Problem
	if !errors.As(web.AsProblem(err), &p) || p.Status >= http.StatusInternalServerError || p.Status == http.StatusUnauthorized {
		s.failed(w, r, err)
		return 0, "", false
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	return p.Status, p.In(s.Kind(page).Covering(s.Web.Language(r))).Detail, true
}
