// Package moderation implements the pages for moderators and administrators: reports, the log,
// people, rooms, hidden lines and annulled games. They are plain forms that work without scripts.
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

// Pages serves moderators. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	Moderation *moderation.Service
	Chat       *chatservice.Service
	Status     func() moderationhttp.Load // the server's status
	Matches    *match.Service
}

// Pages implements [shell.Group].
func (s Pages) Pages() shell.Routes {
	return shell.Routes{
		"/admin":               {"GET": shell.Costs(web.Page, s.reports)},
		"/admin/reports/{id}":  {"GET": shell.Cheap(s.report), "POST": shell.Cheap(s.closeReport)},
		"/admin/line":          {"GET": shell.Cheap(s.line), "POST": shell.Cheap(s.actOnLine)},
		"/admin/log":           {"GET": shell.Costs(web.Page, s.log)},
		"/admin/people":        {"GET": shell.Costs(web.Page, s.people)},
		"/admin/people/{name}": {"GET": shell.Cheap(s.person), "POST": shell.Cheap(s.actOnPerson)},
		"/admin/mutes":         {"POST": shell.Cheap(s.unmute)},
		"/admin/rooms":         {"GET": shell.Costs(web.List, s.rooms)},
		"/admin/server":        {"GET": shell.Cheap(s.server)},
		"/admin/games":         {"GET": shell.Costs(web.List, s.findGame)},
		"/admin/games/{id}":    {"GET": shell.Cheap(s.game), "POST": shell.Cheap(s.judge)},
	}
}

// maxForm limits the body of a form, in bytes.
const maxForm = 16 << 10

// A page is a moderators' page. One of its parts is set.
type page struct {
	shell.Texts
	Views  []view
	Wrong  string // error about the form
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

// A span is a choice for the length of a mute.
type span struct {
	Hours int
	Text  string
}

// paths lists the parts with links.
var paths = [][2]string{
	{"reports", "/admin"},
	{"people", "/admin/people"},
	{"games", "/admin/games"},
	{"rooms", "/admin/rooms"},
	{"log", "/admin/log"},
	{"server", "/admin/server"},
}

// admit returns a moderator's page. It redirects visitors who are not signed in to the sign-in
// page. ok is false unless the visitor is a moderator.
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
	for _, hours := range moderation.MuteHours() {
		one := span{hours, p.Count("moderation.mute.hours", hours)}
		if hours >= 24 {
			one.Text = p.Count("moderation.mute.days", hours/24)
		}
		p.Spans = append(p.Spans, one)
	}
	return p, v, true
}

// failed responds to an error. It redirects to the page for signing in, or for confirming the
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

// act applies a form and redirects to the page next, or shows the form again with an error.
func (s Pages) act(
	w http.ResponseWriter, r *http.Request, do func(v web.Visitor) error, next string, again func(http.ResponseWriter,
		*http.Request, int, string),
) {
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
	case !errors.As(web.AsProblem(err), &p) || p.Status != http.StatusUnprocessableEntity &&
		p.Status != http.StatusConflict:
		s.failed(w, r, err)
	default:
		again(w, r, p.Status, p.In(s.Kind("moderation/admin").Covering(s.Web.Language(r))).Detail)
	}
}

// read reads a form once. On failure it responds with an error and ok is false.
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

// done returns the address of a page that confirms success.
func done(path string) string { return path + "?done=1" }

// show shows a page with an error about its form.
func (s Pages) show(w http.ResponseWriter, r *http.Request, status int, p page, wrong string) {
	if p.Wrong = wrong; r.PostForm != nil {
		p.Filled = r.PostForm
	}
	s.Show(w, r, status, "moderation/admin", p)
}

// Value returns a field's value.
func (p page) Value(field string) string { return p.Filled.Get(field) }

// at formats a time for a moderator.
func (s Pages) at(lang string, v web.Visitor, t time.Time) string {
	return chat.Moment(lang, t, s.Moderation.Now(), v.User.Profile.Zone)
}

// say returns a key's text with names inserted verbatim.
func say(p page, key string, names ...string) string {
	args := i18n.Args{}
	for i := 0; i+1 < len(names); i += 2 {
		args[names[i]] = i18n.Verbatim(names[i+1])
	}
	return i18n.T(p.Lang(), key, args)
}

// numberOf parses a line number; it returns 0 for an invalid one.
func numberOf(text string) int {
	n, err := strconv.Atoi(text)
	if err != nil {
		return 0 // no line has this number
	}
	return n
}
