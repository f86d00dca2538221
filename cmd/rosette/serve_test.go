package main

import (
	"bufio"
	"io"
	"net/http"
	"os"
	"os/exec"
	"path/filepath"
	"regexp"
	"strings"
	"syscall"
	"testing"
	"time"

	"rosette/client"
	"rosette/server/http/wire"
)

var address = regexp.MustCompile(`http://[^/]+/`)

// program returns a path by which the test binary runs as rosette.
func program(t testing.TB) string {
	t.Helper()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "rosette") // by this name the test binary is the program
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	return program
}

// open starts the program as a process on a folder or database and returns the address that it
// prints. stop ends the process and returns its state.
func open(t testing.TB, place string, more ...string) (at string, stop func() (*os.ProcessState, error)) {
	t.Helper()
	flag := "--data"
	if strings.Contains(place, "://") {
		flag = "--database"
	}
	cmd := exec.Command(program(t), append([]string{"serve", "--listen", "127.0.0.1:0", flag, place}, more...)...)
	cmd.Env = append(os.Environ(), "GORACE="+soon)
	cmd.Stderr = os.Stderr
	out, err := cmd.StdoutPipe()
	if err != nil {
		t.Fatal(err)
	}
	if err := cmd.Start(); err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() { cmd.Process.Kill() }) // does nothing after stop
	line, err := bufio.NewReader(out).ReadString('\n')
	if at = address.FindString(line); at == "" {
		t.Fatalf("serve prints %q, %v", line, err)
	}
	return at, func() (*os.ProcessState, error) {
		if err := cmd.Process.Signal(syscall.SIGTERM); err != nil {
			return nil, err
		}
		err := cmd.Wait()
		return cmd.ProcessState, err
	}
}

func fetch(t testing.TB, at string) {
	t.Helper()
	r, err := http.Get(at)
	if err != nil {
		t.Fatal(err)
	}
	defer r.Body.Close()
	if n, err := io.Copy(io.Discard, r.Body); err != nil || n == 0 || r.StatusCode != http.StatusOK {
		t.Fatalf("%s: %s, %d bytes, %v", at, r.Status, n, err)
	}
}

// On an idle machine the first page takes about as long as this processor time. BenchmarkStartToFirstPage
// measures the elapsed time.
func TestServeShowsItsFirstPageForLessThanASecondOfWorkAndStopsCleanly(t *testing.T) {
	data := t.TempDir()
	least := time.Hour
	for range 3 { // the first makes the database
		at, stop := open(t, data)
		fetch(t, at)
		used, err := stop()
		if err != nil {
			t.Fatalf("after SIGTERM: %v", err)
		}
		least = min(least, used.UserTime()+used.SystemTime())
	}
	if least > time.Second {
		t.Errorf("the first page takes %v of the processor's time", least)
	}
}

func BenchmarkStartToFirstPage(b *testing.B) {
	data := b.TempDir()
	for b.Loop() {
		at, stop := open(b, data)
		fetch(b, at)
		b.StopTimer()
		if _, err := stop(); err != nil {
			b.Fatal(err)
		}
		b.StartTimer()
	}
}

// Unresponsive sockets and a thinking bot must not delay shutdown: serve would return an error
// after its timeout.
func TestServeStopsSoonWithOpenSockets(t *testing.T) {
	at, stop := open(t, t.TempDir())
	c := client.New(at)
	opened, session, err := c.OpenGame(t.Context(), "", wire.NewGame{Color: "white", Level: "full", Board: "rosette-7"})
	if err != nil {
		t.Fatal(err)
	}
	for range 20 {
		conn, err := c.Dial(t.Context(), session)
		if err != nil {
			t.Fatal(err)
		}
		defer conn.Close()
		if err := conn.Send(wire.Request{Kind: "join", Topic: opened.Topic}); err != nil {
			t.Fatal(err)
		}
	}
	if state, err := stop(); err != nil {
		t.Errorf("after SIGTERM: %v, %v", err, state)
	}
}
