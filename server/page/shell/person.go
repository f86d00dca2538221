package shell

import (
	"bytes"
	"fmt"
	"maps"
	"net/http"
	"net/url"
	"slices"
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
	edits := []edit{{barPlace, b.String()}}
	if n := p.Counts.All(); n > 0 {
		edits = append(edits, edit{"<title>", "<title>(" + strconv.Itoa(n) + ") "},
			edit{s.URL("icon.svg"), s.URL("icon-turn.svg")})
	}
	if p.Known && !s.Kind(name).Live {
		script := `<script type="module" src="` + s.URL("shell.js") + `"></script>`
		edits = append(edits, edit{"</head>", script + "\n</head>"})
	}
	return replaceFirst(page, edits...)
}

// An edit replaces a text in a page.
type edit struct{ from, to string }

// replaceFirst replaces the first occurrence of each text. It copies the page once, because pages
// are long.
func replaceFirst(page []byte, edits ...edit) []byte {
	places, size := map[int]edit{}, len(page)
	for _, e := range edits {
		if at := bytes.Index(page, []byte(e.from)); at >= 0 {
			places[at] = e
			size += len(e.to) - len(e.from)
		}
	}
	result, end := make([]byte, 0, size), 0
	for _, at := range slices.Sorted(maps.Keys(places)) {
		result = append(append(result, page[end:at]...), places[at].to...)
		end = at + len(places[at].from)
	}
	return append(result, page[end:]...)
}
