// Package site is what people see: the pages, the socket that tells a game as
// it happens, and the files a browser needs.
//
// It trusts no colour, name or time that a browser sends. Who may move is
// settled by a cookie whose hash stands in the journal; what has happened is
// read from the journal; the rest are hints.
package site

//go:generate go run ./ui/bundle

import (
	"context"
	"log/slog"
	"maps"
	"net/http"
	"slices"
	"strings"
	"time"

	"golang.org/x/sync/semaphore"

	"rosette/i18n"
	"rosette/play"
	"rosette/quote"
)

// A Host keeps matches alive and takes commands for them.
type Host interface {
	Open(ctx context.Context, id string, s play.Settings) error
	Do(ctx context.Context, id string, cmd play.Command) (seq int, err error)
	Wake(ctx context.Context, id string) error
}

// A Past remembers what has happened. Of an unknown match it says
// [play.ErrNoMatch].
type Past interface {
	Events(ctx context.Context, id string, after int) ([]play.Event, error)
}

// A Feed hints that a match has grown to a number. Hints may be lost or
// merged; the Past is the truth.
type Feed interface {
	Watch(id string) (hints <-chan int, stop func())
}

// A Level is a strength that the computer offers. Its texts are level.NAME.title,
// .short and .about.
type Level struct {
	Name string // as it stands in a seat
}

// Options are what a site needs. Host, Past, Feed and Levels must be set; of
// the others the zero value means the default.
type Options struct {
	Host   Host
	Past   Past
	Feed   Feed
	Levels []Level
	// Estimator says what positions come to; without one no page offers it.
	Estimator Estimator
	Boards    []string // offered for new games, by name; three honeycombs and three squares
	// Proposed is what the form of a new game has filled in at first, by field:
	// board, level, komi. A board not offered otherwise is offered too.
	Proposed map[string]string
	Hosts    []string // host names this site answers to, besides the loopback's
	Now      func() time.Time
	Log      *slog.Logger

	MaxGamesPerAddress   int           // new games an hour; 60
	MaxSocketsPerAddress int           // open at once; 30
	MaxMessages          int           // of one seat, or of one address that watches, in 20 s; 100
	MaxEstimates         int           // of one address in a minute; 30
	WriteWait            time.Duration // how long a reader may block a message; 10 s
	Beat                 time.Duration // between two signs of life on a socket; 10 s

	// TrustProxy says that every request comes through a proxy of ours, whose
	// X-Forwarded-For (the last address) and X-Forwarded-Proto are then
	// believed. Without one anybody could write them.
	TrustProxy bool
}

// messageWindow is the span in which a seat may send MaxMessages.
const messageWindow = 20 * time.Second

// A site is the handler with what it keeps.
type site struct {
	Options
	assets   assets
	pages    pages
	findings map[string]*finding // of fair komi, by board
	boards   []thumbnail
	hosts    map[string]bool
	games    *quota
	messages *quota
	sockets  *tally
	door     *tally // sockets that are being turned away
	shelf    shelf

	estimates *quota
	weighing  *semaphore.Weighted // places for what is being estimated
}

// New returns the whole site as one handler.
func New(o Options) http.Handler {
	o = o.withDefaults()
	s := &site{
		Options:  o,
		assets:   loadAssets(),
		boards:   thumbnails(o.Boards),
		hosts:    map[string]bool{},
		games:    newQuota(o.MaxGamesPerAddress, time.Hour),
		messages: newQuota(o.MaxMessages, messageWindow),
		sockets:  newTally(o.MaxSocketsPerAddress),
		door:     newTally(o.MaxSocketsPerAddress),

		estimates: newQuota(o.MaxEstimates, estimateWindow),
		weighing:  semaphore.NewWeighted(estimatesAtOnce),
	}
	for _, name := range o.Hosts {
		s.hosts[hostName(name)] = true
	}
	s.pages = loadPages(s.assets)
	var err error
	if s.findings, err = findingsHere(); err != nil {
		s.Log.Error("site: what is wrong is shown as not yet measured", "err", err)
	}
	return s.guard(s.routes())
}

// routes says what answers where.
func (s *site) routes() http.Handler {
	mux := http.NewServeMux()
	for path, deeds := range map[string]map[string]http.HandlerFunc{
		"/{$}":                 {"GET": s.home},
		"/rules":               {"GET": s.rules},
		"/komi":                {"GET": s.komi},
		"/games":               {"GET": home, "POST": s.open},
		"/games/{id}":          {"GET": s.game},
		"/games/{id}/feed":     {"GET": s.feed},
		"/games/{id}/estimate": {"GET": s.estimate},
		"/assets/{name}":       {"GET": s.assets.ServeHTTP},
	} {
		for method, deed := range deeds {
			mux.HandleFunc(method+" "+path, deed)
		}
		mux.HandleFunc(path, s.wrongMethod(slices.Sorted(maps.Keys(deeds))))
	}
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "api.no-page", nil)
	})
	return mux
}

// home is where who reloads an answer of the form without the form belongs.
func home(w http.ResponseWriter, r *http.Request) { http.Redirect(w, r, "/", http.StatusSeeOther) }

// wrongMethod says which methods a page takes.
func (s *site) wrongMethod(takes []string) http.HandlerFunc {
	allow := strings.Replace(strings.Join(takes, ", "), "GET", "GET, HEAD", 1)
	return func(w http.ResponseWriter, r *http.Request) {
		w.Header().Set("Allow", allow)
		s.fail(w, r, http.StatusMethodNotAllowed, "api.wrong-method", i18n.Args{"method": quote.Clip(r.Method, 40), "allow": allow})
	}
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for field, usual := range map[*int]int{&o.MaxGamesPerAddress: 60, &o.MaxSocketsPerAddress: 30, &o.MaxMessages: 100, &o.MaxEstimates: 30} {
		if *field == 0 {
			*field = usual
		}
	}
	if o.Boards == nil {
		o.Boards = usualBoards
	}
	if name := o.Proposed["board"]; name != "" && !slices.Contains(o.Boards, name) {
		o.Boards = append([]string{name}, o.Boards...)
	}
	for field, usual := range map[*time.Duration]time.Duration{&o.WriteWait: 10 * time.Second, &o.Beat: 10 * time.Second} {
		if *field == 0 {
			*field = usual
		}
	}
	return o
}
