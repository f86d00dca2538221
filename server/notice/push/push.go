// Package push sends messages to browsers by web push (RFC 8030), encrypted for the browser (RFC
// 8291, aes128gcm) and signed with a server key (VAPID, RFC 8292). The addresses come from
// strangers, so it follows no redirects and does not connect to private networks.
package push

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"net"
	"net/http"
	"net/url"
	"sync"
	"time"

	"github.com/SherClockHolmes/webpush-go"

	"rosette/server/notice"
)

// Options configure a sender. Store is required.
type Options struct {
	Store notice.Store
	// Contact is an http or e-mail address under which the operators of push services can reach the
	// server's operator.
	Contact string
	// Loopback allows push services on this machine, for tests.
	Loopback bool
	// Wait is the time limit for a request to a push service. The default is 10 s.
	Wait time.Duration
}

// A Sender sends messages.
type Sender struct {
	Options
	client *http.Client

	mu   sync.Mutex
	keys keyPair
}

// A keyPair signs messages. The public key identifies the server to push services and browsers.
type keyPair struct {
	Private string `json:"private"`
	Public  string `json:"public"`
}

// New returns a sender.
func New(o Options) *Sender {
	if o.Wait == 0 {
		o.Wait = 10 * time.Second
	}
	if o.Contact == "" {
		o.Contact = "nobody@localhost.invalid"
	}
	dialer := net.Dialer{Timeout: o.Wait, ControlContext: guard(o.Loopback)}
	return &Sender{Options: o, client: &http.Client{
		Timeout:       o.Wait,
		CheckRedirect: func(*http.Request, []*http.Request) error { return http.ErrUseLastResponse },
		Transport: &http.Transport{
			DialContext: dialer.DialContext, ForceAttemptHTTP2: true, TLSHandshakeTimeout: o.Wait,
			MaxIdleConns: 32, MaxConnsPerHost: 16, IdleConnTimeout: time.Minute, MaxResponseHeaderBytes: 16 << 10,
		},
	}}
}

// secretName is the name of the keys among the server's secrets.
const secretName = "vapid"

// Key returns the server's public key for browsers. It creates the keys if they do not exist.
func (s *Sender) Key(ctx context.Context) (string, error) {
	keys, err := s.pair(ctx)
	return keys.Public, err
}

func (s *Sender) pair(ctx context.Context) (keyPair, error) {
	s.mu.Lock()
	defer s.mu.Unlock()
	if s.keys.Public != "" {
		return s.keys, nil
	}
	var fresh keyPair
	var err error
	if fresh.Private, fresh.Public, err = webpush.GenerateVAPIDKeys(); err != nil {
		return keyPair{}, fmt.Errorf("push: keys: %w", err)
	}
	text, err := json.Marshal(fresh)
	if err != nil {
		return keyPair{}, fmt.Errorf("push: keys: %w", err)
	}
	kept, err := s.Store.Secret(ctx, secretName, string(text))
	if err != nil {
		return keyPair{}, fmt.Errorf("push: keys: %w", err)
	}
	var keys keyPair
	if err := json.Unmarshal([]byte(kept), &keys); err != nil {
		return keyPair{}, errors.New("push: cannot decode the keys from the database")
	}
	s.keys = keys
	return keys, nil
}

// Errors of Send.
var (
	ErrGone    = errors.New("push: the browser no longer accepts messages")
	ErrRefused = errors.New("push: the push service refused the message")
)

// An Envelope contains the delivery options for a push service.
type Envelope struct {
	// Topic is up to 32 letters, digits, - and _. A later message with the same topic replaces a
	// waiting one.
	Topic  string
	Life   time.Duration // how long the message waits for the browser
	Urgent bool
}

// Send sends a message to a device. [ErrGone] and [ErrRefused] are permanent, other errors may be
// temporary. Errors do not contain the endpoint, because it is the browser's secret.
func (s *Sender) Send(ctx context.Context, d notice.Device, m notice.Message, e Envelope) error {
	if err := d.Check(s.Loopback); err != nil {
		return ErrRefused
	}
	keys, err := s.pair(ctx)
	if err != nil {
		return err
	}
	text, err := json.Marshal(m)
	if err != nil {
		return fmt.Errorf("push: %w", err)
	}
	urgency := webpush.UrgencyNormal
	if e.Urgent {
		urgency = webpush.UrgencyHigh
	}
	answer, err := webpush.SendNotificationWithContext(ctx, text, &webpush.Subscription{
		Endpoint: d.Endpoint, Keys: webpush.Keys{Auth: d.Auth, P256dh: d.Key},
	}, &webpush.Options{
		HTTPClient: s.client, Subscriber: s.Contact, Topic: e.Topic, TTL: int(e.Life.Seconds()), Urgency: urgency,
		VAPIDPublicKey: keys.Public, VAPIDPrivateKey: keys.Private,
	})
	if err != nil {
		return withoutAddress(err)
	}
	defer answer.Body.Close()
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10) // the explanation is not needed
	return outcome(answer.StatusCode)
}

// withoutAddress removes the address from a request error.
func withoutAddress(err error) error {
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("push: %w", err)
}

// outcome returns the error for a response status.
func outcome(status int) error {
	switch {
	case status < 300:
		return nil
	case status == http.StatusNotFound || status == http.StatusGone:
		return ErrGone
	case status == http.StatusTooManyRequests || status >= 500:
		return fmt.Errorf("push: the push service responded with %d", status)
	}
	return fmt.Errorf("%w: %d", ErrRefused, status)
}
