package storm

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"time"
)

// SoakOptions describes the games and samples.
type SoakOptions struct {
	Games int
	Every time.Duration // sampling interval
	// Sample is called with each sample.
	Sample func(SoakSample) error
}

// A SoakSample holds a server's resource usage at a moment under steady load.
type SoakSample struct {
	Minutes    float64 `json:"minutes"` // since the start of the load
	Moves      int64   `json:"moves"`   // acknowledged so far
	MemoryMB   float64 `json:"memoryMB"`
	HeapMB     float64 `json:"heapMB"` // used by Go
	Goroutines float64 `json:"goroutines"`
	Files      int     `json:"files"` // open files, including connections
}

// Line returns the sample in one line.
func (s SoakSample) Line() string {
	return fmt.Sprintf("%6.1f min %9d moves %6.0f MB (heap %5.0f) %6.0f goroutines %6d files", s.Minutes, s.Moves,
		s.MemoryMB, s.HeapMB, s.Goroutines, s.Files)
}

// A SoakReport compares the last quarter of a soak with the second. Caches fill in the first
// quarter.
type SoakReport struct {
	Hours    float64        `json:"hours"`
	Moves    int64          `json:"moves"`
	Earlier  SoakSample     `json:"earlier"` // medians in the second quarter
	Last     SoakSample     `json:"last"`    // medians in the last quarter
	Failures map[string]int `json:"failures,omitempty"`
	Problem  string         `json:"problem,omitempty"`
}

// Line returns the report in one line.
func (r SoakReport) Line() string {
	verdict := "flat"
	switch {
	case r.Problem != "":
		verdict = "NOT FLAT: " + r.Problem
	case r.Hours*60 < leastMinutes:
		verdict = fmt.Sprintf("growth is measured after %d minutes", leastMinutes)
	}
	return fmt.Sprintf("%.1f hours, %d moves: memory %.0f → %.0f MB, heap %.0f → %.0f MB, goroutines %.0f → %.0f, files %d → %d; %s",
		r.Hours, r.Moves, r.Earlier.MemoryMB, r.Last.MemoryMB, r.Earlier.HeapMB, r.Last.HeapMB, r.Earlier.Goroutines,
		r.Last.Goroutines, r.Earlier.Files, r.Last.Files, verdict)
}

// leastMinutes is the shortest duration for a meaningful soak; caches must fill first.
const leastMinutes = 30

// mostGrowth is the largest relative growth from the second to the last quarter, and the largest
// relative slowdown of games.
const mostGrowth = 0.1

// churnEvery is the interval between spectators that arrive, fetch a page, watch a game and leave.
const churnEvery = 100 * time.Millisecond

// Soak plays games on a server for o.Duration, with spectators that come and go, and samples the
// server's resources.
func (o *Options) Soak(ctx context.Context, s SoakOptions) (r SoakReport, err error) {
	place, remove, err := o.place(ctx)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, remove()) }()
	metrics, err := freeAddress()
	if err != nil {
		return r, err
	}
	launch := o.Launch
	// Players begin games one after another, faster than a person.
	launch.Args = slices.Concat([]string{"--limit-games", "1000000", "--metrics", metrics}, launch.Args)
	server, err := launch.Start(ctx, place)
	if err != nil {
		return r, err
	}
	defer func() { err = errors.Join(err, server.Stop()) }()
	l, end := o.newLoad(ctx, server.URL)
	defer end()
	if err := l.open(s.Games); err != nil {
		return r, err
	}
	ids := make([]string, s.Games)
	for i, p := range l.players {
		ids[i] = p.game().ID
	}
	playing, stop := context.WithTimeout(ctx, o.Duration)
	defer stop()
	played, churned := make(chan error, 1), make(chan error, 1)
	go func() { played <- l.play(playing, o.interval(), true) }()
	go func() { churned <- l.churn(playing, ids) }()
	samples, err := s.sample(playing, l, server, metrics)
	stop()
	err = errors.Join(err, <-played, <-churned)
	l.close()
	r = soaked(samples)
	r.Failures = l.failures.all()
	return r, err
}

// freeAddress returns an unused loopback address.
func freeAddress() (string, error) {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		return "", err
	}
	return listener.Addr().String(), listener.Close()
}

// churn makes spectators come and go until the context ends.
func (l *load) churn(ctx context.Context, ids []string) error {
	for n := 0; ; n++ {
		select {
		case <-ctx.Done():
			return nil
		case <-time.After(churnEvery):
		}
		from, id := l.from(len(l.players)+n%1000), ids[n%len(ids)]
		if _, err := l.target.Page(l.life, from, id); err != nil && ctx.Err() == nil {
			l.count(fmt.Errorf("page: %w", err))
		}
		socket, err := l.target.Join(l.life, from, Game{ID: id}, 0)
		if err != nil {
			if ctx.Err() == nil {
				l.count(fmt.Errorf("watch: %w", err))
			}
			continue
		}
		if err := socket.Close(); err != nil {
			l.count(fmt.Errorf("close: %w", err))
		}
	}
}

// sample samples the server until the context ends.
func (s SoakOptions) sample(
	ctx context.Context, l *load, server *Server, metrics string,
) (all []SoakSample, err error) {
	began := time.Now()
	for {
		select {
		case <-ctx.Done():
			return all, nil
		case <-server.Ended():
			return all, fmt.Errorf("the server exited: %s", server.Log())
		case <-time.After(s.Every):
		}
		one := SoakSample{
			Minutes: time.Since(began).Minutes(), Moves: l.acks.Load(),
			MemoryMB: processes{server.Process()}.megabytes(), Files: server.Process().files(),
		}
		if err := one.read(ctx, metrics); err != nil {
			if ctx.Err() != nil {
				return all, nil
			}
			return all, err
		}
		all = append(all, one)
		if err := s.Sample(one); err != nil {
			return all, err
		}
	}
}

// read reads the server's metrics.
func (s *SoakSample) read(ctx context.Context, metrics string) error {
	r, err := http.NewRequestWithContext(ctx, http.MethodGet, "http://"+metrics+"/metrics", nil)
	if err != nil {
		return err
	}
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		return err
	}
	defer answer.Body.Close()
	lines := bufio.NewScanner(answer.Body)
	for lines.Scan() {
		name, value, _ := strings.Cut(lines.Text(), " ")
		number, err := strconv.ParseFloat(value, 64)
		switch {
		case err != nil:
		case name == "go_goroutines":
			s.Goroutines = number
		case name == "go_memstats_heap_inuse_bytes":
			s.HeapMB = number / 1e6
		}
	}
	return lines.Err()
}

// files returns the number of open files, 0 where unknown.
func (p Process) files() int {
	open, err := os.ReadDir(filepath.Join("/proc", strconv.Itoa(p.ID), "fd"))
	if err != nil {
		return 0
	}
	return len(open)
}

// soaked compares the quarters of a soak.
func soaked(all []SoakSample) (r SoakReport) {
	if len(all) == 0 {
		r.Problem = "it was too short for a sample"
		return r
	}
	end := all[len(all)-1]
	r.Hours, r.Moves = end.Minutes/60, end.Moves
	second, last := all[len(all)/4:max(len(all)/2, len(all)/4+1)], all[3*len(all)/4:]
	r.Earlier, r.Last = medians(second), medians(last)
	if end.Minutes < leastMinutes {
		return r
	}
	var problems []string
	if before, now := pace(second), pace(last); now < before*(1-mostGrowth) {
		problems = append(problems, fmt.Sprintf("the load fell from %.0f to %.0f moves a minute", before, now))
	}
	for _, c := range []struct {
		what        string
		before, now float64
	}{
		{"memory", r.Earlier.MemoryMB, r.Last.MemoryMB},
		{"the heap", r.Earlier.HeapMB, r.Last.HeapMB},
		{"goroutines", r.Earlier.Goroutines, r.Last.Goroutines},
		{"open files", float64(r.Earlier.Files), float64(r.Last.Files)},
	} {
		if c.now > c.before*(1+mostGrowth) {
			problems = append(problems, fmt.Sprintf("%s grew by %.0f %%", c.what, 100*(c.now/c.before-1)))
		}
	}
	r.Problem = strings.Join(problems, ", ")
	return r
}

// pace returns the moves acknowledged per minute between the first and the last sample.
func pace(all []SoakSample) float64 {
	first, last := all[0], all[len(all)-1]
	if last.Minutes == first.Minutes {
		return 0
	}
	return float64(last.Moves-first.Moves) / (last.Minutes - first.Minutes)
}

// medians returns the median of each value.
func medians(all []SoakSample) SoakSample {
	median := func(of func(SoakSample) float64) float64 {
		var values []float64
		for _, s := range all {
			values = append(values, of(s))
		}
		slices.Sort(values)
		return values[len(values)/2]
	}
	return SoakSample{
		Minutes: all[len(all)-1].Minutes, Moves: all[len(all)-1].Moves,
		MemoryMB:   median(func(s SoakSample) float64 { return s.MemoryMB }),
		HeapMB:     median(func(s SoakSample) float64 { return s.HeapMB }),
		Goroutines: median(func(s SoakSample) float64 { return s.Goroutines }),
		Files:      int(median(func(s SoakSample) float64 { return float64(s.Files) })),
	}
}
