package storm

import (
	"bufio"
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"os"
	"os/exec"
	"regexp"
	"strings"
	"sync"
	"syscall"
	"time"
)

// How long a server may take.
const (
	startTimeout = 2 * time.Minute // until it prints its address
	stopTimeout  = 30 * time.Second
)

// Launch says how servers are started.
type Launch struct {
	Program string   // path of the rosette program
	Args    []string // flags of serve besides --listen, --data and --database
	Listen  string   // address of --listen; 127.0.0.1:0 if empty
	Core    int      // the core that it runs on; −1 for all
	// Wrap, unless it is empty, is a command and its arguments that run the
	// server, such as one that limits its resources.
	Wrap []string
	// Weak takes from a server of root the power to write where it may not.
	Weak bool
}

// A Server is a `rosette serve` that this process has started.
type Server struct {
	URL     string // such as http://127.0.0.1:PORT
	Started time.Duration
	command *exec.Cmd
	ended   chan struct{}
	err     error // of Wait, once ended is closed
	log     tail
}

// printedAddress is how serve prints where it is.
var printedAddress = regexp.MustCompile(`https?://[^/\s]+`)

// Start starts a server on a place, which is a data folder or the URL of a database, and
// returns once it prints its address. The error has the last lines that the server wrote.
func (l Launch) Start(ctx context.Context, place string) (*Server, error) {
	flag := "--data"
	if strings.Contains(place, "://") {
		flag = "--database"
	}
	args := append(append([]string{}, l.Wrap...), l.Program, "serve", "--listen", cmp.Or(l.Listen, "127.0.0.1:0"), flag, place)
	args = append(args, l.Args...)
	s := &Server{command: exec.Command(args[0], args[1:]...), ended: make(chan struct{})}
	s.command.Stderr = &s.log
	out, err := s.command.StdoutPipe()
	if err != nil {
		return nil, err
	}
	began := time.Now()
	if err := startOn(l.Core, l.Weak, s.command.Start); err != nil {
		return nil, fmt.Errorf("start the server: %w", err)
	}
	address := make(chan string, 1)
	go s.follow(out, address)
	select {
	case s.URL = <-address:
		s.Started = time.Since(began)
	case <-time.After(startTimeout):
	case <-ctx.Done():
	}
	if s.URL == "" {
		s.Kill()
		return nil, errors.Join(ctx.Err(), fmt.Errorf("the server does not start: %v %s", s.err, s.Log()))
	}
	return s, nil
}

// follow reads what the server prints and waits for its end.
func (s *Server) follow(out io.Reader, address chan<- string) {
	lines := bufio.NewReader(out)
	line, err := lines.ReadString('\n')
	address <- printedAddress.FindString(line)
	if err == nil {
		_, err = io.Copy(io.Discard, lines)
	}
	if s.err = s.command.Wait(); s.err == nil && !errors.Is(err, io.EOF) {
		s.err = err
	}
	close(s.ended)
}

// Process returns the server's process.
func (s *Server) Process() Process { return Process{s.command.Process.Pid} }

// Log returns the last lines that the server wrote to standard error, in one line.
func (s *Server) Log() string { return s.log.String() }

// Ended is closed when the server has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Kill ends the server at once, as kill −9 does, and waits for its end.
func (s *Server) Kill() {
	s.command.Process.Kill() // fails only if it has ended
	<-s.ended
}

// Stop asks the server to end and waits. The error says that it did not end well.
func (s *Server) Stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.Kill() // where there is no such signal
		return nil
	}
	select {
	case <-s.ended:
	case <-time.After(stopTimeout):
		s.Kill()
		return fmt.Errorf("the server does not end within %v: %s", stopTimeout, s.Log())
	}
	if s.err != nil {
		return fmt.Errorf("the server ends with %w: %s", s.err, s.Log())
	}
	return nil
}

// A tail keeps the end of what is written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail bounds a tail, in bytes.
const maxTail = 8 << 10

// Write never fails.
func (t *tail) Write(p []byte) (int, error) {
	t.mu.Lock()
	defer t.mu.Unlock()
	t.text = append(t.text, p...)
	if extra := len(t.text) - maxTail; extra > 0 {
		t.text = append(t.text[:0], t.text[extra:]...)
	}
	return len(p), nil
}

func (t *tail) String() string {
	t.mu.Lock()
	defer t.mu.Unlock()
	return strings.ReplaceAll(strings.TrimSpace(string(t.text)), "\n", " | ")
}
