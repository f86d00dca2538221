// Package chat implements the pages for rooms, private messages and reports to the moderators. They
// work without scripts; with scripts, new lines appear at once.
package chat

import (
	"errors"
	"net/http"
	"net/url"
	"strings"
	"time"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/chat"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
	"rosette/server/page/shell"
	"rosette/server/rating"
	"rosette/server/refusal"
)

// Pages serves rooms and messages. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	Chat       *chat.Service
	Moderation *moderation.Service
	Players    *rating.Service
}

// Pages implements [shell.Group].
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/community":        {"GET": shell.Costs(web.List, s.community)},
		"/rooms":            {"GET": shell.Costs(web.List, s.rooms), "POST": shell.Cheap(s.makeRoom)},
		"/rooms/{id}":       {"GET": shell.Costs(web.Page, s.room), "POST": shell.Cheap(s.sayInRoom)},
		"/rooms/{id}/join":  {"POST": shell.Cheap(s.join)},
		"/rooms/{id}/close": {"POST": shell.Cheap(s.closeRoom)},
		"/messages":         {"GET": shell.Costs(web.List, s.messages), "POST": shell.Cheap(s.openConversation)},
		"/report":           {"GET": shell.Costs(web.Page, s.report), "POST": shell.Cheap(s.sendReport)},
		"/messages/{name}":  {"GET": shell.Cheap(s.conversation), "POST": shell.Cheap(s.sayTo)},
	}
}

// maxForm limits the body of a form, in bytes.
const maxForm = 16 << 10

// form reads a form and its sender. On failure it responds with an error and ok is false.
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

// visitor returns a request's sender and the language of a page. ok is false if it has responded.
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

// failed responds to an error. It redirects to the sign-in page if that is required.
func (s Pages) failed(w http.ResponseWriter, r *http.Request, err error) {
	if p := (web.Problem{}); errors.As(web.AsProblem(err), &p) && p.Status == http.StatusUnauthorized {
		http.Redirect(w, r, signIn(r.URL.Path), http.StatusSeeOther)
		return
	}
	s.Failed(w, r, err)
}

// signIn returns the address for signing in and then continuing at next.
func signIn(next string) string {
	return (&url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {next}}.Encode()}).String()
}

// A chatPage is a page with lines of chat and a form for another line.
type chatPage struct {
	shell.Texts
	Heading string
	Path    string // address of the page; also the form's target
	Send    string // API route for sending a line
	Read    string // API route for marking lines as read, or ""
	Topic   string // topic on the socket
	Lines   []line
	Blank   line // template for later lines
	Silent  bool // there are no lines yet
	cannotWrite
	Wrong string // reason why the line was not sent
	Typed string // the line as typed
	Me    string // the reader's name
}

// A cannotWrite is a notice that replaces a form. It is empty if the reader may write.
type cannotWrite struct {
	Why    string      // the reason: a sentence, or its part before a time
	Muted  *muteNotice // the rest of that sentence
	SignIn string      // address for signing in, if required
}

// A line is a line of chat as shown on a page.
type line struct {
	chat.Line
	Page     string // the author's page; "" for a guest
	Time     string
	Machine  string // time in RFC 3339
	Address  string // address for reporting or moderating it
	Moderate bool   // Address is a moderators' page
	Own      bool
	Gone     string // text instead of a hidden line
}

// fill sets the fields common to all chats. topic is "" if there are no lines yet.
func (s Pages) fill(r *http.Request, v web.Visitor, p *chatPage, topic string, lines []chat.Line) {
	p.Topic = topic
	p.Me = v.User.Name
	p.Silent = len(lines) == 0
	for _, l := range lines {
		shown := s.line(p.Lang(), v, topic, l)
		shown.Gone = p.T("chat.hidden")
		p.Lines = append(p.Lines, shown)
	}
	p.Blank = s.line(p.Lang(), v, topic, chat.Line{})
}

// line returns a line as a visitor sees it.
func (s Pages) line(lang string, v web.Visitor, topic string, l chat.Line) line {
	shown := line{
		Line: l, Machine: l.At.UTC().Format(time.RFC3339), Own: l.Name == v.User.Name,
		Time: Moment(lang, l.At, s.Chat.Now(), v.User.Profile.Zone),
	}
	if l.Name != "" && !l.Guest() {
		shown.Page = accounthttp.Page(l.Name)
	}
	where := url.Values{"room": {topic}}
	shown.Address = "/report?" + where.Encode() + "&number="
	if shown.Moderate = v.User.Moderates(); shown.Moderate {
		shown.Address = "/admin/line?" + where.Encode() + "&number="
	}
	return shown
}

// Moment formats a time in a language and a user's time zone, UTC if zone is "". It omits today's
// date.
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

// A muteNotice holds a mute's end and the rest of the sentence.
type muteNotice struct {
	Machine string // time in RFC 3339
	Time    string
	Rest    string
}

// refusalNotice returns the notice for a refusal, which may be nil. After signing in, the reader
// returns to path.
func (s Pages) refusalNotice(
	r *http.Request, lang string, v web.Visitor, path string, refused *refusal.Error,
) (n cannotWrite, err error) {
	switch {
	case refused == nil:
		return n, nil
	case errors.Is(refused, account.ErrMuted):
		return s.muteNotice(r, lang, v)
	case refused.Kind == refusal.Unauthenticated:
		n.SignIn = signIn(path)
	}
	n.Why = i18n.T(lang, refused.Code, nil)
	return n, nil
}

// muteNotice returns the notice for the reader's mute.
func (s Pages) muteNotice(r *http.Request, lang string, v web.Visitor) (n cannotWrite, err error) {
	mute, err := s.Chat.Mute(r.Context(), v)
	if err != nil || mute.Until.IsZero() {
		return n, err
	}
	const gap = "\x00"
	zone := v.User.Profile.Zone
	shown := muteNotice{
		Machine: mute.Until.UTC().Format(time.RFC3339), Time: Moment(lang, mute.Until, s.Chat.Now(), zone),
	}
	if zone == "" {
		shown.Time += " " + time.UTC.String()
	}
	n.Why, shown.Rest, _ = strings.Cut(i18n.T(lang, "chat.muted", i18n.Args{
		"time": gap, "reason": i18n.Verbatim(mute.Reason),
	}), gap)
	n.Muted = &shown
	return n, nil
}

// mended returns the text of an error that the user can correct in the form, with the response
// status. For other errors it responds with an error page and ok is false.
func (s Pages) mended(
	w http.ResponseWriter, r *http.Request, page string, err error,
) (status int, why string, ok bool) {
	var p web.Problem
	if !errors.As(web.AsProblem(err), &p) || p.Status >= http.StatusInternalServerError ||
		p.Status == http.StatusUnauthorized {
		s.failed(w, r, err)
		return 0, "", false
	}
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	return p.Status, p.In(s.Kind(page).Covering(s.Web.Language(r))).Detail, true
}
