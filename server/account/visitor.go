package account

import "rosette/server/refusal"

// A Visitor is the sender of a request: a user, a guest, or an anonymous visitor.
type Visitor struct {
	Identity        // of the session; zero if anonymous
	Actor    Actor  // of the session, "" if anonymous
	Demoted  string // code of the refusal if a moderator lacks that role in this request
	Operator bool   // the operator on the command line, with an administrator's permissions
}

// VisitorOf returns the owner of an identity as a visitor. Moderators have their role only in
// sessions. With passkeys, the session must have begun with a verified passkey.
func VisitorOf(i Identity, passkeys bool) Visitor {
	v := Visitor{Identity: i, Actor: Actor(i.Actor())}
	switch {
	case !v.User.Moderates():
		return v
	case v.Token:
		v.Demoted = ErrNotForAny.Code
	case passkeys && v.Session.Method != ByVerifiedPasskey:
		v.Demoted = "moderation.refused.no-passkey"
	default:
		return v
	}
	v.User.Role = Player
	return v
}

// Operator returns the operator on the command line.
func Operator() Visitor { return Visitor{Operator: true} }

// SignedIn reports whether the visitor is a user in a browser, not a program.
func (v Visitor) SignedIn() bool { return v.User.ID != "" && !v.Token }

// Own returns the visitor's actor and the user's earlier guest actors.
func (v Visitor) Own() []Actor {
	var all []Actor
	if v.Actor != "" {
		all = append(all, v.Actor)
	}
	for _, guest := range v.Guests {
		all = append(all, Actor(guest))
	}
	return all
}

// OwnActors returns Own as strings.
func (v Visitor) OwnActors() []string {
	var all []string
	for _, a := range v.Own() {
		all = append(all, string(a))
	}
	return all
}

// A Client is a Visitor with further properties of the request for rules and limits.
type Client struct {
	Visitor
	Address  string // as counted by limits
	Language string
	Browser  string // browser secret, or ""; see [Service.KnowBrowser]
	Device   Device
	Site     Site // for passkeys; without a Host they are refused
}

// A SignInResult is the result of a sign-in. The browser stores its secrets.
type SignInResult struct {
	User    User
	Session string // key of the new session, or "" if no session has begun
	Browser string // secret of the browser, which is now known to the account
}

// Refusals for visitors.
var (
	ErrNotSignedIn = refusal.New(refusal.Unauthenticated, "account.sign-in.first")

	// ErrNotFresh refuses a change because the sign-in is too long ago. It prevents a thief with an
	// old session from taking over the account.
	ErrNotFresh = refusal.New(refusal.Forbidden, "account.confirm.first")
)

// user returns the visitor's user, or a refusal.
func (v Visitor) user() (User, error) {
	if v.User.ID == "" {
		return User{}, ErrNotSignedIn
	}
	return v.User, nil
}

// freshUser returns the visitor's user if the session is fresh.
func (s *Service) freshUser(v Visitor) (User, error) {
	u, err := v.user()
	if err == nil && !v.Session.Fresh(s.Now()) {
		err = ErrNotFresh
	}
	return u, err
}
