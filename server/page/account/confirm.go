package account

import (
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/page/shell"
)

// A confirmForm is the page on which users confirm their identity.
type confirmForm struct {
	form
	Name     string
	Password bool // whether the account has a password
	Passkey  bool // whether a passkey exists and works at this address
	Minutes  int  // until the next confirmation
}

// A confirmation links a section on the account page to the confirmation form.
type confirmation struct {
	shell.Texts
	Tab     tab
	Section string
}

// Confirmation returns the link to the confirmation form for a section.
func (p accountPage) Confirmation(section string) confirmation {
	return confirmation{p.Texts, p.Tab, section}
}

// confirmForm shows the empty confirmation form.
func (s *Pages) confirmForm(w http.ResponseWriter, r *http.Request) {
	s.showConfirm(w, r, http.StatusOK, form{})
}

// showConfirm shows the confirmation form with its errors.
func (s *Pages) showConfirm(w http.ResponseWriter, r *http.Request, status int, f form) {
	lang, ok := s.Language(w, r, "account/confirm")
	if !ok {
		return
	}
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	passkeys, err := s.accounts.Passkeys(r.Context(), c.Visitor)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	f.Texts, f.Next = shell.Texts(lang), nextOf(r)
	s.Show(w, r, status, "account/confirm", confirmForm{
		form: f, Name: c.Visitor.User.Name, Password: c.Visitor.User.Password != "",
		Passkey: len(passkeys) > 0 && named(c),
		Minutes: int(account.FreshFor / time.Minute),
	})
}

// confirm checks the password and redirects to the page that requested the confirmation.
func (s *Pages) confirm(w http.ResponseWriter, r *http.Request) {
	c, ok := s.userForm(w, r)
	if !ok {
		return
	}
	e, err := s.accounts.Confirm(r.Context(), c.Client, r.PostForm.Get("password"))
	if err != nil {
		f := form{Texts: shell.Texts(s.Kind("account/confirm").Covering(s.Web.Language(r))), Filled: r.PostForm}
		if f, status, ok := s.complain(w, r, f, err); ok {
			s.showConfirm(w, r, status, f)
		}
		return
	}
	setCookies(w, c.SignedIn(e))
	http.Redirect(w, r, nextOf(r), http.StatusSeeOther)
}
