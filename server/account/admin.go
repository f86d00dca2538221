package account

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
)

// pageOfUsers is how many users are read at once.
const pageOfUsers = 500

// All returns all users whose accounts are open, sorted by the keys of their names. It
// ends after an error.
func (s *Service) All(ctx context.Context) iter.Seq2[User, error] {
	return func(yield func(User, error) bool) {
		for above := ""; ; {
			users, err := s.Store.Users(ctx, "", above, pageOfUsers)
			if err != nil {
				yield(User{}, err)
				return
			}
			for _, u := range users {
				if above = u.Key; !yield(u, nil) {
					return
				}
			}
			if len(users) < pageOfUsers {
				return
			}
		}
	}
}

// HasAdmin reports whether an administrator is there.
func (s *Service) HasAdmin(ctx context.Context) (bool, error) {
	for u, err := range s.All(ctx) {
		if err != nil || u.Role == Admin {
			return err == nil, err
		}
	}
	return false, nil
}

// SetRole gives a user a role.
func (s *Service) SetRole(ctx context.Context, u User, role Role) (User, error) {
	return s.Store.Change(ctx, u.ID, func(u *User) error { u.Role = role; return nil })
}

// Rename gives a user another name.
func (s *Service) Rename(ctx context.Context, u User, wanted string) (User, error) {
	renamed, err := s.Store.Change(ctx, u.ID, func(u *User) (err error) { *u, err = u.Renamed(wanted); return err })
	if errors.Is(err, ErrTaken) {
		return u, nameTaken(strings.TrimSpace(wanted))
	}
	return renamed, err
}

// Renamed returns the user with another name, without storing it.
func (u User) Renamed(wanted string) (User, error) {
	name, err := CheckName(wanted)
	if err != nil {
		return u, err
	}
	if key := Key(name); key != u.Key {
		u.Past, u.Key = append(slices.Clone(u.Past), u.Key), key
	}
	if u.Name = name; u.Bot {
		u.Name += botMark
	}
	return u, nil
}

// Reset gives a user a new password that nobody has chosen, returns it, and signs him out
// everywhere.
func (s *Service) Reset(ctx context.Context, u User) (password string, err error) {
	password = NewPassword()
	return password, s.setPassword(ctx, u, password, Client{})
}

// NewPassword returns a password of 80 random bits that can be read out.
func NewPassword() string {
	key := NewKey()
	return key[:4] + "-" + key[4:8] + "-" + key[8:12] + "-" + key[12:16]
}

// RoleNamed returns the role of a name: player, moderator or admin.
func RoleNamed(name string) (Role, error) {
	switch role := Role(name); {
	case name == "player":
		return Player, nil
	case role == Moderator || role == Admin:
		return role, nil
	}
	return Player, errors.New("use player, moderator or admin")
}

// String returns the name of a role.
func (r Role) String() string {
	if r == Player {
		return "player"
	}
	return string(r)
}
