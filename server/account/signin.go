package account

import (
	"context"
	"errors"

	"rosette/server/refusal"
)

// Refusals of passwords.
var (
	// ErrWrong refuses a sign-in, for any reason. It does not reveal whether the account exists.
	ErrWrong = refusal.New(refusal.Forbidden, "account.sign-in.wrong")

	// ErrWrongPassword refuses a signed-in user's password.
	ErrWrongPassword = refusal.New(refusal.Forbidden, "account.password.wrong")

	// ErrNoPassword refuses a confirmation by password for an account that has none.
	ErrNoPassword = refusal.New(refusal.Invalid, "account.confirm.no-password")
)

// SignUp creates an account and signs the client in. The client's games as a guest become the
// user's.
func (s *Service) SignUp(ctx context.Context, c Client, name, password string) (SignInResult, error) {
	if _, err := CheckName(name); err != nil {
		return SignInResult{}, withField(err, "name")
	}
	if err := take(s.Limits.SignUps, c.Address, "account.too-many"); err != nil {
		return SignInResult{}, err
	}
	u, err := s.Register(ctx, Registration{Name: name, Password: password, Language: c.Language})
	s.logChange(ctx, "registered", u, err)
	if err != nil {
		return SignInResult{}, withField(err, "")
	}
	return s.beginUserSession(ctx, c, u, ByPassword)
}

// SignIn signs the client in by name and password. The client's games as a guest become the
// user's.
func (s *Service) SignIn(ctx context.Context, c Client, name, password string) (SignInResult, error) {
	if err := s.takeSignIn(ctx, c, name); err != nil {
		return SignInResult{}, err
	}
	u, err := s.userByTypedName(ctx, name)
	if err == nil {
		err = s.verify(ctx, u, password)
	}
	s.logSignIn(ctx, "password", u, err)
	if err != nil {
		return SignInResult{}, err
	}
	return s.beginUserSession(ctx, c, u, ByPassword)
}

// beginUserSession begins a session for a user, marks the browser as known, and ends the client's previous
// session. The games of a guest become the user's.
func (s *Service) beginUserSession(ctx context.Context, c Client, u User, by Method) (e SignInResult, err error) {
	previous := c.Visitor.Session
	if _, guest := GuestID(previous.Actor); guest {
		err = s.Claim(ctx, u, previous.Actor)
	} else if c.Visitor.SignedIn() {
		err = s.End(ctx, previous.Actor, previous.KeyHash)
	}
	if err != nil {
		return SignInResult{}, err
	}
	e.User = u
	if e.Session, err = s.BeginBy(ctx, u.Actor(), c.Device, by); err != nil {
		return SignInResult{}, err
	}
	if e.Browser, err = s.KnowBrowser(ctx, u, c.Browser); err != nil {
		return SignInResult{}, err
	}
	return e, nil
}

// SignOut ends the visitor's session.
func (s *Service) SignOut(ctx context.Context, v Visitor) error {
	if !v.SignedIn() {
		return nil
	}
	err := s.End(ctx, v.Session.Actor, v.Session.KeyHash)
	s.logChange(ctx, "signed-out", v.User, err)
	return err
}

// Confirm begins another session after a check of the password. The present session ends, so that a
// thief with its key gains nothing.
func (s *Service) Confirm(ctx context.Context, c Client, password string) (SignInResult, error) {
	u, err := c.Visitor.user()
	switch {
	case err != nil:
		return SignInResult{}, err
	case u.Password == "":
		return SignInResult{}, ErrNoPassword
	}
	if _, err := s.verifyOwn(ctx, c.Visitor, password, "password"); err != nil {
		return SignInResult{}, err
	}
	return s.confirm(ctx, c, "password", c.Visitor.Session.Method) // a passkey before that still counts
}

// ConfirmByPasskey is [Service.Confirm] by a passkey response.
func (s *Service) ConfirmByPasskey(ctx context.Context, c Client, response []byte) (SignInResult, error) {
	u, err := c.Visitor.user()
	if err != nil {
		return SignInResult{}, err
	}
	if c.Site.Host == "" {
		return SignInResult{}, ErrNoSite
	}
	found, method, err := s.passkeySignIn(ctx, c.Site, response)
	if err == nil && found.ID != u.ID {
		err = ErrPasskey
	}
	if err != nil {
		s.logSignIn(ctx, "passkey", u, err)
		return SignInResult{}, withField(err, "")
	}
	return s.confirm(ctx, c, "passkey", method)
}

// confirm begins another session of the user after a confirmation.
func (s *Service) confirm(ctx context.Context, c Client, by string, method Method) (SignInResult, error) {
	s.log(ctx, Event{Name: "confirmed", User: c.Visitor.User.ID, By: by})
	return s.beginUserSession(ctx, c, c.Visitor.User, method)
}

// verifyOwn returns the visitor's user if the password is right. A user without a password needs a
// fresh session instead. The limit is by session, so that other clients cannot exhaust it. Refusals
// name the field.
func (s *Service) verifyOwn(ctx context.Context, v Visitor, password, field string) (User, error) {
	u, err := v.user()
	if err != nil {
		return u, err
	}
	if u.Password == "" {
		return s.freshUser(v)
	}
	if err := take(s.Limits.Confirmations, v.Session.KeyHash, tooManySignIns); err != nil {
		return u, err
	}
	err = s.verify(ctx, u, password)
	if errors.Is(err, ErrWrong) {
		s.log(ctx, Event{Name: "password-refused", User: u.ID, Refused: true})
		return u, inField(ErrWrongPassword, field)
	}
	return u, err
}

// verify returns ErrWrong unless the password is the user's. It takes as long for the zero User.
func (s *Service) verify(ctx context.Context, u User, password string) error {
	if len(password) > mostHashed {
		password = ""
	}
	ok, dated, err := s.Hasher.Verify(ctx, u.Password, password)
	switch {
	case err != nil:
		return err
	case !ok:
		return ErrWrong
	case !dated:
		return nil
	}
	hash, err := s.Hasher.Hash(ctx, password)
	if err != nil {
		return err
	}
	_, err = s.Store.Change(ctx, u.ID, func(now *User) error {
		if now.Password == u.Password {
			now.Password = hash
		}
		return nil
	})
	return err
}

// SetPassword replaces the user's present password, and signs out everywhere else.
func (s *Service) SetPassword(ctx context.Context, c Client, present, password string) error {
	u, err := s.verifyOwn(ctx, c.Visitor, present, "old")
	if err != nil {
		return err
	}
	err = s.setPassword(ctx, u, password, c)
	s.logSecurityChange(ctx, c, PasswordChanged, u, err)
	return withField(err, "new")
}

// setPassword changes the password, signs out everywhere except here, and revokes all links
// that were sent before.
func (s *Service) setPassword(ctx context.Context, u User, password string, here Client) error {
	hash, err := s.hash(ctx, password, u.Name)
	if err != nil {
		return err
	}
	if _, err := s.Store.Change(ctx, u.ID, func(u *User) error { u.Password = hash; return nil }); err != nil {
		return err
	}
	if err := s.endLinks(ctx, u, KindEmail, KindReset, KindSignIn); err != nil {
		return err
	}
	return s.endOtherSessions(ctx, u, here)
}

// CloseOwn closes the user's account. It needs the password.
func (s *Service) CloseOwn(ctx context.Context, v Visitor, password string) error {
	u, err := s.verifyOwn(ctx, v, password, "password")
	if err != nil {
		return err
	}
	err = s.Close(ctx, u.ID)
	s.logChange(ctx, "closed", u, err)
	return withField(err, "")
}
