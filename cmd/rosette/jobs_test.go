package main

import (
	"bytes"
	"context"
	"errors"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/lab/train"
	"rosette/play"
	"rosette/server"
	"rosette/server/account"
	"rosette/server/pubsub/natstest"
	"rosette/server/pubsub/remote"
	"rosette/server/work"
)

// asWorker runs rosette work until the test ends or stop is called, and returns what it printed.
func asWorker(t *testing.T, args ...string) (stop func() string) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	var out, errs bytes.Buffer
	ended := make(chan int, 1)
	go func() { ended <- run(ctx, append([]string{"work"}, args...), strings.NewReader(""), &out, &errs) }()
	stopped := false
	stop = func() string {
		if cancel(); !stopped {
			if code := <-ended; code != 0 {
				t.Errorf("rosette work ended with %d: %s", code, &errs)
			}
		}
		stopped = true
		return out.String()
	}
	t.Cleanup(func() { stop() })
	return stop
}

// withoutWorkers runs a server that computes nothing itself.
func withoutWorkers(t *testing.T, url string) *servertest.Server {
	t.Helper()
	connection, err := (&nodeFlags{remote.Options{URL: url}}).dial(slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(connection.Close)
	srv := servertest.New(t, func(c *server.Config) {
		c.NATS = connection
		c.Workers = -1
		c.Engine.Visits = 8
	})
	srv.Start("")
	return srv
}

func TestAWorkerPlaysEstimatesAndReviewsForAServerThatComputesNothing(t *testing.T) {
	nats := natstest.Start(t)
	srv := withoutWorkers(t, nats.URL())
	graph := board.Rosette(2)
	person := play.Seat{Kind: play.SeatGuest, ID: strings.Repeat("ab", 16), Name: "Ada"}
	id := account.NewKey()
	if err := srv.Matches.Open(t.Context(), id, play.Settings{
		Board: graph.Name(), Rules: game.DefaultRules(graph), Black: person, White: play.Seat{Kind: play.SeatBot, ID: "1", Name: "Rosette"},
	}); err != nil {
		t.Fatal(err)
	}
	stop := asWorker(t, "--nats", nats.URL(), "--json", "--slots", "1", "--threads", "1")
	moved := func() (n int) {
		if err := srv.Matches.Read(t.Context(), id, func(m *play.Match) { n = m.Moves() }); err != nil {
			t.Fatal(err)
		}
		return n
	}
	for i, name := range []string{"B2", "C3"} {
		for end := time.Now().Add(waittest.Limit); moved() < 2*i; time.Sleep(time.Millisecond) {
			if time.Now().After(end) {
				t.Fatal("no worker moves")
			}
		}
		cmd := play.Command{Kind: play.Play, By: board.Black, Point: name}
		if _, err := srv.Matches.Do(t.Context(), id, cmd); err != nil && !errors.As(err, new(game.Refusal)) {
			t.Fatal(err)
		}
	}
	g := game.New(graph, game.DefaultRules(graph))
	e, err := srv.Jobs.Estimate(t.Context(), work.Owner{}, g, board.Black, 8)
	if err != nil || len(e.Ownership) != graph.Points() {
		t.Errorf("an estimate came to %+v, %v", e, err)
	}
	found, err := srv.Reviews.Analyze(t.Context(), time.Millisecond, g, board.Black, engine.SearchParams{Visits: 8})
	if err != nil || found.Visits == 0 {
		t.Errorf("an analysis came to %+v, %v", found, err)
	}
	for class, n := range srv.Jobs.Queue.Counts() {
		if n.Done[0] != 0 {
			t.Errorf("%d jobs of class %d were done by the server", n.Done[0], class)
		}
	}
	if told := stop(); !strings.Contains(told, `"review":1`) || !strings.Contains(told, `"estimate":1`) || !strings.Contains(told, `"move":`) {
		t.Errorf("the worker told %s", told)
	}
}

func TestWorkersPlayTheGamesOfATrainingRun(t *testing.T) {
	nats, dir := natstest.Start(t), t.TempDir()
	graph := board.Rosette(2)
	made, err := neural.Random(graph.Lattice(), 2, 16, 3)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := made.Write(&file); err != nil {
		t.Fatal(err)
	}
	network, err := neural.Read(bytes.NewReader(file.Bytes()))
	if err != nil {
		t.Fatal(err)
	}
	if err := errors.Join(os.Mkdir(filepath.Join(dir, "networks"), 0o700), os.WriteFile(filepath.Join(dir, "networks", "000000.rnet"), file.Bytes(), 0o600)); err != nil {
		t.Fatal(err)
	}
	f := newFlags()
	cmd := trainCommand(f)
	if err := errors.Join(cmd.ParseFlags([]string{"--nats", nats.URL()}), f.prepare(cmd)); err != nil {
		t.Fatal(err)
	}
	d, end, err := f.pool(t.Context(), slog.New(slog.DiscardHandler), dir)
	if err != nil {
		t.Fatal(err)
	}
	stop := asWorker(t, "--nats", nats.URL(), "--json", "--slots", "2", "--threads", "1")
	d.Share(0) // nothing is played here
	y := &train.SelfPlay{
		VisitSchedule: train.VisitSchedule{Full: 24, Fast: 8, FullShare: 0.5, RootMoves: 8},
		Sampling:      train.Sampling{Boards: []train.Weighted[*board.Graph]{{Value: graph, Weight: 1}}, Rules: train.Rulesets(game.DefaultRules(graph))},
		Evaluators:    train.EvaluatorsOf(network), Games: 8, Threads: 8,
	}
	shard := func() string {
		b, err := y.Batch(t.Context(), 0)
		if err != nil {
			t.Fatal(err)
		}
		text, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return string(text)
	}
	here := shard()
	y.Distributor = d
	if there := shard(); there != here {
		t.Error("the workers have played other games")
	}
	if told := stop(); !strings.Contains(told, `"selfplay":8`) {
		t.Errorf("the worker told %s", told)
	}
	if err := end(); err != nil {
		t.Error(err)
	}
}

func TestWithoutNATSThereAreNoWorkersElsewhere(t *testing.T) {
	for _, args := range [][]string{{"work"}, {"serve", "--data", "memory", "--workers", "0"}} {
		var out, errs bytes.Buffer
		if code := run(t.Context(), args, strings.NewReader(""), &out, &errs); code != misuse || !strings.Contains(errs.String(), "--nats") {
			t.Errorf("%v ended with %d: %s", args, code, &errs)
		}
	}
}
