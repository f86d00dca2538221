// Package natstest runs a NATS server within a test program.
package natstest

import (
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startTimeout is how long a server may take until it answers.
const startTimeout = time.Minute

// A Server is a NATS server on a port of the loopback. It keeps nothing.
type Server struct {
	t    testing.TB
	port int
	runs *server.Server
}

// Start starts a server, which ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, port: server.RANDOM_PORT}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// URL returns the address of the server, the same after it was stopped and started.
func (s *Server) URL() string {
	return "nats://" + net.JoinHostPort("127.0.0.1", strconv.Itoa(s.port))
}

// Start starts the server again after Stop.
func (s *Server) Start() {
	s.t.Helper()
	runs, err := server.NewServer(&server.Options{Host: "127.0.0.1", Port: s.port, NoLog: true, NoSigs: true})
	if err != nil {
		s.t.Fatal(err)
	}
	runs.Start()
	if !runs.ReadyForConnections(startTimeout) {
		s.t.Fatal("the NATS server does not answer")
	}
	s.runs, s.port = runs, runs.Addr().(*net.TCPAddr).Port
}

// Stop ends the server and its connections.
func (s *Server) Stop() {
	s.runs.Shutdown()
	s.runs.WaitForShutdown()
}
