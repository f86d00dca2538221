package shell

import (
	"net/http"
	"slices"
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
	edits := []edit{{"<html", root.String()}}
	if color := themeColors[l[0]]; color != "" {
		const meta = "<meta" + ` name="theme-color"`
		edits = append(edits, edit{meta, meta + ` content="` + color + `">` + "\n" + meta})
	}
	return replaceFirst(page, edits...)
}
