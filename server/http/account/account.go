package account

import (
	"context"
	"errors"
	"net/http"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
	"rosette/server/notice"
)

type (
	// Me is a user's own account.
	Me struct {
		Name     string  `json:"name"`
		Role     string  `json:"role,omitempty"`
		Email    string  `json:"email,omitempty" doc:"Confirmed"`
		Digest   string  `json:"digest,omitempty" doc:"daily or hourly: how often e-mails tell you of games that wait"`
		Created  int64   `json:"created"`
		Password bool    `json:"password"` // there is one
		Profile  Profile `json:"profile"`
	}
	// A Profile is what a user says about himself.
	Profile struct {
		About    string `json:"about,omitempty" maxLength:"2000" required:"false"`
		Place    string `json:"place,omitempty" maxLength:"200" required:"false"`
		Language string `json:"language,omitempty" doc:"A tag, such as fr; empty for that of the browser" maxLength:"20" required:"false"`
		Zone     string `json:"zone,omitempty" doc:"Such as Europe/Paris; empty for that of the browser" maxLength:"100" required:"false"`
		Hidden   bool   `json:"hidden,omitempty" doc:"Others do not see when you were here" required:"false"`
	}
	// A NewPassword is what somebody sends to change a password.
	NewPassword struct {
		Old string `json:"old" maxLength:"1000"`
		New string `json:"new" maxLength:"1000"`
	}
	// A Confirmation is the password again.
	Confirmation struct {
		Password string `json:"password" maxLength:"1000"`
	}
	// A Session is where a user is signed in.
	Session struct {
		ID      string `json:"id"`
		Browser string `json:"browser,omitempty"`
		System  string `json:"system,omitempty"`
		Created int64  `json:"created"`
		Seen    int64  `json:"seen"`
		Here    bool   `json:"here,omitempty"` // it is the one that asks
	}
	meOutput       struct{ Body Me }
	profileInput   struct{ Body Profile }
	passwordInput  struct{ Body NewPassword }
	confirmInput   struct{ Body Confirmation }
	sessionsOutput struct{ Body []Session }
	sessionInput   struct {
		ID string `path:"id" maxLength:"64"`
	}
)

func me(u account.User) Me {
	p := u.Profile
	return Me{
		Name: u.Name, Role: string(u.Role), Email: u.Email, Digest: string(u.Digest), Created: u.Created.UnixMilli(), Password: u.Password != "",
		Profile: Profile{p.About, p.Place, p.Language, p.Zone, p.Hidden},
	}
}

// SetProfile changes what the user of a request says about himself.
func (s *Server) SetProfile(r *http.Request, p Profile) (account.User, error) {
	u, v, err := s.User(r)
	if err != nil {
		return u, err
	}
	if p.About != "" && p.About != u.Profile.About || p.Place != "" && p.Place != u.Profile.Place {
		if err := s.MayPublish(r.Context(), v); err != nil {
			return u, s.problem(err, "")
		}
	}
	if lang, ok := i18n.Find(p.Language); ok || p.Language == "" {
		p.Language = lang
	} else {
		return u, web.ProblemOf(http.StatusUnprocessableEntity, "account.language.unknown", nil)
	}
	u, err = s.Accounts.SetProfile(r.Context(), u, account.Profile{About: p.About, Place: p.Place, Language: p.Language, Zone: p.Zone, Hidden: p.Hidden})
	return u, s.problem(err, "")
}

// SetPassword changes the password of the user of a request, as confirm lets him. He is
// signed out everywhere else.
func (s *Server) SetPassword(r *http.Request, p NewPassword) error {
	u, v, err := s.User(r)
	if err != nil {
		return err
	}
	if err := s.confirm(r, v, p.Old, "old"); err != nil {
		return err
	}
	err = s.Accounts.SetPassword(r.Context(), u, p.New, s.client(r, v))
	s.secured(r, "password-changed", u, notice.PasswordChange, err)
	return s.problem(err, "new")
}

// client returns the session and browser that sent r.
func (s *Server) client(r *http.Request, v web.Visitor) account.Client {
	return account.Client{KeyHash: v.Session.KeyHash, Browser: s.Browser(r)}
}

// confirm returns a problem unless a password is the user's. One who has none, and signs
// in by passkey, must have done so a short time ago. The rate limit is
// by session, so that other clients cannot exhaust it.
func (s *Server) confirm(r *http.Request, v web.Visitor, password, field string) error {
	u := v.User
	if u.Password == "" {
		return s.Fresh(v)
	}
	if err := take(s.limits.confirmations, v.Session.KeyHash, tooManySignIns); err != nil {
		return err
	}
	err := s.Accounts.Verify(r.Context(), u, password)
	if errors.Is(err, account.ErrWrong) {
		s.Log.WarnContext(r.Context(), "account", "event", "password-refused", "user", u.ID)
	}
	err = s.problem(err, "")
	if p, ok := err.(web.Problem); ok && p.Code == account.ErrWrong.Code {
		p.Code = "account.password.wrong"
		p.Errors = []wire.Fault{{Location: "body." + field, Code: p.Code}}
		return p
	}
	return err
}

// Close closes the account of the user of a request.
func (s *Server) Close(r *http.Request, password string) (*http.Cookie, error) {
	u, v, err := s.User(r)
	if err == nil {
		err = s.confirm(r, v, password, "password")
	}
	if err == nil {
		err = s.problem(s.Accounts.Close(r.Context(), u.ID), "")
		s.logged(r, "closed", u.ID, err)
	}
	return s.SignedOut(r), err
}

// Sessions returns where the user of a request is signed in, the latest first.
func (s *Server) Sessions(r *http.Request) ([]Session, error) {
	u, v, err := s.User(r)
	if err != nil {
		return nil, err
	}
	sessions, err := s.Accounts.Sessions(r.Context(), u)
	all := []Session{}
	for _, one := range sessions {
		all = append(all, Session{
			one.KeyHash, one.Device.Browser(), one.Device.System(), one.Created.UnixMilli(), one.Last().UnixMilli(),
			one.KeyHash == v.Session.KeyHash,
		})
	}
	return all, s.problem(err, "")
}

// EndSessions signs the user of a request out on a device, or with no id on all but the
// one that asks, which must be fresh.
func (s *Server) EndSessions(r *http.Request, id string) error {
	u, v, err := s.freshUser(r)
	if err != nil {
		return err
	}
	if id == "" {
		return s.problem(s.Accounts.SignOutElsewhere(r.Context(), u, s.client(r, v)), "")
	}
	return s.problem(s.Accounts.End(r.Context(), u.Actor(), id), "")
}

func (s *Server) getAccount(ctx context.Context, _ *noInput) (*meOutput, error) {
	u, _, err := s.User(web.RequestOf(ctx))
	return &meOutput{me(u)}, err
}

func (s *Server) putAccount(ctx context.Context, in *profileInput) (*meOutput, error) {
	u, err := s.SetProfile(web.RequestOf(ctx), in.Body)
	return &meOutput{me(u)}, err
}

func (s *Server) putPassword(ctx context.Context, in *passwordInput) (*noOutput, error) {
	return &noOutput{}, s.SetPassword(web.RequestOf(ctx), in.Body)
}

func (s *Server) postClose(ctx context.Context, in *confirmInput) (*cookieOutput, error) {
	cookie, err := s.Close(web.RequestOf(ctx), in.Body.Password)
	if err != nil {
		return nil, err
	}
	return &cookieOutput{[]http.Cookie{*cookie}}, nil
}

func (s *Server) getSessions(ctx context.Context, _ *noInput) (*sessionsOutput, error) {
	all, err := s.Sessions(web.RequestOf(ctx))
	return &sessionsOutput{all}, err
}

func (s *Server) deleteSessions(ctx context.Context, _ *noInput) (*noOutput, error) {
	return &noOutput{}, s.EndSessions(web.RequestOf(ctx), "")
}

func (s *Server) deleteSession(ctx context.Context, in *sessionInput) (*noOutput, error) {
	return &noOutput{}, s.EndSessions(web.RequestOf(ctx), in.ID)
}
