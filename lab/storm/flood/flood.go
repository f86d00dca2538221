// Package flood sends many expensive requests to a server concurrently, from one address. It
// measures their cost for the server and the latency for other clients.
package flood

import (
	"cmp"
	"context"
	"fmt"
	"net/http"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"time"
)

// A Report holds the cost of many concurrent expensive requests from one address, and the latency
// for others during this time.
type Report struct {
	Case      string  `json:"case"`
	Requests  int     `json:"requests"`
	Answered  int     `json:"answered"`            // status 200
	Refused   int     `json:"refused"`             // status 503: the server is busy
	Limited   int     `json:"limited"`             // status 429: too many per minute
	Left      int     `json:"left"`                // abandoned by the client, as the case requires
	Failed    int     `json:"failed"`              // no response, or another status
	Problem   string  `json:"problem,omitempty"`   // of the first failed request
	Seconds   float64 `json:"seconds"`             // until all responses arrived
	ServerCPU float64 `json:"serverCPU"`           // in seconds, until the server was idle again
	BeforeMB  float64 `json:"beforeMB"`            // server's resident memory
	PeakMB    float64 `json:"peakMB"`              // largest sample
	AfterMB   float64 `json:"afterMB"`             // settled
	FrontP50  float64 `json:"frontP50"`            // in milliseconds, for the first page from another address
	FrontMax  float64 `json:"frontMax"`            // in milliseconds
	FrontLost int     `json:"frontLost,omitempty"` // pages without a response
}

// Line returns the report in one line.
func (r Report) Line() string {
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

// A Case is a kind of expensive request.
type Case struct {
	Name  string
	count int                                               // number of requests, unless the plan sets one
	leave time.Duration                                     // after which the client abandons a request; 0 for never
	http2 bool                                              // use one connection
	make  func(f *flood, i int) (method, path, body string) // returns the i-th request
}

// Cases lists all kinds of requests.
var Cases = []Case{
	{Name: "pictures", count: 190, make: (*flood).picture},
	{
		Name: "records", count: 60,
		make: func(f *flood, _ int) (string, string, string) { return http.MethodPost, "/api/records", f.record },
	},
	{Name: "positions", count: 180, make: (*flood).position},
	{Name: "exports", count: 60, make: (*flood).export},
	{Name: "left", count: 150, leave: time.Second, make: (*flood).picture},
	{Name: "resets", count: 230, leave: time.Second, http2: true, make: (*flood).picture},
}

// Sizes of the requested data.
const (
	games       = 3
	plies       = 66     // per game, below a guest's message limit
	recordMoves = 36_000 // 432 kB
)

// frontEvery is the interval between pages from another address.
const frontEvery = 50 * time.Millisecond

// sampleEvery is the interval between memory samples.
const sampleEvery = 10 * time.Millisecond

// timeout limits each request.
const timeout = 90 * time.Second

// A flood holds a server's games and its clients.
type flood struct {
	game   []string // IDs
	user   string
	record string
	strong *client // floods from its address
	other  *client // reads the first page from another address
}

// A Server is the target of a flood.
type Server struct {
	URL    string
	Memory func() (mb float64)         // resident, 0 if unknown
	Usage  func() (used time.Duration) // processor time, 0 if unknown
}

// Send sends a case's requests and waits until the server is idle again. Requests, if not 0,
// replaces their number.
func (s Server) Send(ctx context.Context, c Case, requests int) (r Report, err error) {
	c.count = cmp.Or(requests, c.count)
	f, err := newFlood(ctx, s.URL)
	if err != nil {
		return r, err
	}
	defer f.close()
	r = Report{Case: c.Name, Requests: c.count, BeforeMB: s.Memory()}
	r.PeakMB = r.BeforeMB
	used, began := s.Usage(), time.Now()
	watching, stop := context.WithCancel(ctx)
	defer stop()
	var watchers sync.WaitGroup
	watchers.Go(func() { r.sample(watching, s.Memory) })
	watchers.Go(func() { r.front(watching, f.other) })
	f.send(ctx, c, &r)
	r.Seconds = time.Since(began).Seconds()
	pauses := idlePauses
	if requests > 0 {
		pauses = fewPauses
	}
	err = s.settle(ctx, pauses)
	stop()
	watchers.Wait()
	r.ServerCPU, r.AfterMB = (s.Usage() - used).Seconds(), s.Memory()
	return r, err
}

// restWithin is the time that a server may keep working after the requests.
const restWithin = time.Minute

// A server is idle after several consecutive pauses in which it used less than a quarter of the
// processor. A busy machine may give it no processor time during one pause.
const (
	idlePause  = 250 * time.Millisecond
	idlePauses = 16
	fewPauses  = 2 // after few requests
)

// settle waits until the server is idle for several pauses.
func (s Server) settle(ctx context.Context, pauses int) error {
	began := time.Now()
	for idle := 0; idle < pauses && time.Since(began) < restWithin; idle++ {
		before := s.Usage()
		select {
		case <-ctx.Done():
			return ctx.Err()
		case <-time.After(idlePause):
		}
		if s.Usage()-before > idlePause/4 {
			idle = -1
		}
	}
	return nil
}

// sample records the largest memory until ctx ends.
func (r *Report) sample(ctx context.Context, memory func() float64) {
	for tick := time.NewTicker(sampleEvery); ; {
		r.PeakMB = max(r.PeakMB, memory())
		select {
		case <-ctx.Done():
			tick.Stop()
			return
		case <-tick.C:
		}
	}
}

// front reads the first page repeatedly until ctx ends.
func (r *Report) front(ctx context.Context, from *client) {
	var times []float64 // in milliseconds
	for ctx.Err() == nil {
		began := time.Now()
		status, err := from.do(ctx, http.MethodGet, "/", "")
		if ctx.Err() == nil && (err != nil || status != http.StatusOK) {
			r.FrontLost++
		}
		if ctx.Err() == nil {
			times = append(times, float64(time.Since(began))/1e6)
		}
		select {
		case <-ctx.Done():
		case <-time.After(frontEvery):
		}
	}
	if slices.Sort(times); len(times) > 0 {
		r.FrontP50, r.FrontMax = times[len(times)/2], times[len(times)-1]
	}
}

// send sends all requests in a case concurrently and counts the responses.
func (f *flood) send(ctx context.Context, c Case, r *Report) {
	from := f.strong
	if c.http2 {
		from = from.multiplexed()
		defer from.close()
		// One request opens the shared connection.
		from.do(ctx, http.MethodGet, "/robots.txt", "") // other requests will show a failure
	}
	var answered, refused, limited, left, failed atomic.Int64
	var all sync.WaitGroup
	var problem sync.Once
	for i := range c.count {
		all.Go(func() {
			ctx, cancel := context.WithTimeout(ctx, timeout)
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
				problem.Do(
					func() { r.Problem = strings.TrimSpace(fmt.Sprintf("%s %s: %d %v", method, path, status, err)) },
				)
			}
		})
	}
	all.Wait()
	for i, n := range []*atomic.Int64{&answered, &refused, &limited, &left, &failed} {
		*[]*int{&r.Answered, &r.Refused, &r.Limited, &r.Left, &r.Failed}[i] = int(n.Load())
	}
}

// picture requests a picture of a game, a different position each time.
func (f *flood) picture(i int) (method, path, body string) {
	return http.MethodGet, fmt.Sprintf("/games/%s/board.png?ply=%d", f.game[i%games], 1+i/games%plies), ""
}

// position requests a picture of a position, a different one each time.
func (f *flood) position(i int) (method, path, body string) {
	line := `"` + strings.Join(moves(i+1), `","`) + `"`
	return http.MethodPost, "/api/positions/picture", `{"start":{"board":"square-19"},"moves":[` + line + `]}`
}

// export requests all games of a user.
func (f *flood) export(int) (method, path, body string) {
	return http.MethodGet, "/api/users/" + f.user + "/games.sgf", ""
}

// moves returns at most 190 moves on 19x19 without captures.
func moves(n int) []string {
	const columns = "ABCDEFGHJKLMNOPQRST"
	var all []string
	for i := range min(n, 190) {
		at := i / 2
		all = append(all, fmt.Sprintf("%c%d", columns[4*(at/19)+2*(i%2)], 1+at%19))
	}
	return all
}

// LargeRecord returns a game on 25x25 with 36,000 moves and a comment at each: 432 kB.
func LargeRecord() string {
	var text strings.Builder
	text.WriteString("(;FF[4]GM[1]SZ[25]")
	for i := range recordMoves {
		at := i * 7 % 625
		fmt.Fprintf(&text, ";%c[%c%c]C[abc]", "BW"[i%2], 'a'+at/25, 'a'+at%25)
	}
	return text.String() + ")"
}
