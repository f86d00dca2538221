// Package site implements the pages: they are rendered on the server, and scripts
// make a game playable by package api. Pages without anything of a person are
// rendered once for each language.
package site

//go:generate go run ./ui/bundle

import (
	"context"
	"errors"
	"log/slog"
	"maps"
	"net/http"
	"net/url"
	"slices"
	"strings"

	"rosette/api"
	"rosette/api/web"
)

// Options are what a site needs. API must be set.
type Options struct {
	API *api.Server
	// Groups are the routes of the API besides those of games.
	Groups []web.Group
	// Proposed is what the form of a new game has filled in at first, by field:
	// board, level, komi.
	Proposed map[string]string
	Log      *slog.Logger // discards if nil
}

// A site is the handler with what it keeps.
type site struct {
	Options
	assets   assets
	pages    pages
	kept     keptPages
	findings map[string]*finding // of fair komi, by board
	boards   []thumbnail
}

// New returns all pages and the API as one handler.
func New(o Options) http.Handler {
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	s := &site{Options: o, assets: loadAssets().clone()}
	s.boards = thumbnails(s.assets, o.API.Boards)
	s.pages = loadPages(s.assets)
	var err error
	if s.findings, err = findingsHere(); err != nil {
		s.Log.Error("site: what is wrong is shown as not yet measured", "err", err)
	}
	return s.API.Guard(s.routes(), s.fail)
}

// routes says what answers where.
func (s *site) routes() http.Handler {
	mux := http.NewServeMux()
	for path, handlers := range map[string]map[string]http.HandlerFunc{
		"/{$}":        {"GET": s.home},
		"/rules":      {"GET": s.rules},
		"/komi":       {"GET": s.komi},
		"/learn":      {"GET": s.learn},
		"/record":     {"GET": s.record},
		"/games":      {"GET": toHome, "POST": s.open},
		"/games/{id}": {"GET": s.game},

		"/games/{id}/game.sgf":  {"GET": s.gameRecord},
		"/games/{id}/board.svg": {"GET": s.picture("svg", "image/svg+xml")},
		"/games/{id}/board.png": {"GET": s.picture("png", "image/png")},

		"/api":                  {"GET": s.api},
		"/assets/{name}":        {"GET": s.asset},
		"/favicon.ico":          {"GET": s.favicon},
		"/apple-touch-icon.png": {"GET": s.touchIcon},
		"/manifest.webmanifest": {"GET": s.manifest},
		"/settings":             {"GET": s.settings, "POST": s.saveSettings},
		"/robots.txt":           {"GET": robots},
	} {
		for method, handler := range handlers {
			mux.HandleFunc(method+" "+path, handler)
		}
		mux.HandleFunc(path, s.wrongMethod(slices.Sorted(maps.Keys(handlers))))
	}
	mux.Handle("/api/", s.API.Handler(s.groups()...))
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) { s.fail(w, r, web.NotFound()) })
	return mux
}

// groups are all routes of the API.
func (s *site) groups() []web.Group { return append([]web.Group{s.API}, s.Groups...) }

// toHome answers a browser that reloads the answer of the form without the form, or
// that asks for it in another language.
func toHome(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, (&url.URL{Path: "/", RawQuery: r.URL.RawQuery}).String(), http.StatusSeeOther)
}

// wrongMethod says which methods a page takes.
func (s *site) wrongMethod(takes []string) http.HandlerFunc {
	allow := strings.Replace(strings.Join(takes, ", "), "GET", "GET, HEAD", 1)
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		s.fail(w, r, web.WrongMethod(r, allow))
	}
}

// fail answers with a page that says what is wrong.
func (s *site) fail(w http.ResponseWriter, r *http.Request, p web.Problem) {
	if errors.Is(r.Context().Err(), context.Canceled) {
		return // the client has gone
	}
	lang := kindOf("error").covering(s.API.Language(r))
	for name, values := range p.GetHeaders() {
		w.Header()[name] = values
	}
	s.show(w, r, p.Status, "error", errorPage{texts(lang), p.In(lang).Detail, p.Status == http.StatusNotFound})
}

// failed answers with a page for an error of the API.
func (s *site) failed(w http.ResponseWriter, r *http.Request, err error) {
	var p web.Problem
	if !errors.As(err, &p) {
		s.Log.Error("site: page", "path", r.URL.Path, "err", err)
		p = web.ServerFault()
	}
	s.fail(w, r, p)
}

// favicon sends the icon to browsers that ask for it where it always was.
func (s *site) favicon(w http.ResponseWriter, r *http.Request) {
	http.Redirect(w, r, s.assets.URL("icon.svg"), http.StatusMovedPermanently)
}

// robots keeps search engines away from games, which nobody has published.
func robots(w http.ResponseWriter, _ *http.Request) {
	w.Header().Set("Content-Type", "text/plain")
	w.Header().Set("Cache-Control", "public, max-age=86400")
	w.Write([]byte("User-agent: *\nDisallow: /games/\nDisallow: /api/\n")) // a client that has gone is no error
}
