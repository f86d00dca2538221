package shell

import (
	"cmp"
	"context"
	"fmt"
	"html/template"
	"io/fs"
	"log/slog"
	"maps"
	"math"
	"net/http"
	"net/url"
	"slices"
	"strconv"
	"strings"
	"sync"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/notice/inbox"
)

// Options configure a shell. All fields except Foot, Log, Inbox and Reports are required.
type Options struct {
	Web       *web.Server
	Templates fs.FS    // the pages, and shell.html and the other templates that they share
	Parts     []string // names of the shared templates
	Kinds     []Kind
	Sections  []Section    // links in the top bar, in order
	Foot      []Section    // additional links at the foot; set before the first page is shown
	Log       *slog.Logger // discards if nil

	// Inbox counts what waits for a visitor, and Reports counts open reports for a moderator. They
	// may be nil, and are set before the first page is shown.
	Inbox   func(ctx context.Context, v account.Visitor) (inbox.Counts, error)
	Reports func(ctx context.Context, v account.Visitor) (int, error)
}

// Routes are the pages by path pattern, see [http.ServeMux], and method.
type Routes map[string]map[string]Endpoint

// An Endpoint is a page's handler and the maximum cost of a request.
type Endpoint struct {
	Cost  web.Cost
	Serve http.HandlerFunc
}

// Costs returns an endpoint with its cost.
func Costs(cost web.Cost, serve http.HandlerFunc) Endpoint { return Endpoint{cost, serve} }

// Cheap returns an endpoint that renders or redirects without much work.
func Cheap(serve http.HandlerFunc) Endpoint { return Costs(web.Cheap, serve) }

// A Group is a package of pages.
type Group interface{ Pages() Routes }

// A Shell renders pages.
type Shell struct {
	Options
	assets assets
	pages  map[string]func() *template.Template // by name, within the frame; each is parsed on first use
	kept   keptPages
}

// New returns a shell.
func New(o Options) *Shell {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &Shell{Options: o, assets: loadAssets().clone(), pages: map[string]func() *template.Template{}}
	frame := template.New("shell.html").Funcs(template.FuncMap{"asset": s.URL, "number": strconv.Atoi})
	template.Must(frame.ParseFS(o.Templates, o.Parts...))
	for _, k := range o.Kinds {
		s.pages[k.Name] = sync.OnceValue(func() *template.Template {
			return template.Must(template.Must(frame.Clone()).ParseFS(o.Templates, k.Name+".html"))
		})
	}
	return s
}

// A Kind describes a page to the shell. A page is shown in a language that covers all its areas of
// texts.
type Kind struct {
	Name  string // name of its template, NAME.html
	Path  string // "" if it has no fixed address
	Areas []string
	Start string // ID of the main content, after the table of contents; "" if the whole page is main content
	Live  bool   // its script updates the counts in the bar

	Policy web.Policy // the page's additional rights
}

// A Section is a link in the top bar. It has the text shell.NAME and a picture in page/icons.html.
type Section struct{ Name, Path string }

// Kind returns the page with a name, which must exist.
func (s *Shell) Kind(name string) Kind {
	return s.Kinds[slices.IndexFunc(s.Kinds, func(k Kind) bool { return k.Name == name })]
}

// covers reports whether a language has all texts for the page.
func (k Kind) covers(lang string) bool {
	return !slices.ContainsFunc(k.Areas, func(area string) bool { return !i18n.Covers(lang, area) })
}

// Covering returns lang if it has all texts for the page, otherwise the default language.
func (k Kind) Covering(lang string) string {
	if k.covers(lang) {
		return lang
	}
	return i18n.Languages()[0]
}

// Languages returns the languages in which the page is available.
func (k Kind) Languages() []string {
	return slices.DeleteFunc(i18n.Languages(), func(lang string) bool { return !k.covers(lang) })
}

// A frame is a page with its surroundings.
type frame struct {
	Texts
	Page      Page
	Kind      string // its name
	Start     string // target of the page's first link
	Path      string // "" if the page has no fixed address
	Sections  []Section
	Foot      []Section
	Languages []string // in which the page is available
	Address
}

// Place marks the bar's personal part, see [Shell.personalize].
func (frame) Place() template.HTML { return barPlace }

// frame puts a page into its frame.
func (s *Shell) frame(name string, at Address, p Page) frame {
	k := s.Kind(name)
	return frame{
		Texts: Texts(p.Lang()), Page: p, Kind: name, Path: k.Path, Start: cmp.Or(k.Start, "content"),
		Sections: s.Sections, Foot: s.Foot,
		Languages: k.Languages(), Address: at,
	}
}

// origin returns a request's origin if the operator configured that host. Accepting other names
// would let strangers fill the memory, because pages are cached by origin.
func (s *Shell) origin(r *http.Request) string {
	if !slices.Contains(s.Web.Hosts, r.Host) {
		return ""
	}
	if s.Web.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// In returns the page's address in a language, as a query.
func (f frame) In(lang string) string {
	query := maps.Clone(f.Query)
	if query == nil {
		query = url.Values{}
	}
	query.Set("lang", lang)
	return "?" + query.Encode()
}

// Title returns the text of a section's link.
func (f frame) Title(of Section) string { return f.T("shell." + of.Name) }

// Flower returns the path of the site's logo.
func (Texts) Flower() string { return Flower() }

// Flower draws the site's logo: six petals, one to each corner of a hexagon.
func Flower() string {
	var path strings.Builder
	for i := range 6 {
		turn := func(r, degrees float64) (x, y float64) {
			sin, cos := math.Sincos((degrees + 60*float64(i)) * math.Pi / 180)
			return r * sin, -r * cos
		}
		ax, ay := turn(30, -30)
		bx, by := turn(46, 0)
		cx, cy := turn(30, 30)
		fmt.Fprintf(&path, "M0 0Q%.1f %.1f %.1f %.1fQ%.1f %.1f 0 0", ax, ay, bx, by, cx, cy)
	}
	return path.String()
}
