//go:build unix

package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"net/http"
	"os/exec"
	"testing"
	"time"

	"rosette/client"
	"rosette/lab/storm"
	"rosette/server/http/wire"
	"rosette/server/pubsub/natstest"
	"rosette/server/store/postgrestest"
)

// Two servers on one database play on while one server, NATS or the database fails. docs/nodes.md
// has the long form.
func TestGamesGoOnAtAnotherServer(t *testing.T) {
	t.Parallel()
	nats := natstest.Start(t)
	storm := exec.Command(program(t), "lab", "storm", "nodes", "--database", postgrestest.Database(t), "--nats", nats.URL(), "--program", program(t),
		"--board", "rosette-3", "--games", "4", "--rate", "10", "--warm-up", "100ms", "--duration", "3300ms", "--within", "1m")
	out, err := storm.Output()
	if err != nil {
		if failed, ok := err.(*exec.ExitError); ok {
			t.Errorf("%s", failed.Stderr)
		}
		t.Fatalf("%v\n%s", err, out)
	}
	if n := bytes.Count(out, []byte("LOST 0 TWICE 0 GAPS 0; as it should be\n")); n != 7 {
		t.Errorf("%d of 7 cases are as they should be:\n%s", n, out)
	}
}

func TestAMeasurementSpreadsGamesOverServers(t *testing.T) {
	t.Parallel()
	nats := natstest.Start(t)
	out, err := exec.Command(program(t), "lab", "storm", "games", "--database", postgrestest.Database(t), "--nats", nats.URL(), "--nodes", "2",
		"--program", program(t), "--board", "rosette-3", "--games", "4", "--rate", "10", "--warm-up", "100ms", "--duration", "500ms", "--json").Output()
	var row storm.Row
	if err := errors.Join(err, json.Unmarshal(out, &row)); err != nil {
		t.Fatalf("%v: %s", err, out)
	}
	if row.Nodes != 2 || row.Store != "PostgreSQL" || row.Moves == 0 || len(row.Failures) > 0 {
		t.Errorf("%+v", row)
	}
}

// sees waits until a socket receives a move.
func sees(t *testing.T, conn *client.Conn, point string) {
	t.Helper()
	for {
		data, err := conn.Receive()
		if err != nil {
			t.Fatalf("nobody is told of %s: %v", point, err)
		}
		if bytes.Contains(data, []byte(`"`+point+`"`)) {
			return
		}
	}
}

// The other server shows a move, even while NATS is down, and its computer continues when the first
// server ends.
func TestTwoServersAreOne(t *testing.T) {
	t.Parallel()
	nats := natstest.Start(t)
	database := postgrestest.Database(t)
	flags := []string{"--nats", nats.URL(), "--visits", "8"}
	here, stopHere := open(t, database, flags...)
	there, stopThere := open(t, database, flags...)

	opened, session, err := client.New(here).OpenGame(t.Context(), "", wire.NewGame{Board: "square-9", Opponent: "people"})
	if err != nil {
		t.Fatal(err)
	}
	watcher, err := client.New(there).Dial(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	defer watcher.Close()
	if err := watcher.Send(wire.Request{Kind: "join", Topic: "match/" + opened.ID}); err != nil {
		t.Fatal(err)
	}
	for i, point := range []string{"C3", "G7", "E5", "F4"} {
		if i == 2 {
			nats.Stop()
		}
		if status, said := order(t, here, session, opened.ID, wire.CommandRequest{Command: "play", Point: point, ID: point}); status != http.StatusOK {
			t.Fatalf("%s: %d %s", point, status, said)
		}
		sees(t, watcher, point)
	}
	nats.Start()

	// The computer may have moved before its server ends. Then it moves once more on the other
	// server.
	second, session, err := client.New(here).OpenGame(t.Context(), "", wire.NewGame{Board: "square-9", Opponent: "computer", Color: "black", Level: "full"})
	if err != nil {
		t.Fatal(err)
	}
	if status, said := order(t, here, session, second.ID, wire.CommandRequest{Command: "play", Point: "C3", ID: "first"}); status != http.StatusOK {
		t.Fatalf("%d %s", status, said)
	}
	if _, err := stopHere(); err != nil {
		t.Error(err)
	}
	awaitTurn(t, there, session, second.ID)
	if status, said := order(t, there, session, second.ID, wire.CommandRequest{Command: "pass", ID: "second"}); status != http.StatusOK {
		t.Fatalf("%d %s", status, said)
	}
	awaitTurn(t, there, session, second.ID)
	if _, err := stopThere(); err != nil {
		t.Error(err)
	}
}

// awaitTurn waits until Black is to move in a game, or the game is over.
func awaitTurn(t *testing.T, at, session, id string) {
	t.Helper()
	conn, err := client.New(at).Dial(t.Context(), session)
	if err != nil {
		t.Fatal(err)
	}
	defer conn.Close()
	if err := conn.Send(wire.Request{Kind: "join", Topic: "match/" + id}); err != nil {
		t.Fatal(err)
	}
	began := time.Now()
	for {
		data, err := conn.Receive()
		if err != nil {
			t.Fatalf("after %v the computer has not moved: %v", time.Since(began), err)
		}
		var frame struct {
			State *struct {
				ToMove, Phase string
			} `json:"state"`
		}
		if err := json.Unmarshal(data, &frame); err != nil {
			t.Fatal(err)
		}
		if frame.State != nil && (frame.State.ToMove == "b" || frame.State.Phase != "play") {
			return
		}
	}
}
