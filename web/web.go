// Package web is what people see: the pages, the socket that tells a game as
// it happens, and the files a browser needs.
//
// It trusts no colour, name or time that a browser sends. Who may move is
// settled by a cookie whose hash stands in the journal; what has happened is
// read from the journal; the rest are hints.
package web

//go:generate go run ./ui/bundle

import (
	"context"
	"log/slog"
	"net/http"
	"time"

	"rosette/play"
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

// A Level is a strength that the computer offers.
type Level struct {
	Name  string // as it stands in a seat
	Title string // for people
	About string // one sentence
}

// Options are what a site needs. Host, Past, Feed and Levels must be set; of
// the others the zero value means the default.
type Options struct {
	Host   Host
	Past   Past
	Feed   Feed
	Levels []Level
	Hosts  []string // host names this site answers to, besides the loopback's
	Now    func() time.Time
	Log    *slog.Logger

	MaxGamesPerAddress   int           // new games an hour; 60
	MaxSocketsPerAddress int           // open at once; 30
	MaxMessages          int           // of one socket in 20 s; 100
	WriteWait            time.Duration // how long a reader may block a message; 10 s
}

// messageWindow is the span in which a socket may send MaxMessages.
const messageWindow = 20 * time.Second

// A site is the handler with what it keeps.
type site struct {
	Options
	assets  assets
	pages   pages
	hosts   map[string]bool
	games   *quota
	sockets *tally
	shelf   shelf
}

// New returns the whole site as one handler.
func New(o Options) http.Handler {
	o = o.withDefaults()
	s := &site{
		Options: o,
		assets:  loadAssets(),
		hosts:   map[string]bool{},
		games:   newQuota(o.MaxGamesPerAddress, time.Hour),
		sockets: newTally(o.MaxSocketsPerAddress),
	}
	for _, name := range o.Hosts {
		s.hosts[hostName(name)] = true
	}
	s.pages = loadPages(s.assets)
	mux := http.NewServeMux()
	mux.HandleFunc("GET /{$}", s.home)
	mux.HandleFunc("POST /games", s.open)
	mux.HandleFunc("GET /games/{id}", s.game)
	mux.HandleFunc("GET /games/{id}/feed", s.feed)
	mux.Handle("GET /assets/{name}", s.assets)
	mux.HandleFunc("/", func(w http.ResponseWriter, r *http.Request) {
		s.fail(w, r, http.StatusNotFound, "There is no such page here.")
	})
	return s.guard(mux)
}

func (o Options) withDefaults() Options {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	for field, usual := range map[*int]int{&o.MaxGamesPerAddress: 60, &o.MaxSocketsPerAddress: 30, &o.MaxMessages: 100} {
		if *field == 0 {
			*field = usual
		}
	}
	if o.WriteWait == 0 {
		o.WriteWait = 10 * time.Second
	}
	return o
}
