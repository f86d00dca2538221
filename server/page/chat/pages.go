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
	"rosette/server/http/account"
	"rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// Pages are the pages of rooms and messages. They are a [shell.Group].
type Pages struct {
	*shell.Shell
	Talk *chat.Server
}

// Pages says what answers where.
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/rooms":            {"GET": shell.Costs(web.Page, s.rooms), "POST": shell.Cheap(s.makeRoom)},
		"/rooms/{id}":       {"GET": shell.Cheap(s.room), "POST": shell.Cheap(s.sayInRoom)},
		"/rooms/{id}/join":  {"POST": shell.Cheap(s.join)},
		"/rooms/{id}/close": {"POST": shell.Cheap(s.closeRoom)},
		"/messages":         {"GET": shell.Costs(web.List, s.messages), "POST": shell.Cheap(s.find)},
		"/report":           {"GET": shell.Cheap(s.report), "POST": shell.Cheap(s.sendReport)},
		"/messages/{name}":  {"GET": shell.Cheap(s.conversation), "POST": shell.Cheap(s.sayTo)},
	}
}

// maxForm bounds the body of a form, in bytes.
const maxForm = 16 << 10

// read reads a form. If it cannot be read, it answers so and ok is false.
func (s Pages) read(w http.ResponseWriter, r *http.Request) (ok bool) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return false
	}
	return true
}

// visitor returns who sends a request, with the language of a page. ok is false if it has
// answered.
func (s Pages) visitor(w http.ResponseWriter, r *http.Request, page string) (lang string, v web.Visitor, ok bool) {
	if lang, ok = s.Language(w, r, page); !ok {
		return lang, v, false
	}
	v, err := s.Talk.Visitor(r)
	if err != nil {
		s.Failed(w, r, s.Talk.Problem(err))
		return lang, v, false
	}
	return lang, v, true
}

// failed answers an error: who is not signed in is sent to do so.
func (s Pages) failed(w http.ResponseWriter, r *http.Request, err error) {
	if p := (web.Problem{}); errors.As(err, &p) && p.Status == http.StatusUnauthorized {
		http.Redirect(w, r, signIn(r.URL.Path), http.StatusSeeOther)
		return
	}
	s.Failed(w, r, err)
}

// signIn returns the address to sign in and then to go on.
func signIn(next string) string {
	return (&url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {next}}.Encode()}).String()
}

// A talkPage is a page with what was said somewhere, and a form to say more.
type talkPage struct {
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
	chat.ChatLine
	Page     string // of who has said it, "" for a guest
	Time     string
	Machine  string // the time as programs read it
	Address  string // where it can be reported or moderated
	Moderate bool   // it leads to the page of moderators
	Own      bool
	Gone     string // what stands in the place of a hidden line
}

// fill adds to a page what all chats share. topic is "" if nothing was ever written.
func (s Pages) fill(r *http.Request, v web.Visitor, p *talkPage, topic string, lines []chat.ChatLine) {
	p.Topic, p.Me, p.Silent = topic, v.User.Name, len(lines) == 0
	for _, l := range lines {
		shown := s.line(p.Lang(), v, topic, l)
		shown.Gone = p.T("chat.hidden")
		p.Lines = append(p.Lines, shown)
	}
	p.Blank = s.line(p.Lang(), v, topic, chat.ChatLine{})
}

// line returns a line as somebody sees it.
func (s Pages) line(lang string, v web.Visitor, topic string, l chat.ChatLine) line {
	at := time.UnixMilli(l.At)
	shown := line{ChatLine: l, Machine: at.UTC().Format(time.RFC3339), Time: Moment(lang, at, s.Talk.Now(), v.User.Profile.Zone), Own: l.Name == v.User.Name}
	if l.Name != "" && !l.Guest {
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

// silence says on a page that its reader is muted, if he is.
func (s Pages) silence(r *http.Request, v web.Visitor, p *talkPage) error {
	mute, err := s.Talk.Mute(r.Context(), v)
	if err != nil || mute.Until == 0 {
		return err
	}
	const gap = "\x00"
	until, zone := time.UnixMilli(mute.Until), v.User.Profile.Zone
	shown := muted{Machine: until.UTC().Format(time.RFC3339), Time: Moment(p.Lang(), until, s.Talk.Now(), zone)}
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
	if !errors.As(err, &p) || p.Status >= http.StatusInternalServerError || p.Status == http.StatusUnauthorized {
		s.failed(w, r, err)
		return 0, "", false
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	return p.Status, p.In(s.Kind(page).Covering(s.Web.Language(r))).Detail, true
}
