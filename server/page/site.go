// Package page implements the pages: they are rendered on the server, and scripts
// make a game playable by package api. Pages without anything of a person are
// rendered once for each language.
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

// Options are what a site needs. API and Shell must be set.
type Options struct {
	API     *matchhttp.Server
	Matches *match.Service
	// Groups are the routes of the API, and Pages the pages of other packages.
	Groups []web.Group
	Pages  []shell.Group
	Shell  *shell.Shell
	Offers Offers // without it nobody is invited by a link
	// Live returns what the template "watched" shows of some running games that everybody
	// may watch, nil if there are none. It may be nil.
	Live func(r *http.Request, lang string, limit int) (any, error)
	// Away says in a language until when the user of a request is on vacation, "" if he is
	// not. It may be nil.
	Away func(r *http.Request, lang string) (string, error)
	// Proposed is what the form of a new game has filled in at first, by field:
	// board, level, komi.
	Proposed map[string]string
}

// Offers are what pages of others know of games that have not begun.
type Offers interface {
	// Offer makes the link to a game as the form of a request asks for it. It returns
	// the id of the game and the cookie of a new guest. The error is a Problem.
	Offer(r *http.Request, wanted wire.NewGame) (id string, cookie *http.Cookie, err error)
	// Invitation shows the invitation to a game; shown is false if there is none.
	Invitation(w http.ResponseWriter, r *http.Request) (shown bool)
	// Seeks returns some seeks that the client of a request might accept.
	Seeks(r *http.Request, lang string) ([]Seek, error)
}

// A Seek is a game in the lobby as the first page shows it.
type Seek struct {
	ID      string
	Picture template.HTML // of the empty board
	Name    string        // of who asks, or a sentence about that
	Shown   template.HTML // the sentence with the mark of guests; "" without a sentence
	Guest   bool          // that is a guest
	About   string
}

// A Site answers requests for all pages and the API.
type Site struct {
	http.Handler
	Routes shell.Routes // what answers where, besides the API
}

// A site is what the pages keep.
type site struct {
	*shell.Shell
	Options
	findings map[string]*komiResult // of fair komi, by board
	earlier  earlier                // findings of fair komi
	boards   []thumbnail
}

// New returns all pages and the API.
func New(o Options) Site {
	s := &site{Shell: o.Shell, Options: o}
	s.boards = thumbnails(s.Shell, o.Matches.Boards)
	var err error
	if s.findings, s.earlier, err = findingsHere(); err != nil {
		s.Log.Error("site: what is wrong is shown as not yet measured", "err", err)
	}
	pages := s.routes()
	return Site{s.handler(pages), pages}
}

// routes says what answers where, besides the API.
func (s *site) routes() shell.Routes {
	pages := shell.Routes{
		"/{$}":        {"GET": shell.Cheap(s.home)},
		"/rules":      {"GET": shell.Cheap(s.rules)},
		"/komi":       {"GET": shell.Cheap(s.komi)},
		"/learn":      {"GET": shell.Cheap(s.learn)},
		"/record":     {"GET": shell.Cheap(s.record)},
		"/games":      {"GET": shell.Cheap(toHome), "POST": shell.Cheap(s.open)},
		"/games/{id}": {"GET": shell.Costs(web.Page, s.game)},

		"/games/{id}/next":      {"GET": shell.Cheap(s.nextGame)},
		"/games/{id}/game.sgf":  {"GET": shell.Costs(web.Page, s.gameRecord)},
		"/games/{id}/board.svg": {"GET": shell.Costs(matchhttp.PictureCost, s.picture("svg"))},
		"/games/{id}/board.png": {"GET": shell.Costs(matchhttp.PictureCost, s.picture("png"))},

		"/api":                  {"GET": shell.Cheap(s.api)},
		"/assets/{name}":        {"GET": shell.Cheap(s.Asset)},
		"/favicon.ico":          {"GET": shell.Cheap(s.favicon)},
		"/apple-touch-icon.png": {"GET": shell.Cheap(s.TouchIcon)},
		"/manifest.webmanifest": {"GET": shell.Cheap(s.Manifest)},
		"/worker.js":            {"GET": shell.Cheap(s.Worker)},
		"/settings":             {"GET": shell.Cheap(s.settings), "POST": shell.Cheap(s.saveSettings)},
		"/robots.txt":           {"GET": shell.Cheap(robots)},
	}
	for _, g := range s.Pages {
		maps.Copy(pages, g.Pages())
	}
	return pages
}

// handler returns the pages and the API behind the guard.
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
	mux.Handle("/api/", s.API.Handler(s.Groups...))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.Fail(w, r, web.NotFound()) })
	return s.API.Guard(mux, s.Fail)
}

// toPageAbove answers a browser that asks for what takes forms alone: it comes back there by
// signing in, or by a link to another language. It goes to the nearest page above.
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

// toHome answers a browser that reloads the answer of the form without the form, or
// that asks for it in another language.
func toHome(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
}

// favicon sends the icon to browsers that ask for it where it always was.
func (s *site) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.URL("icon.svg"), http.StatusMovedPermanently)
}

// robots keeps search engines away from games, which nobody has published.
func robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain;charset=utf-8")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Write([]byte("User-agent: *\nDisallow: /games/\nDisallow: /take/\nDisallow: /watch/\nDisallow: /api/\n")) // a client that has gone is no error
}
