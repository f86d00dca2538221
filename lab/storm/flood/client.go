package flood

import (
	"context"
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/tls"
	"crypto/x509"
	"encoding/json"
	"encoding/pem"
	"errors"
	"fmt"
	"io"
	"math/big"
	"net"
	"net/http"
	"os"
	"strings"
	"time"
)

// The addresses in a flood: the one that floods and another.
const (
	strongAddress = "127.0.0.1"
	otherAddress  = "127.0.0.2"
)

// A client sends requests to a server from one address. Each request uses a new connection, unless
// the client is multiplexed.
type client struct {
	url     string
	address string
	http    *http.Client
	cookies []*http.Cookie
}

// newClient returns a client. Over TLS it accepts any certificate, because a test server generates
// its own.
func newClient(url, address string) *client {
	transport := &http.Transport{
		DisableKeepAlives: true,
		TLSClientConfig:   &tls.Config{InsecureSkipVerify: true},
		DialContext: func(ctx context.Context, network, to string) (net.Conn, error) {
			d := net.Dialer{}
			if host, _, err := net.SplitHostPort(to); err == nil && net.ParseIP(host).IsLoopback() &&
				net.ParseIP(host).To4() != nil {
				d.LocalAddr = &net.TCPAddr{IP: net.ParseIP(address)}
			}
			return d.DialContext(ctx, network, to)
		},
	}
	return &client{url: url, address: address, http: &http.Client{Transport: transport}}
}

// multiplexed returns a client whose requests share an HTTP/2 connection.
func (c *client) multiplexed() *client {
	other := newClient(c.url, c.address)
	transport := other.http.Transport.(*http.Transport)
	transport.DisableKeepAlives, transport.ForceAttemptHTTP2 = false, true
	other.cookies = c.cookies
	return other
}

func (c *client) close() { c.http.CloseIdleConnections() }

// do sends a request, reads the response and returns its status.
func (c *client) do(ctx context.Context, method, path, body string) (status int, err error) {
	answer, err := c.send(ctx, method, path, body)
	if err != nil {
		return 0, err
	}
	defer answer.Body.Close()
	_, err = io.Copy(io.Discard, answer.Body)
	return answer.StatusCode, err
}

// send sends a request with a body in JSON or SGF.
func (c *client) send(ctx context.Context, method, path, body string) (*http.Response, error) {
	r, err := http.NewRequestWithContext(ctx, method, c.url+path, strings.NewReader(body))
	if err != nil {
		return nil, err
	}
	if body != "" {
		r.Header.Set("Content-Type", map[bool]string{
			true: "application/json", false: "application/octet-stream",
		}[body[0] == '{'])
	}
	for _, cookie := range c.cookies {
		r.AddCookie(cookie)
	}
	return c.http.Do(r)
}

// must sends a JSON request and decodes the response, which must be successful.
func (c *client) must(ctx context.Context, method, path string, body, answer any) error {
	data, err := json.Marshal(body)
	if err != nil {
		return err
	}
	got, err := c.send(ctx, method, path, string(data))
	if err != nil {
		return err
	}
	defer got.Body.Close()
	c.cookies = append(c.cookies, got.Cookies()...)
	text, err := io.ReadAll(got.Body)
	if err != nil {
		return err
	}
	if got.StatusCode >= http.StatusMultipleChoices {
		return fmt.Errorf("%s %s: %s: %s", method, path, got.Status, text)
	}
	if answer == nil {
		return nil
	}
	return json.Unmarshal(text, answer)
}

// newFlood registers a user and plays games on a server.
func newFlood(ctx context.Context, url string) (*flood, error) {
	f := &flood{
		strong: newClient(url, strongAddress), other: newClient(url, otherAddress),
		user: "Flood" + rand.Text()[:8], record: LargeRecord(),
	}
	account := map[string]string{"name": f.user, "password": rand.Text()}
	if err := f.strong.must(ctx, http.MethodPost, "/api/account", account, nil); err != nil {
		return nil, err
	}
	for range games {
		var opened struct{ ID string }
		if err := f.strong.must(ctx, http.MethodPost, "/api/games", map[string]string{
			"board": "square-19", "opponent": "people",
		}, &opened); err != nil {
			return nil, err
		}
		f.game = append(f.game, opened.ID)
		for i, point := range moves(plies) {
			move := map[string]string{"command": "play", "point": point, "as": string("bw"[i%2])}
			if err := f.strong.must(ctx, http.MethodPost, "/api/games/"+opened.ID+"/commands", move, nil); err != nil {
				return nil, err
			}
		}
	}
	return f, nil
}

func (f *flood) close() {
	f.strong.close()
	f.other.close()
}

// WriteCertificate writes a certificate for this machine, valid for a day, and its key: HTTP/2
// needs TLS.
func WriteCertificate(certificate, key string) error {
	private, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		return err
	}
	now := time.Now()
	template := &x509.Certificate{
		SerialNumber: big.NewInt(now.UnixNano()), NotBefore: now.Add(-time.Hour), NotAfter: now.Add(24 * time.Hour),
		IPAddresses: []net.IP{net.IPv4(127, 0, 0, 1)},
	}
	public, err := x509.CreateCertificate(rand.Reader, template, template, &private.PublicKey, private)
	if err != nil {
		return err
	}
	secret, err := x509.MarshalPKCS8PrivateKey(private)
	if err != nil {
		return err
	}
	return errors.Join(
		os.WriteFile(certificate, pem.EncodeToMemory(&pem.Block{Type: "CERTIFICATE", Bytes: public}), 0o600),
		os.WriteFile(key, pem.EncodeToMemory(&pem.Block{Type: "PRIVATE KEY", Bytes: secret}), 0o600),
	)
}
