package storm

import (
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A FloodReport is the cost of many expensive requests that one address sends at once, and the
// time that others wait meanwhile.
type FloodReport struct {
	Case      string  `json:"case"`
	Requests  int     `json:"requests"`
	Answered  int     `json:"answered"`            // with 200
	Refused   int     `json:"refused"`             // with 503: the server is busy
	Limited   int     `json:"limited"`             // with 429: too many in a minute
	Left      int     `json:"left"`                // by the client, as the case has it
	Failed    int     `json:"failed"`              // no answer, or another one
	Problem   string  `json:"problem,omitempty"`   // of the first that failed
	Seconds   float64 `json:"seconds"`             // until all had their answers
	ServerCPU float64 `json:"serverCPU"`           // seconds, until the server was idle again
	BeforeMB  float64 `json:"beforeMB"`            // resident memory of the server
	PeakMB    float64 `json:"peakMB"`              // the largest of samples
	AfterMB   float64 `json:"afterMB"`             // settled
	FrontP50  float64 `json:"frontP50"`            // milliseconds, of the first page from another address
	FrontMax  float64 `json:"frontMax"`            // milliseconds
	FrontLost int     `json:"frontLost,omitempty"` // pages that did not come
}

// Line returns the report in one line.
func (r FloodReport) Line() string {
	text := fmt.Sprintf("%-9s %3d requests: %3d answered, %3d busy, %3d limited, %3d left, %3d failed in %5.1f s; "+
		"%4.0f MB before, PEAK %4.0f, after %4.0f; %5.1f s of processor; / of another address %.0f ms, longest %.0f",
		r.Case, r.Requests, r.Answered, r.Refused, r.Limited, r.Left, r.Failed, r.Seconds,
		r.BeforeMB, r.PeakMB, r.AfterMB, r.ServerCPU, r.FrontP50, r.FrontMax)
	if r.FrontLost > 0 {
		text += fmt.Sprintf(", %d did not come", r.FrontLost)
	}
	if r.Problem != "" {
		text += "\n    " + r.Problem
	}
	return text
}

// A floodCase is a kind of request that is sent many times at once.
type floodCase struct {
	name  string
	count int                                               // of requests, unless the plan has a number
	leave time.Duration                                     // after which the client gives a request up; 0 for never
	http2 bool                                              // all on one connection
	make  func(f *flood, i int) (method, path, body string) // the i-th request
}

// floodCases are the requests of the flood.
var floodCases = []floodCase{
	{name: "pictures", count: 190, make: (*flood).picture},
	{name: "records", count: 60, make: func(f *flood, _ int) (string, string, string) { return http.MethodPost, "/api/records", f.record }},
	{name: "positions", count: 180, make: (*flood).position},
	{name: "exports", count: 60, make: (*flood).export},
	{name: "left", count: 150, leave: time.Second, make: (*flood).picture},
	{name: "resets", count: 230, leave: time.Second, http2: true, make: (*flood).picture},
}

// Sizes of what the flood asks about.
const (
	floodGames  = 3
	floodPlies  = 66     // of each game: below the limit of messages of one guest
	recordMoves = 36_000 // 432 kB
)

// frontEvery is the time between two pages of another address.
const frontEvery = 50 * time.Millisecond

// sampleEvery is the time between two samples of the memory.
const sampleEvery = 10 * time.Millisecond

// floodTimeout bounds a request.
const floodTimeout = 90 * time.Second

// A flood is a server with games, and clients of it.
type flood struct {
	game   []string // IDs
	user   string
	record string
	strong *floodClient // of the address that floods
	other  *floodClient // of the address that reads the first page
}

// Flood sends expensive requests from one address, case by case, each to a server of its own
// unless the plan has a URL. requests replaces the number of requests of each case if it is not 0.
func (o *Options) Flood(ctx context.Context, requests int, result func(FloodReport) error) error {
	for _, c := range floodCases {
		if requests > 0 {
			c.count = requests
		}
		o.Report("%d × %s", c.count, c.name)
		r, err := o.floodOne(ctx, c)
		if err == nil {
			err = result(r)
		}
		if err != nil {
			return fmt.Errorf("%s: %w", c.name, err)
		}
	}
	return nil
}

// floodOne measures one case.
func (o *Options) floodOne(ctx context.Context, c floodCase) (r FloodReport, err error) {
	var on measured
	if o.URL != "" {
		on, err = o.serve(ctx)
	} else {
		on, err = o.serveTLS(ctx)
	}
	if err != nil {
		return r, err
	}
	defer func() {
		if _, stopped := on.stop(); stopped != nil && r.Problem == "" {
			r.Problem = stopped.Error() // it is not at rest yet
		}
	}()
	f, err := newFlood(ctx, on)
	if err != nil {
		return r, err
	}
	defer f.close()
	r = FloodReport{Case: c.name, Requests: c.count}
	r.BeforeMB, r.PeakMB = on.servers.megabytes(), on.servers.megabytes()
	used, began := on.servers.usage(), time.Now()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var watchers sync.WaitGroup
	watchers.Go(func() { r.sample(watching, on.servers) })
	watchers.Go(func() { r.front(watching, f.other) })
	f.send(ctx, c, &r)
	r.Seconds = time.Since(began).Seconds()
	err = on.settle(ctx)
	stop()
	watchers.Wait()
	r.ServerCPU, r.AfterMB = (on.servers.usage() - used).Seconds(), on.servers.megabytes()
	return r, err
}

// restWithin is how long a server may go on working after the requests.
const restWithin = time.Minute

// idleSeconds is how long a server rests until it counts as idle. A busy machine may give it no
// processor for one.
const idleSeconds = 4

// settle waits until the servers use little of the processor for some seconds.
func (m measured) settle(ctx context.Context) error {
	began := time.Now()
	for idle := 0; idle < idleSeconds && time.Since(began) < restWithin; idle++ {
		before := m.servers.usage()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(time.Second):
		}
		if m.servers.usage()-before > 300*time.Millisecond {
			idle = -1
		}
	}
	return nil
}

// sample keeps the largest memory until ctx ends.
func (r *FloodReport) sample(ctx context.Context, servers processes) {
	for tick := time.NewTicker(sampleEvery); ; {
		r.PeakMB = max(r.PeakMB, servers.megabytes())
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

// front reads the first page again and again until ctx ends.
func (r *FloodReport) front(ctx context.Context, from *floodClient) {
	var times Histogram
	for ctx.Err() == nil {
		began := time.Now()
		status, err := from.do(ctx, http.MethodGet, "/", "")
		if ctx.Err() == nil && (err != nil || status != http.StatusOK) {
			r.FrontLost++
		}
		if ctx.Err() == nil {
			times.Add(time.Since(began))
		}
		select {
		case <-ctx.Done():
		case <-time.After(frontEvery):
		}
	}
	r.FrontP50, r.FrontMax = ms(times.Quantile(.5)), ms(times.Max())
}

// send sends all requests of a case at once and counts the answers.
func (f *flood) send(ctx context.Context, c floodCase, r *FloodReport) {
	from := f.strong
	if c.http2 {
		from = from.multiplexed()
		defer from.close()
		// One request makes the connection that the others share.
		from.do(ctx, http.MethodGet, "/robots.txt", "") // a failure shows in the others
	}
	var answered, refused, limited, left, failed atomic.Int64
	var all sync.WaitGroup
	var problem sync.Once
	for i := range c.count {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, floodTimeout)
			defer cancel()
			if c.leave > 0 {
				ctx, cancel = context.WithTimeout(ctx, c.leave)
				defer cancel()
			}
			method, path, body := c.make(f, i)
			status, err := from.do(ctx, method, path, body)
			count := map[int]*atomic.Int64{
				http.StatusOK: &answered, http.StatusServiceUnavailable: &refused, http.StatusTooManyRequests: &limited,
			}[status]
			switch {
			case err != nil && c.leave > 0 && ctx.Err() != nil:
				left.Add(1)
			case err == nil && count != nil:
				count.Add(1)
			default:
				failed.Add(1)
				problem.Do(func() { r.Problem = strings.TrimSpace(fmt.Sprintf("%s %s: %d %v", method, path, status, err)) })
			}
		})
	}
	all.Wait()
	for i, n := range []*atomic.Int64{&answered, &refused, &limited, &left, &failed} {
		*[]*int{&r.Answered, &r.Refused, &r.Limited, &r.Left, &r.Failed}[i] = int(n.Load())
	}
}

// picture asks for the picture of a game, of another position each time.
func (f *flood) picture(i int) (method, path, body string) {
	return http.MethodGet, fmt.Sprintf("/games/%s/board.png?ply=%d", f.game[i%floodGames], 1+i/floodGames%floodPlies), ""
}

// position asks for the picture of a position, another one each time.
func (f *flood) position(i int) (method, path, body string) {
	moves := `"` + strings.Join(floodMoves(i+1), `","`) + `"`
	return http.MethodPost, "/api/positions/picture", `{"start":{"board":"square-19"},"moves":[` + moves + `]}`
}

// export asks for all games of a user.
func (f *flood) export(int) (method, path, body string) {
	return http.MethodGet, "/api/users/" + f.user + "/games.sgf", ""
}

// floodMoves returns moves of 19x19, at most 190, none of which captures.
func floodMoves(n int) []string {
	const columns = "ABCDEFGHJKLMNOPQRST"
	var all []string
	for i := range min(n, 190) {
		at := i / 2
		all = append(all, fmt.Sprintf("%c%d", columns[4*(at/19)+2*(i%2)], 1+at%19))
	}
	return all
}

// LargeRecord returns a game of 25x25 with 36,000 moves and a comment at each: 432 kB.
func LargeRecord() string {
	var text strings.Builder
	text.WriteString("(;FF[4]GM[1]SZ[25]")
	for i := range recordMoves {
		at := i * 7 % 625
		fmt.Fprintf(&text, ";%c[%c%c]C[abc]", "BW"[i%2], 'a'+at/25, 'a'+at%25)
	}
	return text.String() + ")"
}

// flood runs the scenario.
func (p *Plan) flood(ctx context.Context) error {
	if p.URL == "" {
		p.Launch.Args = slices.Concat(floodLimits, p.Launch.Args)
	}
	return p.Flood(ctx, p.Requests, func(r FloodReport) error { return p.Result(r) })
}

// floodLimits are flags of a server that counts nothing by the minute, so that the limits of
// what runs at once are measured.
var floodLimits = strings.Fields(`--limit-requests 1000000 --limit-positions 1000000 --limit-games 1000000 --limit-messages 1000000`)
