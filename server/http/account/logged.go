package account

import (
	"net/http"

	"rosette/server/account"
	"rosette/server/notice"
	"rosette/server/refusal"
)

// logged writes a line about an event of an account: who runs the server can find
// out later when somebody came in, and how. It names the user by his id, since who types a
// password into the wrong field has it in the name; and no address, since the page of
// privacy says that none is kept. The id of the request leads to both in the log of a proxy.
func (s *Server) logged(r *http.Request, event, id string, err error) {
	if err == nil {
		s.Log.InfoContext(r.Context(), "account", "event", event, "user", id)
	}
}

// secured writes a line about a change of how a user signs in, or who acts for him, and tells
// him of it by e-mail: somebody else may have made it.
func (s *Server) secured(r *http.Request, event string, u account.User, change notice.Change, err error) {
	s.logged(r, event, u.ID, err)
	if err != nil || !s.Mails() || !u.Verified {
		return
	}
	l := notice.LetterDetails{Kind: notice.SecuredKind, To: u.Email, Lang: languageOf(u, r, s), Name: u.Name, Change: change}
	if err := s.postLetter(r, noticeLife, l); err != nil {
		s.Log.ErrorContext(r.Context(), "letters about accounts", "err", err) // the change is made
	}
}

// signInLogged writes a line about a sign-in, also one that is refused. name is what was
// typed, "" for a passkey.
func (s *Server) signInLogged(r *http.Request, by, name string, u account.User, err error) {
	switch refused := refusal.Of(err); {
	case err == nil:
		s.Log.InfoContext(r.Context(), "account", "event", "signed-in", "user", u.ID, "by", by)
	case refused != nil:
		// What it takes to find the user is the same whether there is one or not.
		if found, err := s.Accounts.Named(r.Context(), name); err == nil {
			u = found
		}
		s.Log.WarnContext(r.Context(), "account", "event", "sign-in-refused", "user", u.ID, "by", by, "why", refused.Code)
	}
}
