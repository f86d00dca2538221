package account

import (
	"context"

	"rosette/server/refusal"
)

// An Event is a sign-in or a change to an account, for the server's log. It lets operators find out
// when and how an intruder signed in. It has the user's id and not the typed name, which may be a
// password that was typed into the wrong field. It has no address, because the privacy page
// promises that none is stored.
type Event struct {
	Name    string // such as signed-in
	User    string // id, "" if no account has the name
	By      string // password, passkey or link, "" unless it is a sign-in
	Reason  string // code of the refusal, for a sign-in
	Refused bool
}

// Events that send a letter, see [Mail.SecurityChange].
const (
	PasswordChanged = "password-changed"
	PasswordReset   = "password-reset"
	PasskeyAdded    = "passkey-added"
	PasskeyRemoved  = "passkey-removed"
	TokenMade       = "token-made"
)

// log sends an event to the log.
func (s *Service) log(ctx context.Context, e Event) {
	if s.LogEvent != nil {
		s.LogEvent(ctx, e)
	}
}

// logChange logs a change to an account unless the change has failed.
func (s *Service) logChange(ctx context.Context, event string, u User, err error) {
	if err == nil {
		s.log(ctx, Event{Name: event, User: u.ID})
	}
}

// logSecurityChange logs a change to passwords, passkeys or tokens, and notifies the user by
// e-mail, because an intruder may have made it.
func (s *Service) logSecurityChange(ctx context.Context, c Client, event string, u User, err error) {
	s.logChange(ctx, event, u, err)
	if err != nil || s.Mail == nil || !u.Verified {
		return
	}
	// The change is made, so an error here must not fail the request.
	if err := s.Mail.SecurityChange(ctx, u, c.languageOf(u), event); err != nil && s.OnMailError != nil {
		s.OnMailError(ctx, err)
	}
}

// logSignIn logs a sign-in, also a refused one. Then u may be the zero User.
func (s *Service) logSignIn(ctx context.Context, by string, u User, err error) {
	switch refused := refusal.Of(err); {
	case err == nil:
		s.log(ctx, Event{Name: "signed-in", User: u.ID, By: by})
	case refused != nil:
		s.log(ctx, Event{Name: "sign-in-refused", User: u.ID, By: by, Reason: refused.Code, Refused: true})
	}
}
