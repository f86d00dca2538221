package account

import (
	"context"
	"regexp"
	"strings"
)

// mostBrowsers bounds the browsers that an account knows: the one that has not signed in for
// the longest time is forgotten first.
const mostBrowsers = 20

// secretPattern is what [NewKey] returns.
var secretPattern = regexp.MustCompile(`^[a-z2-7]{26}$`)

// browserID returns what is stored of the secret of a browser for a user. It is another one
// for each user, so that the database does not tell who shares a browser.
func browserID(user, secret string) string { return KeyHash(secret + "/" + user) }

// KnowBrowser makes a browser known to a user who has just signed in with it, for
// [SessionLife]. secret is what the browser had until now, "" for nothing. It returns the
// secret that the browser has from now on.
func (s *Service) KnowBrowser(ctx context.Context, u User, secret string) (string, error) {
	if !secretPattern.MatchString(secret) {
		secret = NewKey()
	}
	now := s.Now()
	if err := s.Store.RemoveOlder(ctx, KindBrowser, now.Add(-SessionLife)); err != nil {
		return "", err
	}
	if err := s.Store.Put(ctx, Belonging{Owner: u.ID, Kind: KindBrowser, ID: browserID(u.ID, secret), At: now, Body: "{}"}); err != nil {
		return "", err
	}
	known, err := s.Store.BelongingsOf(ctx, u.ID, KindBrowser)
	for len(known) > mostBrowsers && err == nil {
		_, err = s.Store.Remove(ctx, known[0])
		known = known[1:]
	}
	return secret, err
}

// HasBrowser reports whether an actor is a user who has signed in with the browser of a
// secret.
func (s *Service) HasBrowser(ctx context.Context, actor, secret string) (bool, error) {
	id, user := strings.CutPrefix(actor, "user/")
	if !user || !secretPattern.MatchString(secret) {
		return false, nil
	}
	found, err := s.Store.Find(ctx, KindBrowser, browserID(id, secret))
	return len(found) > 0 && s.Now().Sub(found[0].At) <= SessionLife, err
}
