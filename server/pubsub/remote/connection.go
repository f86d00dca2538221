// Package remote implements [pubsub.PubSub] between processes over NATS.
package remote

import (
	"cmp"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"strings"
	"sync"
	"sync/atomic"
	"time"

	"github.com/nats-io/nats.go"
)

const (
	pingEvery     = time.Second // notices a broken connection within three seconds
	reconnectWait = 250 * time.Millisecond
)

// Options configure a connection to NATS.
type Options struct {
	// URL is an address such as nats://host:4222, or several separated by commas. tls:// encrypts,
	// and a user and password or a token may precede the host.
	URL         string
	Credentials string       // credentials file, or ""
	Roots       string       // PEM file with trusted root certificates, or "" for the system's
	Certificate string       // PEM file with this process's certificate, or ""
	Key         string       // PEM file with its key
	Name        string       // this process's name in NATS
	Log         *slog.Logger // default slog.Default
}

// A Connection is a connection to NATS that reconnects by itself. It is safe for concurrent use.
type Connection struct {
	conn *nats.Conn
	log  *slog.Logger

	up atomic.Bool // NATS is reachable, as far as known

	mu       sync.Mutex
	restored []func()
	dropped  []func(*nats.Subscription)
	away     bool // the loss of NATS is logged
}

// Dial connects to NATS. If no server is reachable, it logs that and keeps trying in the
// background; everything within this process works without NATS. An error means that the options
// are invalid.
func Dial(o Options) (*Connection, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if (o.Certificate == "") != (o.Key == "") {
		return nil, errors.New("a certificate needs its key and a key its certificate: set both")
	}
	c := &Connection{log: o.Log}
	options := []nats.Option{
		nats.Name(o.Name), nats.NoEcho(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // old messages are not needed
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2), nats.FlusherTimeout(pingEvery),
		nats.Timeout(pingEvery),
		nats.IgnoreAuthErrorAbort(), // a server being reconfigured may refuse temporarily
		nats.DisconnectErrHandler(c.lost), nats.ReconnectHandler(c.found), nats.ConnectHandler(c.found),
		nats.ErrorHandler(c.failed),
	}
	if o.Credentials != "" {
		options = append(options, nats.UserCredentials(o.Credentials))
	}
	if o.Roots != "" {
		options = append(options, nats.RootCAs(o.Roots))
	}
	if o.Certificate != "" {
		options = append(options, nats.ClientCert(o.Certificate, o.Key))
	}
	conn, err := nats.Connect(o.URL, options...)
	if err != nil {
		return nil, fmt.Errorf("NATS at %s: %w", redacted(o.URL), err)
	}
	c.conn = conn
	if c.up.Store(conn.IsConnected()); !conn.IsConnected() {
		c.lost(conn, nil)
	}
	return c, nil
}

// redacted removes the secrets from addresses.
func redacted(urls string) string {
	all := strings.Split(urls, ",")
	for i, one := range all {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			all[i] = u.Redacted()
		}
	}
	return strings.Join(all, ",")
}

// Conn returns the connection for uses other than publishing.
func (c *Connection) Conn() *nats.Conn { return c.conn }

// Connected reports whether NATS is reachable. It never blocks, unlike the connection's own method,
// which can block while NATS accepts nothing.
func (c *Connection) Connected() bool { return c.up.Load() }

// Close closes the connection after flushing published messages.
func (c *Connection) Close() {
	_ = c.conn.FlushTimeout(pingEvery) // not worth waiting if NATS is unreachable
	c.conn.Close()
}

// on registers callbacks: restored is called when NATS is reachable again, after messages may have
// been lost, and dropped when a subscription has lost messages.
func (c *Connection) on(restored func(), dropped func(*nats.Subscription)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restored, c.dropped = append(c.restored, restored), append(c.dropped, dropped)
}

// errSilent is the error for a lost connection without another error.
var errSilent = errors.New("no server is reachable")

// lost logs once that NATS is unreachable.
func (c *Connection) lost(conn *nats.Conn, err error) {
	if conn.IsClosed() {
		return
	}
	c.up.Store(false)
	c.mu.Lock()
	told := c.away
	c.away = true
	c.mu.Unlock()
	if !told {
		err = cmp.Or(err, conn.LastError(), errSilent)
		c.log.Warn("NATS is unreachable, messages from other processes are delayed", "error", err)
	}
}

// found logs that NATS is reachable again.
func (c *Connection) found(conn *nats.Conn) {
	c.mu.Lock()
	away, restored := c.away, c.restored
	c.away = false
	c.mu.Unlock()
	c.up.Store(true)
	if !away {
		return
	}
	c.log.Info("NATS is reachable again", "url", conn.ConnectedUrlRedacted())
	for _, f := range restored {
		f()
	}
}

// failed handles asynchronous errors.
func (c *Connection) failed(_ *nats.Conn, s *nats.Subscription, err error) {
	if s == nil || !errors.Is(err, nats.ErrSlowConsumer) {
		c.log.Error("NATS reports an error", "error", err)
		return
	}
	c.mu.Lock()
	dropped := c.dropped
	c.mu.Unlock()
	for _, f := range dropped {
		f(s)
	}
}
