// Package natstest runs a NATS server within a test program.
package natstest

import (
	"net"
	"strconv"
	"testing"
	"time"

	"github.com/nats-io/nats-server/v2/server"
)

// startTimeout limits the time until a server is ready.
const startTimeout = time.Minute

// A Server is a NATS server on a loopback port. It stores nothing.
type Server struct {
	t    testing.TB
	port int
	runs *server.Server
}

// Start starts a server that ends with the test.
func Start(t testing.TB) *Server {
	t.Helper()
	s := &Server{t: t, port: server.RANDOM_PORT}
	s.Start()
	t.Cleanup(s.Stop)
	return s
}

// URL returns the server's address, which stays the same across Stop and Start.
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

// Stop stops the server and closes its connections.
func (s *Server) Stop() {
	s.runs.Shutdown()
	s.runs.WaitForShutdown()
}
