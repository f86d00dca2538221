package shell

import (
	"bytes"
	"fmt"
	"net/http"
	"net/url"
	"strconv"

	"rosette/server/notice/inbox"
)

// A person is the visitor as shown in the bar. The zero person is anonymous.
type person struct {
	Known  bool   // a user or a guest
	User   string // the user's name; "" for a guest
	Counts inbox.Counts

	Moderator bool
	Reports   int // open reports, for a moderator
}

// key returns a key that distinguishes people.
func (p person) key() string { return fmt.Sprint(p.Known, p.Counts, p.Moderator, p.Reports, p.User) }

// person returns a request's sender. It logs errors and returns an anonymous person, because a page
// without the counts is better than no page.
func (s *Shell) person(r *http.Request) (p person) {
	if !s.Web.HasSession(r) {
		return p
	}
	v, err := s.Web.Visitor(r)
	if err == nil && v.Actor != "" {
		p = person{Known: true, User: v.User.Name}
		if s.Inbox != nil {
			p.Counts, err = s.Inbox(r.Context(), v)
		}
		if p.Moderator = v.User.Moderates(); err == nil && p.Moderator && s.Reports != nil {
			p.Reports, err = s.Reports(r.Context(), v)
		}
	}
	if err != nil && r.Context().Err() == nil {
		s.Log.ErrorContext(r.Context(), "cannot read what waits for a person", "err", err)
	}
	return p
}

// barPlace marks the bar's personal part in a rendered page.
const barPlace = "<i id=\"bar\"></i>"

// A bar is the personal part in the bar at the top.
type bar struct {
	Texts
	person
}

// Page returns the user's profile address.
func (b bar) Page() string { return "/@/" + url.PathEscape(b.User) }

// Waiting counts games and challenges.
func (b bar) Waiting() int { return b.Counts.Turns + b.Counts.Challenges }

// Word returns the text after that number.
func (b bar) Word() string {
	if b.Counts.Turns == 0 && b.Counts.Challenges > 0 {
		return b.T("shell.challenge")
	}
	return b.T("shell.turn")
}

// personalize fills in the parts that depend on the person: the bar, the counts in title and icon,
// and the script that updates them.
func (s *Shell) personalize(page []byte, name, lang string, p person) []byte {
	var b bytes.Buffer
	Must(s.pages[name]().ExecuteTemplate(&b, "bar", bar{Texts(lang), p}))
	page = bytes.Replace(page, []byte(barPlace), b.Bytes(), 1)
	if !p.Known {
		return page
	}
	if n := p.Counts.All(); n > 0 {
		page = bytes.Replace(page, []byte("<title>"), []byte("<title>("+strconv.Itoa(n)+") "), 1)
		page = bytes.Replace(page, []byte(s.URL("icon.svg")), []byte(s.URL("icon-turn.svg")), 1)
	}
	if !s.Kind(name).Live {
		script := `<script type="module" src="` + s.URL("shell.js") + `"></script>` + "\n</head>"
		page = bytes.Replace(page, []byte("</head>"), []byte(script), 1)
	}
	return page
}
