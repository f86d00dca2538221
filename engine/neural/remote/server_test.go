package remote

import (
	"bufio"
	"bytes"
	"context"
	"fmt"
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

// A server is a process that runs learn.serve.
type server struct {
	socket string
	net    *neural.Network
	cmd    *exec.Cmd
}

// learn returns a command that runs a trainer module.
func learn(arguments ...string) (*exec.Cmd, error) {
	python, err := pytorch.Find(context.Background(), "")
	if err != nil {
		return nil, err
	}
	cmd := exec.Command(python, append([]string{"-m"}, arguments...)...)
	cmd.Dir = filepath.Join("..", "..", "..", "lab", "train")
	cmd.Env = append(os.Environ(), "PYTHONDONTWRITEBYTECODE=1", "OPENBLAS_NUM_THREADS=1", "OMP_NUM_THREADS=1")
	return cmd, nil
}

// randomFile writes an untrained network.
func randomFile(dir string, kind board.Lattice, seed uint64) (string, *neural.Network, error) {
	net, err := neural.Random(kind, 2, 16, seed)
	if err != nil {
		return "", nil, err
	}
	var text bytes.Buffer
	if err := net.Write(&text); err != nil {
		return "", nil, err
	}
	name := filepath.Join(dir, fmt.Sprintf("%s-%d.rnet", neural.LatticeName(kind), seed))
	return name, net, os.WriteFile(name, text.Bytes(), 0o600)
}

// start starts a server and waits until it is ready.
func start(dir string, kind board.Lattice) (*server, error) {
	name, net, err := randomFile(dir, kind, 4)
	if err != nil {
		return nil, err
	}
	s := &server{socket: filepath.Join(dir, neural.LatticeName(kind)), net: net}
	if s.cmd, err = learn("learn.serve", name, "--socket", s.socket, "--device", "cpu"); err != nil {
		return nil, err
	}
	var stderr bytes.Buffer
	s.cmd.Stderr = &stderr
	out, err := s.cmd.StdoutPipe()
	if err != nil {
		return nil, err
	}
	if err := s.cmd.Start(); err != nil {
		return nil, err
	}
	line, err := bufio.NewReader(out).ReadString('\n')
	if err != nil || !strings.HasPrefix(line, "serving ") {
		return nil, fmt.Errorf("%q, %w: %s", line, err, stderr.String())
	}
	return s, nil
}

// stop kills the server.
func (s *server) stop() {
	_ = s.cmd.Process.Kill()
	_ = s.cmd.Wait() // it was killed
}

// A shared server is started by the first test that needs it.
type shared struct {
	once sync.Once
	kind board.Lattice
	*server
	err error
}

var (
	honeycomb = &shared{kind: board.Honeycomb}
	grid      = &shared{kind: board.Grid}
)

// serve returns the server.
func (s *shared) serve(t *testing.T) *server {
	t.Helper()
	s.once.Do(func() { s.server, s.err = start(dir, s.kind) })
	if s.err != nil {
		t.Fatal(s.err)
	}
	return s.server
}

// dir holds the sockets, because names of test temporary directories are too long.
var dir string

func TestMain(m *testing.M) {
	var err error
	if dir, err = os.MkdirTemp("", "remote"); err != nil {
		panic(err)
	}
	code := m.Run()
	for _, s := range []*shared{honeycomb, grid} {
		if s.server != nil {
			s.stop()
		}
	}
	if err := os.RemoveAll(dir); err != nil {
		panic(err)
	}
	os.Exit(code)
}

func dial(t *testing.T, s *server, o Options) *Client {
	t.Helper()
	c, err := Dial(s.socket, o)
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { _ = c.Close() }) // a second time if the test did
	return c
}

func named(t *testing.T, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}
