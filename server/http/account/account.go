package account

import (
	"context"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// Me is a user's own account.
	Me struct {
		Name     string  `json:"name"`
		Role     string  `json:"role,omitempty"`
		Email    string  `json:"email,omitempty" doc:"Confirmed"`
		Digest   string  `json:"digest,omitempty" doc:"daily or hourly: how often e-mails tell you of games that wait"`
		Created  int64   `json:"created"`
		Password bool    `json:"password"` // whether the account has a password
		Profile  Profile `json:"profile"`
	}
	// A Profile is the public profile that a user writes.
	Profile struct {
		About    string `json:"about,omitempty" maxLength:"2000" required:"false"`
		Place    string `json:"place,omitempty" maxLength:"200" required:"false"`
		Language string `json:"language,omitempty" doc:"A tag, such as fr; empty for that of the browser" maxLength:"20" required:"false"`
		Zone     string `json:"zone,omitempty" doc:"Such as Europe/Paris; empty for UTC" maxLength:"100" required:"false"`
		Hidden   bool   `json:"hidden,omitempty" doc:"Others do not see when you were here" required:"false"`
		Face     string `json:"face,omitempty" doc:"A flower, such as poppy; empty for the one given to the account" maxLength:"20" required:"false"`
	}
	// A NewPassword is the request to change a password.
	NewPassword struct {
		Old string `json:"old" maxLength:"1000"`
		New string `json:"new" maxLength:"1000"`
	}
	// A Confirmation repeats the password.
	Confirmation struct {
		Password string `json:"password" maxLength:"1000"`
	}
	// A Session is a sign-in on one device.
	Session struct {
		ID      string `json:"id"`
		Browser string `json:"browser,omitempty"`
		System  string `json:"system,omitempty"`
		Created int64  `json:"created"`
		Seen    int64  `json:"seen"`
		Here    bool   `json:"here,omitempty"` // the session of this request
	}
	// A NewBot is the request to make the account a bot account.
	NewBot struct {
		Sure bool `json:"sure" doc:"true: it cannot be taken back"`
	}
	meOutput     struct{ Body Me }
	profileInput struct {
		web.Caller
		Body Profile
	}
	passwordInput struct {
		web.Caller
		Body NewPassword
	}
	confirmInput struct {
		web.Caller
		Body Confirmation
	}
	botInput struct {
		web.Caller
		Body NewBot
	}
	sessionsOutput struct{ Body []Session }
)

func me(u account.User) Me {
	return Me{
		Name: u.Name, Role: string(u.Role), Email: u.Email, Digest: string(u.Digest),
		Created: u.Created.UnixMilli(), Password: u.Password != "",
		Profile: Profile(u.Profile),
	}
}

// sessionsOf converts a visitor's sessions.
func sessionsOf(v account.Visitor, all []account.Session) []Session {
	return web.ListOf(all, func(one account.Session) Session {
		return Session{
			ID: one.KeyHash, Browser: one.Device.Browser(), System: one.Device.System(),
			Created: one.Created.UnixMilli(), Seen: one.Last().UnixMilli(), Here: one.KeyHash == v.Session.KeyHash,
		}
	})
}

func (s *Server) getAccount(_ context.Context, in *noInput) (*meOutput, error) {
	if in.Visitor.User.ID == "" {
		return nil, account.ErrNotSignedIn
	}
	return &meOutput{me(in.Visitor.User)}, nil
}

func (s *Server) putAccount(ctx context.Context, in *profileInput) (*meOutput, error) {
	u, err := s.Accounts.SetProfile(ctx, in.Visitor, account.Profile(in.Body))
	return &meOutput{me(u)}, err
}

func (s *Server) putPassword(ctx context.Context, in *passwordInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.SetPassword(ctx, in.Client, in.Body.Old, in.Body.New)
}

func (s *Server) postClose(ctx context.Context, in *confirmInput) (*cookieOutput, error) {
	return &cookieOutput{in.SignedOut()}, s.Accounts.CloseOwn(ctx, in.Visitor, in.Body.Password)
}

func (s *Server) postBot(ctx context.Context, in *botInput) (*meOutput, error) {
	u, err := s.Accounts.BecomeBot(ctx, in.Visitor, in.Body.Sure)
	return &meOutput{me(u)}, err
}

func (s *Server) getSessions(ctx context.Context, in *noInput) (*sessionsOutput, error) {
	all, err := s.Accounts.Sessions(ctx, in.Visitor)
	return &sessionsOutput{sessionsOf(in.Visitor, all)}, err
}

func (s *Server) deleteSessions(ctx context.Context, in *noInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.EndOtherSessions(ctx, in.Client)
}

func (s *Server) deleteSession(ctx context.Context, in *sessionInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.EndSession(ctx, in.Visitor, in.ID)
}
