package people

import (
	"net/http"
	"time"

	"rosette/api/people"
	"rosette/site/shell"
)

// A personPage is the profile of a user.
type personPage struct {
	shell.Texts
	people.Person
	Joined, Seen, From string // sentences; "" for what is not known
	Nothing            string // said if he has written nothing
	More               any    // ratings and games
}

// person shows the profile of a user.
func (s *Pages) person(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "person")
	if !ok {
		return
	}
	p, u, err := s.people.Person(r, r.PathValue("name"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if r.PathValue("name") != p.Name {
		http.Redirect(w, r, p.Page, http.StatusMovedPermanently)
		return
	}
	shown := personPage{Texts: shell.Texts(lang), Person: p}
	shown.Joined = sentence(lang, "account.person.joined", "time", at(p.Joined, "", time.DateOnly).Text)
	if p.Seen != 0 {
		shown.Seen = sentence(lang, "account.person.seen", "time", at(p.Seen, "", time.DateOnly).Text)
	}
	if p.Place != "" {
		shown.From = sentence(lang, "account.person.from", "place", p.Place)
	}
	if p.About == "" {
		shown.Nothing = sentence(lang, "account.person.nothing", "name", p.Name)
	}
	if s.More != nil {
		if shown.More, err = s.More(r, lang, u, p.Page); err != nil {
			s.Failed(w, r, err)
			return
		}
	}
	s.Show(w, r, http.StatusOK, "person", shown)
}
