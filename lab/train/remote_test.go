package train

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"testing"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/neural/remote"
	"rosette/game"
	"rosette/game/board"
)

// An evaluationServer is a process that runs learn.serve.
type evaluationServer struct {
	socket string
	net    *neural.Network
	cmd    *exec.Cmd
}

// serve starts an evaluation server with a random network and waits until it is ready.
func serve(t *testing.T) *evaluationServer {
	t.Helper()
	dir, err := os.MkdirTemp("", "serve") // a socket's name must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	net, err := neural.Random(board.Honeycomb, 2, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	var weights bytes.Buffer
	if err := net.Write(&weights); err != nil {
		t.Fatal(err)
	}
	file := filepath.Join(dir, "random.rnet")
	if err := os.WriteFile(file, weights.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	s := &evaluationServer{socket: filepath.Join(dir, "s"), net: net}
	s.cmd = python(context.Background(), t, "-m", "learn.serve", file, "--socket", s.socket, "--device", "cpu")
	s.cmd.Stderr = os.Stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := s.cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		_ = s.cmd.Process.Kill()
		_ = s.cmd.Wait() // it was killed
	})
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "serving ") {
		t.Fatalf("%q, %v", line, err)
	}
	return s
}

// dial connects to the server.
func (s *evaluationServer) dial(t *testing.T, o remote.Options) *remote.Client {
	t.Helper()
	c, err := remote.Dial(s.socket, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // a second time if the test did
	return c
}

// selfplay returns a batch of games whose evaluators use a server.
func selfplay(t *testing.T, c *remote.Client, games int) *SelfPlay {
	graph := named(t, "rosette-2")
	return &SelfPlay{
		VisitSchedule: VisitSchedule{Full: 16, Fast: 6, FullShare: 0.5, RootMoves: 8},
		Sampling:      Sampling{Boards: []Weighted[*board.Graph]{{Value: graph, Weight: 1}}, Rules: Rulesets(game.DefaultRules(graph))},
		Evaluators: Evaluators{
			New:     func(seed uint64) engine.Evaluator { return c.Evaluator(seed) },
			Network: func() string { return c.Network().Hash },
		},
		Seed: 5, Games: games, Threads: games,
	}
}

func TestABatchOfGamesByTheServerIsComplete(t *testing.T) {
	server := serve(t)
	c := server.dial(t, remote.Options{})
	b, err := selfplay(t, c, 24).Batch(t.Context(), 0)
	if err != nil {
		t.Fatal(err)
	}
	if len(b.Games) != 24 || len(b.Samples) < 48 || b.Meta.Network != server.net.Hash {
		t.Errorf("%d games, %d rows by %s", len(b.Games), len(b.Samples), b.Meta.Network)
	}
	for _, p := range b.Games {
		if p.Game.Passes() < 2 && p.Game.Ply() < 3*24 {
			t.Error("a game did not come to its end")
		}
	}
}

func TestAServerThatDiesEndsTheBatchWithAnErrorOfOneLine(t *testing.T) {
	s := serve(t)
	ctx, lost := context.WithCancelCause(t.Context())
	c := s.dial(t, remote.Options{OnLost: lost})
	y := selfplay(t, c, 16)
	y.OnGame = func() { _ = s.cmd.Process.Kill() } // after the first game
	b, err := y.Batch(ctx, 0)
	if b != nil || err == nil || !strings.Contains(err.Error(), "the evaluator has exited") || strings.Contains(err.Error(), "\n") {
		t.Errorf("batch %v, error %v", b, err)
	}
	_ = s.cmd.Wait() // it was killed
	if _, err := remote.Dial(s.socket, remote.Options{}); err == nil || !strings.HasPrefix(err.Error(), "no evaluator listens at "+s.socket) {
		t.Errorf("dialled again: %v", err)
	}
}
