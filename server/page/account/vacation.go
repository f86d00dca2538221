package account

import (
	"context"
	"net/http"
	"time"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// Vacations stores the users' vacations and applies them to games.
type Vacations interface {
	Vacation(ctx context.Context, v account.Visitor) (account.Vacation, error)
	SetVacation(ctx context.Context, v account.Visitor, on bool) (account.Vacation, error)
}

// A vacation describes the user's vacation days in words.
type vacation struct {
	Left string // remaining days
	Now  string // end of the present vacation, or ""
}

// Away returns a sentence with the end of the user's vacation, or "" outside a vacation.
func (s *Pages) Away(r *http.Request, lang string) (string, error) {
	v, err := s.Web.Visitor(r)
	if err != nil || v.User.ID == "" || s.Vacations == nil {
		return "", nil // after an error the page is shown as for a stranger
	}
	shown, err := s.vacationIn(r.Context(), v, lang, v.User.Profile.Zone)
	if err != nil {
		return "", err
	}
	return shown.Now, nil
}

// vacationIn describes the visitor's vacation days in words. It returns nil on a server without
// vacations.
func (s *Pages) vacationIn(ctx context.Context, visitor account.Visitor, lang, zone string) (*vacation, error) {
	if s.Vacations == nil {
		return nil, nil
	}
	v, err := s.Vacations.Vacation(ctx, visitor)
	if err != nil {
		return nil, err
	}
	now := s.accounts.Now()
	days := int((v.Left(now) + time.Hour) / (24 * time.Hour)) // a vacation that ends at once costs no day
	shown := &vacation{Left: i18n.T(lang, "correspondence.vacation.left", i18n.Args{"n": days})}
	if until, on := v.On(now); on {
		shown.Now = sentence(lang, "correspondence.vacation.now", "day", day(lang, until, zone))
	}
	return shown, nil
}

// awayOf returns a sentence with the end of a user's vacation, or "" outside a vacation.
func (s *Pages) awayOf(r *http.Request, lang string, u account.User) (string, error) {
	v, err := s.accounts.VacationOf(r.Context(), u)
	until, on := v.On(s.accounts.Now())
	if err != nil || !on {
		return "", err
	}
	return sentence(lang, "correspondence.vacation.person", "day", day(lang, until, "")), nil
}

// setVacation begins a vacation, or ends it.
func (s *Pages) setVacation(w http.ResponseWriter, r *http.Request) {
	if s.Vacations == nil {
		s.Fail(w, r, web.NotFound())
		return
	}
	lang, ok := s.Language(w, r, "account/account")
	if !ok || !s.read(w, r) {
		return
	}
	c, ok := s.user(w, r)
	if !ok {
		return
	}
	on := !r.PostForm.Has("end")
	if _, err := s.Vacations.SetVacation(r.Context(), c.Visitor, on); err != nil {
		if f, status, ok := s.complain(w, r, form{Texts: shell.Texts(lang), Filled: r.PostForm}, err); ok {
			f.Wrong = "vacation"
			s.showAccount(w, r, view{tab: tabYou, status: status, fill: func(page form) form {
				page.Why, page.Wrong = f.Why, f.Wrong
				return page
			}})
		}
		return
	}
	done := "vacation-ended"
	if on {
		done = "vacation-begun"
	}
	goOn(w, r, tabYou.Path, done)
}
