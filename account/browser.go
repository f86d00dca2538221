package account

import (
	"context"
	"regexp"
)

// mostBrowsers bounds the browsers that an account knows: the one that has not signed in for
// the longest time is forgotten first.
const mostBrowsers = 20

// A Client is where a user acts: a session and a browser, which stay when he signs out
// everywhere else.
type Client struct {
	KeyHash string // of the session, "" for none
	Browser string // the secret of the browser, "" for none
}

// secretPattern is what [NewKey] returns.
var secretPattern = regexp.MustCompile(`^[a-z2-7]{26}$`)

// browserID returns what is stored of the secret of a browser for a user. It is another one
// for each user, so that the database does not tell who shares a browser.
func browserID(u User, secret string) string { return KeyHash(secret + "/" + u.ID) }

// KnowBrowser makes a browser known to a user who has just signed in with it, for
// [SessionLife]. secret is what the browser had until now, "" for nothing. It returns the
// secret that the browser has from now on.
//
// A known browser is no proof of who somebody is. Its user is not kept out by the limit of
// sign-ins by name, which strangers can exhaust.
func (s *Service) KnowBrowser(ctx context.Context, u User, secret string) (string, error) {
	if !secretPattern.MatchString(secret) {
		secret = NewKey()
	}
	now := s.Now()
	if err := s.Store.RemoveOlder(ctx, KindBrowser, now.Add(-SessionLife)); err != nil {
		return "", err
	}
	if err := s.Store.Put(ctx, Belonging{Owner: u.ID, Kind: KindBrowser, ID: browserID(u, secret), At: now, Body: "{}"}); err != nil {
		return "", err
	}
	known, err := s.Store.BelongingsOf(ctx, u.ID, KindBrowser)
	for len(known) > mostBrowsers && err == nil {
		_, err = s.Store.Remove(ctx, known[0])
		known = known[1:]
	}
	return secret, err
}

// KnownBrowser returns the id of a browser that is known to the user of a name, "" if it is
// not.
func (s *Service) KnownBrowser(ctx context.Context, name, secret string) (id string, err error) {
	if !secretPattern.MatchString(secret) {
		return "", nil
	}
	u, err := s.named(ctx, name)
	if err != nil {
		return "", err
	}
	found, err := s.Store.Find(ctx, KindBrowser, browserID(u, secret))
	if err != nil || len(found) == 0 || s.Now().Sub(found[0].At) > SessionLife {
		return "", err
	}
	return found[0].ID, nil
}

// SignOutElsewhere ends the sessions of a user and forgets his browsers, but for those of a
// client.
func (s *Service) SignOutElsewhere(ctx context.Context, u User, here Client) error {
	known, err := s.Store.BelongingsOf(ctx, u.ID, KindBrowser)
	if err != nil {
		return err
	}
	for _, b := range known {
		if here.Browser != "" && b.ID == browserID(u, here.Browser) {
			continue
		}
		if _, err := s.Store.Remove(ctx, b); err != nil {
			return err
		}
	}
	return s.EndAll(ctx, u.Actor(), here.KeyHash)
}
