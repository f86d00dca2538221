package main

import (
	"bufio"
	"bytes"
	"context"
	"os"
	"os/exec"
	"path/filepath"
	"strings"
	"sync"
	"testing"

	"rosette/engine/neural"
	"rosette/game/board"
	"rosette/internal/pytorch"
)

// evaluatorServer starts an evaluation server with a random network. It returns the socket
// and a function that kills the server.
func evaluatorServer(t *testing.T) (socket string, kill func()) {
	t.Helper()
	python, err := pytorch.Find(t.Context(), "")
	if err != nil {
		t.Fatal(err)
	}
	net, err := neural.Random(board.Honeycomb, 2, 16, 1)
	if err != nil {
		t.Fatal(err)
	}
	var weights bytes.Buffer
	if err := net.Write(&weights); err != nil {
		t.Fatal(err)
	}
	dir, err := os.MkdirTemp("", "serve") // socket names must be short
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = os.RemoveAll(dir) })
	file := filepath.Join(dir, "some.rnet")
	if err := os.WriteFile(file, weights.Bytes(), 0o600); err != nil {
		t.Fatal(err)
	}
	socket = filepath.Join(dir, "s")
	cmd := exec.Command(python, "-m", "learn.serve", file, "--socket", socket, "--device", "cpu")
	cmd.Dir = filepath.Join("..", "..", "lab", "train")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1")
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	kill = sync.OnceFunc(func() {
		_ = cmd.Process.Kill()
		_ = cmd.Wait() // it was killed
	})
	t.Cleanup(kill)
	if line, err := bufio.NewReader(out).ReadString('\n'); err != nil || !strings.HasPrefix(line, "serving ") {
		t.Fatalf("%q, %v", line, err)
	}
	return socket, kill
}

// A callingWriter calls a function before each write.
type callingWriter struct {
	bytes.Buffer
	call func()
}

func (h *callingWriter) Write(text []byte) (int, error) {
	h.call()
	return h.Buffer.Write(text)
}

func TestSelfplayKeepsWholeBatchesWhenItsServerDies(t *testing.T) {
	socket, kill := evaluatorServer(t)
	dir := t.TempDir()
	out, errs := &callingWriter{call: kill}, new(bytes.Buffer)
	args := []string{
		"lab", "selfplay", "--run", dir, "--boards", "rosette-2", "--evaluator", socket, "--parallel", "24", "--games", "6",
		"--batches", "400", "--full", "8", "--fast", "4", "--seed", "1",
	}
	if status := run(context.Background(), args, nil, out, errs); status == 0 {
		t.Error("it ends as if all were well")
	}
	lines := strings.Split(strings.TrimSpace(errs.String()), "\n")
	last := lines[len(lines)-1]
	if !strings.HasPrefix(last, "rosette: the evaluator has exited") || !strings.HasSuffix(last, "are discarded, complete ones are stored, and the same command resumes") {
		t.Errorf("it says %q", errs.String())
	}
	shards, err := filepath.Glob(filepath.Join(dir, "shards", "*"))
	if err != nil {
		t.Fatal(err)
	}
	if lines := strings.Count(out.String(), "\n"); len(shards) != lines || lines == 0 || lines > 50 {
		t.Errorf("%d files of %d batches:\n%s", len(shards), lines, strings.Join(shards, "\n"))
	}
}

func TestATrialTakesServersAndFiles(t *testing.T) {
	socket, kill := evaluatorServer(t)
	file := filepath.Join(filepath.Dir(socket), "some.rnet")
	for _, second := range []string{socket, file} {
		var out, errs bytes.Buffer
		args := []string{"lab", "trial", socket, second, "--board", "rosette-1", "--pairs", "3", "--trial-visits", "6", "--parallel", "6", "--seed", "2", "--json"}
		if status := run(context.Background(), args, nil, &out, &errs); status != 0 || !strings.Contains(out.String(), `"games":6,`) {
			t.Errorf("%s: status %d, %s%s", second, status, out.String(), errs.String())
		}
	}
	var errs bytes.Buffer
	if status := run(context.Background(), []string{"lab", "trial", socket, "playouts", "--board", "square-5"}, nil, new(bytes.Buffer), &errs); status == 0 || !strings.Contains(errs.String(), "does not support square-5 with these rules") {
		t.Errorf("status %d: %s", status, errs.String())
	}
	kill()
	errs.Reset()
	if status := run(context.Background(), []string{"lab", "trial", socket, "playouts", "--board", "rosette-1"}, nil, new(bytes.Buffer), &errs); status == 0 || !strings.HasPrefix(errs.String(), "rosette: no evaluator listens at ") {
		t.Errorf("status %d: %s", status, errs.String())
	}
}
