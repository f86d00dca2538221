package account

import (
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"strings"
)

// NewKey returns 128 random bits in lower-case letters and digits: a secret, or an id
// that nobody has.
func NewKey() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(bits[:]))
}

// KeyHash returns what of a secret is stored. A secret of 128 random bits needs no
// slow hash.
func KeyHash(key string) string {
	sum := sha256.Sum256([]byte(key))
	return hex.EncodeToString(sum[:])
}

// NewGuest returns the actor of a new guest.
func NewGuest() string {
	var bits [16]byte
	rand.Read(bits[:])
	return guestPrefix + hex.EncodeToString(bits[:])
}
