package account

import (
	"context"
	"encoding/json"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// A Passkey signs in without a password.
	Passkey struct {
		ID      string `json:"id"`
		Label   string `json:"label"`
		Created int64  `json:"created"`
	}
	// PasskeyOptions are the options with which a browser makes or uses a passkey, as
	// PublicKeyCredential.parse…OptionsFromJSON reads them.
	PasskeyOptions struct {
		PublicKey json.RawMessage `json:"publicKey"`
	}
	passkeyOptionsOutput struct{ Body PasskeyOptions }
	passkeysOutput       struct{ Body []Passkey }
	responseInput        struct {
		web.Caller
		Body json.RawMessage
	}
	idInput struct {
		web.Caller
		ID string `path:"id" maxLength:"2000"`
	}
)

// maxPasskey bounds a browser's passkey response, in bytes.
const maxPasskey = 32 << 10

// registerPasskeys registers the passkey operations.
func (s *Server) registerPasskeys(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/account/passkeys", "Your passkeys", s.getPasskeys, 401)
	web.Post(routes, web.Cheap, "/api/account/passkey-challenge", "Begin to make a passkey", web.MaxBody,
		s.postPasskeyChallenge, 401, 403, 409, 422)
	web.Post(routes, web.Cheap, "/api/account/passkeys", "Add the passkey that the browser has made", maxPasskey,
		s.postPasskey, 401, 403, 409, 422)
	web.Delete(routes, web.Cheap, "/api/account/passkeys/{id}", "Remove a passkey", s.deletePasskey, 401, 403, 422)
	web.Post(routes, web.Cheap, "/api/session/passkey/challenge", "Begin to sign in by passkey", web.MaxBody,
		s.postSignInChallenge, 409, 429)
	web.Post(routes, web.Cheap, "/api/session/passkey", "Sign in by passkey", maxPasskey, s.postPasskeySession, 409,
		422, 429)
}

// passkeyOf returns a passkey without its key.
func passkeyOf(p account.Passkey) Passkey { return Passkey{p.ID, p.Label, p.Created.UnixMilli()} }

// optionsOf returns options for a browser, taken from the publicKey field of their JSON.
func optionsOf(options any, err error) (*passkeyOptionsOutput, error) {
	if err != nil {
		return nil, err
	}
	text, err := json.Marshal(options)
	out := &passkeyOptionsOutput{}
	if err == nil {
		err = json.Unmarshal(text, &out.Body)
	}
	return out, err
}

func (s *Server) getPasskeys(ctx context.Context, in *noInput) (*passkeysOutput, error) {
	all, err := s.Accounts.Passkeys(ctx, in.Visitor)
	return &passkeysOutput{web.ListOf(all, passkeyOf)}, err
}

func (s *Server) postPasskeyChallenge(ctx context.Context, in *noInput) (*passkeyOptionsOutput, error) {
	options, err := s.Accounts.BeginPasskey(ctx, in.Client)
	return optionsOf(options, err)
}

func (s *Server) postPasskey(ctx context.Context, in *responseInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.AddPasskey(ctx, in.Client, in.Body)
}

func (s *Server) deletePasskey(ctx context.Context, in *idInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.RemovePasskey(ctx, in.Client, in.ID)
}

func (s *Server) postSignInChallenge(ctx context.Context, in *noInput) (*passkeyOptionsOutput, error) {
	options, err := s.Accounts.BeginPasskeySignIn(ctx, in.Client)
	return optionsOf(options, err)
}

func (s *Server) postPasskeySession(ctx context.Context, in *responseInput) (*sessionOutput, error) {
	e, err := s.Accounts.SignInByPasskey(ctx, in.Client, in.Body)
	return entered(in.Caller, e, err)
}
