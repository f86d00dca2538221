package storm

import (
	"context"
	"errors"
	"os"
	"regexp"
	"strconv"
	"strings"
	"time"

	"rosette/game/board"
)

// Options describes the servers, the games and the rate.
type Options struct {
	// Target returns the server at a URL.
	Target func(url string) Target
	// URL is a running server's URL, PID its process ID, 0 if unknown. Without a URL, Launch starts
	// a server for each measurement on a temporary folder.
	URL    string
	PID    int
	Launch Launch
	// Database is the URL of a PostgreSQL database. Each measurement creates a new database on its
	// server; "" means a temporary folder.
	Database string
	Servers  int   // share one database or folder in Measure, Hold and History; 0 means 1
	Cores    []int // cores for the servers, in turn; nil for all

	Board      *board.Graph
	Control    string        // the games' time control
	Rate       float64       // moves per second in each game; 0 moves as soon as the last move is acknowledged
	WarmUp     time.Duration // not measured
	Duration   time.Duration // of each measurement
	PerAddress int           // sockets from each address in 127.0.0.0/8; 0 uses one address for all
	Seed       uint64
	// Report shows progress. It is called concurrently.
	Report func(format string, words ...any)
}

// hardStop is the longest wait for acknowledgements after a measurement.
const hardStop = 20 * time.Second

// A Row is the result of a measurement. Processor times and memory are 0 where unknown.
type Row struct {
	Games      int     `json:"games"`
	Spectators int     `json:"spectators"`
	Asked      float64 `json:"asked,omitempty"` // target moves per second, 0 for as many as possible
	Scenario   string  `json:"scenario,omitempty"`
	Store      string  `json:"store,omitempty"` // "SQLite" or "PostgreSQL", "" if unknown
	Nodes      int     `json:"nodes"`           // number of servers
	Past

	OpenSeconds float64 `json:"openSeconds"` // until all games were open and all spectators watched
	Seconds     float64 `json:"seconds"`     // measured duration
	Moves       int64   `json:"moves"`       // acknowledged
	PerSecond   float64 `json:"movesPerSecond"`

	// From sending to acknowledgement, in milliseconds.
	P50 float64 `json:"p50"`
	P90 float64 `json:"p90"`
	P99 float64 `json:"p99"`
	Max float64 `json:"max"`

	ServerCPU    float64 `json:"serverCPU"`    // in seconds, all servers
	MachineCPU   float64 `json:"machineCPU"`   // in seconds, all processes on the machine
	GeneratorCPU float64 `json:"generatorCPU"` // in seconds
	CPUPerMove   float64 `json:"cpuPerMove"`   // the servers', in milliseconds
	MemoryMB     float64 `json:"memoryMB"`     // resident, all servers, at the end
	// Received by a spectator.
	BytesPerMove float64 `json:"bytesPerMove,omitempty"`

	// Reads of the event log, from the server's start to its end; 0 if the server did not log them.
	ReadsPerMove float64 `json:"readsPerMove,omitempty"`

	Failures map[string]int `json:"failures,omitempty"` // by the server's reason
	Server   string         `json:"server,omitempty"`   // end of the server's log

	acknowledged int64 // during the server's whole life
}

// loggedUse matches the number of event log reads that a server logs at its end.
var loggedUse = regexp.MustCompile(`reads=([0-9]+)(?: follows=([0-9]+))?`)

// countReads computes ReadsPerMove from the server's log.
func (r *Row) countReads(moves int64) {
	if moves == 0 {
		return
	}
	for _, found := range loggedUse.FindAllStringSubmatch(r.Server, -1) {
		for _, text := range found[1:] {
			n, _ := strconv.Atoi(text) // an empty match counts as 0
			r.ReadsPerMove += float64(n) / float64(moves)
		}
	}
}

// A serverSet holds the servers under measurement, which share a place.
type serverSet struct {
	urls    []string
	store   string
	servers processes
	stop    func() (log string, err error)
}

// serve returns the server at o.URL, or starts servers on a new database or folder.
func (o *Options) serve(ctx context.Context) (serverSet, error) {
	if o.URL != "" {
		stop := func() (string, error) { return "", nil }
		return serverSet{urls: []string{o.URL}, servers: processes{{o.PID}}, stop: stop}, nil
	}
	data, remove, err := o.place(ctx)
	if err != nil {
		return serverSet{}, err
	}
	on, err := o.start(ctx, data)
	if err != nil {
		return serverSet{}, errors.Join(err, remove())
	}
	stop := on.stop
	on.stop = func() (string, error) {
		log, err := stop()
		return log, errors.Join(err, remove())
	}
	return on, nil
}

// start starts servers on a database or folder.
func (o *Options) start(ctx context.Context, data string) (on serverSet, err error) {
	on.store = storeAt(strings.Contains(data, "://"))
	var all []*Server
	on.stop = func() (log string, err error) {
		for _, s := range all {
			err = errors.Join(err, s.Stop())
			log = strings.TrimSpace(log + " " + s.Log())
		}
		return log, err
	}
	for i := range max(1, o.Servers) {
		launch := o.Launch
		if len(o.Cores) > 0 {
			launch.Core = o.Cores[i%len(o.Cores)]
		}
		s, err := launch.Start(ctx, data)
		if err != nil {
			_, stopped := on.stop()
			return on, errors.Join(err, stopped)
		}
		all = append(all, s)
		on.urls, on.servers = append(on.urls, s.URL), append(on.servers, s.Process())
	}
	return on, nil
}

// newLoad returns a load without games. Call end after use.
func (o *Options) newLoad(ctx context.Context, url string) (l *load, end func()) {
	life, cancel := context.WithCancel(ctx)
	l = &load{
		life: life, cancel: cancel, target: o.Target(url), board: o.Board, control: o.Control, seed: o.Seed,
		report: o.Report,
	}
	if onLoopback(url) {
		l.spread.Each = o.PerAddress
	}
	return l, func() { l.close(); cancel() }
}

// interval returns the time between two moves in a game.
func (o *Options) interval() time.Duration {
	if o.Rate <= 0 {
		return 0
	}
	return time.Duration(float64(time.Second) / o.Rate)
}

// loadOn returns a load on servers, see newLoad. It distributes connections among them.
func (o *Options) loadOn(ctx context.Context, on serverSet) (l *load, end func()) {
	l, end = o.newLoad(ctx, on.urls[0])
	if len(on.urls) > 1 {
		b := &balancer{}
		for _, url := range on.urls {
			b.targets = append(b.targets, o.Target(url))
		}
		l.target = b
	}
	return l, end
}

// Measure plays games with spectators and measures them.
func (o *Options) Measure(ctx context.Context, games, spectators int) (row Row, err error) {
	on, err := o.serve(ctx)
	if err != nil {
		return row, err
	}
	defer func() { err = errors.Join(err, row.end(on)) }()
	row = o.row(on, games)
	row.Spectators = spectators
	l, end := o.loadOn(ctx, on)
	defer end()
	began := time.Now()
	if err := errors.Join(l.open(games), l.watch(spectators)); err != nil {
		return row, err
	}
	row.OpenSeconds = time.Since(began).Seconds()
	received := l.receive()
	defer func() { end(); received() }() // the sockets are closed, so errors are expected
	return row, row.play(ctx, o, l, on.servers)
}

// row returns a Row without measurements.
func (o *Options) row(on serverSet, games int) Row {
	return Row{Games: games, Asked: max(0, o.Rate) * float64(games), Store: on.store, Nodes: len(on.urls)}
}

// end stops the servers and reads their log.
func (r *Row) end(on serverSet) (err error) {
	r.Server, err = on.stop()
	r.countReads(r.acknowledged)
	return err
}

// play plays and measures a load's games.
func (r *Row) play(ctx context.Context, o *Options, l *load, servers processes) error {
	playing, stop := context.WithCancel(ctx)
	defer stop()
	played := make(chan error, 1)
	go func() { played <- l.play(playing, o.interval(), true) }()
	err := pause(ctx, o.WarmUp, "warming up", o.Report)
	if err == nil {
		err = r.during(ctx, o, l, servers)
	}
	stop()
	late := time.AfterFunc(hardStop, l.cancel) // ends the sockets
	defer late.Stop()
	err = errors.Join(err, <-played)
	r.acknowledged = l.acks.Load()
	return err
}

// during measures for o.Duration.
func (r *Row) during(ctx context.Context, o *Options, l *load, servers processes) error {
	var times Histogram
	self := processes{{os.Getpid()}}
	before := servers.usage()
	beforeSelf := self.usage()
	beforeAll := machineUsage()
	began := time.Now()
	acks, seen := l.acks.Load(), l.seenBytes.Load()
	l.times.Store(&times)
	err := pause(ctx, o.Duration, "measuring", o.Report)
	r.Seconds = time.Since(began).Seconds()
	l.times.Store(nil)
	r.Moves = l.acks.Load() - acks
	r.ServerCPU = (servers.usage() - before).Seconds()
	r.GeneratorCPU = (self.usage() - beforeSelf).Seconds()
	r.MachineCPU = (machineUsage() - beforeAll).Seconds()
	r.MemoryMB = servers.megabytes()
	r.PerSecond = float64(r.Moves) / r.Seconds
	r.P50 = ms(times.Quantile(.5))
	r.P90 = ms(times.Quantile(.9))
	r.P99 = ms(times.Quantile(.99))
	r.Max = ms(times.Max())
	if r.Moves > 0 {
		r.CPUPerMove = 1000 * r.ServerCPU / float64(r.Moves)
		if r.Spectators > 0 {
			r.BytesPerMove = float64(l.seenBytes.Load()-seen) / float64(r.Moves) / float64(r.Spectators) *
				float64(r.Games)
		}
	}
	r.Failures = l.failures.all()
	return err
}

func ms(d time.Duration) float64 { return float64(d.Microseconds()) / 1000 }

// pause waits and reports the reason.
func pause(ctx context.Context, d time.Duration, what string, report func(string, ...any)) error {
	tick := time.NewTicker(time.Second)
	defer tick.Stop()
	end := time.Now().Add(d)
	timer := time.NewTimer(d)
	defer timer.Stop()
	for {
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-timer.C:
			return nil
		case <-tick.C:
			report("%s, %v left", what, time.Until(end).Round(time.Second))
		}
	}
}
