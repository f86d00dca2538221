package site

import (
	"cmp"
	"net/http"
	"slices"
	"strings"

	"rosette/i18n"
)

// A kind is a page with what the shell around it says. A page is shown in a language
// that has all its areas of texts.
type kind struct {
	name  string // of its template, in page/NAME.html
	path  string // "" if it has no address of its own
	areas []string
	start string // the id of what one comes for, below the contents; "" if all is
}

// kinds are all pages.
var kinds = []kind{
	{"home", "/", strings.Fields("shell home page form board clock color level opponent ruleset"), ""},
	{"game", "", strings.Fields("shell coach how table ui"), ""},
	{"learn", "/learn", strings.Fields("shell learn color"), "learn"},
	{"record", "/record", strings.Fields("shell record ui color"), ""},
	{"rules", "/rules", strings.Fields("shell rules"), "rules"},
	{"komi", "/komi", strings.Fields("shell komi"), "found"},
	{"settings", "/settings", strings.Fields("shell settings"), ""},
	{"api", "/api", strings.Fields("shell page"), ""},
	{"error", "", strings.Fields("shell api"), ""},
}

// A section is a link of the bar at the top: what stands at Path has the text
// shell.NAME and a picture in page/icons.html.
type section struct{ Name, Path string }

// sections are the links of the bar in order. A page takes its row when it exists.
var sections = []section{
	{"play", "/"},
	{"learn", "/learn"},
	{"record", "/record"},
	{"rules", "/rules"},
}

// kindOf returns the page of a name, which must exist.
func kindOf(name string) kind {
	return kinds[slices.IndexFunc(kinds, func(k kind) bool { return k.name == name })]
}

// covers reports whether a language has all texts of the page.
func (k kind) covers(lang string) bool {
	return !slices.ContainsFunc(k.areas, func(area string) bool { return !i18n.Covers(lang, area) })
}

// covering returns a language if it has all texts of the page, else the default one.
func (k kind) covering(lang string) string {
	if k.covers(lang) {
		return lang
	}
	return i18n.Languages()[0]
}

// languages returns the languages in which the page can be read.
func (k kind) languages() []string {
	return slices.DeleteFunc(i18n.Languages(), func(lang string) bool { return !k.covers(lang) })
}

// A shell is a page with what stands around it.
type shell struct {
	texts
	Page      page
	Kind      string // its name
	Start     string // where the first link of the page leads
	Path      string // "" if the page has no address of its own
	Sections  []section
	Languages []string // in which the page can be read
	Origin    string   // of absolute addresses, such as https://go.example.org; "" if nobody has named it
}

// inShell puts a page into the shell.
func inShell(name, origin string, p page) shell {
	k := kindOf(name)
	return shell{
		texts: texts(p.Lang()), Page: p, Kind: name, Path: k.path, Start: cmp.Or(k.start, "content"), Sections: sections,
		Languages: k.languages(), Origin: origin,
	}
}

// origin returns where a request came to if the operator named that host. Any other
// name would let strangers fill the memory with pages that are kept by origin.
func (s *site) origin(r *http.Request) string {
	if !slices.Contains(s.API.Hosts, r.Host) {
		return ""
	}
	if s.API.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// Title returns the text of a section's link.
func (s shell) Title(of section) string { return s.T("shell." + of.Name) }

// Flower returns the path of the site's sign.
func (texts) Flower() string { return flower() }
