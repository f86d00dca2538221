package tables

import (
	"cmp"
	"context"
	"maps"
	"slices"
	"strings"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/store"
)

type belongingKey struct {
	owner string
	kind  account.Kind
	id    string
}

func keyOf(b account.Belonging) belongingKey { return belongingKey{b.Owner, b.Kind, b.ID} }

type accountsInMemory struct{ m *memory }

// storedUser returns a user as both stores return him.
func storedUser(u account.User) account.User {
	u.Created = store.StoredTime(u.Created)
	if !u.Closed.IsZero() {
		u.Closed = store.StoredTime(u.Closed)
	}
	u.Passkey, u.Past = slices.Clone(u.Passkey), slices.Clone(u.Past)
	return u
}

// users returns the users that are wanted, sorted by their keys.
func (a accountsInMemory) users(ctx context.Context, wanted func(account.User) bool) (all []account.User, err error) {
	err = a.m.Reading(ctx, func() error {
		for _, u := range a.m.users {
			if wanted(u) {
				all = append(all, storedUser(u))
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b account.User) int { return strings.Compare(a.Key, b.Key) })
	return all, err
}

func (a accountsInMemory) one(ctx context.Context, wanted func(account.User) bool) (account.User, error) {
	all, err := a.users(ctx, wanted)
	if err == nil && len(all) == 0 {
		err = account.ErrNoUser
	}
	if err != nil {
		return account.User{}, err
	}
	return all[0], nil
}

func (a accountsInMemory) User(ctx context.Context, id string) (account.User, error) {
	return a.one(ctx, func(u account.User) bool { return u.ID == id })
}

func (a accountsInMemory) Named(ctx context.Context, key string) (account.User, error) {
	return a.one(ctx, func(u account.User) bool { return u.Key == key })
}

func (a accountsInMemory) Mailed(ctx context.Context, email string) ([]account.User, error) {
	all, err := a.users(ctx, func(u account.User) bool { return email != "" && u.Email == email && u.Open() })
	slices.SortFunc(all, func(a, b account.User) int { return a.Created.Compare(b.Created) })
	return all, err
}

func (a accountsInMemory) Users(ctx context.Context, prefix, above string, limit int) ([]account.User, error) {
	all, err := a.users(ctx, func(u account.User) bool {
		return u.Open() && strings.HasPrefix(u.Key, prefix) && u.Key > above
	})
	return all[:min(len(all), max(limit, 0))], err
}

// put stores a user unless the key is taken or no administrator would remain.
func (a accountsInMemory) put(u account.User) error {
	if a.m.users[u.ID].Administers() && !u.Administers() {
		all := slices.Collect(maps.Values(a.m.users))
		if !slices.ContainsFunc(all, func(other account.User) bool { return other.ID != u.ID && other.Administers() }) {
			return account.ErrLastAdmin
		}
	}
	for _, other := range a.m.users {
		if other.Key == u.Key && other.ID != u.ID {
			return account.ErrTaken
		}
	}
	a.m.users[u.ID] = storedUser(u)
	return nil
}

func (a accountsInMemory) Create(ctx context.Context, u account.User) error {
	return a.m.Writing(ctx, func() error { return a.put(u) })
}

func (a accountsInMemory) Change(ctx context.Context, id string, change func(*account.User) error) (u account.User, err error) {
	err = a.m.Writing(ctx, func() error {
		was, ok := a.m.users[id]
		if !ok {
			return account.ErrNoUser
		}
		u = storedUser(was)
		if err := change(&u); err != nil {
			return err
		}
		return a.put(u)
	})
	return u, err
}

func (a accountsInMemory) Close(ctx context.Context, id string, now time.Time) error {
	return a.m.Writing(ctx, func() error {
		u, ok := a.m.users[id]
		if !ok {
			return account.ErrNoUser
		}
		if err := a.put(account.User{ID: id, Key: u.Key, Created: u.Created, Closed: now}); err != nil {
			return err
		}
		a.m.forgetUser(u)
		maps.DeleteFunc(a.m.sessions, func(_ string, s account.Session) bool { return s.Actor == u.Actor() })
		maps.DeleteFunc(a.m.belongings, func(key belongingKey, _ account.Belonging) bool {
			return key.owner == id || key.id == id && slices.Contains(account.AboutUsers(), key.kind)
		})
		maps.DeleteFunc(a.m.conversations, func(_ string, c chat.Conversation) bool { return c.Has(id) })
		return nil
	})
}

func (a accountsInMemory) Session(ctx context.Context, keyHash string) (one account.Session, err error) {
	err = a.m.Reading(ctx, func() error {
		var ok bool
		if one, ok = a.m.sessions[keyHash]; !ok {
			return account.ErrNoSession
		}
		return nil
	})
	return one, err
}

func (a accountsInMemory) StartSession(ctx context.Context, one account.Session) error {
	if err := checkSession(one.KeyHash, one.Actor); err != nil {
		return err
	}
	return a.m.Writing(ctx, func() error {
		if _, ok := a.m.sessions[one.KeyHash]; ok {
			return account.ErrTaken
		}
		a.m.keepSession(one)
		return nil
	})
}

// keepSession stores a session.
func (m *memory) keepSession(one account.Session) {
	if m.sessions == nil {
		m.sessions = map[string]account.Session{}
	}
	one.Created = store.StoredTime(one.Created)
	if !one.Seen.IsZero() {
		one.Seen = store.StoredTime(one.Seen)
	}
	m.sessions[one.KeyHash] = one
}

func (a accountsInMemory) SeeSession(ctx context.Context, keyHash string, seen time.Time) error {
	return a.m.Writing(ctx, func() error {
		if one, ok := a.m.sessions[keyHash]; ok && seen.After(one.Seen) {
			one.Seen = seen
			a.m.keepSession(one)
		}
		return nil
	})
}

func (a accountsInMemory) SessionsOf(ctx context.Context, actor string) (all []account.Session, err error) {
	err = a.m.Reading(ctx, func() error {
		for _, one := range a.m.sessions {
			if one.Actor == actor {
				all = append(all, one)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b account.Session) int {
		return cmp.Or(a.Created.Compare(b.Created), strings.Compare(a.KeyHash, b.KeyHash))
	})
	return all, err
}

func (a accountsInMemory) EndSession(ctx context.Context, actor, keyHash string) error {
	return a.endIf(ctx, func(s account.Session) bool { return s.Actor == actor && s.KeyHash == keyHash })
}

func (a accountsInMemory) EndSessions(ctx context.Context, actor, exceptKeyHash string) error {
	return a.endIf(ctx, func(s account.Session) bool { return s.Actor == actor && s.KeyHash != exceptKeyHash })
}

func (a accountsInMemory) endIf(ctx context.Context, over func(account.Session) bool) error {
	return a.m.Writing(ctx, func() error {
		maps.DeleteFunc(a.m.sessions, func(_ string, s account.Session) bool { return over(s) })
		return nil
	})
}

func (a accountsInMemory) Add(ctx context.Context, b account.Belonging) error {
	return a.m.Writing(ctx, func() error {
		for key := range a.m.belongings {
			if key.kind == b.Kind && key.id == b.ID {
				return account.ErrTaken
			}
		}
		a.keep(b)
		return nil
	})
}

func (a accountsInMemory) Put(ctx context.Context, b account.Belonging) error {
	return a.m.Writing(ctx, func() error { a.keep(b); return nil })
}

func (a accountsInMemory) keep(b account.Belonging) {
	b.At = store.StoredTime(b.At)
	a.m.belongings[keyOf(b)] = b
}

// belongings returns those that are wanted, the oldest first.
func (a accountsInMemory) belongings(ctx context.Context, wanted func(belongingKey) bool) (all []account.Belonging, err error) {
	err = a.m.Reading(ctx, func() error {
		for key, b := range a.m.belongings {
			if wanted(key) {
				all = append(all, b)
			}
		}
		return nil
	})
	slices.SortFunc(all, func(a, b account.Belonging) int {
		return cmp.Or(a.At.Compare(b.At), strings.Compare(a.ID, b.ID), strings.Compare(a.Owner, b.Owner))
	})
	return all, err
}

func (a accountsInMemory) Find(ctx context.Context, kind account.Kind, id string) ([]account.Belonging, error) {
	return a.belongings(ctx, func(k belongingKey) bool { return k.kind == kind && k.id == id })
}

func (a accountsInMemory) Count(ctx context.Context, kind account.Kind, id string) (int, error) {
	found, err := a.Find(ctx, kind, id)
	return len(found), err
}

func (a accountsInMemory) BelongingsOf(ctx context.Context, owner string, kind account.Kind) ([]account.Belonging, error) {
	return a.belongings(ctx, func(k belongingKey) bool { return k.kind == kind && k.owner == owner })
}

func (a accountsInMemory) Remove(ctx context.Context, b account.Belonging) (was bool, err error) {
	err = a.m.Writing(ctx, func() error {
		_, was = a.m.belongings[keyOf(b)]
		delete(a.m.belongings, keyOf(b))
		return nil
	})
	return was, err
}

func (a accountsInMemory) RemoveOlder(ctx context.Context, kind account.Kind, than time.Time) error {
	return a.m.Writing(ctx, func() error {
		maps.DeleteFunc(a.m.belongings, func(key belongingKey, b account.Belonging) bool {
			return key.kind == kind && b.At.Before(than)
		})
		return nil
	})
}
