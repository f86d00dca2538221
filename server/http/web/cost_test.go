package web

import (
	"bufio"
	"bytes"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"log"
	"math/rand/v2"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/server/budget"
)

// large is the cost of the routes in these tests.
var large = Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: time.Second}}

// costedServer returns a server with a page and an operation that run until their clients
// disconnect.
func costedServer(o budget.Options) (*Server, http.Handler) {
	s := New(Options{Budget: budget.New(o)})
	mux := http.NewServeMux()
	mux.Handle("GET /page", s.Costed(large, s.Fail, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	mux.Handle("/api/", s.Handler(s.Fail, blocking{}))
	return s, s.Guard(mux, s.Fail)
}

// blocking has operations that run until their clients disconnect.
type blocking struct{}

// Register implements [Group].
func (blocking) Register(routes *Routes) {
	type input struct{ RawBody []byte }
	Post(routes, Cost{Cost: large.Cost, Body: 1 << 20}, "/api/games", "Work", 1<<20, func(ctx context.Context, _ *input) (*struct{}, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
}

// eventually waits until a server's budget has a load.
func eventually(t *testing.T, s *Server, running, waiting int) {
	t.Helper()
	var load budget.Load
	for end := time.Now().Add(time.Minute); time.Now().Before(end); time.Sleep(time.Millisecond) {
		if load = s.Budget.Load(); load.Running == running && load.Waiting == waiting {
			return
		}
	}
	t.Fatalf("%+v, want %d running and %d waiting", load, running, waiting)
}

func TestAClientThatGoesFreesItsPlaceAndItsTurn(t *testing.T) {
	s, handler := costedServer(budget.Options{Places: 1})
	server := httptest.NewServer(handler)
	defer server.Close()
	open := func(text string) net.Conn {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		if _, err := io.WriteString(c, text); err != nil {
			t.Fatal(err)
		}
		return c
	}
	for what, text := range map[string]string{
		"a page":       "GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n",
		"an operation": "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\nContent-Length: 3\r\n\r\nabc",
	} {
		first := open(text)
		eventually(t, s, 1, 0)
		second := open("GET /page HTTP/1.1\r\nHost: localhost\r\n\r\n")
		eventually(t, s, 1, 1)
		second.Close()
		eventually(t, s, 1, 0)
		t.Log(what)
		first.Close()
		eventually(t, s, 0, 0)
	}
}

func TestAResetStreamFreesItsPlace(t *testing.T) {
	s, handler := costedServer(budget.Options{Places: 2})
	server := httptest.NewUnstartedServer(handler)
	server.EnableHTTP2 = true
	server.StartTLS()
	defer server.Close()
	answer, err := server.Client().Get(server.URL + "/api/nothing") // creates the connection shared by all requests
	if err != nil || answer.ProtoMajor != 2 {
		t.Fatal(answer, err)
	}
	answer.Body.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	ended := make(chan string, 40)
	for range cap(ended) {
		go func() {
			r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/page", nil)
			if err != nil {
				ended <- err.Error()
				return
			}
			answer, err := server.Client().Do(r)
			if err == nil {
				answer.Body.Close()
				ended <- answer.Proto + answer.Status
				return
			}
			ended <- ""
		}()
	}
	eventually(t, s, 1, cap(ended)-1)
	cancel()
	for range cap(ended) {
		if text := <-ended; text != "" {
			t.Error(text)
		}
	}
	eventually(t, s, 0, 0)
}

func TestAFullQueueSaysWhenToComeBack(t *testing.T) {
	s, handler := costedServer(budget.Options{Places: 1, MaxWaitingPerAddress: 1, MaxWait: 7 * time.Second})
	server := httptest.NewServer(handler)
	defer server.Close()
	ctx, cancel := context.WithCancel(t.Context())
	defer cancel()
	for i := range 2 {
		go func() {
			if r, err := http.NewRequestWithContext(ctx, http.MethodGet, server.URL+"/page", nil); err == nil {
				http.DefaultClient.Do(r) // until the test ends
			}
		}()
		eventually(t, s, 1, i)
	}
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	fmt.Fprint(c, "GET /page HTTP/1.1\r\nHost: localhost\r\nAccept-Language: fr\r\nConnection: close\r\n\r\n")
	answer, err := http.ReadResponse(bufio.NewReader(c), nil)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	var p Problem
	if err := json.NewDecoder(answer.Body).Decode(&p); err != nil || answer.StatusCode != 503 || answer.Header.Get("Retry-After") != "7" || p.Code != "api.busy" || p.Detail != "Le serveur est occupé. Veuillez réessayer dans un instant." {
		t.Errorf("%s %v %+v %v", answer.Status, answer.Header, p, err)
	}
}

// A cheap route does not use the budget.
func TestACheapRouteHasItsHandlerAlone(t *testing.T) {
	s, _ := costedServer(budget.Options{})
	allocations := testing.AllocsPerRun(100, func() {
		s.Costed(Cheap, s.Fail, func(http.ResponseWriter, *http.Request) {})(nil, nil)
	})
	if allocations > 0 {
		t.Errorf("%v allocations", allocations)
	}
}

func TestAnAnswerInPartsThatPanicsGivesItsPlaceBack(t *testing.T) {
	s := New(Options{Budget: budget.New(budget.Options{Places: 1})})
	for name, write := range map[string]func(io.Writer) error{
		"at once":      func(io.Writer) error { panic("damaged") },
		"after a part": func(to io.Writer) error { to.Write(make([]byte, partBytes)); panic("damaged") },
	} {
		func() {
			defer func() { _ = recover() }()
			err := s.Parts(httptest.NewRecorder(), httptest.NewRequest("GET", "/", nil), large, write)
			t.Errorf("%s: no panic, %v", name, err)
		}()
		if load := s.Budget.Load(); load != (budget.Load{}) {
			t.Errorf("%s: %+v is in use", name, load)
		}
	}
}

// sized has an operation whose packed response has that size in bytes.
type sized int

// Register implements [Group].
func (n sized) Register(routes *Routes) {
	type output struct{ Body *PackedJSON }
	Get(routes, large, "/api/games", "Answer", func(ctx context.Context, _ *struct{}) (*output, error) {
		p, err := Pack(ctx, func(w io.Writer) error {
			text := make([]byte, n/2)
			rand.NewChaCha8([32]byte{}).Read(text)
			_, err := fmt.Fprintf(w, `"%x"`, text)
			return err
		})
		return &output{p}, err
	})
}

// request sends a request over a connection with small buffers.
func request(t *testing.T, address net.Addr) net.Conn {
	t.Helper()
	c, err := net.Dial("tcp", address.String())
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { c.Close() })
	if err := c.(*net.TCPConn).SetReadBuffer(64 << 10); err != nil {
		t.Fatal(err)
	}
	if _, err := io.WriteString(c, "GET /api/games HTTP/1.1\r\nHost: localhost\r\nConnection: close\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	return c
}

// smallBuffers is a listener whose connections send from small buffers.
type smallBuffers struct{ net.Listener }

// Accept implements [net.Listener].
func (l smallBuffers) Accept() (net.Conn, error) {
	c, err := l.Listener.Accept()
	if err == nil {
		err = c.(*net.TCPConn).SetWriteBuffer(64 << 10)
	}
	return c, err
}

// serveSized starts a server with an operation that returns a large response. lines is its log.
func serveSized(t *testing.T, n int, wait time.Duration) (s *Server, address net.Addr, lines *strings.Builder) {
	t.Helper()
	lines = &strings.Builder{}
	s = New(Options{Budget: budget.New(budget.Options{Places: 1}), AnswerWait: wait})
	server := httptest.NewUnstartedServer(s.Guard(s.Handler(s.Fail, sized(n)), s.Fail))
	server.Config.ErrorLog = log.New(lines, "", 0)
	server.Listener = smallBuffers{server.Listener}
	server.Start()
	t.Cleanup(server.Close)
	return s, server.Listener.Addr(), lines
}

func TestAClientThatReadsSlowlyGetsAllAndOneThatDoesNotIsCutOff(t *testing.T) {
	const size, wait = 4 << 20, 500 * time.Millisecond
	s, address, lines := serveSized(t, size, wait)
	slow := request(t, address)
	got, part := 0, make([]byte, size/32)
	begun := time.Now()
	for err := error(nil); err == nil; {
		time.Sleep(wait / 8)
		var n int
		n, err = io.ReadFull(slow, part)
		got += n
	}
	if took := time.Since(begun); got < size || took < 3*wait {
		t.Errorf("%d bytes of %d in %v", got, size, took)
	}
	if _, err := request(t, address).Read(part[:1]); err != nil {
		t.Fatal(err)
	}
	if s.Budget.Load() == (budget.Load{}) {
		t.Error("the answer takes no memory")
	}
	waittest.Until(t, "the memory for a client that reads nothing is given back", func() bool { return s.Budget.Load() == budget.Load{} })
	if lines.Len() > 0 {
		t.Errorf("logged: %s", lines)
	}
}

func TestAnAnswerThatNobodyReadsGivesWayToAJob(t *testing.T) {
	s, address, _ := serveSized(t, 4<<20, waittest.Limit)
	first := request(t, address)
	if _, err := first.Read(make([]byte, 1)); err != nil {
		t.Fatal(err)
	}
	// Others reserve as much memory as responses may.
	for i := range 8 {
		l, err := s.Budget.Acquire(t.Context(), budget.Owner{Address: fmt.Sprint(i)}, large.Cost)
		if err != nil {
			t.Fatal(err)
		}
		l.Shrink(500<<10, func() { t.Error("another answer is cut off") })
		defer l.Release()
	}
	for i := range 2 {
		l, err := s.Budget.Hold(t.Context(), budget.Owner{Address: fmt.Sprint(i)}, 4<<20)
		if err != nil {
			t.Fatal(err)
		}
		defer l.Release()
	}
	l, err := s.Budget.Acquire(t.Context(), budget.Owner{Address: "other"}, budget.Cost{Memory: 28 << 20})
	if err != nil {
		t.Fatal(err)
	}
	defer l.Release()
	if n, err := io.Copy(io.Discard, first); n >= 4<<20 {
		t.Errorf("%d bytes came: %v", n, err)
	}
}

// counting has an operation that returns the size of a body.
type counting struct{}

// Register implements [Group].
func (counting) Register(routes *Routes) {
	type input struct{ RawBody []byte }
	type output struct{ Body int }
	Post(routes, Cost{Cost: large.Cost, Body: 1 << 20}, "/api/games", "Count", 1<<20+1, func(_ context.Context, in *input) (*output, error) {
		return &output{len(in.RawBody)}, nil
	})
}

func TestLargeBodiesOfOneAddressWaitForEachOther(t *testing.T) {
	s := New(Options{Budget: budget.New(budget.Options{})})
	server := httptest.NewServer(s.Guard(s.Handler(s.Fail, counting{}), s.Fail))
	defer server.Close()
	answers := make(chan string, 12)
	for range cap(answers) {
		go func() {
			answer, err := http.Post(server.URL+"/api/games", "application/octet-stream", bytes.NewReader(make([]byte, 1<<20)))
			if err != nil {
				answers <- err.Error()
				return
			}
			defer answer.Body.Close()
			body, err := io.ReadAll(answer.Body)
			answers <- fmt.Sprint(answer.StatusCode, " ", strings.TrimSpace(string(body)), err)
		}()
	}
	for range cap(answers) {
		if got, want := <-answers, "200 1048576<nil>"; got != want {
			t.Errorf("%s, want %s", got, want)
		}
	}
}

func TestAClientThatStopsSendingItsBodyGivesTheMemoryBack(t *testing.T) {
	s := New(Options{Budget: budget.New(budget.Options{}), ReadWait: time.Hour})
	failed := make(chan error, 1)
	cost := Cost{Cost: large.Cost, Body: 1 << 20, Late: true}
	server := httptest.NewServer(s.Guard(s.Costed(cost, s.Fail, func(_ http.ResponseWriter, r *http.Request) {
		_, err := io.ReadAll(r.Body)
		failed <- err
	}), s.Fail))
	defer server.Close()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "POST /page HTTP/1.1\r\nHost: localhost\r\nContent-Length: 1048576\r\n\r\nabc"); err != nil {
		t.Fatal(err)
	}
	waittest.Until(t, "memory is held", func() bool { return s.Budget.Load().Memory == 2<<20 })
	if err := <-failed; !errors.Is(err, os.ErrDeadlineExceeded) {
		t.Errorf("the body ends with %v", err)
	}
	waittest.Until(t, "the memory is given back", func() bool { return s.Budget.Load() == budget.Load{} })
}

// Clients of two addresses hold all the memory for bodies and send a byte of them now and then.
func TestClientsThatTrickleTheirBodiesKeepNobodyWaiting(t *testing.T) {
	s := New(Options{Budget: budget.New(budget.Options{Memory: 16 << 20, MaxWait: time.Minute}), TrustProxy: true, ReadWait: waittest.Limit})
	server := httptest.NewServer(s.Guard(s.Handler(s.Fail, counting{}), s.Fail))
	defer server.Close()
	const head = "POST /api/games HTTP/1.1\r\nHost: localhost\r\nContent-Type: application/octet-stream\r\n" +
		"Content-Length: 524288\r\nX-Forwarded-For: 192.0.2.%d\r\n\r\n"
	for i := range 6 {
		c, err := net.Dial("tcp", server.Listener.Addr().String())
		if err != nil {
			t.Fatal(err)
		}
		defer c.Close()
		fmt.Fprintf(c, head, i%2)
		go func() {
			for err := error(nil); err == nil; time.Sleep(50 * time.Millisecond) {
				_, err = c.Write([]byte{0})
			}
		}()
	}
	waittest.Until(t, "all memory for bodies is held", func() bool { return s.Budget.Load().Memory == 2<<20 })
	r, err := http.NewRequestWithContext(t.Context(), "POST", server.URL+"/api/games", bytes.NewReader(make([]byte, 512<<10)))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/octet-stream")
	r.Header.Set("X-Forwarded-For", "192.0.2.9")
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if answer.StatusCode != http.StatusOK {
		t.Error("a third address gets", answer.Status)
	}
}
