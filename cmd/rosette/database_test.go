//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"fmt"
	"io"
	"log/slog"
	"net/http"
	"strings"
	"testing"

	"rosette/client"
	"rosette/internal/waittest"
	"rosette/play"
	"rosette/server/http/wire"
	"rosette/server/store"
	"rosette/server/store/postgres"
	"rosette/server/store/postgrestest"
)

// order sends a guest's command and returns the response's status and body.
func order(t *testing.T, at, session, id string, o wire.CommandRequest) (int, string) {
	t.Helper()
	text, err := json.Marshal(o)
	if err != nil {
		t.Fatal(err)
	}
	r, err := http.NewRequestWithContext(t.Context(), http.MethodPost, at+"api/games/"+id+"/commands", bytes.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	r.Header.Set("Content-Type", "application/json")
	r.AddCookie(&http.Cookie{Name: wire.GuestCookie, Value: session})
	answer, err := http.DefaultClient.Do(r)
	if err != nil {
		t.Fatal(err)
	}
	defer answer.Body.Close()
	body, err := io.ReadAll(answer.Body)
	if err != nil {
		t.Fatal(err)
	}
	return answer.StatusCode, string(body)
}

// A server whose database stops refuses moves with a message, and continues when the database does.
// A repeated request counts once.
func TestAServerGoesOnWhenPostgreSQLIsStartedAgain(t *testing.T) {
	url := postgrestest.Database(t)
	at, stop := open(t, url)
	opened, session, err := client.New(at).OpenGame(t.Context(), "", wire.NewGame{Board: "square-9", Opponent: "people"})
	if err != nil {
		t.Fatal(err)
	}
	var want []string
	for _, point := range []string{"C3", "G7", "E5"} {
		move := wire.CommandRequest{Command: "play", Point: point, ID: "move-" + point}
		postgrestest.Stop(t)
		status, said := order(t, at, session, opened.ID, move)
		if status != http.StatusServiceUnavailable || !strings.Contains(said, "try again") || strings.Contains(said, "dial") {
			t.Errorf("without a database: %d %s", status, said)
		}
		postgrestest.Start(t)
		// The first request after a restart may come before the server has its lease again.
		waittest.Until(t, "the move is accepted", func() bool {
			status, _ = order(t, at, session, opened.ID, move)
			return status == http.StatusOK
		})
		if status, said := order(t, at, session, opened.ID, move); status != http.StatusOK {
			t.Fatalf("with a database again: %d %s", status, said)
		}
		want = append(want, point)
	}
	if state, err := stop(); err != nil {
		t.Errorf("%v, %v", err, state)
	}
	if got := played(t, url, opened.ID); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%v were played, %v are kept", want, got)
	}
}

// played returns the points that were played in a match.
func played(t *testing.T, url, id string) (points []string) {
	t.Helper()
	s, err := postgres.Open(t.Context(), url, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	defer s.Close()
	events, err := store.Matches{Log: s}.Events(t.Context(), id, 0)
	if err != nil {
		t.Fatal(err)
	}
	for _, e := range events {
		if e.Kind == play.Played {
			points = append(points, e.Point)
		}
	}
	return points
}
