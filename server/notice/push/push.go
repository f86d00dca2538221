// Package push sends messages to browsers by web push (RFC 8030): encrypted for the
// browser (RFC 8291, aes128gcm) and signed with a key of the server (VAPID, RFC 8292).
// The addresses to which it sends come from strangers: it follows no redirect, and reaches
// no private network.
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

// Options are what a sender needs. Store must be set.
type Options struct {
	Store notice.Store
	// Contact is how the operator of a push service reaches that of this server: an
	// address of the web or an e-mail address.
	Contact string
	// Loopback allows push services on this machine, for tests.
	Loopback bool
	// Wait bounds the time that a push service may take; 10 s.
	Wait time.Duration
}

// A Sender sends messages.
type Sender struct {
	Options
	client *http.Client

	mu   sync.Mutex
	keys keyPair
}

// A keyPair signs messages. Push services and browsers know the server by its public key.
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

// secretName is the name of the keys among the secrets of the server.
const secretName = "vapid"

// Key returns the public key of the server, which browsers ask for. It makes the keys if
// there are none.
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
		return keyPair{}, errors.New("push: the keys in the database cannot be read")
	}
	s.keys = keys
	return keys, nil
}

// Errors of Send.
var (
	ErrGone    = errors.New("push: the browser takes no messages any more")
	ErrRefused = errors.New("push: the push service refuses the message")
)

// An Envelope says how a push service hands a message on.
type Envelope struct {
	Topic  string        // a later message with the same topic replaces one that waits; up to 32 letters, digits, - and _
	Life   time.Duration // how long it waits for the browser
	Urgent bool
}

// Send sends a message to a device. [ErrGone] and [ErrRefused] are final, another error
// may pass. No error tells the endpoint, which is a secret of the browser.
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
	_, _ = io.CopyN(io.Discard, answer.Body, 4<<10) // what a push service explains is of no use here
	return outcome(answer.StatusCode)
}

// withoutAddress returns an error of a request without the address of the request.
func withoutAddress(err error) error {
	if failed := new(url.Error); errors.As(err, &failed) {
		err = failed.Err
	}
	return fmt.Errorf("push: %w", err)
}

// outcome returns the error of an answer.
func outcome(status int) error {
	switch {
	case status < 300:
		return nil
	case status == http.StatusNotFound || status == http.StatusGone:
		return ErrGone
	case status == http.StatusTooManyRequests || status >= 500:
		return fmt.Errorf("push: the push service answers %d", status)
	}
	return fmt.Errorf("%w: %d", ErrRefused, status)
}
