package account

import (
	"crypto/hmac"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base32"
	"encoding/hex"
	"regexp"
	"strings"
)

// NewKey returns 128 random bits in lower-case letters and digits: a secret or a unique id.
func NewKey() string {
	var bits [16]byte
	rand.Read(bits[:]) // never fails; the process ends if the system has no random bits
	return strings.ToLower(base32.StdEncoding.WithPadding(base32.NoPadding).EncodeToString(bits[:]))
}

// KeyPattern matches the results of [NewKey].
var KeyPattern = regexp.MustCompile(`^[a-z2-7]{26}$`)

// KeyHash returns the hash of a secret for storage. A secret with 128 random bits needs no slow
// hash.
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

// Signed returns an id with a signature, which [Unsigned] checks.
func Signed(key, id string) string { return id + "." + signature(key, id) }

// Unsigned returns the id in a result of [Signed]. ok is false if the signature is wrong.
func Unsigned(key, signed string) (id string, ok bool) {
	id, sum, ok := strings.Cut(signed, ".")
	return id, ok && hmac.Equal([]byte(sum), []byte(signature(key, id)))
}

func signature(key, id string) string {
	sum := hmac.New(sha256.New, []byte(key))
	sum.Write([]byte(id))
	return hex.EncodeToString(sum.Sum(nil))
}
