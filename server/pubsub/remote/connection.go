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
	pingEvery     = time.Second // so that a connection that is cut is noticed within three
	reconnectWait = 250 * time.Millisecond
)

// Options say how NATS is reached.
type Options struct {
	URL         string       // such as nats://host:4222, several separated by commas; tls:// encrypts, and a user and a password or a token may stand before the host
	Credentials string       // file of credentials, "" for none
	Roots       string       // file of PEM with the roots that the server is trusted by, "" for those of the system
	Certificate string       // file of PEM with the certificate of this process, "" for none
	Key         string       // and with its key
	Name        string       // of this process, as NATS lists it
	Log         *slog.Logger // slog.Default
}

// A Connection is a connection to NATS that is made again whenever it ends. It is safe for
// concurrent use.
type Connection struct {
	conn *nats.Conn
	log  *slog.Logger

	up atomic.Bool // NATS answers, as far as is known

	mu       sync.Mutex
	restored []func()
	dropped  []func(*nats.Subscription)
	away     bool // the log says that NATS does not answer
}

// Dial connects to NATS. If no server answers it says so in the log and goes on trying: what
// needs no other process works without it. An error means that the options are wrong.
func Dial(o Options) (*Connection, error) {
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if (o.Certificate == "") != (o.Key == "") {
		return nil, errors.New("a certificate and its key go together; give both")
	}
	c := &Connection{log: o.Log}
	options := []nats.Option{
		nats.Name(o.Name), nats.NoEcho(), nats.RetryOnFailedConnect(true), nats.MaxReconnects(-1),
		nats.ReconnectWait(reconnectWait), nats.ReconnectJitter(reconnectWait, reconnectWait),
		nats.ReconnectBufSize(-1), // nobody waits for messages of the past
		nats.PingInterval(pingEvery), nats.MaxPingsOutstanding(2), nats.FlusherTimeout(pingEvery), nats.Timeout(pingEvery),
		nats.IgnoreAuthErrorAbort(), // a server that is being configured anew may refuse for a while
		nats.DisconnectErrHandler(c.lost), nats.ReconnectHandler(c.found), nats.ConnectHandler(c.found), nats.ErrorHandler(c.failed),
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

// redacted returns addresses without what lets somebody in.
func redacted(urls string) string {
	all := strings.Split(urls, ",")
	for i, one := range all {
		if u, err := url.Parse(strings.TrimSpace(one)); err == nil {
			all[i] = u.Redacted()
		}
	}
	return strings.Join(all, ",")
}

// Conn returns the connection for what is no publishing.
func (c *Connection) Conn() *nats.Conn { return c.conn }

// Connected reports whether NATS answers. It never waits, as the connection itself does while
// NATS takes nothing.
func (c *Connection) Connected() bool { return c.up.Load() }

// Close ends the connection once what was published is on its way.
func (c *Connection) Close() {
	_ = c.conn.FlushTimeout(pingEvery) // if NATS is away nobody waits for it
	c.conn.Close()
}

// on has restored called whenever NATS answers again after it did not: what was published
// meanwhile is lost; and dropped when messages of a subscription were lost.
func (c *Connection) on(restored func(), dropped func(*nats.Subscription)) {
	c.mu.Lock()
	defer c.mu.Unlock()
	c.restored, c.dropped = append(c.restored, restored), append(c.dropped, dropped)
}

// errSilent is the error of a connection without another one.
var errSilent = errors.New("no server answers")

// lost logs that NATS does not answer, once.
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
		c.log.Warn("NATS does not answer; other processes are heard later until it does", "error", err)
	}
}

// found logs that NATS answers again.
func (c *Connection) found(conn *nats.Conn) {
	c.mu.Lock()
	away, restored := c.away, c.restored
	c.away = false
	c.mu.Unlock()
	c.up.Store(true)
	if !away {
		return
	}
	c.log.Info("NATS answers", "url", conn.ConnectedUrlRedacted())
	for _, f := range restored {
		f()
	}
}

// failed handles an error that no call returns.
func (c *Connection) failed(_ *nats.Conn, s *nats.Subscription, err error) {
	if s == nil || !errors.Is(err, nats.ErrSlowConsumer) {
		c.log.Error("NATS", "error", err)
		return
	}
	c.mu.Lock()
	dropped := c.dropped
	c.mu.Unlock()
	for _, f := range dropped {
		f(s)
	}
}
