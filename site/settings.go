package site

import (
	"bytes"
	"encoding/json"
	"net/http"
	"net/url"
	"slices"
	"strings"
	"time"

	"rosette/api/web"
	"rosette/game/board"
	"rosette/i18n"
	"rosette/play/view"
)

// A look is what a person chose to see: a theme, a board and stones. The pages are
// rendered with it, so that no page changes its colours after the first paint.
type look [3]string

// lookParts are the parts of a look in the order of the cookie: the attribute of the
// root element, and the values, of which the first is the usual one and has no
// attribute. The style sheet tokens.css and prefs.ts have the same values.
var lookParts = [3]struct {
	attribute string
	values    []string
}{
	{"data-theme", []string{"system", "light", "dark", "paper", "contrast"}},
	{"data-board", []string{"auto", "wood", "paper", "slate", "night"}},
	{"data-stones", []string{"shell", "glass", "flat"}},
}

// themeColors are the colours of the browser's own bars, by theme; without a theme
// they follow the system.
var themeColors = map[string]string{"light": "#f6f1e8", "dark": "#171412", "paper": "#ffffff", "contrast": "#ffffff"}

const (
	lookCookie = "look"
	lookLife   = 365 * 24 * time.Hour
)

// lookOf returns the look in the cookie of a browser; a part that is unknown is the
// usual one.
func lookOf(r *http.Request) look {
	var parts []string
	if cookie, err := r.Cookie(lookCookie); err == nil {
		parts = strings.Split(cookie.Value, ".")
	}
	return newLook(parts...)
}

// newLook returns the look of those values, in the order of lookParts.
func newLook(values ...string) look {
	var l look
	for i, part := range lookParts {
		l[i] = part.values[0]
		if i < len(values) && slices.Contains(part.values, values[i]) {
			l[i] = values[i]
		}
	}
	return l
}

// String writes the value of the cookie.
func (l look) String() string { return strings.Join(l[:], ".") }

// usual reports whether nobody chose anything.
func (l look) usual() bool { return l == newLook() }

// keep remembers the look. Scripts of the pages change the cookie too.
func (s *site) keepLook(w http.ResponseWriter, r *http.Request, l look) {
	http.SetCookie(w, &http.Cookie{
		Name: lookCookie, Value: l.String(), Path: "/", MaxAge: int(lookLife / time.Second),
		Secure: s.API.Secure(r), SameSite: http.SameSiteLaxMode,
	})
}

// dress writes the look into a rendered page: attributes of its root, and the colour
// of the browser's bars, where the first one counts.
func (l look) dress(page []byte) []byte {
	if l.usual() {
		return page
	}
	var root strings.Builder
	root.WriteString("<html")
	for i, part := range lookParts {
		if l[i] != part.values[0] {
			root.WriteString(" " + part.attribute + `="` + l[i] + `"`)
		}
	}
	page = bytes.Replace(page, []byte("<html"), []byte(root.String()), 1)
	if color := themeColors[l[0]]; color != "" {
		const meta = "<meta" + ` name="theme-color"`
		page = bytes.Replace(page, []byte(meta), []byte(meta+` content="`+color+`">`+"\n"+meta), 1)
	}
	return page
}

// A settingsPage is the form of what a person likes to see and hear. Look and language
// need no JavaScript: they are cookies; the rest is kept by the browser.
type settingsPage struct {
	texts
	Choices []settingsChoice // of the look, in the order of lookParts
	Tongues []string         // all languages
	Moves   []settingsChoice // what scripts keep and change
	Ticks   []string         // what scripts switch on and off
	Preview any              // what the example shows
}

// A settingsChoice is one value of several: the texts are settings.NAME and
// settings.NAME.VALUE.
type settingsChoice struct {
	Name   string
	Values []string
	Chosen string
}

// lookNames are the fields of the form for the parts of a look.
var lookNames = [3]string{"theme", "board", "stones"}

// keptMoves and keptTicks are the preferences of prefs.ts that no cookie has.
var (
	keptMoves = []settingsChoice{
		{Name: "rotation", Values: []string{"auto", "0", "90", "180", "270"}},
		{Name: "confirm", Values: []string{"auto", "always", "never"}},
	}
	keptTicks = []string{"coordinates", "numbers", "atari", "animation", "sound"}
)

// settings shows the form.
func (s *site) settings(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.language(w, r, "settings")
	if !ok {
		return
	}
	p := settingsPage{texts: texts(lang), Tongues: i18n.Languages(), Moves: keptMoves, Ticks: keptTicks, Preview: preview()}
	for i, chosen := range lookOf(r) {
		p.Choices = append(p.Choices, settingsChoice{lookNames[i], lookParts[i].values, chosen})
	}
	s.show(w, r, http.StatusOK, "settings", p)
}

// saveSettings keeps the look and the language of the form.
func (s *site) saveSettings(w http.ResponseWriter, r *http.Request) {
	r.Body = http.MaxBytesReader(w, r.Body, maxForm)
	if err := r.ParseForm(); err != nil {
		s.fail(w, r, web.Unreadable())
		return
	}
	var values []string
	for _, name := range lookNames {
		values = append(values, r.PostForm.Get(name))
	}
	s.keepLook(w, r, newLook(values...))
	to := url.URL{Path: "/settings"}
	if lang, ok := i18n.Find(r.PostForm.Get("lang")); ok {
		to.RawQuery = url.Values{"lang": {lang}}.Encode()
	}
	http.Redirect(w, r, to.String(), http.StatusSeeOther)
}

// preview returns the example: a small board with a rosette, a chain in atari and a
// last move.
func preview() any {
	g := board.Rosette(3)
	stones := make([]byte, g.Points())
	for p := range stones {
		stones[p] = '.'
	}
	put := func(color byte, names ...string) {
		for _, name := range names {
			p, err := g.Point(name)
			must(err)
			stones[p] = color
		}
	}
	put('b', "C5", "C6", "C7", "D5", "D6", "D7", "B4")
	put('w', "C4", "B6", "C8", "D8", "E6", "D4", "B8")
	last, err := g.Point("D5")
	must(err)
	return map[string]any{"ground": view.BoardOf(g), "stones": string(stones), "last": last}
}

// manifest tells a browser how the site is put on a home screen.
func (s *site) manifest(w http.ResponseWriter, r *http.Request) {
	icon := func(name, sizes, purpose string) map[string]string {
		return map[string]string{"src": s.assets.URL(name), "type": "image/png", "sizes": sizes, "purpose": purpose}
	}
	data, err := json.Marshal(map[string]any{
		"name": "Rosette", "short_name": "Rosette", "id": "/", "start_url": "/", "scope": "/", "display": "standalone",
		"lang": s.API.Language(r), "description": i18n.T(s.API.Language(r), "shell.description", nil),
		"background_color": themeColors["light"], "theme_color": themeColors["light"],
		"icons": []any{icon("icon-192.png", "192x192", "any"), icon("icon-512.png", "512x512", "any"), icon("icon-maskable.png", "512x512", "maskable")},
	})
	must(err)
	w.Header().Set("Vary", "Accept-Language, Cookie")
	w.Header().Set("Cache-Control", "no-cache")
	newFile("application/manifest+json", data).sendTagged(w, r)
}

// touchIcon sends the picture that telephones look for at this address.
func (s *site) touchIcon(w http.ResponseWriter, r *http.Request) {
	w.Header().Set("Cache-Control", "public, max-age=86400")
	s.assets.byName[s.assets.names["touch-icon.png"]].sendTagged(w, r)
}
