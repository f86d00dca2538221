package tables

import (
	"errors"
	"regexp"
)

// keyHashPattern matches a key's hash: SHA-256 in hexadecimal digits.
var keyHashPattern = regexp.MustCompile(`^[0-9a-f]{64}$`)

// checkSession rejects an invalid hash, so that a secret is never stored by mistake.
func checkSession(keyHash, actor string) error {
	if !keyHashPattern.MatchString(keyHash) {
		return errors.New("store: invalid hash of a key: use SHA-256 in 64 hexadecimal digits")
	}
	if actor == "" {
		return errors.New("store: a session needs an actor")
	}
	return nil
}
