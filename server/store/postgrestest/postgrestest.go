//go:build unix

// Package postgrestest runs a PostgreSQL server for tests. It needs Debian's package postgresql, or
// the programs initdb and postgres in PATH.
package postgrestest

import (
	"database/sql"
	"errors"
	"fmt"
	"net/url"
	"os"
	"os/exec"
	"path/filepath"
	"slices"
	"strconv"
	"strings"
	"sync"
	"sync/atomic"
	"syscall"
	"testing"
	"time"

	_ "github.com/jackc/pgx/v5/stdlib" // the driver pgx

	"rosette/internal/waittest"
)

// superuser owns the databases. All connections through the socket have its rights.
const superuser = "rosette"

// A server is a PostgreSQL server on a private socket. It does not wait for the disk, so a test may
// stop the server but not its machine.
type server struct {
	folder string // data and socket
	admin  *sql.DB
	number atomic.Int64 // number of databases created
	stop   func() error // stops the server, so that it can be restarted; nil while stopped
}

// shared is this test program's server. It ends with the program, and its databases are removed.
var shared = sync.OnceValues(start)

func ours(t testing.TB) *server {
	t.Helper()
	s, err := shared()
	check(t, err)
	return s
}

// Database creates an empty database on this test program's server and returns its URL.
func Database(t testing.TB) string {
	t.Helper()
	s := ours(t)
	name := "test_" + strconv.FormatInt(s.number.Add(1), 10)
	_, err := s.admin.ExecContext(t.Context(), "CREATE DATABASE "+name)
	check(t, err)
	return s.url(name)
}

// Stop stops the server at once, as a crash does, until Start or until the test ends. A test that
// calls it must not run in parallel with others.
func Stop(t testing.TB) {
	t.Helper()
	s := ours(t)
	check(t, s.stop())
	s.stop = nil
	t.Cleanup(func() {
		if s.stop == nil {
			check(t, s.run())
		}
	})
}

// Start restarts the stopped server with its stored data.
func Start(t testing.TB) {
	t.Helper()
	check(t, ours(t).run())
}

// url returns a database's URL. Its timeout is long, because on a busy machine a test may pause
// within a transaction.
func (s *server) url(database string) string {
	return "postgres://" + superuser + "@/" + database + "?idle_in_transaction_session_timeout=600000&host=" +
		url.QueryEscape(s.folder)
}

// start creates a server's files and starts it.
func start() (s *server, err error) {
	folder, err := os.MkdirTemp(place(), "rosette-pg-")
	if err != nil {
		return nil, err
	}
	s = &server{folder: folder}
	defer func() {
		if err != nil {
			err = errors.Join(err, os.RemoveAll(folder))
		}
	}()
	if err := giveAway(folder); err != nil {
		return nil, err
	}
	program, err := find("initdb")
	if err != nil {
		return nil, err
	}
	made := command(program, "-D", folder+"/data", "-U", superuser, "-A", "trust", "-E", "UTF8", "--locale=C.UTF-8",
		"--no-sync")
	made.Dir = folder
	if said, err := made.CombinedOutput(); err != nil {
		return nil, fmt.Errorf("initdb: %w: %s", err, said)
	}
	s.admin, err = sql.Open("pgx", s.url("postgres"))
	if err != nil {
		return nil, err
	}
	return s, s.run()
}

// place returns the folder for a server's files: in memory if there is room. A socket's path must
// be short.
func place() string {
	const memory, room = "/dev/shm", 2 << 30
	var free syscall.Statfs_t
	if err := syscall.Statfs(memory, &free); err == nil && uint64(free.Bavail)*uint64(free.Bsize) > room {
		return memory
	}
	return "/tmp"
}

// guard runs a server until its standard input ends, which happens however the test program ends.
const guard = `folder=$1; shift; "$@" & read -r keep; kill -QUIT $!; wait $!; test "$keep" = keep || rm -rf "$folder"`

// run starts the server and waits until it responds.
func (s *server) run() error {
	program, err := find("postgres")
	if err != nil {
		return err
	}
	log, err := os.OpenFile(filepath.Join(s.folder, "log"), os.O_CREATE|os.O_APPEND|os.O_WRONLY, 0o644)
	if err != nil {
		return err
	}
	defer log.Close()
	args := []string{"-c", guard, "sh", s.folder, program, "-D", s.folder + "/data", "-k", s.folder}
	for _, setting := range []string{
		"listen_addresses=", "fsync=off", "full_page_writes=off", "autovacuum=off", "max_connections=200",
		"shared_buffers=32MB", "wal_level=minimal", "max_wal_senders=0",
	} {
		args = append(args, "-c", setting)
	}
	c := command("sh", args...)
	c.Dir = s.folder
	c.Stdout = log
	c.Stderr = log
	in, err := c.StdinPipe()
	if err != nil {
		return err
	}
	if err := c.Start(); err != nil {
		return err
	}
	s.stop = func() error {
		_, err := fmt.Fprintln(in, "keep")
		return errors.Join(err, in.Close(), c.Wait())
	}
	return s.wait()
}

// wait waits until the server responds.
func (s *server) wait() error {
	for begin := time.Now(); ; time.Sleep(10 * time.Millisecond) {
		err := s.admin.Ping()
		if err == nil {
			return nil
		}
		if time.Since(begin) > waittest.Limit {
			said, _ := os.ReadFile(filepath.Join(s.folder, "log"))
			return fmt.Errorf("PostgreSQL does not start: %w: %s", err, said)
		}
	}
}

// find returns the path of a program from the newest PostgreSQL version.
func find(name string) (string, error) {
	if path, err := exec.LookPath(name); err == nil {
		return path, nil
	}
	found, err := filepath.Glob("/usr/lib/postgresql/*/bin/" + name)
	if err == nil && len(found) == 0 {
		err = fmt.Errorf("there is no program %s: install Debian's package postgresql", name)
	}
	if err != nil {
		return "", err
	}
	version := func(path string) int {
		n, _ := strconv.Atoi(strings.Split(path, "/")[4])
		return n
	}
	return slices.MaxFunc(found, func(a, b string) int { return version(a) - version(b) }), nil
}

func check(t testing.TB, err error) {
	t.Helper()
	if err != nil {
		t.Fatal(err)
	}
}
