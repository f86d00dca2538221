// Package page implements the pages. They are rendered on the server, and scripts make a game
// playable through the API. Pages without personal content are rendered once for each language.
package page

//go:generate go run ./ui/bundle

import (
	"cmp"
	"html/template"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	matchhttp "rosette/server/http/match"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/match"
	"rosette/server/page/shell"
)

// Options configure a site. All fields except Proposed are required.
type Options struct {
	API     *matchhttp.Server
	Matches *match.Service
	// Groups are the routes of the API, and Pages are the pages in other packages.
	Groups []web.Group
	Pages  []shell.Group
	Shell  *shell.Shell
	Offers Offers
	// Best returns data for the template "best": the best public game in progress without the
	// client, or nil without such a game.
	Best func(r *http.Request, lang string) (any, error)
	// Lounge returns data for the template "lounge": the last lines in the main room.
	Lounge func(r *http.Request, lang string) (any, error)
	// Unread returns data for the template "unread": the client's conversations with unread lines,
	// or nil without such conversations.
	Unread func(r *http.Request, lang string) (any, error)
	// Away returns a text with the end of the user's vacation, or "".
	Away func(r *http.Request, lang string) (string, error)
	// Proposed holds the initial values in the form for a new game, by field: board, level, komi.
	Proposed map[string]string
}

// Offers provides the pages about games that have not begun.
type Offers interface {
	// Offer creates the link to a game from a form. It returns the game's ID and a new guest's
	// cookie. The error is a Problem.
	Offer(r *http.Request, wanted wire.NewGame) (id string, cookie *http.Cookie, err error)
	// Invitation shows the invitation to a game; shown is false if it does not exist.
	Invitation(w http.ResponseWriter, r *http.Request) (shown bool)
	// Challenges returns the open offers to a request's client, oldest first.
	Challenges(r *http.Request, lang string) ([]Challenge, error)
	// Waiting returns the data for the templates "quick" and "waiting": quick games, and n open
	// offers, which include up to limit offers by other people.
	Waiting(r *http.Request, lang string, limit int) (data any, n int, err error)
}

// A Challenge is an offer to a client as shown on the first page.
type Challenge struct {
	ID      string
	Picture template.HTML // the empty board
	Shown   template.HTML // a sentence with the challenger's name
	Name    string        // the challenger's name
	Board   string        // title
	About   string
}

// A Site serves all pages and the API.
type Site struct {
	http.Handler
	Routes shell.Routes // all routes except those of the API
}

// A site holds the data for pages.
type site struct {
	*shell.Shell
	Options
	findings map[string]*komiResult // by board
	earlier  earlier                // earlier findings
	boards   []thumbnail
}

// New returns all pages and the API.
func New(o Options) Site {
	s := &site{Shell: o.Shell, Options: o}
	s.boards = thumbnails(s.Shell, o.Matches.Boards)
	var err error
	if s.findings, s.earlier, err = findingsHere(); err != nil {
		s.Log.Error("site: boards with an invalid finding are shown as not yet measured", "err", err)
	}
	pages := s.routes()
	return Site{s.handler(pages), pages}
}

// routes returns all routes except those of the API.
func (s *site) routes() shell.Routes {
	pages := shell.Routes{
		"/{$}":        {"GET": shell.Costs(web.Page, s.home)},
		"/rules":      {"GET": shell.Cheap(s.rules)},
		"/komi":       {"GET": shell.Cheap(s.komi)},
		"/new":        {"GET": shell.Costs(web.Page, s.newGame)},
		"/learn":      {"GET": shell.Cheap(s.learn)},
		"/record":     {"GET": shell.Cheap(s.record)},
		"/games":      {"GET": shell.Cheap(redirect("/")), "POST": shell.Cheap(s.open)},
		"/games/{id}": {"GET": shell.Costs(web.Page, s.game)},

		"/games/{id}/next": {"GET": shell.Cheap(s.nextGame)},
		"/next":            {"GET": shell.Cheap(s.nextGame)},
		"/library":         {"GET": shell.Cheap(redirect("/record"))},
		"/records":         {"GET": shell.Cheap(redirect("/record"))},

		"/api":                  {"GET": shell.Cheap(s.api)},
		"/assets/{name}":        {"GET": shell.Cheap(s.Asset)},
		"/record/{name}":        {"GET": shell.Cheap(s.Asset)}, // workers
		"/favicon.ico":          {"GET": shell.Cheap(s.favicon)},
		"/apple-touch-icon.png": {"GET": shell.Cheap(s.TouchIcon)},
		"/manifest.webmanifest": {"GET": shell.Cheap(s.Manifest)},
		"/worker.js":            {"GET": shell.Cheap(s.Worker)},
		"/settings":             {"GET": shell.Costs(web.Page, s.settings), "POST": shell.Cheap(s.saveSettings)},
		"/robots.txt":           {"GET": shell.Cheap(robots)},
	}
	for _, g := range s.Pages {
		maps.Copy(pages, g.Pages())
	}
	return pages
}

// handler returns the pages and the API, protected by the guard.
func (s *site) handler(pages shell.Routes) http.Handler {
	mux := http.NewServeMux()
	for path, handlers := range pages {
		for method, e := range handlers {
			mux.HandleFunc(method+" "+path, s.API.Costed(e.Cost, s.Fail, e.Serve))
		}
		if handlers["GET"].Serve == nil {
			mux.HandleFunc("GET "+path, toPageAbove(pages, path))
		}
		mux.HandleFunc(path, s.WrongMethod(slices.Sorted(maps.Keys(handlers))))
	}
	api := s.API.Handler(s.Fail, s.Groups...)
	mux.Handle("/api/", api)
	for _, path := range api.Files() {
		mux.Handle(path, api)
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.Fail(w, r, web.NotFound()) })
	return s.API.Guard(mux, s.Fail)
}

// toPageAbove redirects to the nearest page above an address that accepts only forms. Browsers open
// such an address after signing in, or through a link to another language.
func toPageAbove(pages shell.Routes, path string) http.HandlerFunc {
	up := 0
	for at := path; at != "" && pages[at]["GET"].Serve == nil; up++ {
		at = at[:strings.LastIndexByte(at, '/')]
	}
	return func(w http.ResponseWriter, r *http.Request) {
		to := r.URL.Path
		for range up {
			to = to[:strings.LastIndexByte(to, '/')]
		}
		http.Redirect(w, r, (&url.URL{Path: cmp.Or(to, "/"), RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
	}
}

// redirect returns a handler that redirects to a page. Browsers request the address of a form when
// they reload its result without the form, or want another language.
func redirect(path string) http.HandlerFunc {
	return func(w http.ResponseWriter, r *http.Request) {
		http.Redirect(w, r, (&url.URL{Path: path, RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
	}
}

// favicon redirects browsers that request the icon at its traditional address.
func (s *site) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.URL("icon.svg"), http.StatusMovedPermanently)
}

// robots excludes games from search engines, because they are not published.
func robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain;charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	// A disconnected client does not matter.
	w.Write([]byte("User-agent: *\nDisallow: /games/\nDisallow: /take/\nDisallow: /watch/\nDisallow: /api/\n"))
}
