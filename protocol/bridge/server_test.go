package bridge

import (
	"bufio"
	"context"
	"errors"
	"fmt"
	"io"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"
	"time"

	"rosette/client"
	"rosette/internal/waittest"
)

// speaking returns a function that starts engines. Answer returns the answer to a command, or false
// to end the engine.
func speaking(answer func(command string) (string, bool)) func(context.Context) (Process, error) {
	return func(context.Context) (Process, error) {
		toEngine, in := io.Pipe()
		out, fromEngine := io.Pipe()
		ended := make(chan struct{})
		go func() {
			defer close(ended)
			defer toEngine.Close()
			defer fromEngine.Close()
			for lines := bufio.NewScanner(toEngine); lines.Scan(); {
				said, lives := answer(lines.Text())
				if !lives {
					return
				}
				fmt.Fprintf(fromEngine, "%s\n\n", said)
			}
		}()
		return Process{In: in, Out: out, End: func() error { <-ended; return nil }}, nil
	}
}

// agreeable accepts all commands.
func agreeable(string) (string, bool) { return "=", true }

// at returns a bridge to a server, and the texts of its reports.
func at(t *testing.T, handler http.HandlerFunc, answer func(command string) (string, bool)) (*Bridge, chan string) {
	t.Helper()
	server := httptest.NewServer(handler)
	t.Cleanup(server.Close)
	t.Cleanup(http.DefaultClient.CloseIdleConnections)
	told := make(chan string, 100)
	return New(Options{
		Program: client.NewProgram(server.URL, "secret"), Start: speaking(answer), Casual: true,
		Timeout: waittest.Limit, Retry: time.Millisecond, Tell: func(r Report) {
			select {
			case told <- r.Event + " " + r.Text:
			default: // far more than any test reads
			}
		},
	}), told
}

func TestABridgeEndsWhereSomethingElseAnswers(t *testing.T) {
	page := func(w http.ResponseWriter, _ *http.Request) {
		fmt.Fprint(w, "<!doctype html>\n<title>Welcome</title>\n")
	}
	for name, handler := range map[string]http.HandlerFunc{
		"a page":   page,
		"nothing":  func(http.ResponseWriter, *http.Request) {},
		"an error": func(w http.ResponseWriter, r *http.Request) { http.NotFound(w, r) },
		"a redirection to a page": func(w http.ResponseWriter, r *http.Request) {
			if r.URL.Path == "/welcome" {
				page(w, r)
				return
			}
			http.Redirect(w, r, "/welcome", http.StatusFound)
		},
		"another API": func(w http.ResponseWriter, _ *http.Request) {
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"status":"ok"}`)
		},
	} {
		b, told := at(t, handler, agreeable)
		ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
		err := b.Run(ctx)
		if stop(); err == nil || !strings.Contains(err.Error(), b.Program.URL("/")+" is not the root of a Rosette server: ") || strings.Contains(err.Error(), "\n") || len(told) > 0 {
			t.Errorf("%s: %v after %d reports", name, err, len(told))
		}
	}
}

// A proxy may answer while a server is being replaced.
func TestABridgeGoesOnAfterAPageInThePlaceOfItsServer(t *testing.T) {
	answers := 0
	b, told := at(t, func(w http.ResponseWriter, r *http.Request) {
		if r.URL.Path != "/api/token" {
			return // the stream ends at once
		}
		switch answers++; answers {
		case 2:
			fmt.Fprint(w, "<!doctype html>")
		case 3:
			http.NotFound(w, r)
		default:
			w.Header().Set("Content-Type", "application/json")
			fmt.Fprint(w, `{"name":"Bot"}`)
		}
	}, agreeable)
	ctx, stop := context.WithCancel(t.Context())
	ended := make(chan error, 1)
	go func() { ended <- b.Run(ctx) }()
	for _, want := range []string{"connected Bot", "lost", "lost", "lost", "connected Bot"} {
		select {
		case got := <-told:
			if !strings.HasPrefix(got, want) {
				t.Errorf("%q, want %q", got, want)
			}
		case err := <-ended:
			t.Fatalf("it ends with %v instead of %q", err, want)
		}
	}
	if stop(); <-ended != nil {
		t.Error("it ends with an error")
	}
}

func TestAPageIsNoAnswerToAnAcceptedChallenge(t *testing.T) {
	b, _ := at(t, func(w http.ResponseWriter, _ *http.Request) { fmt.Fprint(w, "<!doctype html>") }, agreeable)
	for name, err := range map[string]error{"accept": b.Program.Accept(t.Context(), "a"), "say": b.Program.Say(t.Context(), "a", "hello")} {
		if !errors.Is(err, client.ErrForeign) {
			t.Errorf("%s: %v", name, err)
		}
	}
}

func TestAGameThatIsNoMoreTakesNoPlace(t *testing.T) {
	b, told := at(t, func(w http.ResponseWriter, _ *http.Request) {
		w.Header().Set("Content-Type", "application/problem+json")
		w.WriteHeader(http.StatusNotFound)
		fmt.Fprint(w, `{"status":404,"code":"api.no-game","detail":"There is no such game."}`)
	}, agreeable)
	ctx, stop := context.WithTimeout(t.Context(), waittest.Limit)
	defer stop()
	if b.play(ctx, "gone"); ctx.Err() != nil {
		t.Fatal("the game is asked for again and again")
	}
	if got := <-told; got != "trouble 404 Not Found: There is no such game." {
		t.Error(got)
	}
}

func TestABoardIsAskedForAgainAfterTheEngineHasCrashed(t *testing.T) {
	crashes := 1
	b, _ := at(t, nil, func(command string) (string, bool) {
		switch {
		case command == "boardsize 25":
			return "? unacceptable size", true
		case strings.HasPrefix(command, "boardsize") && crashes > 0:
			crashes--
			return "", false
		}
		return "=", true
	})
	talents, err := b.talents(t.Context())
	if err != nil {
		t.Fatal(err)
	}
	for i, want := range []bool{false, true, true} {
		if got := talents.takes(t.Context(), "square-9"); got != want {
			t.Errorf("question %d: %t, want %t", i+1, got, want)
		}
	}
	if talents.takes(t.Context(), "square-25") || len(talents.boards) != 2 {
		t.Errorf("known are %v", talents.boards)
	}
}
