package flood

import (
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"sync/atomic"
	"testing"
	"time"
)

// The report counts a server's answers.
func TestTheAnswersOfAFloodAreCounted(t *testing.T) {
	var pictures, records atomic.Int64
	server := httptest.NewServer(http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		// An answer before the end of a large body would reset the connection.
		if _, err := io.Copy(io.Discard, r.Body); err != nil {
			t.Error(err)
		}
		switch {
		case r.URL.Path == "/api/games":
			w.Write([]byte(`{"id":"game"}`))
		case strings.HasSuffix(r.URL.Path, ".png"):
			if !strings.HasPrefix(r.RemoteAddr, strongAddress+":") {
				t.Errorf("a picture for %s", r.RemoteAddr)
			}
			w.WriteHeader(map[int64]int{0: http.StatusOK, 1: http.StatusServiceUnavailable, 2: http.StatusTooManyRequests}[pictures.Add(1)%3])
		case r.URL.Path == "/api/records":
			if records.Add(1); r.ContentLength < 432_000 {
				t.Errorf("a record of %d bytes", r.ContentLength)
			}
			w.WriteHeader(http.StatusTeapot)
		default:
			w.Write([]byte("{}"))
		}
	}))
	defer server.Close()
	s := Server{URL: server.URL, Memory: func() float64 { return 1 }, Usage: func() time.Duration { return 0 }}
	for i, want := range []Report{
		{Case: "pictures", Requests: 9, Answered: 3, Refused: 3, Limited: 3, BeforeMB: 1, PeakMB: 1, AfterMB: 1},
		{Case: "records", Requests: 9, Failed: 9, BeforeMB: 1, PeakMB: 1, AfterMB: 1, Problem: "POST /api/records: 418 <nil>"},
	} {
		got, err := s.Send(t.Context(), Cases[i], 9)
		if err != nil {
			t.Fatal(err)
		}
		if got.FrontMax == 0 || got.FrontLost > 0 || got.Seconds == 0 {
			t.Errorf("%+v", got)
		}
		got.FrontP50 = 0
		got.FrontMax = 0
		got.Seconds = 0
		if got != want {
			t.Errorf("%+v, want %+v", got, want)
		}
	}
	if records.Load() != 9 {
		t.Errorf("%d records", records.Load())
	}
}
