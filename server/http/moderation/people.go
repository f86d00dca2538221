package moderation

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

type (
	// A Member is a user as moderators see him.
	Member struct {
		Name   string    `json:"name"`
		Role   string    `json:"role"` // player, moderator or admin
		Joined int64     `json:"joined"`
		Muted  *Silenced `json:"muted,omitempty"`
	}
	peopleInput struct {
		Name string `query:"name" maxLength:"100"`
	}
	peopleOutput struct{ Body []Member }
	roleInput    struct {
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Role string `json:"role" doc:"player, moderator or admin"`
		}
	}
	renameInput struct {
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Name string `json:"name"`
		}
	}
	personInput struct {
		Name   string `path:"name" maxLength:"100"`
		Reason string `query:"reason" maxLength:"1000" doc:"Up to 200 characters"`
	}
)

// People returns users whose names begin with some letters.
func (s *Server) People(r *http.Request, beginning string) (all []Member, err error) {
	if _, err := s.Moderator(r); err != nil {
		return nil, err
	}
	users, err := s.Accounts.Search(r.Context(), beginning, "", mostPeople)
	all = []Member{}
	for _, u := range users {
		p, failed := s.personOf(r.Context(), u)
		if failed != nil {
			return nil, s.Problem(failed)
		}
		all = append(all, p)
	}
	return all, s.Problem(err)
}

func (s *Server) personOf(ctx context.Context, u account.User) (Member, error) {
	p := Member{Name: u.Name, Role: u.Role.String(), Joined: u.Created.UnixMilli()}
	m, err := s.Table.Mute(ctx, u.Actor())
	if m.Holds(s.Now()) {
		p.Muted = &Silenced{m.Actor, m.Name, m.Until.UnixMilli(), m.Reason}
	}
	return p, err
}

// Person returns a user.
func (s *Server) Person(r *http.Request, name string) (Member, error) {
	if _, err := s.Moderator(r); err != nil {
		return Member{}, err
	}
	u, err := s.Accounts.Named(r.Context(), name)
	if err != nil {
		return Member{}, s.Problem(err)
	}
	p, err := s.personOf(r.Context(), u)
	return p, s.Problem(err)
}

// about changes the account called name. It requires an administrator with a fresh session.
// plan returns the log entry and the change.
func (s *Server) about(r *http.Request, name string, plan func(u account.User) (moderation.Entry, change, error)) error {
	v, err := s.admin(r)
	if err == nil {
		err = s.Fresh(v)
	}
	if err != nil {
		return err
	}
	ctx := acting(r)
	u, err := s.Accounts.Named(ctx, name)
	if err != nil {
		return s.Problem(err)
	}
	if u.ID == v.User.ID {
		return s.Problem(moderation.ErrLast)
	}
	e, do, err := plan(u)
	if err != nil {
		return s.Problem(err)
	}
	e.On = u.Name
	return s.Problem(do(ctx, s.Accounts.On(s.acts(v, e).Accounts)))
}

// A change acts on accounts whose writes are logged.
type change func(ctx context.Context, accounts *account.Service) error

// SetRole gives somebody a role.
func (s *Server) SetRole(r *http.Request, name, role string) error {
	return s.about(r, name, func(u account.User) (e moderation.Entry, do change, err error) {
		given, err := account.RoleNamed(role)
		if err != nil {
			return e, nil, web.ProblemOf(http.StatusUnprocessableEntity, "moderation.refused.role", nil)
		}
		e = moderation.Entry{Act: moderation.ActRole, About: role}
		return e, func(ctx context.Context, accounts *account.Service) error {
			_, err := accounts.SetRole(ctx, u, given)
			return err
		}, nil
	})
}

// Rename gives somebody another name.
func (s *Server) Rename(r *http.Request, name, wanted string) error {
	return s.about(r, name, func(u account.User) (moderation.Entry, change, error) {
		renamed, err := u.Renamed(wanted)
		e := moderation.Entry{Act: moderation.ActRename, About: renamed.Name}
		return e, func(ctx context.Context, accounts *account.Service) error {
			_, err := accounts.Rename(ctx, u, wanted)
			return err
		}, err
	})
}

// CloseAccount closes somebody's account.
func (s *Server) CloseAccount(r *http.Request, name, reason string) error {
	return s.about(r, name, func(u account.User) (moderation.Entry, change, error) {
		reason, err := ReasonOf(reason)
		e := moderation.Entry{Act: moderation.ActEnd, Reason: reason}
		return e, func(ctx context.Context, accounts *account.Service) error {
			return accounts.Close(ctx, u.ID)
		}, err
	})
}

func (s *Server) getPeople(ctx context.Context, in *peopleInput) (*peopleOutput, error) {
	all, err := s.People(web.RequestOf(ctx), in.Name)
	return &peopleOutput{all}, err
}

func (s *Server) putRole(ctx context.Context, in *roleInput) (*noOutput, error) {
	return &noOutput{}, s.SetRole(web.RequestOf(ctx), in.Name, in.Body.Role)
}

func (s *Server) putName(ctx context.Context, in *renameInput) (*noOutput, error) {
	return &noOutput{}, s.Rename(web.RequestOf(ctx), in.Name, in.Body.Name)
}

func (s *Server) deletePerson(ctx context.Context, in *personInput) (*noOutput, error) {
	return &noOutput{}, s.CloseAccount(web.RequestOf(ctx), in.Name, in.Reason)
}
