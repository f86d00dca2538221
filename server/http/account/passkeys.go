package account

import (
	"context"
	"encoding/json"
	"net"
	"net/http"
	"net/netip"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/notice"
)

type (
	// A Passkey signs in without a password.
	Passkey struct {
		ID      string `json:"id"`
		Label   string `json:"label"`
		Created int64  `json:"created"`
	}
	// PasskeyOptions is what a browser needs to make or use a passkey, as
	// PublicKeyCredential.parse…OptionsFromJSON reads it.
	PasskeyOptions struct {
		PublicKey json.RawMessage `json:"publicKey"`
	}
	passkeyOptionsOutput struct{ Body PasskeyOptions }
	passkeysOutput       struct{ Body []Passkey }
	answerInput          struct{ Body json.RawMessage }
	idInput              struct {
		ID string `path:"id" maxLength:"2000"`
	}
)

// maxPasskey bounds what a browser says about a passkey, in bytes.
const maxPasskey = 32 << 10

// registerPasskeys registers the operations of passkeys.
func (s *Server) registerPasskeys(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/account/passkeys", "Your passkeys", s.getPasskeys, 401)
	web.Post(routes, web.Cheap, "/api/account/passkey-challenge", "Begin to make a passkey", web.MaxBody, s.postPasskeyChallenge, 401, 403, 409, 422)
	web.Post(routes, web.Cheap, "/api/account/passkeys", "Add the passkey that the browser has made", maxPasskey, s.postPasskey, 401, 403, 409, 422)
	web.Delete(routes, web.Cheap, "/api/account/passkeys/{id}", "Remove a passkey", s.deletePasskey, 401, 403, 422)
	web.Post(routes, web.Cheap, "/api/session/passkey/challenge", "Begin to sign in by passkey", web.MaxBody, s.postSignInChallenge, 409, 429)
	web.Post(routes, web.Cheap, "/api/session/passkey", "Sign in by passkey", maxPasskey, s.postPasskeySession, 409, 422, 429)
}

// Site returns where passkeys of a request are made and used. They need a name: at an
// address in numbers there are none, and ok is false. With
// StaffPasskeys every passkey must verify its user, because the challenge precedes the name.
func (s *Server) Site(r *http.Request) (site account.Site, ok bool) {
	host := r.Host
	if name, _, err := net.SplitHostPort(host); err == nil {
		host = name
	}
	scheme := "http://"
	if s.Secure(r) {
		scheme = "https://"
	}
	_, err := netip.ParseAddr(host)
	return account.Site{Host: host, Origin: scheme + r.Host, Verify: s.StaffPasskeys}, err != nil && host != "" && host[0] != '['
}

// siteOf is Site with a problem where there is none.
func (s *Server) siteOf(r *http.Request) (account.Site, error) {
	site, ok := s.Site(r)
	if !ok {
		return site, web.ProblemOf(http.StatusConflict, "account.passkey.no-name", nil)
	}
	return site, nil
}

// Passkeys returns the passkeys of the user of a request.
func (s *Server) Passkeys(r *http.Request) ([]Passkey, error) {
	u, _, err := s.User(r)
	if err != nil {
		return nil, err
	}
	has, err := s.Accounts.Passkeys(r.Context(), u)
	all := []Passkey{}
	for _, p := range has {
		all = append(all, Passkey{p.ID, p.Label, p.Created.UnixMilli()})
	}
	return all, s.problem(err, "")
}

// RemovePasskey removes a passkey of the user of a request, who must have signed in a
// short time ago.
func (s *Server) RemovePasskey(r *http.Request, id string) error {
	u, _, err := s.freshUser(r)
	if err != nil {
		return err
	}
	was, err := s.Accounts.RemovePasskey(r.Context(), u, id)
	if was {
		s.secured(r, "passkey-removed", u, notice.PasskeyChange, err)
	}
	return s.problem(err, "")
}

// asked returns options for a browser, whose JSON has them as publicKey.
func asked(options any) (*passkeyOptionsOutput, error) {
	text, err := json.Marshal(options)
	out := &passkeyOptionsOutput{}
	if err == nil {
		err = json.Unmarshal(text, &out.Body)
	}
	return out, err
}

func (s *Server) getPasskeys(ctx context.Context, _ *noInput) (*passkeysOutput, error) {
	all, err := s.Passkeys(web.RequestOf(ctx))
	return &passkeysOutput{all}, err
}

func (s *Server) postPasskeyChallenge(ctx context.Context, _ *noInput) (*passkeyOptionsOutput, error) {
	r := web.RequestOf(ctx)
	u, _, err := s.freshUser(r)
	if err != nil {
		return nil, err
	}
	site, err := s.siteOf(r)
	if err != nil {
		return nil, err
	}
	options, err := s.Accounts.BeginPasskey(ctx, site, u)
	if err != nil {
		return nil, s.problem(err, "")
	}
	return asked(options)
}

func (s *Server) postPasskey(ctx context.Context, in *answerInput) (*noOutput, error) {
	r := web.RequestOf(ctx)
	u, _, err := s.freshUser(r)
	if err != nil {
		return nil, err
	}
	site, err := s.siteOf(r)
	if err != nil {
		return nil, err
	}
	err = s.Accounts.AddPasskey(ctx, site, u, account.DeviceOf(r.UserAgent()), in.Body)
	s.secured(r, "passkey-added", u, notice.PasskeyChange, err)
	return &noOutput{}, s.problem(err, "")
}

func (s *Server) deletePasskey(ctx context.Context, in *idInput) (*noOutput, error) {
	return &noOutput{}, s.RemovePasskey(web.RequestOf(ctx), in.ID)
}

func (s *Server) postSignInChallenge(ctx context.Context, _ *noInput) (*passkeyOptionsOutput, error) {
	r := web.RequestOf(ctx)
	site, err := s.siteOf(r)
	if err != nil {
		return nil, err
	}
	if err := take(s.limits.passkeys, s.Address(r), tooManySignIns); err != nil {
		return nil, err
	}
	options, err := s.Accounts.BeginPasskeySignIn(ctx, site)
	if err != nil {
		return nil, s.problem(err, "")
	}
	return asked(options)
}

func (s *Server) postPasskeySession(ctx context.Context, in *answerInput) (*sessionOutput, error) {
	r := web.RequestOf(ctx)
	site, err := s.siteOf(r)
	if err != nil {
		return nil, err
	}
	u, method, err := s.Accounts.PasskeySignIn(ctx, site, in.Body)
	s.signInLogged(r, "passkey", "", u, err)
	if err != nil {
		return nil, s.problem(err, "")
	}
	cookies, err := s.admit(r, u, method)
	if err != nil {
		return nil, err
	}
	return signed(u, cookies), nil
}
