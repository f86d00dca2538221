package notice

import (
	"crypto/ecdh"
	"crypto/sha256"
	"encoding/base64"
	"encoding/hex"
	"errors"
	"net/url"
	"strings"
)

// Limits for a browser's subscription.
const (
	longestEndpoint = 1000
	authLength      = 16
)

// ErrDevice is returned for an invalid subscription.
var ErrDevice = errors.New("notify: not the subscription of a browser")

// Check returns [ErrDevice] unless the server can send messages to the device: the endpoint must be
// an https URL, and the keys must be valid. It returns [ErrPrivate] if the host alone shows that
// the endpoint is not in the public network. The addresses for a name are checked on connecting.
// plain allows unencrypted URLs and this machine, for tests.
func (d Details) Check(plain bool) error {
	u, err := url.Parse(d.Endpoint)
	if err != nil || len(d.Endpoint) > longestEndpoint || u.Host == "" || u.User != nil || u.Fragment != "" {
		return ErrDevice
	}
	if u.Scheme != "https" && !(plain && u.Scheme == "http") {
		return ErrDevice
	}
	if port := u.Port(); port != "" && port != "443" && !plain {
		return ErrDevice
	}
	if !plain && !publicHost(u.Hostname()) {
		return ErrPrivate
	}
	key, err := decode(d.Key)
	if err != nil {
		return ErrDevice
	}
	if _, err := ecdh.P256().NewPublicKey(key); err != nil {
		return ErrDevice
	}
	if auth, err := decode(d.Auth); err != nil || len(auth) != authLength {
		return ErrDevice
	}
	return nil
}

// decode decodes base64 from browsers, with or without padding.
func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// DeviceID returns the ID for the device with an endpoint.
func DeviceID(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return hex.EncodeToString(sum[:])
}
