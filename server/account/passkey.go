package account

import (
	"context"
	"encoding/base64"
	"encoding/json"
	"errors"
	"fmt"
	"time"

	"github.com/go-webauthn/webauthn/protocol"
	"github.com/go-webauthn/webauthn/webauthn"

	"rosette/server/refusal"
)

// A Site is the host of passkeys. They work on no other host.
type Site struct {
	Host   string // host name without a port
	Origin string // such as https://go.example.org
	Verify bool   // require user verification
}

// verification returns the requirement for browsers.
func (site Site) verification() protocol.UserVerificationRequirement {
	if site.Verify {
		return protocol.VerificationRequired
	}
	return protocol.VerificationPreferred
}

// A Passkey signs its user in without a password.
type Passkey struct {
	ID      string
	Label   string
	Created time.Time
}

const (
	// challengeLife is the time limit for a response to a challenge.
	challengeLife = 10 * time.Minute
	mostPasskeys  = 20
)

var (
	// ErrPasskey refuses a passkey, for any reason.
	ErrPasskey = refuse("account.passkey.wrong")

	// ErrNoSite refuses passkeys at an address without a host name.
	ErrNoSite = refusal.New(refusal.Conflict, "account.passkey.no-name")
)

// passkeyBody is the stored data of a passkey.
type passkeyBody struct {
	Label      string              `json:"label"`
	Credential webauthn.Credential `json:"credential"`
}

// A passkeyUser implements [webauthn.User].
type passkeyUser struct {
	User
	keys []webauthn.Credential
}

func (u passkeyUser) WebAuthnID() []byte                         { return u.Passkey }
func (u passkeyUser) WebAuthnName() string                       { return u.Name }
func (u passkeyUser) WebAuthnDisplayName() string                { return u.Name }
func (u passkeyUser) WebAuthnCredentials() []webauthn.Credential { return u.keys }

// party returns the relying party that checks a site's passkeys.
func (site Site) party() (*webauthn.WebAuthn, error) {
	return webauthn.New(&webauthn.Config{RPID: site.Host, RPDisplayName: "Rosette", RPOrigins: []string{site.Origin}})
}

// withPasskeys returns a user with the user's passkeys.
func (s *Service) withPasskeys(ctx context.Context, u User) (passkeyUser, error) {
	has, err := s.Store.BelongingsOf(ctx, u.ID, KindPasskey)
	known := passkeyUser{User: u}
	for _, b := range has {
		body, err := passkeyOf(b)
		if err != nil {
			return known, err
		}
		known.keys = append(known.keys, body.Credential)
	}
	return known, err
}

func passkeyOf(b Belonging) (body passkeyBody, err error) {
	if err := json.Unmarshal([]byte(b.Body), &body); err != nil {
		return body, fmt.Errorf("account: passkey of %s: %w", b.Owner, err)
	}
	return body, nil
}

// Passkeys returns the passkeys of the user, the oldest first.
func (s *Service) Passkeys(ctx context.Context, v Visitor) (all []Passkey, err error) {
	u, err := v.user()
	if err != nil {
		return nil, err
	}
	has, err := s.Store.BelongingsOf(ctx, u.ID, KindPasskey)
	for _, b := range has {
		body, err := passkeyOf(b)
		if err != nil {
			return nil, err
		}
		all = append(all, Passkey{b.ID, body.Label, b.At})
	}
	return all, err
}

// passkeyOwner returns the client's user if the client may add passkeys.
func (s *Service) passkeyOwner(c Client) (User, error) {
	u, err := s.freshUser(c.Visitor)
	if err == nil && c.Site.Host == "" {
		err = ErrNoSite
	}
	return u, err
}

// BeginPasskey returns the options for a browser to make a passkey for the user.
func (s *Service) BeginPasskey(ctx context.Context, c Client) (*protocol.CredentialCreation, error) {
	u, err := s.passkeyOwner(c)
	if err != nil {
		return nil, err
	}
	party, err := c.Site.party()
	if err != nil {
		return nil, err
	}
	known, err := s.withPasskeys(ctx, u)
	if err != nil {
		return nil, err
	}
	if len(known.keys) >= mostPasskeys {
		return nil, withField(refuse("account.passkey.most", "n", mostPasskeys), "")
	}
	options, challenge, err := party.BeginRegistration(known,
		webauthn.WithAuthenticatorSelection(protocol.AuthenticatorSelection{
			RequireResidentKey: protocol.ResidentKeyRequired(), ResidentKey: protocol.ResidentKeyRequirementRequired,
			UserVerification: c.Site.verification(),
		}),
		webauthn.WithExclusions(webauthn.Credentials(known.keys).CredentialDescriptors()))
	if err != nil {
		return nil, err
	}
	return options, s.storeChallenge(ctx, u.ID, challenge)
}

// AddPasskey adds the passkey in the response of the user's browser.
func (s *Service) AddPasskey(ctx context.Context, c Client, response []byte) error {
	u, err := s.passkeyOwner(c)
	if err != nil {
		return err
	}
	err = s.addPasskey(ctx, c, u, response)
	s.logSecurityChange(ctx, c, PasskeyAdded, u, err)
	return withField(err, "")
}

func (s *Service) addPasskey(ctx context.Context, c Client, u User, response []byte) error {
	party, err := c.Site.party()
	if err != nil {
		return err
	}
	parsed, err := protocol.ParseCredentialCreationResponseBytes(response)
	if err != nil {
		return ErrPasskey
	}
	challenge, err := s.takeChallenge(ctx, u.ID, parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return err
	}
	made, err := party.CreateCredential(passkeyUser{User: u}, challenge, parsed)
	if err != nil {
		return ErrPasskey
	}
	body, err := json.Marshal(passkeyBody{string(c.Device), *made})
	if err != nil {
		return err
	}
	err = s.Store.Add(ctx, Belonging{
		Owner: u.ID, Kind: KindPasskey, ID: passkeyID(made.ID), At: s.Now(), Body: string(body),
	})
	if errors.Is(err, ErrTaken) {
		return ErrPasskey
	}
	return err
}

// passkeyID returns a passkey's id in the store.
func passkeyID(id []byte) string { return base64.RawURLEncoding.EncodeToString(id) }

// RemovePasskey removes one of the user's passkeys, unless it is the only way to sign in. The
// session must be fresh.
func (s *Service) RemovePasskey(ctx context.Context, c Client, id string) error {
	u, err := s.freshUser(c.Visitor)
	if err != nil {
		return err
	}
	all, err := s.Passkeys(ctx, c.Visitor)
	if err != nil {
		return err
	}
	if len(all) == 1 && u.Password == "" {
		return withField(refuse("account.passkey.last"), "")
	}
	removed, err := s.Store.Remove(ctx, Belonging{Owner: u.ID, Kind: KindPasskey, ID: id})
	if removed {
		s.logSecurityChange(ctx, c, PasskeyRemoved, u, err)
	}
	return err
}

// BeginPasskeySignIn returns the options for a browser to sign in by a passkey. They contain no
// user.
func (s *Service) BeginPasskeySignIn(ctx context.Context, c Client) (*protocol.CredentialAssertion, error) {
	if c.Site.Host == "" {
		return nil, ErrNoSite
	}
	if err := take(s.Limits.Passkeys, c.Address, tooManySignIns); err != nil {
		return nil, err
	}
	party, err := c.Site.party()
	if err != nil {
		return nil, err
	}
	options, challenge, err := party.BeginDiscoverableLogin(webauthn.WithUserVerification(c.Site.verification()))
	if err != nil {
		return nil, err
	}
	return options, s.storeChallenge(ctx, "", challenge)
}

// SignInByPasskey signs the client in by the response of a passkey.
func (s *Service) SignInByPasskey(ctx context.Context, c Client, response []byte) (SignInResult, error) {
	if c.Site.Host == "" {
		return SignInResult{}, ErrNoSite
	}
	u, method, err := s.passkeySignIn(ctx, c.Site, response)
	s.logSignIn(ctx, "passkey", u, err)
	if err != nil {
		return SignInResult{}, withField(err, "")
	}
	return s.beginUserSession(ctx, c, u, method)
}

// passkeySignIn returns the user whose passkey signed a response, and the sign-in method.
func (s *Service) passkeySignIn(ctx context.Context, site Site, response []byte) (User, Method, error) {
	party, err := site.party()
	if err != nil {
		return User{}, "", err
	}
	parsed, err := protocol.ParseCredentialRequestResponseBytes(response)
	if err != nil {
		return User{}, "", ErrPasskey
	}
	challenge, err := s.takeChallenge(ctx, "", parsed.Response.CollectedClientData.Challenge)
	if err != nil {
		return User{}, "", err
	}
	found, err := s.Store.Find(ctx, KindPasskey, passkeyID(parsed.RawID))
	if err != nil || len(found) == 0 {
		return User{}, "", orRefuse(err, ErrPasskey)
	}
	u, err := s.Store.User(ctx, found[0].Owner)
	if err != nil || !u.Open() {
		return User{}, "", orRefuse(err, ErrPasskey)
	}
	known, err := s.withPasskeys(ctx, u)
	if err != nil {
		return User{}, "", err
	}
	used, err := party.ValidateDiscoverableLogin(func([]byte, []byte) (webauthn.User, error) { return known, nil },
		challenge, parsed)
	if err != nil || used.Authenticator.CloneWarning {
		return User{}, "", ErrPasskey
	}
	method := ByPasskey
	if parsed.Response.AuthenticatorData.Flags.HasUserVerified() { // the flag in the credential is never cleared
		method = ByVerifiedPasskey
	}
	return u, method, s.updatePasskey(ctx, found[0], used)
}

// updatePasskey stores a passkey's counter after a use.
func (s *Service) updatePasskey(ctx context.Context, b Belonging, used *webauthn.Credential) error {
	body, err := passkeyOf(b)
	if err != nil {
		return err
	}
	body.Credential = *used
	text, err := json.Marshal(body)
	b.Body = string(text)
	if err != nil {
		return err
	}
	return s.Store.Put(ctx, b)
}

// storeChallenge stores a challenge until it is answered.
func (s *Service) storeChallenge(ctx context.Context, owner string, c *webauthn.SessionData) error {
	now := s.Now()
	c.Expires = time.Time{} // takeChallenge checks the service's clock
	body, err := json.Marshal(c)
	if err != nil {
		return err
	}
	if err := s.Store.RemoveOlder(ctx, KindCode, now.Add(-challengeLife)); err != nil {
		return err
	}
	return s.Store.Add(ctx, Belonging{
		Owner: owner, Kind: KindCode, ID: KeyHash(c.Challenge), At: now, Body: string(body),
	})
}

// takeChallenge returns the owner's stored challenge and removes it.
func (s *Service) takeChallenge(ctx context.Context, owner, challenge string) (c webauthn.SessionData, err error) {
	found, err := s.Store.Find(ctx, KindCode, KeyHash(challenge))
	if err != nil || len(found) == 0 || found[0].Owner != owner {
		return c, orRefuse(err, ErrPasskey)
	}
	was, err := s.Store.Remove(ctx, found[0])
	if err != nil || !was || s.Now().Sub(found[0].At) > challengeLife {
		return c, orRefuse(err, ErrPasskey)
	}
	return c, json.Unmarshal([]byte(found[0].Body), &c)
}
