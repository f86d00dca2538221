package account

import (
	"context"
	"regexp"
	"slices"
	"strings"
)

// mostBrowsers bounds the known browsers for each account. The least recent sign-in is
// removed first.
const mostBrowsers = 20

// secretPattern matches the results of [NewKey].
var secretPattern = regexp.MustCompile(`^[a-z2-7]{26}$`)

// BrowserKey returns the key of the browser with a secret, or "" if the secret is invalid.
func BrowserKey(secret string) string {
	if !secretPattern.MatchString(secret) {
		return ""
	}
	return KeyHash(secret)
}

// browserID returns the stored hash of a browser's key for a user. The hash differs between users,
// so the database does not show that two accounts share a browser.
func browserID(user, key string) string { return KeyHash(key + "/" + user) }

// KnowBrowser marks a browser as known to u for [SessionLife]. Call it after each sign-in.
// secret is the browser's present secret, or "". KnowBrowser returns the secret to set.
//
// A known browser does not authenticate its user. It only exempts sign-ins from the shared
// limit by name, which strangers can exhaust.
func (s *Service) KnowBrowser(ctx context.Context, u User, secret string) (string, error) {
	if !secretPattern.MatchString(secret) {
		secret = NewKey()
	}
	now := s.Now()
	if err := s.Store.RemoveOlder(ctx, KindBrowser, now.Add(-SessionLife)); err != nil {
		return "", err
	}
	b := Belonging{Owner: u.ID, Kind: KindBrowser, ID: browserID(u.ID, KeyHash(secret)), At: now, Body: "{}"}
	if err := s.Store.Put(ctx, b); err != nil {
		return "", err
	}
	known, err := s.Store.BelongingsOf(ctx, u.ID, KindBrowser)
	if err != nil {
		return "", err
	}
	return secret, s.removeAll(ctx, known[:max(0, len(known)-mostBrowsers)])
}

// HasBrowser reports whether actor is a user who has signed in with the browser that has a key.
func (s *Service) HasBrowser(ctx context.Context, actor, key string) (bool, error) {
	id, user := strings.CutPrefix(actor, "user/")
	if !user || key == "" {
		return false, nil
	}
	found, err := s.Store.Find(ctx, KindBrowser, browserID(id, key))
	return len(found) > 0 && s.Now().Sub(found[0].At) <= SessionLife, err
}

// KnownBrowser returns the id of the browser if it is known to the account called name, and
// otherwise "".
func (s *Service) KnownBrowser(ctx context.Context, name, secret string) (id string, err error) {
	if !secretPattern.MatchString(secret) {
		return "", nil
	}
	u, err := s.userByTypedName(ctx, name)
	if err != nil {
		return "", err
	}
	found, err := s.Store.Find(ctx, KindBrowser, browserID(u.ID, KeyHash(secret)))
	if err != nil || len(found) == 0 || s.Now().Sub(found[0].At) > SessionLife {
		return "", err
	}
	return found[0].ID, nil
}

// endOtherSessions ends all sessions and forgets all browsers except here.
func (s *Service) endOtherSessions(ctx context.Context, u User, here Client) error {
	known, err := s.Store.BelongingsOf(ctx, u.ID, KindBrowser)
	if err != nil {
		return err
	}
	known = slices.DeleteFunc(known, func(b Belonging) bool {
		return here.Browser != "" && b.ID == browserID(u.ID, KeyHash(here.Browser))
	})
	if err := s.removeAll(ctx, known); err != nil {
		return err
	}
	return s.EndAll(ctx, u.Actor(), here.Visitor.Session.KeyHash)
}
