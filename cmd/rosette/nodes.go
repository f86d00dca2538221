package main

import (
	"cmp"
	"log/slog"
	"os"

	"github.com/spf13/cobra"

	"rosette/pubsub/remote"
)

// nodeFlags say by which NATS servers the processes of one server hear of each other.
type nodeFlags struct{ options remote.Options }

// register adds the flags to a command.
func (n *nodeFlags) register(cmd *cobra.Command) {
	set, o := cmd.Flags(), &n.options
	set.StringVar(&o.URL, "nats", "", "`URL` of NATS, by which several processes are one server, such as nats://host:4222; several separated by commas, tls:// encrypts")
	set.StringVar(&o.Credentials, "nats-credentials", "", "`file` of credentials for NATS")
	set.StringVar(&o.Roots, "nats-roots", "", "`file` of PEM with the roots by which NATS is trusted (default: those of the system)")
	set.StringVar(&o.Certificate, "nats-certificate", "", "`file` of PEM with the certificate that NATS sees")
	set.StringVar(&o.Key, "nats-key", "", "`file` of PEM with the key of --nats-certificate")
}

// given reports whether NATS is to be used.
func (n *nodeFlags) given() bool { return n.options.URL != "" }

// dial connects to NATS.
func (n *nodeFlags) dial(log *slog.Logger) (*remote.Connection, error) {
	o := n.options
	host, err := os.Hostname()
	if err != nil {
		log.Debug("this machine has no name", "error", err)
	}
	o.Name, o.Log = "rosette "+cmp.Or(host, "somewhere"), log
	c, err := remote.Dial(o)
	if err != nil {
		return nil, usageError{err}
	}
	return c, nil
}
