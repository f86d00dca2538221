package tables

import (
	"errors"
	"regexp"
)

// keyHashPattern is what the hash of a key looks like: SHA-256 in hexadecimal digits.
var keyHashPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// checkSession returns an error for a hash that is none, so that a secret is never
// stored by mistake.
func checkSession(keyHash, actor string) error {
	if !keyHashPattern.MatchString(keyHash) {
		return errors.New("store: the hash of a key: use SHA-256 in 64 hexadecimal digits")
	}
	if actor == "" {
		return errors.New("store: a session needs an actor")
	}
	return nil
}
