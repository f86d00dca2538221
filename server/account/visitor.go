package account

import "rosette/server/refusal"

// A Visitor is the sender of a request: a user, a guest, or nobody.
type Visitor struct {
	Identity        // of the session; the zero one if nobody is known
	Actor    Actor  // of the session, "" if nobody is known
	Demoted  string // code of the refusal if the user moderates, but not by this request
	Operator bool   // the operator on the command line, who may do all that an administrator may
}

// Operator returns the operator on the command line.
func Operator() Visitor { return Visitor{Operator: true} }

// SignedIn reports whether the visitor is a user in a browser, and no program.
func (v Visitor) SignedIn() bool { return v.User.ID != "" && !v.Token }

// Own returns the actors of the visitor: its own, and those of guests that the user was.
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

// OwnActors returns Own as text.
func (v Visitor) OwnActors() []string {
	var all []string
	for _, a := range v.Own() {
		all = append(all, string(a))
	}
	return all
}

// A Client is the sender of a request, with the properties on which rules depend.
type Client struct {
	Visitor  Visitor
	Address  string // as limits count it
	Language string
	Browser  string // secret of the browser, or ""; see [Service.KnowBrowser]
	Device   Device
	Site     Site // of passkeys; without a Host there are none
}

// An Entry is the result of a sign-in. A browser keeps its secrets.
type Entry struct {
	User    User
	Session string // key of the new session, "" if none has begun
	Browser string // secret of the browser, which the account knows now
}

// Refusals of visitors.
var (
	ErrNotSignedIn = refusal.New(refusal.Unauthenticated, "account.sign-in.first")

	// ErrNotFresh refuses a change for which the sign-in is too long ago. A session that was
	// found by a thief cannot take the account away from its user.
	ErrNotFresh = refusal.New(refusal.Forbidden, "account.confirm.first")
)

// user returns the user that the visitor is.
func (v Visitor) user() (User, error) {
	if v.User.ID == "" {
		return User{}, ErrNotSignedIn
	}
	return v.User, nil
}

// freshUser returns the user that the visitor is, if the session is fresh.
func (s *Service) freshUser(v Visitor) (User, error) {
	u, err := v.user()
	if err == nil && !v.Session.Fresh(s.Now()) {
		err = ErrNotFresh
	}
	return u, err
}
