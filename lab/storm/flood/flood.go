// Package flood sends many expensive requests to a server at once, from one address, and measures
// what they cost it and how long others wait.
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

// A Report is the cost of many expensive requests that one address sends at once, and the
// time that others wait meanwhile.
type Report struct {
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

// A Case is a kind of request that is sent many times at once.
type Case struct {
	Name  string
	count int                                               // of requests, unless the plan has a number
	leave time.Duration                                     // after which the client gives a request up; 0 for never
	http2 bool                                              // all on one connection
	make  func(f *flood, i int) (method, path, body string) // the i-th request
}

// Cases are all kinds of requests.
var Cases = []Case{
	{Name: "pictures", count: 190, make: (*flood).picture},
	{Name: "records", count: 60, make: func(f *flood, _ int) (string, string, string) { return http.MethodPost, "/api/records", f.record }},
	{Name: "positions", count: 180, make: (*flood).position},
	{Name: "exports", count: 60, make: (*flood).export},
	{Name: "left", count: 150, leave: time.Second, make: (*flood).picture},
	{Name: "resets", count: 230, leave: time.Second, http2: true, make: (*flood).picture},
}

// Sizes of what the flood asks about.
const (
	games       = 3
	plies       = 66     // of each game: below the limit of messages of one guest
	recordMoves = 36_000 // 432 kB
)

// frontEvery is the time between two pages of another address.
const frontEvery = 50 * time.Millisecond

// sampleEvery is the time between two samples of the memory.
const sampleEvery = 10 * time.Millisecond

// timeout bounds a request.
const timeout = 90 * time.Second

// A flood is a server with games, and clients of it.
type flood struct {
	game   []string // IDs
	user   string
	record string
	strong *client // of the address that floods
	other  *client // of the address that reads the first page
}

// A Server is a server that is flooded.
type Server struct {
	URL    string
	Memory func() (mb float64)         // resident, 0 if it is not known
	Usage  func() (used time.Duration) // of the processor, 0 if it is not known
}

// Send sends the requests of a case and waits until the server is idle again. requests replaces
// their number if it is not 0.
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

// restWithin is how long a server may go on working after the requests.
const restWithin = time.Minute

// A server is idle when it has used less than a quarter of the processor in each of some
// pauses. A busy machine may give it no processor in one of them.
const (
	idlePause  = 250 * time.Millisecond
	idlePauses = 16
	fewPauses  = 2 // after few requests
)

// settle waits until the server is idle for some pauses.
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

// sample keeps the largest memory until ctx ends.
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

// front reads the first page again and again until ctx ends.
func (r *Report) front(ctx context.Context, from *client) {
	var times []float64 // milliseconds
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

// send sends all requests of a case at once and counts the answers.
func (f *flood) send(ctx context.Context, c Case, r *Report) {
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
	return http.MethodGet, fmt.Sprintf("/games/%s/board.png?ply=%d", f.game[i%games], 1+i/games%plies), ""
}

// position asks for the picture of a position, another one each time.
func (f *flood) position(i int) (method, path, body string) {
	line := `"` + strings.Join(moves(i+1), `","`) + `"`
	return http.MethodPost, "/api/positions/picture", `{"start":{"board":"square-19"},"moves":[` + line + `]}`
}

// export asks for all games of a user.
func (f *flood) export(int) (method, path, body string) {
	return http.MethodGet, "/api/users/" + f.user + "/games.sgf", ""
}

// moves returns moves of 19x19, at most 190, none of which captures.
func moves(n int) []string {
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
