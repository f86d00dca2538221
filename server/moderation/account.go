package moderation

import (
	"context"

	"rosette/server/account"
)

// mostPeople bounds the list of users that a search finds.
const mostPeople = 50

// A Person is a user as moderators see them.
type Person struct {
	account.User
	Mute Mute // the zero Mute unless it holds
}

// People returns users whose names begin with some letters.
func (s *Service) People(ctx context.Context, v account.Visitor, beginning string) (all []Person, err error) {
	if err := s.CheckModerator(v); err != nil {
		return nil, err
	}
	users, err := s.Accounts.Search(ctx, beginning, "", mostPeople)
	for _, u := range users {
		p, err := s.person(ctx, u)
		if err != nil {
			return nil, err
		}
		all = append(all, p)
	}
	return all, err
}

// Person returns the user of a name.
func (s *Service) Person(ctx context.Context, v account.Visitor, name string) (Person, error) {
	if err := s.CheckModerator(v); err != nil {
		return Person{}, err
	}
	u, err := s.Accounts.Named(ctx, name)
	if err != nil {
		return Person{}, err
	}
	return s.person(ctx, u)
}

func (s *Service) person(ctx context.Context, u account.User) (Person, error) {
	m, err := s.Table.Mute(ctx, u.Actor())
	if !m.Holds(s.Now()) {
		m = Mute{}
	}
	return Person{u, m}, err
}

// change changes the account of a name for an administrator. plan returns the entry of the log
// and the change.
func (s *Service) change(
	ctx context.Context, v account.Visitor, name string, plan func(u account.User) (Entry, accountChange, error),
) error {
	if err := s.checkAdmin(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	u, err := s.Accounts.Named(ctx, name)
	if err != nil {
		return err
	}
	if u.ID == v.User.ID {
		return ErrLast
	}
	e, apply, err := plan(u)
	if err != nil {
		return err
	}
	e.On = u.Name
	return apply(ctx, s.logged(v, e))
}

// An accountChange changes an account by tables that add an entry to the log.
type accountChange func(ctx context.Context, t Tables) error

// SetRole gives a user a role.
func (s *Service) SetRole(ctx context.Context, v account.Visitor, name, role string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		r, err := account.RoleNamed(role)
		if err != nil {
			return Entry{}, nil, ErrRole
		}
		return Entry{Act: ActRole, About: r.String()}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.SetRole(ctx, u, r)
			return err
		}, nil
	})
}

// Rename gives a user another name.
func (s *Service) Rename(ctx context.Context, v account.Visitor, name, wanted string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		renamed, err := u.Renamed(wanted)
		return Entry{Act: ActRename, About: renamed.Name}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.Rename(ctx, u, wanted)
			return err
		}, err
	})
}

// MakeBot makes the account of a user the account of a bot, for good.
func (s *Service) MakeBot(ctx context.Context, v account.Visitor, name string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		return Entry{Act: ActRename, About: u.AsBot().Name}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.MakeBot(ctx, u)
			return err
		}, nil
	})
}

// CloseAccount closes an account for good.
func (s *Service) CloseAccount(ctx context.Context, v account.Visitor, name, reason string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		reason, err := CleanReason(reason)
		return Entry{Act: ActEnd, Reason: reason}, func(ctx context.Context, t Tables) error {
			return t.Accounts.Close(ctx, u.ID)
		}, err
	})
}
