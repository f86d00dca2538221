// Package moderation implements the pages of moderators and administrators: reports, the
// log, people, rooms, lines that are hidden, and games that are annulled. They are plain
// forms that work without a script.
package moderation

import (
	"errors"
	"net/http"
	"net/url"
	"strconv"
	"time"

	"rosette/i18n"
	chatservice "rosette/server/chat"
	moderationhttp "rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/match"
	"rosette/server/moderation"
	"rosette/server/page/chat"
	"rosette/server/page/shell"
)

// Pages are the pages of moderators. They are a [shell.Group].
type Pages struct {
	*shell.Shell
	Moderation *moderation.Service
	Chat       *chatservice.Service
	Status     func() moderationhttp.Load // of the server
	Matches    *match.Service
}

// Pages says what answers where.
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/admin":               {"GET": shell.Cheap(s.reports)},
		"/admin/reports/{id}":  {"GET": shell.Cheap(s.report), "POST": shell.Cheap(s.closeReport)},
		"/admin/line":          {"GET": shell.Cheap(s.line), "POST": shell.Cheap(s.actOnLine)},
		"/admin/log":           {"GET": shell.Cheap(s.log)},
		"/admin/people":        {"GET": shell.Costs(web.Page, s.people)},
		"/admin/people/{name}": {"GET": shell.Cheap(s.person), "POST": shell.Cheap(s.actOnPerson)},
		"/admin/mutes":         {"POST": shell.Cheap(s.unmute)},
		"/admin/rooms":         {"GET": shell.Cheap(s.rooms)},
		"/admin/server":        {"GET": shell.Cheap(s.server)},
		"/admin/games":         {"GET": shell.Costs(web.List, s.findGame)},
		"/admin/games/{id}":    {"GET": shell.Cheap(s.game), "POST": shell.Cheap(s.judge)},
	}
}

// maxForm bounds the body of a form, in bytes.
const maxForm = 16 << 10

// A page is a page of moderators: one of the parts is set.
type page struct {
	shell.Texts
	Views  []view
	Wrong  string // why something was not done
	Filled url.Values
	Done   bool

	Reports *reportsPart
	Report  *reportRow
	Line    *linePart
	Log     *logPart
	People  *peoplePart
	Person  *personRow
	Rooms   []chat.RoomRow
	Games   bool
	Pairs   *pairsPart
	Game    *gamePart
	Server  *moderationhttp.Load
	Spans   []span
}

// A view is a link to a part.
type view struct {
	Name, Path string
	Current    bool
}

// A span is a length of a mute.
type span struct {
	Hours int
	Text  string
}

// paths are the parts that have links.
var paths = [][2]string{
	{"reports", "/admin"}, {"people", "/admin/people"}, {"games", "/admin/games"}, {"rooms", "/admin/rooms"}, {"log", "/admin/log"}, {"server", "/admin/server"},
}

// admit returns the page of a moderator. Who is not signed in is sent to do so, and ok is
// false for all who are no moderators.
func (s Pages) admit(w http.ResponseWriter, r *http.Request, part string) (p page, v web.Visitor, ok bool) {
	lang, ok := s.Language(w, r, "moderation/admin")
	if !ok {
		return p, v, false
	}
	v, err := s.Web.Visitor(r)
	if err == nil {
		err = s.Moderation.CheckModerator(v)
	}
	if err != nil {
		s.failed(w, r, err)
		return p, v, false
	}
	p = page{Texts: shell.Texts(lang), Filled: url.Values{}, Done: r.URL.Query().Has("done")}
	for _, one := range paths {
		p.Views = append(p.Views, view{one[0], one[1], one[0] == part})
	}
	for _, hours := range moderation.Spans() {
		one := span{hours, p.Count("moderation.mute.hours", hours)}
		if hours >= 24 {
			one.Text = p.Count("moderation.mute.days", hours/24)
		}
		p.Spans = append(p.Spans, one)
	}
	return p, v, true
}

// failed answers an error. It redirects to the page for signing in, or for confirming the
// session, if that is required.
func (s Pages) failed(w http.ResponseWriter, r *http.Request, err error) {
	if shell.AskToConfirm(w, r, err, r.URL.EscapedPath()) {
		return
	}
	if p := (web.Problem{}); errors.As(web.AsProblem(err), &p) && p.Status == http.StatusUnauthorized {
		to := url.URL{Path: "/sign-in", RawQuery: url.Values{"next": {"/admin"}}.Encode()}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return
	}
	s.Failed(w, r, err)
}

// act answers a form: it does something and goes to a page, or shows the form again with
// what is wrong with it.
func (s Pages) act(w http.ResponseWriter, r *http.Request, do func(v web.Visitor) error, next string, again func(http.ResponseWriter, *http.Request, int, string)) {
	if !s.read(w, r) {
		return
	}
	v, err := s.Web.Visitor(r)
	if err == nil {
		err = do(v)
	}
	var p web.Problem
	switch {
	case err == nil:
		http.Redirect(w, r, next, http.StatusSeeOther)
	case !errors.As(web.AsProblem(err), &p) || p.Status != http.StatusUnprocessableEntity && p.Status != http.StatusConflict:
		s.failed(w, r, err)
	default:
		again(w, r, p.Status, p.In(s.Kind("moderation/admin").Covering(s.Web.Language(r))).Detail)
	}
}

// read reads a form, once. If it cannot be read, it answers so and ok is false.
func (s Pages) read(w http.ResponseWriter, r *http.Request) (ok bool) {
	if r.PostForm != nil {
		return true
	}
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.Fail(w, r, web.Unreadable())
		return false
	}
	return true
}

// done returns the address of a page that says that something was done.
func done(path string) string { return path + "?done=1" }

// show shows a page, with what is wrong with its form.
func (s Pages) show(w http.ResponseWriter, r *http.Request, status int, p page, wrong string) {
	if p.Wrong = wrong; r.PostForm != nil {
		p.Filled = r.PostForm
	}
	s.Show(w, r, status, "moderation/admin", p)
}

// Value returns what a field is filled with.
func (p page) Value(field string) string { return p.Filled.Get(field) }

// at writes a time for a moderator.
func (s Pages) at(lang string, v web.Visitor, t time.Time) string {
	return chat.Moment(lang, t, s.Moderation.Now(), v.User.Profile.Zone)
}

// say returns the text of a key with names that are written as they are.
func say(p page, key string, names ...string) string {
	args := i18n.Args{}
	for i := 0; i+1 < len(names); i += 2 {
		args[names[i]] = i18n.Verbatim(names[i+1])
	}
	return i18n.T(p.Lang(), key, args)
}

// numberOf reads the number of a line, 0 for none.
func numberOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0 // no line has it
	}
	return n
}
