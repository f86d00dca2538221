// Package certificates gives a server its certificates of TLS: from files, which it reads
// again when they change ([Files]), or from an authority by ACME, which renews them
// ([ACME]).
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

// lookAgain is how often at most files are looked at.
const lookAgain = 10 * time.Second

// Files returns the settings of a server whose certificate, with the chain below it, and
// key stand in files of PEM. Files that change are read again; while they do not fit each
// other, the former ones are used and the log gets a line.
func Files(certificate, key string, log *slog.Logger) (*tls.Config, error) {
	f := &files{certificate: certificate, key: key, log: log}
	if err := f.read(time.Now()); err != nil {
		return nil, err
	}
	return strong(&tls.Config{GetCertificate: f.get}), nil
}

// strong limits a configuration to TLS 1.2 with forward secrecy and authenticated
// encryption, and TLS 1.3, which has nothing else (RFC 9325, section 4.2).
func strong(config *tls.Config) *tls.Config {
	config.MinVersion = tls.VersionTLS12
	config.CipherSuites = []uint16{
		tls.TLS_ECDHE_ECDSA_WITH_AES_128_GCM_SHA256, tls.TLS_ECDHE_RSA_WITH_AES_128_GCM_SHA256,
		tls.TLS_ECDHE_ECDSA_WITH_AES_256_GCM_SHA384, tls.TLS_ECDHE_RSA_WITH_AES_256_GCM_SHA384,
		tls.TLS_ECDHE_ECDSA_WITH_CHACHA20_POLY1305_SHA256, tls.TLS_ECDHE_RSA_WITH_CHACHA20_POLY1305_SHA256,
	}
	return config
}

// files are a certificate and a key in files.
type files struct {
	certificate, key string
	log              *slog.Logger

	mu      sync.Mutex
	pair    *tls.Certificate
	changed [2]time.Time // of the files when they were read
	looked  time.Time
}

// get returns the certificate as the files have it now.
func (f *files) get(*tls.ClientHelloInfo) (*tls.Certificate, error) {
	f.mu.Lock()
	defer f.mu.Unlock()
	if now := time.Now(); now.Sub(f.looked) >= lookAgain {
		if err := f.read(now); err != nil {
			f.log.Error("certificates: the former one is used", "err", err)
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

// Options say how certificates are asked for by ACME (RFC 8555). Hosts and Folder must be
// set.
type Options struct {
	Hosts     []string // the names that the certificates are for; others get none
	Folder    string   // keeps keys and certificates, created if absent
	Contact   string   // e-mail address that the authority may write to, or ""
	Directory string   // of the authority; that of Let's Encrypt if it is ""
	Roots     string   // file of PEM with the roots that the directory is trusted by; those of the system if it is ""

	Log *slog.Logger // discards if nil
}

// ACME returns the settings of a server that gets a certificate when a host is first asked
// for, by the challenge tls-alpn-01 (RFC 8737) on the server's own port, which the authority
// must reach as 443. redirect answers plain HTTP: the challenge http-01, and all else by a
// redirect to https. Who asks for certificates accepts the terms of the authority.
func ACME(o Options) (config *tls.Config, redirect http.Handler, err error) {
	if len(o.Hosts) == 0 {
		return nil, nil, errors.New("no host is named that a certificate is for")
	}
	if err := os.MkdirAll(o.Folder, permission.Folder); err != nil {
		return nil, nil, err
	}
	for _, name := range append([]string{"acme_account+key"}, o.Hosts...) { // as autocert names them
		permission.Narrow(cmp.Or(o.Log, slog.New(slog.DiscardHandler)), filepath.Join(o.Folder, name), filepath.Join(o.Folder, name+"+rsa"))
	}
	client := &acme.Client{DirectoryURL: o.Directory}
	if o.Directory == "" {
		client.DirectoryURL = acme.LetsEncryptURL
	}
	if client.HTTPClient, err = trusting(o.Roots); err != nil {
		return nil, nil, err
	}
	manager := &autocert.Manager{
		Prompt: autocert.AcceptTOS, Cache: autocert.DirCache(o.Folder), HostPolicy: autocert.HostWhitelist(o.Hosts...), Email: o.Contact, Client: client,
	}
	config = manager.TLSConfig()
	return strong(config), manager.HTTPHandler(nil), nil
}

// trusting returns a client that trusts the roots in a file, or those of the system.
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
		return nil, fmt.Errorf("%s has no certificate in PEM", roots)
	}
	client.Transport = &http.Transport{TLSClientConfig: &tls.Config{RootCAs: pool, MinVersion: tls.VersionTLS12}}
	return client, nil
}

// Redirect answers plain HTTP by a redirect to the same address by https. Only what reads
// is redirected: a form that was sent openly should not be sent on.
func Redirect() http.Handler { return (&autocert.Manager{}).HTTPHandler(nil) }
