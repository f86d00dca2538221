package moderation

import (
	"context"

	"rosette/server/account"
)

// mostPeople limits the users in a search result.
const mostPeople = 50

// A Person is a user as shown to moderators.
type Person struct {
	account.User
	Mute Mute // the zero Mute unless one is in effect
}

// People returns users whose names start with beginning.
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

// Person returns the user with a name.
func (s *Service) Person(ctx context.Context, v account.Visitor, name string) (Person, error) {
	if err := s.CheckModerator(v); err != nil {
		return Person{}, err
	}
	u, err := s.Accounts.UserByName(ctx, name)
	if err != nil {
		return Person{}, err
	}
	return s.person(ctx, u)
}

func (s *Service) person(ctx context.Context, u account.User) (Person, error) {
	m, err := s.Table.Mute(ctx, u.Actor())
	if !m.Active(s.Now()) {
		m = Mute{}
	}
	return Person{u, m}, err
}

// change changes an account for an administrator. plan returns the log entry and the change.
func (s *Service) change(
	ctx context.Context, v account.Visitor, name string, plan func(u account.User) (Entry, accountChange, error),
) error {
	if err := s.checkAdmin(v); err != nil {
		return err
	}
	ctx = context.WithoutCancel(ctx)
	u, err := s.Accounts.UserByName(ctx, name)
	if err != nil {
		return err
	}
	if u.ID == v.User.ID {
		return ErrOwnAccount
	}
	e, apply, err := plan(u)
	if err != nil {
		return err
	}
	e.Person = u.Name
	return apply(ctx, s.tablesWithEntry(v, e))
}

// An accountChange changes an account through tables that add a log entry.
type accountChange func(ctx context.Context, t Tables) error

// SetRole sets a user's role.
func (s *Service) SetRole(ctx context.Context, v account.Visitor, name, role string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		r, err := account.ParseRole(role)
		if err != nil {
			return Entry{}, nil, ErrRole
		}
		return Entry{Act: ActRole, About: r.String()}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.SetRole(ctx, u, r)
			return err
		}, nil
	})
}

// Rename changes a user's name.
func (s *Service) Rename(ctx context.Context, v account.Visitor, name, wanted string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		renamed, err := u.WithName(wanted)
		return Entry{Act: ActRename, About: renamed.Name}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.Rename(ctx, u, wanted)
			return err
		}, err
	})
}

// MakeBot permanently makes a user's account a bot account.
func (s *Service) MakeBot(ctx context.Context, v account.Visitor, name string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		return Entry{Act: ActBot, About: u.AsBot().Name}, func(ctx context.Context, t Tables) error {
			_, err := t.Accounts.MakeBot(ctx, u)
			return err
		}, nil
	})
}

// CloseAccount permanently closes an account.
func (s *Service) CloseAccount(ctx context.Context, v account.Visitor, name, reason string) error {
	return s.change(ctx, v, name, func(u account.User) (Entry, accountChange, error) {
		reason, err := CleanReason(reason)
		return Entry{Act: ActCloseAccount, Reason: reason}, func(ctx context.Context, t Tables) error {
			return t.Accounts.Close(ctx, u.ID)
		}, err
	})
}
