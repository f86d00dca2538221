package main

import (
	"context"
	"crypto/tls"
	"errors"
	"fmt"
	"log/slog"
	"net"
	"net/http"
	"path/filepath"
	"strings"
	"syscall"
	"time"

	"github.com/spf13/cobra"

	"rosette/internal/loglimit"
	"rosette/internal/permission"
	"rosette/server/certificates"
	"rosette/server/store/location"
)

// transportFlags are the flags for connections from browsers, plain or TLS.
type transportFlags struct {
	certificate, key string
	byACME           bool
	acme             certificates.Options
	plain            string // address where plain HTTP is redirected

	config   *tls.Config  // nil without TLS; prepare sets config and redirect
	redirect http.Handler // handles plain HTTP
}

// register adds the flags to a command.
func (t *transportFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&t.certificate, "tls-certificate", "",
		"PEM `file` with the server's certificate and its chain; reloaded when it changes")
	cmd.Flags().StringVar(&t.key, "tls-key", "", "PEM `file` with the key for --tls-certificate")
	cmd.Flags().BoolVar(&t.byACME, "acme", false,
		"get certificates for --host from Let's Encrypt and accept its terms; port 443 must reach the server")
	cmd.Flags().StringVar(&t.acme.Contact, "acme-contact", "", "e-mail `address` for the certificate authority")
	cmd.Flags().StringVar(&t.acme.Folder, "acme-folder", filepath.Join(location.DefaultFolder(), "acme"),
		"`folder` for keys and certificates")
	cmd.Flags().StringVar(&t.acme.Directory, "acme-directory", "", "directory `URL` of another ACME authority")
	cmd.Flags().StringVar(&t.acme.Roots, "acme-roots", "",
		"PEM `file` with the root certificates for --acme-directory")
	cmd.Flags().StringVar(&t.plain, "redirect", "", "`address` that redirects HTTP to HTTPS, such as :80")
}

// prepare checks the flags, and loads or creates the certificates that they name.
func (t *transportFlags) prepare(hosts []string, log *slog.Logger) (err error) {
	files := t.certificate != "" || t.key != ""
	for _, host := range hosts {
		if strings.ContainsAny(host, "/ @?#") || strings.Trim(host, ".:") == "" {
			return usageError{fmt.Errorf("--host %q; use a name such as go.example.org", host)}
		}
	}
	switch {
	case files && t.byACME:
		return usageError{errors.New("--acme and --tls-certificate exclude each other; use one of them")}
	case files && (t.certificate == "" || t.key == ""):
		return usageError{errors.New("--tls-certificate and --tls-key need each other; use both")}
	case t.byACME && len(hosts) == 0:
		return usageError{
			errors.New("--acme needs --host with the public host name, such as go.example.org"),
		}
	case t.plain != "" && !files && !t.byACME:
		return usageError{errors.New("--redirect needs HTTPS: use --acme or --tls-certificate")}
	case files:
		permission.Warn(log, "--tls-key", t.key)
		if t.config, err = certificates.Files(t.certificate, t.key, log); err != nil {
			return usageError{fmt.Errorf("--tls-certificate, --tls-key: %w", err)}
		}
		t.redirect = certificates.Redirect()
	case t.byACME:
		t.acme.Hosts, t.acme.Log = hosts, log
		if t.config, t.redirect, err = certificates.ACME(t.acme); err != nil {
			return usageError{fmt.Errorf("--acme: %w", err)}
		}
	}
	return nil
}

// address returns the server's URL for browsers.
func (t *transportFlags) address(hosts []string, listener net.Listener) string {
	if t.config == nil {
		return fmt.Sprintf("http://%s/", listener.Addr())
	}
	_, port, err := net.SplitHostPort(listener.Addr().String())
	if len(hosts) == 0 || err != nil {
		return fmt.Sprintf("https://%s/", listener.Addr())
	}
	if port == "443" {
		return fmt.Sprintf("https://%s/", hosts[0])
	}
	return fmt.Sprintf("https://%s/", net.JoinHostPort(hosts[0], port))
}

// listen listens for plain HTTP. run redirects it until ctx ends; without --redirect it
// returns at once.
func (t *transportFlags) listen(log *slog.Logger) (run func(context.Context) error, err error) {
	return listenBeside(t.plain, "--redirect", t.redirect, log)
}

// listenBeside listens at a flag's address. run serves there until ctx ends. Without an address it
// returns at once.
func listenBeside(
	address, flag string, handler http.Handler, log *slog.Logger,
) (run func(context.Context) error, err error) {
	if address == "" {
		return func(context.Context) error { return nil }, nil
	}
	listener, err := net.Listen("tcp", address)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", flag, err)}
	}
	return func(ctx context.Context) error {
		server := &http.Server{
			Handler: handler, ReadTimeout: 10 * time.Second, WriteTimeout: 10 * time.Second,
			ErrorLog: loglimit.Lines(log),
		}
		stop := context.AfterFunc(ctx, func() { server.Close() })
		defer stop()
		if err := server.Serve(listener); !errors.Is(err, http.ErrServerClosed) {
			return fmt.Errorf("%s: %w", flag, err)
		}
		return nil
	}, nil
}

// usualPort is the default port for serve. If it is taken, serve tries the following ports, up to
// portsTried in all.
const (
	usualPort  = 8080
	portsTried = 20
)

// listenOn listens on an address, or on the first free usual port on loopback unless the address
// was given.
func listenOn(address string, given bool) (net.Listener, error) {
	for port := usualPort; !given && port < usualPort+portsTried; port++ {
		listener, err := net.Listen("tcp", fmt.Sprintf("127.0.0.1:%d", port))
		if !errors.Is(err, syscall.EADDRINUSE) {
			return listener, err
		}
	}
	if !given {
		return nil, usageError{
			fmt.Errorf("ports %d to %d are in use; choose another with --listen", usualPort,
				usualPort+portsTried-1),
		}
	}
	listener, err := net.Listen("tcp", address)
	if errors.Is(err, syscall.EADDRINUSE) {
		return nil, usageError{
			fmt.Errorf("another program uses %s; choose another port with --listen, or omit it for a free one",
				address),
		}
	}
	if err != nil {
		return nil, usageError{fmt.Errorf("--listen: %w", err)}
	}
	return listener, nil
}
