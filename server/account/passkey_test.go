package account_test

import (
	"crypto/ecdsa"
	"crypto/elliptic"
	"crypto/rand"
	"crypto/sha256"
	"encoding/base64"
	"encoding/binary"
	"encoding/json"
	"errors"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/store/storetest"
	"rosette/server/store/tables"
)

// An authenticator holds one passkey and answers like a browser.
type authenticator struct {
	*testing.T
	site   account.Site
	key    *ecdsa.PrivateKey
	handle []byte // user handle
	uses   uint32
}

const credential = "a passkey of Ana"

var encoding = base64.RawURLEncoding

// Flags in authenticator data.
const (
	present  = 1
	verified = 4
	attested = 64
)

// clientData returns the client data JSON for the challenge in options.
func (a authenticator) clientData(kind string, options any) []byte {
	a.Helper()
	var asked struct {
		PublicKey struct{ Challenge string }
	}
	text, err := json.Marshal(options)
	if err == nil {
		err = json.Unmarshal(text, &asked)
	}
	if err != nil {
		a.Fatal(err)
	}
	data, err := json.Marshal(map[string]any{"type": kind, "challenge": asked.PublicKey.Challenge, "origin": a.site.Origin})
	if err != nil {
		a.Fatal(err)
	}
	return data
}

// data returns authenticator data.
func (a *authenticator) data(flags byte) []byte {
	host := sha256.Sum256([]byte(a.site.Host))
	a.uses++
	return binary.BigEndian.AppendUint32(append(host[:], flags), a.uses)
}

// answer returns a credential as JSON.
func (a authenticator) answer(response map[string]string) []byte {
	a.Helper()
	id := encoding.EncodeToString([]byte(credential))
	data, err := json.Marshal(map[string]any{"id": id, "rawId": id, "type": "public-key", "response": response})
	if err != nil {
		a.Fatal(err)
	}
	return data
}

// register returns the answer to options for a new passkey, without attestation. The CBOR is
// written by hand: a map with three entries, and a COSE key (RFC 9053).
func (a *authenticator) register(options any, flags byte) []byte {
	point, err := a.key.PublicKey.Bytes() // 4, x, y
	if err != nil {
		a.Fatal(err)
	}
	data := append(a.data(flags|present|attested), make([]byte, 16)...)
	data = append(binary.BigEndian.AppendUint16(data, uint16(len(credential))), credential...)
	data = append(append(data, "\xa5\x01\x02\x03\x26\x20\x01\x21\x58\x20"...), point[1:33]...)
	data = append(append(data, "\x22\x58\x20"...), point[33:]...)
	object := append([]byte("\xa3\x63fmt\x64none\x67attStmt\xa0\x68authData\x58"), byte(len(data)))
	return a.answer(map[string]string{
		"clientDataJSON":    encoding.EncodeToString(a.clientData("webauthn.create", options)),
		"attestationObject": encoding.EncodeToString(append(object, data...)),
	})
}

// use returns the answer to options for a sign-in.
func (a *authenticator) use(options any, flags byte) []byte {
	client, data := a.clientData("webauthn.get", options), a.data(flags|present)
	hash := sha256.Sum256(client)
	sum := sha256.Sum256(append(data[:len(data):len(data)], hash[:]...))
	signature, err := ecdsa.SignASN1(rand.Reader, a.key, sum[:])
	if err != nil {
		a.Fatal(err)
	}
	return a.answer(map[string]string{
		"clientDataJSON": encoding.EncodeToString(client), "authenticatorData": encoding.EncodeToString(data),
		"signature": encoding.EncodeToString(signature), "userHandle": encoding.EncodeToString(a.handle),
	})
}

// clientOf returns a user who has signed in now.
func clientOf(u account.User, site account.Site) account.Client {
	session := account.Session{Actor: u.Actor(), Created: time.Now()}
	return account.Client{Visitor: account.Visitor{Identity: account.Identity{Session: session, User: u}}, Site: site}
}

// withPasskey returns accounts where Ana has a passkey, registered with user verification.
func withPasskey(t *testing.T, site account.Site) (*account.Service, *authenticator) {
	t.Helper()
	s := &account.Service{Store: tables.Accounts(storetest.Open(t)), Hasher: &account.Hasher{Cost: cheap}, Now: time.Now}
	u, err := s.Register(t.Context(), account.Registration{Name: "Ana", Password: "correct horse"})
	if err != nil {
		t.Fatal(err)
	}
	key, err := ecdsa.GenerateKey(elliptic.P256(), rand.Reader)
	if err != nil {
		t.Fatal(err)
	}
	a := &authenticator{T: t, site: site, key: key, handle: u.Passkey}
	c := clientOf(u, site)
	options, err := s.BeginPasskey(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AddPasskey(t.Context(), c, a.register(options, verified)); err != nil {
		t.Fatal(err)
	}
	return s, a
}

// A lost security key without a PIN answers without user verification.
func TestAPasskeyCountsForStaffOnlyIfItHasVerifiedItsUser(t *testing.T) {
	for _, verify := range []bool{false, true} {
		site := account.Site{Host: "go.test", Origin: "https://go.test", Verify: verify}
		s, a := withPasskey(t, site)
		for _, c := range []struct {
			flags  byte
			method account.Method
		}{{verified, account.ByVerifiedPasskey}, {0, account.ByPasskey}, {verified, account.ByVerifiedPasskey}} {
			stranger := account.Client{Site: site}
			options, err := s.BeginPasskeySignIn(t.Context(), stranger)
			if err != nil {
				t.Fatal(err)
			}
			text, err := json.Marshal(options)
			if err != nil || strings.Contains(string(text), `"userVerification":"required"`) != verify {
				t.Errorf("the browser gets %s, %v", text, err)
			}
			e, err := s.SignInByPasskey(t.Context(), stranger, a.use(options, c.flags))
			if verify && c.flags == 0 {
				if !errors.Is(err, account.ErrPasskey) {
					t.Errorf("a user who was not verified signs in: %+v, %v", e, err)
				}
				continue
			}
			if err != nil {
				t.Fatalf("flags %d: %v", c.flags, err)
			}
			if i, err := s.Identify(t.Context(), e.Session); err != nil || i.User.Name != "Ana" || i.Session.Method != c.method {
				t.Errorf("flags %d: %+v, %v", c.flags, i, err)
			}
		}
	}
}

func TestANewPasskeyForStaffHasVerifiedItsUser(t *testing.T) {
	site := account.Site{Host: "go.test", Origin: "https://go.test", Verify: true}
	s, a := withPasskey(t, site)
	u, err := s.Register(t.Context(), account.Registration{Name: "Ben", Password: "correct horse"})
	if err != nil {
		t.Fatal(err)
	}
	c := clientOf(u, site)
	options, err := s.BeginPasskey(t.Context(), c)
	if err != nil {
		t.Fatal(err)
	}
	if err := s.AddPasskey(t.Context(), c, a.register(options, 0)); !errors.Is(err, account.ErrPasskey) {
		t.Errorf("a passkey is added whose user was not verified: %v", err)
	}
}
