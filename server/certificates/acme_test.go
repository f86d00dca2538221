//go:build !race

package certificates

import (
	"crypto/x509"
	"encoding/pem"
	"io"
	"log"
	"net"
	"net/http"
	"net/http/httptest"
	"os"
	"path/filepath"
	"syscall"
	"testing"

	"github.com/letsencrypt/pebble/v2/ca"
	"github.com/letsencrypt/pebble/v2/db"
	"github.com/letsencrypt/pebble/v2/va"
	"github.com/letsencrypt/pebble/v2/wfe"
	"github.com/miekg/dns"
)

// resolver starts a DNS server that resolves every name to this machine, and returns its address.
func resolver(t *testing.T) string {
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := &dns.Server{Listener: listener, Handler: dns.HandlerFunc(func(w dns.ResponseWriter, asked *dns.Msg) {
		answer := new(dns.Msg).SetReply(asked)
		if q := asked.Question[0]; q.Qtype == dns.TypeA {
			answer.Answer = []dns.RR{&dns.A{Hdr: dns.RR_Header{Name: q.Name, Rrtype: dns.TypeA, Class: dns.ClassINET}, A: net.IPv4(127, 0, 0, 1)}}
		}
		if err := w.WriteMsg(answer); err != nil {
			t.Error(err)
		}
	})}
	go server.ActivateAndServe() // ends with an error when the listener is closed
	t.Cleanup(func() { server.Shutdown() })
	return listener.Addr().String()
}

// authority starts Let's Encrypt's test server, which validates challenges on a port. It returns
// its directory's address, a file with the root that the directory is trusted by, and the root of
// the certificates that it issues.
func authority(t *testing.T, port int) (directory, roots string, signs *x509.CertPool) {
	t.Setenv("PEBBLE_VA_NOSLEEP", "1")
	quiet, kept := log.New(io.Discard, "", 0), db.NewMemoryStore()
	signer := ca.New(quiet, kept, "", "ecdsa", 0, 1, map[string]ca.Profile{"default": {}})
	checks := va.New(quiet, port, port, false, resolver(t), kept)
	front := wfe.New(quiet, kept, checks, signer, []string{"example.org"}, false, false, 1, 1)
	server := httptest.NewTLSServer(front.Handler())
	t.Cleanup(server.Close)
	roots = filepath.Join(t.TempDir(), "roots.pem")
	if err := os.WriteFile(roots, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: server.Certificate().Raw}), 0o600); err != nil {
		t.Fatal(err)
	}
	signs = x509.NewCertPool()
	signs.AppendCertsFromPEM(signer.GetRootCert(0).PEM())
	return server.URL + wfe.DirectoryPath, roots, signs
}

// areClosed fails the test unless only the owner can read a folder with keys and all files in it.
func areClosed(t *testing.T, folder string) {
	t.Helper()
	if info, err := os.Stat(folder); err != nil || info.Mode().Perm() != 0o700 {
		t.Errorf("the folder of the keys: %v, %v", info, err)
	}
	entries, err := os.ReadDir(folder)
	if err != nil || len(entries) < 2 {
		t.Fatalf("%v, %v", entries, err)
	}
	for _, e := range entries {
		if info, err := e.Info(); err != nil || info.Mode().Perm() != 0o600 {
			t.Errorf("%s: %v, %v", e.Name(), info.Mode(), err)
		}
	}
}

func TestAnAuthorityGivesACertificateOfTheHostAndOfNoOther(t *testing.T) {
	listener := listen(t)
	directory, roots, signs := authority(t, listener.Addr().(*net.TCPAddr).Port)
	folder := filepath.Join(t.TempDir(), "acme")
	defer syscall.Umask(syscall.Umask(0))
	config, redirect, err := ACME(Options{Hosts: []string{host}, Folder: folder, Directory: directory, Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	greet(t, listener, config)
	if text, err := visit(listener, host, signs); text != "hello by HTTP/2.0" || err != nil {
		t.Errorf("%q, %v", text, err)
	}
	if _, err := visit(listener, "evil.example.org", signs); err == nil {
		t.Error("another name has a certificate")
	}
	areClosed(t, folder)
	for _, name := range []string{"acme_account+key", host} {
		if err := os.Chmod(filepath.Join(folder, name), 0o644); err != nil {
			t.Fatal(err)
		}
	}
	again, _, err := ACME(Options{Hosts: []string{host}, Folder: folder, Directory: "http://127.0.0.1:1/nobody", Roots: roots})
	if err != nil {
		t.Fatal(err)
	}
	areClosed(t, folder)
	other := listen(t)
	greet(t, other, again)
	if text, err := visit(other, host, signs); text != "hello by HTTP/2.0" || err != nil {
		t.Errorf("after a restart, without the authority: %q, %v", text, err)
	}
	out := httptest.NewRecorder()
	redirect.ServeHTTP(out, httptest.NewRequest("GET", "http://"+host+"/rules?lang=fr", nil))
	if out.Code != http.StatusFound || out.Header().Get("Location") != "https://"+host+"/rules?lang=fr" {
		t.Errorf("plain HTTP: %d %s", out.Code, out.Header().Get("Location"))
	}
}
