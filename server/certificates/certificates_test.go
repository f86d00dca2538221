package certificates

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"crypto/x509/pkix"
	"encoding/pem"
	"io"
	"log"
	"log/slog"
	"math/big"
	"net"
	"net/http"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/internal/waittest"
)

// host is the test server's name. The tests' resolver resolves it to this machine.
const host = "go.example.org"

// greet serves a greeting with a TLS configuration.
func greet(t *testing.T, listener net.Listener, config *tls.Config) {
	server := &http.Server{
		TLSConfig: config, ErrorLog: log.New(io.Discard, "", 0),
		Handler: http.HandlerFunc(func(w http.ResponseWriter, r *http.Request) { io.WriteString(w, "hello by "+r.Proto) }),
	}
	go server.ServeTLS(listener, "", "") // ends with an error when the listener is closed
	t.Cleanup(func() { server.Close() })
}

// visit reads a greeting over TLS from a server name.
func visit(listener net.Listener, name string, trusted *x509.CertPool) (string, error) {
	client := &http.Client{Timeout: waittest.Limit, Transport: &http.Transport{
		TLSClientConfig: &tls.Config{RootCAs: trusted, ServerName: name}, ForceAttemptHTTP2: true, DisableKeepAlives: true,
	}}
	answer, err := client.Get("https://" + listener.Addr().String())
	if err != nil {
		return "", err
	}
	defer answer.Body.Close()
	text, err := io.ReadAll(answer.Body)
	return string(text), err
}

func listen(t *testing.T) net.Listener {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	return listener
}

// write writes a self-signed certificate and its key, and returns the certificate as a trusted
// root.
func write(t *testing.T, certificate, key string) *x509.CertPool {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	number, err := rand.Int(rand.Reader, big.NewInt(1<<62))
	if err != nil {
		t.Fatal(err)
	}
	template := &x509.Certificate{
		SerialNumber: number, Subject: pkix.Name{CommonName: host}, DNSNames: []string{host}, IsCA: true, BasicConstraintsValid: true,
		NotBefore: time.Now().Add(-time.Hour), NotAfter: time.Now().Add(time.Hour),
	}
	raw, err := x509.CreateCertificate(rand.Reader, template, template, private.Public(), private)
	if err != nil {
		t.Fatal(err)
	}
	secret, err := x509.MarshalECPrivateKey(private)
	if err != nil {
		t.Fatal(err)
	}
	text := pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: raw})
	for name, data := range map[string][]byte{certificate: text, key: pem.EncodeToMemory(&pem.Block{Type: "EC PRIVATE KEY", Bytes: secret})} {
		if err := os.WriteFile(name, data, 0o600); err != nil {
			t.Fatal(err)
		}
	}
	pool := x509.NewCertPool()
	pool.AppendCertsFromPEM(text)
	return pool
}

func TestOldVersionsOfTLSAndWeakCipherSuitesAreRefused(t *testing.T) {
	folder := t.TempDir()
	certificate, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	trusted := write(t, certificate, key)
	byFiles, err := Files(certificate, key, slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	byAuthority, _, err := ACME(Options{Hosts: []string{host}, Folder: folder})
	if err != nil {
		t.Fatal(err)
	}
	if byAuthority.MinVersion != tls.VersionTLS12 || !slices.Equal(byAuthority.CipherSuites, byFiles.CipherSuites) {
		t.Errorf("by ACME the settings are %+v", byAuthority)
	}
	listener := listen(t)
	greet(t, listener, byFiles)
	for version, want := range map[uint16]bool{tls.VersionTLS10: false, tls.VersionTLS11: false, tls.VersionTLS12: true, tls.VersionTLS13: true} {
		c, err := tls.Dial("tcp", listener.Addr().String(), &tls.Config{RootCAs: trusted, ServerName: host, MinVersion: version, MaxVersion: version})
		if (err == nil) != want {
			t.Errorf("%s: %v", tls.VersionName(version), err)
		}
		if err == nil {
			c.Close()
		}
	}
	for _, suite := range append(tls.CipherSuites(), tls.InsecureCipherSuites()...) {
		if !slices.Contains(suite.SupportedVersions, tls.VersionTLS12) {
			continue
		}
		// The key is ECDSA. The other suites need an RSA key, or are CBC, RC4 or without forward
		// secrecy.
		want := strings.HasPrefix(suite.Name, "TLS_ECDHE_ECDSA_") && (strings.Contains(suite.Name, "_GCM_") || strings.Contains(suite.Name, "_POLY1305_"))
		c, err := tls.Dial("tcp", listener.Addr().String(), &tls.Config{RootCAs: trusted, ServerName: host, MaxVersion: tls.VersionTLS12, CipherSuites: []uint16{suite.ID}})
		if err == nil {
			c.Close()
		}
		if (err == nil) != want {
			t.Errorf("%s: %v", suite.Name, err)
		}
	}
}

func TestFilesAreReadAgainWhenTheyChange(t *testing.T) {
	folder := t.TempDir()
	certificate, key := filepath.Join(folder, "cert.pem"), filepath.Join(folder, "key.pem")
	var said strings.Builder
	log := slog.New(slog.NewTextHandler(&said, nil))
	if _, err := Files(certificate, key, log); err == nil {
		t.Error("no files are a certificate")
	}
	first := write(t, certificate, key)
	f := &files{certificate: certificate, key: key, log: log}
	if err := f.read(time.Now()); err != nil {
		t.Fatal(err)
	}
	listener := listen(t)
	greet(t, listener, &tls.Config{MinVersion: tls.VersionTLS12, GetCertificate: f.get})
	if text, err := visit(listener, host, first); text == "" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	due := func() { // makes the next check due
		f.mu.Lock()
		defer f.mu.Unlock()
		f.looked, f.changed = time.Time{}, [2]time.Time{}
	}
	second := write(t, certificate, key)
	due()
	if text, err := visit(listener, host, second); text == "" || err != nil {
		t.Errorf("after the files have changed: %q, %v", text, err)
	}
	if err := os.WriteFile(key, []byte("half a key"), 0o600); err != nil {
		t.Fatal(err)
	}
	due()
	if text, err := visit(listener, host, second); text == "" || err != nil {
		t.Errorf("with a broken key: %q, %v", text, err)
	}
	if !strings.Contains(said.String(), "using the previous one") {
		t.Errorf("the log has %q", said.String())
	}
}
