package main

import (
	"crypto/rand"
	"errors"
	"fmt"
	"log/slog"
	"net/url"
	"os"
	"slices"
	"strings"
	"unicode"

	"github.com/spf13/pflag"

	"rosette/server/pubsub/remote"
)

// nodeFlags select the NATS servers that connect the processes of one server.
type nodeFlags struct{ options remote.Options }

// Descriptions of --nats for rosette serve, and for rosette work and its clients.
const (
	serveNATS = "NATS `URL`" + natsURL + " to run several processes as one server"
	adminNATS = "NATS `URL` of rosette serve" + natsURL + ", so that open pages show changes at once"
	workNATS  = "NATS `URL` for the jobs of rosette work" + natsURL
	natsURL   = " (such as nats://host:4222; separate several with commas; tls:// encrypts)"
)

// register adds the flags to a command. about describes the use of NATS.
func (n *nodeFlags) register(set *pflag.FlagSet, about string) {
	o := &n.options
	set.StringVar(&o.URL, "nats", "", about)
	set.StringVar(&o.Credentials, "nats-credentials", "", "`file` with credentials for NATS")
	set.StringVar(&o.Roots, "nats-roots", "",
		"PEM `file` with root certificates for NATS (default: the system's)")
	set.StringVar(&o.Certificate, "nats-certificate", "",
		"PEM `file` with this process's certificate for NATS")
	set.StringVar(&o.Key, "nats-key", "", "PEM `file` with the key for --nats-certificate")
}

// check returns an error if flags are invalid or contradict each other.
func (n *nodeFlags) check() error {
	o := n.options
	for flag, value := range map[string]string{
		"credentials": o.Credentials, "roots": o.Roots, "certificate": o.Certificate, "key": o.Key,
	} {
		if value != "" && o.URL == "" {
			return usageError{fmt.Errorf("--nats-%s needs --nats with the server's URL", flag)}
		}
	}
	for server := range strings.SplitSeq(o.URL, ",") {
		at, err := url.Parse(strings.TrimSpace(server))
		if o.URL != "" && (err != nil || at.Host == "" ||
			!slices.Contains([]string{"nats", "tls", "ws", "wss"}, at.Scheme)) {
			return usageError{errors.New("--nats is not a NATS URL; use one such as nats://host:4222")}
		}
	}
	return nil
}

// enabled reports whether NATS is used.
func (n *nodeFlags) enabled() bool { return n.options.URL != "" }

// machine returns a name for this machine in logs, with letters, digits and hyphens.
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

// workerID returns a unique name for this process among the workers.
func workerID() string { return fmt.Sprintf("%s-%s", machine(), rand.Text()[:6]) }

// dial connects to NATS. Without --nats it returns nil.
func (n *nodeFlags) dial(log *slog.Logger) (*remote.Connection, error) {
	if err := n.check(); err != nil || !n.enabled() {
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
