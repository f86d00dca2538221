package shell

import (
	"bytes"
	"html/template"
	"net/http"
	"slices"
	"strconv"
	"strings"
	"time"
)

// An Appearance is a person's choice of theme, board and stones. Pages are rendered with it, so
// that they do not change colours after the first paint.
type Appearance [3]string

// LookParts lists the parts of a look in the order of the cookie: the root element's attribute, and
// the values. The first value is the default and sets no attribute. The style sheet tokens.css and
// prefs.ts have the same values.
var LookParts = [3]struct {
	Attribute string
	Values    []string
}{
	{"data-theme", []string{"system", "light", "dark", "paper", "contrast"}},
	{"data-board", []string{"auto", "wood", "paper", "slate", "night"}},
	{"data-stones", []string{"shell", "glass", "flat"}},
}

// themeColors are the colours for the browser's own bars by theme. Without a theme they follow the
// system.
var themeColors = map[string]string{"light": "#f6f1e8", "dark": "#171412", "paper": "#ffffff", "contrast": "#ffffff"}

const (
	lookCookie = "look"
	lookLife   = 365 * 24 * time.Hour
)

// LookOf returns the look in a request's cookie. An unknown part has its default value.
func LookOf(r *http.Request) Appearance {
	var parts []string
	if cookie, err := r.Cookie(lookCookie); err == nil {
		parts = strings.Split(cookie.Value, ".")
	}
	return NewLook(parts...)
}

// NewLook returns the look with the given values, in the order of LookParts.
func NewLook(values ...string) Appearance {
	var l Appearance
	for i, part := range LookParts {
		l[i] = part.Values[0]
		if i < len(values) && slices.Contains(part.Values, values[i]) {
			l[i] = values[i]
		}
	}
	return l
}

// String returns the value for the cookie.
func (l Appearance) String() string { return strings.Join(l[:], ".") }

// usual reports whether all parts have their defaults.
func (l Appearance) usual() bool { return l == NewLook() }

// KeepLook stores the look. Scripts on the pages change the cookie too.
func (s *Shell) KeepLook(w http.ResponseWriter, r *http.Request, l Appearance) {
	http.SetCookie(w, &http.Cookie{
		Name: lookCookie, Value: l.String(), Path: "/", MaxAge: int(lookLife / time.Second),
		Secure: s.Web.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// dress writes the look into a rendered page: as attributes of its root, and as the colour for the
// browser's bars, where the first one counts.
func (l Appearance) dress(page []byte) []byte {
	if l.usual() {
		return page
	}
	var root strings.Builder
	root.WriteString("<html")
	for i, part := range LookParts {
		if l[i] != part.Values[0] {
			root.WriteString(" " + part.Attribute + `="` + l[i] + `"`)
		}
	}
	page = bytes.Replace(page, []byte("<html"), []byte(root.String()), 1)
	if color := themeColors[l[0]]; color != "" {
		const meta = "<meta" + ` name="theme-color"`
		page = bytes.Replace(page, []byte(meta), []byte(meta+` content="`+color+`">`+"\n"+meta), 1)
	}
	return page
}

// Fragments of shell.html that change for users: the sign-in link, the text before and after its
// word, and the link to messages with the unread count.
const (
	signIn     = `<a class="tool member" href="/sign-in"`
	ownAccount = `<a class="tool member in" href="/account"`
	beforeWord = "<span>"
	behindWord = "</span></a>"
	noMessages = `href="/messages" hidden`
	messages   = `href="/messages"`
	noUnread   = `<b class="count" hidden></b>`
	unreadOpen = `<b class="count">`
	unreadEnd  = `</b>`
)

// A member is a user as shown in the bar. The zero member is a visitor who is not signed in.
type member struct {
	name   string
	unread int
}

// String returns a key that distinguishes members.
func (m member) String() string { return m.name + " " + strconv.Itoa(m.unread) }

// member returns a request's user.
func (s *Shell) member(r *http.Request) member {
	m := member{name: s.Web.Member(r)}
	if m.name != "" && s.Unread != nil {
		m.unread = s.Unread(r)
	}
	return m
}

// welcome replaces the sign-in link in a rendered page's bar with the user's name, and shows the
// link to messages.
func welcome(page []byte, m member) []byte {
	before, rest, found := bytes.Cut(page, []byte(signIn))
	if m.name == "" || !found {
		return page
	}
	link, after, ends := bytes.Cut(rest, []byte(behindWord))
	link, _, has := bytes.Cut(link, []byte(beforeWord))
	if !ends || !has {
		return page
	}
	before = bytes.Replace(before, []byte(noMessages), []byte(messages), 1)
	if m.unread > 0 {
		before = bytes.Replace(before, []byte(noUnread), []byte(unreadOpen+strconv.Itoa(m.unread)+unreadEnd), 1)
	}
	name := "<span><bdi>" + template.HTMLEscapeString(m.name) + "</bdi>" + behindWord
	return slices.Concat(before, []byte(ownAccount), link, []byte(name), after)
}
