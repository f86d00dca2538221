// Package certificates provides a server's TLS certificates: from files, which it reads again when
// they change ([Files]), or from an authority over ACME, which renews them ([ACME]).
package certificates

import (
	"cmp"
	"crypto/tls"
	"crypto/x509"
	"errors"
	"fmt"
	"log/slog"
	"net/http"
	"os"
	"path/filepath"
	"sync"
	"time"

	"golang.org/x/crypto/acme"
	"golang.org/x/crypto/acme/autocert"

	"rosette/internal/permission"
)

// lookAgain is the minimum interval between checks of the files.
const lookAgain = 10 * time.Second

// Files returns the TLS configuration for a certificate chain and a key in PEM files. It reads
// changed files again. While they do not match each other, it uses the former ones and logs an
// error.
func Files(certificate, key string, log *slog.Logger) (*tls.Config, error) {
	f := &files{certificate: certificate, key: key, log: log}
	if err := f.read(time.Now()); err != nil {
		return nil, err
	}
	return strong(&tls.Config{GetCertificate: f.get}), nil
}

// strong limits a configuration to TLS 1.2 with forward secrecy and authenticated encryption, and
// TLS 1.3, which has nothing else (RFC 9325, section 4.2).
func strong(config *tls.Config) *tls.Config {
	config.MinVersion = tls.VersionTLS12
	config.CipherSuites = []uint16{
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	}
	return config
}

// files holds a certificate and a key from files.
type files struct {
	certificate, key string
	log              *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	changed [2]time.Time // modification times when the files were read
	looked  time.Time
}

// get returns the current certificate in the files.
func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.looked) >= lookAgain {
		if err := f.read(now); err != nil {
			f.log.Error("cannot reload the certificate; using the previous one", "err", err)
		}
	}
	return f.pair, nil
}

// read reads the files if they have changed.
func (f *files) read(now time.Time) error {
	f.looked = now
	var changed [2]time.Time
	for i, name := range []string{f.certificate, f.key} {
		info, err := os.Stat(name)
		if err != nil {
			return err
		}
		changed[i] = info.ModTime()
	}
	if f.pair != nil && changed == f.changed {
		return nil
	}
	pair, err := tls.LoadX509KeyPair(f.certificate, f.key)
	if err != nil {
		return fmt.Errorf("%s, %s: %w", f.certificate, f.key, err)
	}
	f.pair, f.changed = &pair, changed
	return nil
}

// Options configure requests for certificates over ACME (RFC 8555). Hosts and Folder are required.
type Options struct {
	Hosts     []string // the names to get certificates for; other names get none
	Folder    string   // stores keys and certificates; created if absent
	Contact   string   // e-mail address for messages from the authority, or ""
	Directory string   // the authority's directory; Let's Encrypt if ""
	Roots     string   // PEM file with the roots that the directory is trusted by; the system's roots if ""

	Log *slog.Logger // discards if nil
}

// ACME returns the TLS configuration for a server that requests a certificate on the first
// connection to a host. It answers the challenge tls-alpn-01 (RFC 8737) on the server's own port,
// which the authority must reach as 443. redirect serves plain HTTP: the challenge http-01, and
// otherwise redirects to https. Using ACME means accepting the authority's terms.
func ACME(o Options) (config *tls.Config, redirect http.Handler, err error) {
	if len(o.Hosts) == 0 {
		return nil, nil, errors.New("no host names for certificates")
	}
	if err := os.MkdirAll(o.Folder, permission.Folder); err != nil {
		return nil, nil, err
	}
	for _, name := range append([]string{"acme_account+key"}, o.Hosts...) { // as named by autocert
		permission.Narrow(cmp.Or(o.Log, slog.New(slog.DiscardHandler)), filepath.Join(o.Folder, name),
			filepath.Join(o.Folder, name+"+rsa"))
	}
	client := &acme.Client{DirectoryURL: o.Directory}
	if o.Directory == "" {
		client.DirectoryURL = acme.LetsEncryptURL
	}
	if client.HTTPClient, err = trusting(o.Roots); err != nil {
		return nil, nil, err
	}
	manager := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(o.Folder), HostPolicy: autocert.HostWhitelist(o.Hosts...),
		Email: o.Contact, Client: client,
	}
	config = manager.TLSConfig()
	return strong(config), manager.HTTPHandler(nil), nil
}

// trusting returns a client that trusts the roots in a file, or the system's roots.
func trusting(roots string) (*http.Client, error) {
	client := &http.Client{Timeout: 30 * time.Second}
	if roots == "" {
		return client, nil
	}
	text, err := os.ReadFile(roots)
	if err != nil {
		return nil, err
	}
	pool := x509.NewCertPool()
	if !pool.AppendCertsFromPEM(text) {
		return nil, fmt.Errorf("%s has no PEM certificate", roots)
	}
	client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}
	return client, nil
}

// Redirect serves plain HTTP with a redirect to the same address over https. It redirects only
// requests that read: a form sent in the clear must not be sent on.
func Redirect() http.Handler { return (&autocert.Manager{}).HTTPHandler(nil) }
