package account

import (
	"html/template"
	"net/http"

	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/page/shell"
)

// A personPage is a user's profile.
type personPage struct {
	shell.Texts
	accounthttp.Person
	Joined, Seen, From string // sentences; "" if unknown
	Flower             template.HTML
	Member             bool   // the client is another user
	Done               string // text that confirms the previous action
	Away               string // end of the vacation, a sentence
	More               any    // ratings and games
}

// person shows a user's profile.
func (s *Pages) person(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "account/profile")
	if !ok {
		return
	}
	v, err := s.Web.Visitor(r)
	var known account.Person
	if err == nil {
		known, err = s.accounts.Person(r.Context(), v, r.PathValue("name"))
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p, u := accounthttp.PersonOf(known), known.User
	if r.PathValue("name") != p.Name {
		http.Redirect(w, r, p.Page, http.StatusMovedPermanently)
		return
	}
	shown := personPage{Texts: shell.Texts(lang), Person: p, Member: !p.You && v.User.ID != "", Done: doneOf(lang, r)}
	shown.Flower = shell.Face(u)
	shown.Joined = sentence(lang, "account.person.joined", "time", day(lang, u.Created, ""))
	if p.Seen != 0 {
		shown.Seen = sentence(lang, "account.person.seen", "time", day(lang, known.Seen, ""))
	}
	if p.Place != "" {
		shown.From = sentence(lang, "account.person.from", "place", p.Place)
	}
	if shown.Away, err = s.awayOf(r, lang, u); err != nil {
		s.Failed(w, r, err)
		return
	}
	if s.More != nil {
		if shown.More, err = s.More(r, lang, u, p.Page); err != nil {
			s.Failed(w, r, err)
			return
		}
	}
	s.Show(w, r, http.StatusOK, "account/profile", shown)
}

// follow, block and note change the visitor's relation to a user.
func (s *Pages) follow(w http.ResponseWriter, r *http.Request) { s.relate(w, r, account.KindFollow) }
func (s *Pages) block(w http.ResponseWriter, r *http.Request)  { s.relate(w, r, account.KindBlock) }

func (s *Pages) relate(w http.ResponseWriter, r *http.Request, kind account.Kind) {
	s.toPerson(w, r, func(v account.Visitor, name string) error {
		return s.accounts.Relate(r.Context(), v, name, kind, !r.PostForm.Has("end"))
	})
}

func (s *Pages) note(w http.ResponseWriter, r *http.Request) {
	s.toPerson(w, r, func(v account.Visitor, name string) error {
		return s.accounts.SetNote(r.Context(), v, name, r.PostForm.Get("text"))
	})
}

// toPerson handles a form on a profile.
func (s *Pages) toPerson(w http.ResponseWriter, r *http.Request, change func(v account.Visitor, name string) error) {
	c, ok := s.userForm(w, r)
	if !ok {
		return
	}
	name := r.PathValue("name")
	if err := change(c.Visitor, name); err != nil {
		s.Failed(w, r, err)
		return
	}
	goOn(w, r, accounthttp.Page(name), "profile")
}
