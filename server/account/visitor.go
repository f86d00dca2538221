package account

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
