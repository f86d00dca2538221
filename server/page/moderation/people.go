package moderation

import (
	"errors"
	"net/http"
	"net/url"
	"strings"

	"rosette/game/board"
	"rosette/i18n"
	"rosette/play"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	moderationhttp "rosette/server/http/moderation"
	"rosette/server/http/web"
	"rosette/server/moderation"
	"rosette/server/page/chat"
)

// A peoplePart lists people.
type peoplePart struct {
	Asked string
	Found []personRow
	Muted []personRow
}

// A personRow is a person as shown on a page.
type personRow struct {
	Name, Role string
	Path, Page string // the moderators' page and the profile; "" for a guest
	Actor      string // the muted actor
	Since      string
	Mute       string // a sentence; "" if not muted
	Admin      bool   // the reader is an administrator and may act on this person
	Roles      []string
	Farewell   string // text about the effects of closing the account
}

// personOf returns a person as shown on a page.
func (s Pages) personOf(p page, v web.Visitor, one moderation.Person) personRow {
	row := personRow{
		Name: one.Name, Role: one.Role.String(), Path: "/admin/people/" + url.PathEscape(one.Name),
		Page:  accounthttp.Page(one.Name),
		Since: say(p, "moderation.since", "time", i18n.Day(p.Lang(), one.Created.UTC())),
		Admin: v.User.Role == account.Admin && one.Name != v.User.Name, Roles: []string{"player", "moderator", "admin"},
		Farewell: say(p, "moderation.close.about", "name", one.Name),
	}
	if !one.Mute.Until.IsZero() {
		row.Actor, row.Mute = one.Mute.Actor, s.muted(p, v, one.Mute)
	}
	return row
}

// muted returns a sentence about a mute.
func (s Pages) muted(p page, v web.Visitor, m moderation.Mute) string {
	return say(p, "moderation.muted", "time", s.at(p.Lang(), v, m.Until), "reason", m.Reason)
}

// people shows muted people and the results of a search.
func (s Pages) people(w http.ResponseWriter, r *http.Request) {
	p, v, ok := s.admit(w, r, "people")
	if !ok {
		return
	}
	p.People = &peoplePart{Asked: r.URL.Query().Get("name")}
	if p.People.Asked != "" {
		found, err := s.Moderation.People(r.Context(), v, p.People.Asked)
		if err != nil {
			s.failed(w, r, err)
			return
		}
		for _, one := range found {
			p.People.Found = append(p.People.Found, s.personOf(p, v, one))
		}
	}
	mutes, err := s.Moderation.Mutes(r.Context(), v)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	for _, m := range mutes {
		p.People.Muted = append(p.People.Muted, personRow{Name: m.Name, Actor: m.Actor, Mute: s.muted(p, v, m)})
	}
	s.show(w, r, http.StatusOK, p, "")
}

// person shows one person.
func (s Pages) person(w http.ResponseWriter, r *http.Request) { s.showPerson(w, r, http.StatusOK, "") }

func (s Pages) showPerson(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	p, v, ok := s.admit(w, r, "people")
	if !ok {
		return
	}
	one, err := s.Moderation.Person(r.Context(), v, r.PathValue("name"))
	if err != nil {
		s.failed(w, r, err)
		return
	}
	row := s.personOf(p, v, one)
	p.Person = &row
	s.show(w, r, status, p, wrong)
}

// actOnPerson mutes a person, or performs an administrator's action.
func (s Pages) actOnPerson(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	name, field := r.PathValue("name"), r.FormValue
	next := done("/admin/people/" + url.PathEscape(name))
	acts := map[string]func(v web.Visitor) error{
		"mute": func(v web.Visitor) error {
			return s.Moderation.Mute(r.Context(), v, moderation.NewMute{
				Name: name, Hours: numberOf(field("hours")), Reason: field("reason"),
			})
		},
		"role":   func(v web.Visitor) error { return s.Moderation.SetRole(r.Context(), v, name, field("role")) },
		"rename": func(v web.Visitor) error { return s.Moderation.Rename(r.Context(), v, name, field("name")) },
		"close":  func(v web.Visitor) error { return s.Moderation.CloseAccount(r.Context(), v, name, field("reason")) },
	}
	do, ok := acts[field("do")]
	if !ok {
		s.Fail(w, r, web.Unreadable())
		return
	}
	switch field("do") {
	case "rename":
		next = done("/admin/people/" + url.PathEscape(field("name")))
	case "close":
		next = done("/admin/people")
	}
	s.act(w, r, do, next, s.showPerson)
}

// unmute ends a mute.
func (s Pages) unmute(w http.ResponseWriter, r *http.Request) {
	s.act(w, r, func(v web.Visitor) error {
		return s.Moderation.Unmute(r.Context(), v, r.PostForm.Get("actor"))
	}, done("/admin/people"),
		func(w http.ResponseWriter, r *http.Request, _ int, _ string) {
			http.Redirect(w, r, "/admin/people", http.StatusSeeOther) // the mute has already ended
		})
}

// rooms shows all rooms to moderators, who may close rooms made by users.
func (s Pages) rooms(w http.ResponseWriter, r *http.Request) {
	p, v, ok := s.admit(w, r, "rooms")
	if !ok {
		return
	}
	all, err := s.Chat.Rooms(r.Context(), v)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	for _, room := range all {
		p.Rooms = append(p.Rooms, chat.RowOf(p.Lang(), room))
	}
	s.show(w, r, http.StatusOK, p, "")
}

// A gamePart is a game that may be annulled.
type gamePart struct {
	ID                    string
	Black, White          string
	Rated, Over, Annulled bool
	Path                  string
}

// findGame redirects to the game with an address or ID.
func (s Pages) findGame(w http.ResponseWriter, r *http.Request) {
	p, v, ok := s.admit(w, r, "games")
	if !ok {
		return
	}
	p.Games = true
	asked := strings.TrimSpace(r.URL.Query().Get("game"))
	id := asked[strings.LastIndex(asked, "/")+1:]
	if id != "" {
		if web.GameID.MatchString(id) {
			http.Redirect(w, r, "/admin/games/"+id, http.StatusSeeOther)
			return
		}
		p.Filled.Set("game", asked)
		s.show(w, r, http.StatusNotFound, p, p.T("moderation.game.missing"))
		return
	}
	pairs, from, err := s.Moderation.LopsidedPairs(r.Context(), v)
	if err != nil {
		s.failed(w, r, err)
		return
	}
	p.Pairs = s.pairsOf(p, v, moderationhttp.PairsOf(pairs, from))
	s.show(w, r, http.StatusOK, p, "")
}

// game shows a game to moderators.
func (s Pages) game(w http.ResponseWriter, r *http.Request) { s.showGame(w, r, http.StatusOK, "") }

func (s Pages) showGame(w http.ResponseWriter, r *http.Request, status int, wrong string) {
	p, _, ok := s.admit(w, r, "games")
	if !ok {
		return
	}
	id := r.PathValue("id")
	g := gamePart{ID: id, Path: "/games/" + id}
	var settings play.Settings
	err := s.Matches.Read(r.Context(), id, func(m *play.Match) {
		settings = m.OriginalSettings()
		g.Black, g.White = settings.Seat(board.Black).Name, settings.Seat(board.White).Name
		g.Rated, g.Over = settings.Rated, m.Over()
	})
	if errors.Is(err, play.ErrNoMatch) {
		s.Fail(w, r, web.ProblemOf(http.StatusNotFound, "moderation.game.missing", nil))
		return
	}
	if err == nil {
		err = s.mayRead(r, id, settings)
	}
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	if g.Annulled, err = s.Moderation.Games.Annulled(r.Context(), id); err != nil {
		s.Failed(w, r, err)
		return
	}
	p.Game = &g
	s.show(w, r, status, p, wrong)
}

// mayRead returns an error unless the client may read a game. Moderators may not read private games
// either.
func (s Pages) mayRead(r *http.Request, id string, settings play.Settings) error {
	v, err := s.Web.Visitor(r)
	if err != nil {
		return err
	}
	return s.Matches.MayRead(r.Context(), v, id, settings)
}

// judge annuls a game, or counts it again.
func (s Pages) judge(w http.ResponseWriter, r *http.Request) {
	id := r.PathValue("id")
	s.act(w, r, func(v web.Visitor) error {
		return s.Moderation.Annul(r.Context(), v, id, r.PostForm.Get("reason"), r.PostForm.Get("do") == "reinstate")
	}, done("/admin/games/"+id), s.showGame)
}
