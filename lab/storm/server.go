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

// Time limits for a server.
const (
	startTimeout = 2 * time.Minute // until it prints its address
	stopTimeout  = 30 * time.Second
)

// Launch describes how servers are started.
type Launch struct {
	Program string   // path to the rosette program
	Args    []string // flags of serve other than --listen, --data and --database
	Listen  string   // value of --listen; 127.0.0.1:0 if empty
	Core    int      // core to run on; −1 for all
	// Wrap, if not empty, is a command with arguments that runs the server, such as one that limits
	// its resources.
	Wrap []string
	// Weak removes root's power to write without permission.
	Weak bool
}

// A Server is a `rosette serve` process started by this process.
type Server struct {
	URL     string // such as http://127.0.0.1:PORT
	Started time.Duration
	command *exec.Cmd
	ended   chan struct{}
	err     error // from Wait, valid after ended is closed
	log     tail
}

// printedAddress matches the address that serve prints.
var printedAddress = regexp.MustCompile(`https?://[^/\s]+`)

// Start starts a server on a place, which is a data folder or a database URL, and returns when it
// prints its address. The error includes the last lines that the server wrote.
func (l Launch) Start(ctx context.Context, place string) (*Server, error) {
	flag := "--data"
	if strings.Contains(place, "://") {
		flag = "--database"
	}
	args := append(append([]string{}, l.Wrap...), l.Program, "serve", "--listen", cmp.Or(l.Listen, "127.0.0.1:0"), flag,
		place)
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
		return nil, errors.Join(ctx.Err(), fmt.Errorf("the server did not start: %v %s", s.err, s.Log()))
	}
	return s, nil
}

// follow reads the server's output and waits for its end.
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

// Log returns the last lines written to standard error, joined into one line.
func (s *Server) Log() string { return s.log.String() }

// Ended returns a channel that is closed when the server has ended.
func (s *Server) Ended() <-chan struct{} { return s.ended }

// Kill kills the server, like kill −9, and waits for its end.
func (s *Server) Kill() {
	s.command.Process.Kill() // fails only if it has ended
	<-s.ended
}

// Stop sends SIGTERM and waits for the end. The error describes an abnormal end.
func (s *Server) Stop() error {
	if err := s.command.Process.Signal(syscall.SIGTERM); err != nil && !errors.Is(err, os.ErrProcessDone) {
		s.Kill() // on systems without the signal
		return nil
	}
	select {
	case <-s.ended:
	case <-time.After(stopTimeout):
		s.Kill()
		return fmt.Errorf("the server did not exit within %v: %s", stopTimeout, s.Log())
	}
	if s.err != nil {
		return fmt.Errorf("the server exited with %w: %s", s.err, s.Log())
	}
	return nil
}

// A tail keeps the end of everything written to it.
type tail struct {
	mu   sync.Mutex
	text []byte
}

// maxTail is the size limit in bytes.
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
