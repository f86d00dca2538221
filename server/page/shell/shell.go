package shell

import (
	"cmp"
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
	"rosette/server/http/web"
)

// Options are what a shell needs; all but Log must be set.
type Options struct {
	Web       *web.Server
	Templates fs.FS    // the pages, with shell.html around them and what they share
	Parts     []string // names of the templates that pages share
	Kinds     []Kind
	Sections  []Section    // of the bar at the top, in order
	Foot      []Section    // links at the foot besides the usual ones, set before the first page is shown
	Log       *slog.Logger // discards if nil

	// Unread returns how many lines of messages the user of a request has not read. It may
	// be nil, and is set before the first page is shown.
	Unread func(r *http.Request) int
}

// Routes are the pages by path, as [http.ServeMux] has it, and method.
type Routes map[string]map[string]Endpoint

// An Endpoint is the handler of a page, and what a request of it takes at most.
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
	pages  map[string]func() *template.Template // by name, within the frame; each is parsed when it is first shown
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

// A Kind is a page with what the shell around it says. A page is shown in a language
// that has all its areas of texts.
type Kind struct {
	Name  string // of its template, NAME.html
	Path  string // "" if it has no address of its own
	Areas []string
	Start string // the id of what one comes for, below the contents; "" if all is

	Policy web.Policy // what the page may do besides what every page may
}

// A Section is a link of the bar at the top: what stands at Path has the text
// shell.NAME and a picture in page/icons.html.
type Section struct{ Name, Path string }

// Kind returns the page of a name, which must exist.
func (s *Shell) Kind(name string) Kind {
	return s.Kinds[slices.IndexFunc(s.Kinds, func(k Kind) bool { return k.Name == name })]
}

// covers reports whether a language has all texts of the page.
func (k Kind) covers(lang string) bool {
	return !slices.ContainsFunc(k.Areas, func(area string) bool { return !i18n.Covers(lang, area) })
}

// Covering returns a language if it has all texts of the page, else the default one.
func (k Kind) Covering(lang string) string {
	if k.covers(lang) {
		return lang
	}
	return i18n.Languages()[0]
}

// Languages returns the languages in which the page can be read.
func (k Kind) Languages() []string {
	return slices.DeleteFunc(i18n.Languages(), func(lang string) bool { return !k.covers(lang) })
}

// A frame is a page with what stands around it.
type frame struct {
	Texts
	Page      Page
	Kind      string // its name
	Start     string // where the first link of the page leads
	Path      string // "" if the page has no address of its own
	Sections  []Section
	Foot      []Section
	Languages []string // in which the page can be read
	Address
}

// frame puts a page into its frame.
func (s *Shell) frame(name string, at Address, p Page) frame {
	k := s.Kind(name)
	return frame{
		Texts: Texts(p.Lang()), Page: p, Kind: name, Path: k.Path, Start: cmp.Or(k.Start, "content"), Sections: s.Sections, Foot: s.Foot,
		Languages: k.Languages(), Address: at,
	}
}

// origin returns where a request came to if the operator named that host. Any other
// name would let strangers fill the memory with pages that are kept by origin.
func (s *Shell) origin(r *http.Request) string {
	if !slices.Contains(s.Web.Hosts, r.Host) {
		return ""
	}
	if s.Web.Secure(r) {
		return "https://" + r.Host
	}
	return "http://" + r.Host
}

// In returns the address of the page in a language, as a query.
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

// Flower returns the path of the site's sign.
func (Texts) Flower() string { return Flower() }

// Flower draws the sign of the site: six petals, one to each corner of a
// hexagon.
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
