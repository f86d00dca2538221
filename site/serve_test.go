package site

import (
	"context"
	"io"
	"log/slog"
	"net"
	"net/http"
	"testing"
)

func listen(t *testing.T) net.Listener {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

func TestServeFinishesTheRequestsThatRunWhenItsContextEnds(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	listener := listen(t)
	handler := http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) {
		stop()
		<-r.Context().Done() // the requests' context is the server's
		_, _ = io.WriteString(w, "done")
	})
	served := make(chan error, 1)
	go func() { served <- Serve(ctx, listener, handler, slog.New(slog.DiscardHandler)) }()
	answer, err := http.Get("http://" + listener.Addr().String())
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	if text, err := io.ReadAll(answer.Body); err != nil || string(text) != "done" {
		t.Errorf("the request gets %q, %v", text, err)
	}
	if err := <-served; err != nil {
		t.Error(err)
	}
}

func TestServeReturnsTheErrorOfItsListener(t *testing.T) {
	listener := listen(t)
	if err := listener.Close(); err != nil {
		t.Fatal(err)
	}
	if err := Serve(t.Context(), listener, http.NotFoundHandler(), slog.New(slog.DiscardHandler)); err == nil {
		t.Error("no error on a closed listener")
	}
}
