package web

import (
	"bufio"
	"context"
	"encoding/json"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rosette/server/budget"
)

// large is the cost of a route of these tests.
var large = Cost{Cost: budget.Cost{Memory: 8 << 20, CPU: time.Second}}

// costedServer returns a server with a page and an operation that work until their clients go.
func costedServer(o budget.Options) (*Server, http.Handler) {
	s := New(Options{Budget: budget.New(o)})
	mux := http.NewServeMux()
	mux.Handle("GET /page", s.Costed(large, s.Fail, func(_ http.ResponseWriter, r *http.Request) { <-r.Context().Done() }))
	mux.Handle("/api/", s.Handler(blocking{}))
	return s, s.Guard(mux, s.Fail)
}

// blocking has operations that work until their clients go.
type blocking struct{}

// Register implements [Group].
func (blocking) Register(routes *Routes) {
	type input struct{ RawBody []byte }
	Post(routes, Cost{Cost: large.Cost, Body: 1 << 20}, "/api/games", "Work", 1<<20, func(ctx context.Context, _ *input) (*struct{}, error) {
		<-ctx.Done()
		return nil, ctx.Err()
	})
}

// eventually waits until the budget of a server has a load.
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
	answer, err := server.Client().Get(server.URL + "/api/nothing") // makes the connection that all share
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

// A cheap route asks nothing of the budget.
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

// flowing has an operation whose answer streams without end.
type flowing struct{ stopped chan time.Duration }

// Register implements [Group].
func (f flowing) Register(routes *Routes) {
	cost := Cost{Cost: large.Cost, Streams: true}
	Stream(routes, cost, "/api/games", "Flow", "text/plain", nil, func(context.Context, *struct{}) (http.HandlerFunc, error) {
		return func(w http.ResponseWriter, _ *http.Request) {
			begun, part := time.Now(), make([]byte, partBytes)
			for err := error(nil); err == nil; {
				_, err = w.Write(part)
			}
			f.stopped <- time.Since(begun)
		}, nil
	})
}

func TestAClientThatDoesNotReadAStreamKeepsItsMemoryForAPartOfTheWait(t *testing.T) {
	const wait = 8 * time.Second
	s := New(Options{Budget: budget.New(budget.Options{Places: 1}), AnswerWait: wait})
	f := flowing{make(chan time.Duration, 1)}
	server := httptest.NewServer(s.Guard(s.Handler(f), s.Fail))
	defer server.Close()
	c, err := net.Dial("tcp", server.Listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer c.Close()
	if _, err := io.WriteString(c, "GET /api/games HTTP/1.1\r\nHost: localhost\r\n\r\n"); err != nil {
		t.Fatal(err)
	}
	if took := <-f.stopped; took >= wait {
		t.Errorf("the answer is written for %v, want less than %v", took, wait)
	}
	eventually(t, s, 0, 0)
}
