package account

import (
	"context"
	"errors"
	"iter"
	"slices"
	"strings"
)

// pageOfUsers is the number of users read at once.
const pageOfUsers = 500

// All returns all users with open accounts, sorted by name key. It ends after an error.
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

// HasAdmin reports whether the server has an administrator.
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

// Rename changes a user's name.
func (s *Service) Rename(ctx context.Context, u User, wanted string) (User, error) {
	renamed, err := s.Store.Change(ctx, u.ID, func(u *User) (err error) { *u, err = u.WithName(wanted); return err })
	if errors.Is(err, ErrTaken) {
		return u, nameTaken(strings.TrimSpace(wanted))
	}
	return renamed, err
}

// WithName returns the user with another name. It stores nothing.
func (u User) WithName(wanted string) (User, error) {
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

// Reset sets a random password for a user, signs the user out everywhere, and returns the password.
func (s *Service) Reset(ctx context.Context, u User) (password string, err error) {
	password = NewPassword()
	return password, s.setPassword(ctx, u, password, Client{})
}

// NewPassword returns a password with 80 random bits that is easy to read aloud.
func NewPassword() string {
	key := NewKey()
	return key[:4] + "-" + key[4:8] + "-" + key[8:12] + "-" + key[12:16]
}

// ParseRole returns the role called player, moderator or admin.
func ParseRole(name string) (Role, error) {
	switch role := Role(name); {
	case name == "player":
		return Player, nil
	case role == Moderator || role == Admin:
		return role, nil
	}
	return Player, errors.New("use player, moderator or admin")
}

// String returns the role's name.
func (r Role) String() string {
	if r == Player {
		return "player"
	}
	return string(r)
}
