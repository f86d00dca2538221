//go:build unix

package storm

import (
	"os"
	"path/filepath"
	"strings"
	"testing"
)

// script writes a shell script and returns its path.
func script(t *testing.T, text string) string {
	t.Helper()
	name := filepath.Join(t.TempDir(), "server")
	if err := os.WriteFile(name, []byte("#!/bin/sh\n"+text), 0o755); err != nil {
		t.Fatal(err)
	}
	return name
}

func TestAServerStartsAndStops(t *testing.T) {
	program := script(t, "echo two >&2; echo $@ >&2; echo it is at http://127.0.0.1:12/ now; exec sleep 100")
	l := Launch{Program: program, Args: []string{"--fast"}, Core: -1}
	for _, end := range []func(*Server) error{
		func(s *Server) error { s.Kill(); return nil },
		func(s *Server) error { return s.command.Process.Kill() },
	} {
		s, err := l.Start(t.Context(), "folder")
		if err != nil || s.URL != "http://127.0.0.1:12" || s.Process().ID == 0 {
			t.Fatalf("%+v, %v", s, err)
		}
		if err := end(s); err != nil {
			t.Fatal(err)
		}
		<-s.Ended()
		if want := "two | serve --listen 127.0.0.1:0 --data folder --fast"; s.Log() != want {
			t.Errorf("the log is %q, want %q", s.Log(), want)
		}
	}
}

func TestAServerThatDoesNotStartSaysWhy(t *testing.T) {
	_, err := Launch{Program: script(t, "echo no room >&2; exit 3"), Core: -1}.Start(t.Context(), "folder")
	if err == nil || !strings.Contains(err.Error(), "exit status 3 no room") {
		t.Errorf("the error is %v", err)
	}
	if _, err := (Launch{Program: "/no/such/program", Core: -1}).Start(t.Context(), "folder"); err == nil {
		t.Error("a program that does not exist starts")
	}
}

func TestTheEndOfTheLogIsKept(t *testing.T) {
	var log tail
	for range 1000 {
		log.Write([]byte("a line of the log\n")) // never fails
	}
	log.Write([]byte("the last\n"))
	if text := log.String(); len(text) > 2*maxTail || !strings.HasSuffix(text, "a line of the log | the last") {
		t.Errorf("%d bytes are kept, the last %q", len(text), text[len(text)-40:])
	}
}
