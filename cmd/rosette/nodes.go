package main

import (
	"context"
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/cobra"

	"rosette/play/view"
	"rosette/server/account"
	"rosette/server/match"
	"rosette/server/pubsub"
	"rosette/server/pubsub/remote"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// nodeFlags say by which NATS servers the processes of one server hear of each other.
type nodeFlags struct {
	options    remote.Options
	connection *remote.Connection // nil without NATS; open makes it
	server     string             // names the processes that share a database; "" if there is one process
}

// serverSecret is the name of the secret that names a server.
const serverSecret = "server"

// open connects a process to NATS, if that is to be used. Processes hear of each other only
// if they share the database.
func (n *nodeFlags) open(ctx context.Context, kept store.Store, log *slog.Logger) (err error) {
	if _, shared := kept.(timekeeper); shared {
		if n.server, err = tables.Notices(kept).Secret(ctx, serverSecret, account.NewKey()); err != nil {
			return err
		}
	}
	if err := n.check(); err != nil || n.options.URL == "" {
		return err
	}
	n.connection, err = n.dial(log)
	return err
}

// close ends the connection.
func (n *nodeFlags) close() {
	if n.connection != nil {
		n.connection.Close()
	}
}

// A feed carries messages within a process, or between all processes of a server.
type feed interface {
	pubsub.PubSub
	Close()
}

// localFeed is a feed of one process.
type localFeed struct{ pubsub.Local }

func (*localFeed) Close() {}

// feed returns what carries messages, and the other hosts, nil if there can be none. heard
// is called with what other processes publish.
func (n *nodeFlags) feed(heard func(pubsub.Message)) (feed, match.Others) {
	if n.server == "" {
		return &localFeed{}, nil
	}
	if n.connection == nil {
		return &localFeed{}, unheard{}
	}
	f := remote.NewFeed(n.connection, n.server, heard)
	return f, otherHosts{f, n.connection}
}

// otherHosts are heard over NATS.
type otherHosts struct {
	feed       *remote.Feed
	connection *remote.Connection
}

func (o otherHosts) Watch(id string)   { o.feed.Watch(view.Topic(id)) }
func (o otherHosts) Unwatch(id string) { o.feed.Unwatch(view.Topic(id)) }
func (o otherHosts) Connected() bool   { return o.connection.Connected() }

// unheard are hosts that may use the database too, without NATS: what they do is found there.
type unheard struct{}

func (unheard) Watch(string)    {}
func (unheard) Unwatch(string)  {}
func (unheard) Connected() bool { return true }

// connected returns what reports whether other processes are heard, nil if there can be none.
func connected(others match.Others) func() bool {
	if others == nil {
		return nil
	}
	return others.Connected
}

// heard is told of what other processes have published.
func (s *liveServer) heard(m pubsub.Message) {
	id, ok := strings.CutPrefix(m.Topic, view.Topic(""))
	switch {
	case !ok || m.Seq == 0 && !m.Gap:
		return
	case m.Gap:
		s.host.Missed(id)
	default:
		s.host.Heard(id, m.Seq)
	}
	s.computer.Changed(id)
}

// What --nats means to rosette serve, and to rosette work and what it works for.
const (
	serveNATS = "`URL` of NATS, by which several processes are one server" + natsURL
	workNATS  = "`URL` of the NATS server by which rosette work gets its jobs" + natsURL
	natsURL   = ", such as nats://host:4222; several separated by commas, tls:// encrypts"
)

// register adds the flags to a command. about says what NATS is for.
func (n *nodeFlags) register(cmd *cobra.Command, about string) {
	set, o := cmd.Flags(), &n.options
	set.StringVar(&o.URL, "nats", "", about)
	set.StringVar(&o.Credentials, "nats-credentials", "", "`file` of credentials for NATS")
	set.StringVar(&o.Roots, "nats-roots", "", "PEM `file` with the roots by which NATS is trusted (default: those of the system)")
	set.StringVar(&o.Certificate, "nats-certificate", "", "PEM `file` with the certificate that this process shows NATS")
	set.StringVar(&o.Key, "nats-key", "", "PEM `file` with the key of --nats-certificate")
}

// check returns an error if flags do not fit, or not each other.
func (n *nodeFlags) check() error {
	o := n.options
	for flag, value := range map[string]string{"credentials": o.Credentials, "roots": o.Roots, "certificate": o.Certificate, "key": o.Key} {
		if value != "" && o.URL == "" {
			return usageError{fmt.Errorf("--nats-%s needs --nats, the servers that it is for", flag)}
		}
	}
	for one := range strings.SplitSeq(o.URL, ",") {
		at, err := url.Parse(strings.TrimSpace(one))
		if o.URL != "" && (err != nil || at.Host == "" || !slices.Contains([]string{"nats", "tls", "ws", "wss"}, at.Scheme)) {
			return usageError{errors.New("--nats names no NATS server; use a URL such as nats://host:4222")}
		}
	}
	return nil
}

// given reports whether NATS is to be used.
func (n *nodeFlags) given() bool { return n.options.URL != "" }

// machine names this machine in logs, by letters, digits and hyphens.
func machine() string {
	host, err := os.Hostname()
	if err != nil {
		return "somewhere"
	}
	return strings.Map(func(c rune) rune {
		if c > unicode.MaxASCII || !unicode.IsLetter(c) && !unicode.IsDigit(c) {
			return '-'
		}
		return c
	}, host)
}

// workerID names this process among those that do jobs.
func workerID() string { return fmt.Sprintf("%s-%s", machine(), rand.Text()[:6]) }

// dial connects to NATS.
func (n *nodeFlags) dial(log *slog.Logger) (*remote.Connection, error) {
	if err := n.check(); err != nil {
		return nil, err
	}
	o := n.options
	o.Name, o.Log = "rosette "+machine(), log
	c, err := remote.Dial(o)
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}
