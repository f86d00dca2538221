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

// Bounds of what a browser says about its push service.
const (
	longestEndpoint = 1000
	authLength      = 16
)

// ErrDevice is the refusal of what no push service of a browser says.
var ErrDevice = errors.New("notify: not the subscription of a browser")

// Check returns [ErrDevice] unless messages can be sent to a device: its endpoint is an
// address of the web, encrypted, and its keys are keys. It returns [ErrPrivate] if the
// endpoint is not in the public network by its host alone; what a name resolves to is known
// only when it is dialled. plain allows an address that is not encrypted, or of this machine,
// for tests.
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

// decode reads base64 as browsers write it, with or without padding.
func decode(text string) ([]byte, error) {
	return base64.RawURLEncoding.DecodeString(strings.TrimRight(text, "="))
}

// DeviceID returns the id of the device of an endpoint.
func DeviceID(endpoint string) string {
	sum := sha256.Sum256([]byte(endpoint))
	return hex.EncodeToString(sum[:])
}
