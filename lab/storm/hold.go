package storm

import (
	"context"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"rosette/internal/rng"
	"rosette/lab/storm/flood"
)

// settleTime is the rest before a server's memory is measured.
const settleTime = 3 * time.Second

// A HoldReport holds the cost of sockets that only watch.
type HoldReport struct {
	Sockets     int     `json:"sockets"`
	Games       int     `json:"games"`
	OpenSeconds float64 `json:"openSeconds"`
	BeforeMB    float64 `json:"beforeMB"` // server's resident memory
	MemoryMB    float64 `json:"memoryMB"` // at the end, with the sockets open
	Seconds     float64 `json:"seconds"`  // duration of the open sockets
	ServerCPU   float64 `json:"serverCPU"`
	Messages    int64   `json:"messages"` // received during that time
}

// Line returns the report in one line.
func (r HoldReport) Line() string {
	return fmt.Sprintf("%d sockets on %d games, opened in %.1f s: %.0f MB before, %.0f MB with them (%.1f KB each); "+
		"in %.0f s %d messages, %.2f s of processor",
		r.Sockets, r.Games, r.OpenSeconds, r.BeforeMB, r.MemoryMB,
		1000*(r.MemoryMB-r.BeforeMB)/float64(max(r.Sockets, 1)),
		r.Seconds, r.Messages, r.ServerCPU)
}

// Hold opens sockets that watch inactive games, and keeps them open for o.Duration.
func (o *Options) Hold(ctx context.Context, sockets, games int) (r HoldReport, err error) {
	on, err := o.serve(ctx)
	if err != nil {
		return r, err
	}
	defer func() {
		_, stopped := on.stop()
		err = errors.Join(err, stopped)
	}()
	r = HoldReport{Sockets: sockets, Games: games}
	l, end := o.loadOn(ctx, on)
	defer end()
	if err := l.open(games); err != nil {
		return r, err
	}
	l.close() // the players' sockets
	r.BeforeMB = on.servers.megabytes()
	began := time.Now()
	if err := l.watch(sockets); err != nil {
		return r, err
	}
	r.OpenSeconds = time.Since(began).Seconds()
	received := l.receive()
	defer func() { end(); received() }() // the sockets are closed, so errors are expected
	used := on.servers.usage()
	seen := l.seen.Load()
	began = time.Now()
	err = pause(ctx, o.Duration, "holding the sockets", o.Report)
	r.Seconds = time.Since(began).Seconds()
	r.ServerCPU, r.Messages = (on.servers.usage() - used).Seconds(), l.seen.Load()-seen
	r.MemoryMB = on.servers.megabytes()
	return r, err
}

// IdleOptions describes the games in the store.
type IdleOptions struct {
	Games int
	Pages int // fetched one after another
}

// An IdleReport holds the cost of a server that starts with inactive games. The pages show games
// chosen at random and are fetched one after another.
type IdleReport struct {
	Games        int     `json:"games"`
	FillSeconds  float64 `json:"fillSeconds"`
	StartSeconds float64 `json:"startSeconds"` // until the server printed its address
	StartCPU     float64 `json:"startCPU"`     // in processor seconds, until it settled
	MemoryMB     float64 `json:"memoryMB"`     // resident, after it settled
	PageP50      float64 `json:"pageP50"`      // in milliseconds
	PageP99      float64 `json:"pageP99"`
	PageMax      float64 `json:"pageMax"`
	AfterMB      float64 `json:"afterMB"` // resident, after the pages
}

// Line returns the report in one line.
func (r IdleReport) Line() string {
	return fmt.Sprintf("%d games with running clocks, made in %.0f s: start %.2f s (%.2f s of processor), %.0f MB; "+
		"page %.1f ms (p99 %.1f, longest %.1f), then %.0f MB",
		r.Games, r.FillSeconds, r.StartSeconds, r.StartCPU, r.MemoryMB, r.PageP50, r.PageP99, r.PageMax, r.AfterMB)
}

// Idle starts a server with inactive games and fetches pages.
func (o *Options) Idle(ctx context.Context, i IdleOptions) (r IdleReport, err error) {
	data, remove, err := o.place(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	r.Games = i.Games
	began := time.Now()
	o.Report("making %d games", i.Games)
	ids, err := storeGames(ctx, data, i.Games)
	if err != nil {
		return r, fmt.Errorf("make games: %w", err)
	}
	r.FillSeconds = time.Since(began).Seconds()
	s, err := o.Launch.Start(ctx, data)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, s.Stop()) }()
	r.StartSeconds = s.Started.Seconds()
	if err := pause(ctx, settleTime, "the server settles", o.Report); err != nil {
		return r, err
	}
	r.StartCPU, r.MemoryMB = processes{s.Process()}.usage().Seconds(), processes{s.Process()}.megabytes()
	err = r.read(ctx, o, s, ids, i.Pages)
	r.AfterMB = processes{s.Process()}.megabytes()
	return r, err
}

// read fetches games' pages.
func (r *IdleReport) read(ctx context.Context, o *Options, s *Server, ids []string, pages int) error {
	var times Histogram
	target := o.Target(s.URL)
	random := rng.NewXoshiro(o.Seed)
	spread := Spread{Each: o.PerAddress}
	for n := range pages {
		began := time.Now()
		if _, err := target.Page(ctx, spread.From(n), ids[random.IntN(len(ids))]); err != nil {
			return fmt.Errorf("page of a game: %w", err)
		}
		times.Add(time.Since(began))
		o.Report("%d of %d pages", n+1, pages)
	}
	r.PageP50 = ms(times.Quantile(.5))
	r.PageP99 = ms(times.Quantile(.99))
	r.PageMax = ms(times.Max())
	return nil
}

// Flood sends expensive requests from one address, case by case. Each case has its own server
// unless o.URL is set.
func (o *Options) Flood(ctx context.Context, requests int, result func(flood.Report) error) error {
	for _, c := range flood.Cases {
		o.Report("flood: %s", c.Name)
		r, err := o.floodBy(ctx, c, requests)
		if err == nil {
			err = result(r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.Name, err)
		}
	}
	return nil
}

// floodBy measures a case. A server that it starts uses TLS.
func (o *Options) floodBy(ctx context.Context, c flood.Case, requests int) (r flood.Report, err error) {
	secure := *o
	if o.URL == "" {
		folder, err := os.MkdirTemp("", "rosette-storm-")
		if err != nil {
			return r, err
		}
		defer os.RemoveAll(folder) // a temporary folder: an error does not matter
		certificate, key := filepath.Join(folder, "certificate.pem"), filepath.Join(folder, "key.pem")
		if err := flood.WriteCertificate(certificate, key); err != nil {
			return r, err
		}
		secure.Launch.Args = slices.Concat(floodLimits, []string{
			"--tls-certificate", certificate, "--tls-key", key,
		}, o.Launch.Args)
	}
	on, err := secure.serve(ctx)
	if err != nil {
		return r, err
	}
	defer func() {
		if _, stopped := on.stop(); stopped != nil && r.Problem == "" {
			r.Problem = stopped.Error() // the server is not yet idle
		}
	}()
	return flood.Server{URL: on.urls[0], Memory: on.servers.megabytes, Usage: on.servers.usage}.Send(ctx, c, requests)
}

// floodLimits are server flags that remove the limits per minute, so that only the limits on
// concurrency are measured.
var floodLimits = strings.Fields(
	`--limit-requests 1000000 --limit-positions 1000000 --limit-games 1000000 --limit-messages 1000000`,
)
