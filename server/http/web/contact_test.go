package web

import (
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
)

func TestWithoutItsDatabaseAServerLetsGoOfItsClients(t *testing.T) {
	var c Contact
	waits := make(chan struct{})
	handler := New(Options{}).Require(&c, http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path == "/socket" {
			close(waits)
			<-r.Context().Done()
		}
		w.Write([]byte("done"))
	}))
	ask := func(path, accepts string) *http.Response {
		r := httptest.NewRequest("GET", path, nil)
		r.Header.Set("Accept", accepts)
		w := httptest.NewRecorder()
		handler.ServeHTTP(w, r)
		return w.Result()
	}
	ended := make(chan struct{})
	go func() {
		ask("/socket", "")
		close(ended)
	}()
	<-waits
	c.Set(true)
	if status := ask("/", "").StatusCode; status != 200 {
		t.Errorf("in contact: %d", status)
	}
	c.Set(false)
	<-ended
	for accepts, kind := range map[string]string{"": ProblemType, "text/html,*/*": "text/plain"} {
		r := ask("/", accepts)
		if r.StatusCode != 503 || r.Header.Get("Retry-After") != "1" || !strings.HasPrefix(r.Header.Get("Content-Type"), kind) {
			t.Errorf("without contact: %d %v", r.StatusCode, r.Header)
		}
	}
	c.Set(true)
	if status := ask("/", "").StatusCode; status != 200 {
		t.Errorf("in contact again: %d", status)
	}
}
