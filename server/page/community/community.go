// Package community implements the page about the people on the server: the lounge, the rooms, the
// best players and who is here.
package community

import (
	"net/http"
	"slices"

	"rosette/server/chat"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	chatpages "rosette/server/page/chat"
	ratingpages "rosette/server/page/rating"
	"rosette/server/page/shell"
	"rosette/server/rating"
)

// Pages serves the page. It is a [shell.Group].
type Pages struct {
	*shell.Shell
	Chat    chatpages.Pages
	Players *rating.Service
}

// Pages implements [shell.Group].
func (s Pages) Pages() shell.Routes {
	return shell.Routes{"/community": {"GET": shell.Costs(web.List, s.community)}}
}

const (
	mostRooms   = 6
	mostPlayers = 5
	mostPresent = 40
)

// A page shows people and rooms.
type page struct {
	shell.Texts
	Lounge  any // for the template "lounge"
	Rooms   []chatpages.RoomRow
	Pool    string // title of the leaders' pool
	Leaders []ratinghttp.Leader
	Present []string // names of the users who follow a room
	Guests  string   // number of guests who follow a room; "" for none
}

// community shows the page.
func (s Pages) community(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "community")
	if !ok {
		return
	}
	p, err := s.page(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, http.StatusOK, "community", p)
}

// page returns the page for a request.
func (s Pages) page(r *http.Request, lang string) (p page, err error) {
	p.Texts = shell.Texts(lang)
	v, err := s.Web.Visitor(r)
	if err != nil {
		return p, err
	}
	if p.Lounge, err = s.Chat.Lounge(r, lang); err != nil {
		return p, err
	}
	rooms, err := s.Chat.Chat.Rooms(r.Context(), v)
	if err != nil {
		return p, err
	}
	guests := 0
	for _, room := range rooms {
		p.Present = append(p.Present, room.Presence.Names...)
		guests += room.Presence.Guests
		if room.ID != chat.Lounge && len(p.Rooms) < mostRooms {
			p.Rooms = append(p.Rooms, chatpages.RowOf(lang, room))
		}
	}
	slices.Sort(p.Present)
	p.Present = slices.Compact(p.Present)
	p.Present = p.Present[:min(len(p.Present), mostPresent)]
	if guests > 0 {
		p.Guests = p.Count("chat.guests", guests)
	}
	p.Pool = ratingpages.PoolTitle(lang, ratingpages.UsualPool())
	leaders, _, err := s.Players.Leaders(r.Context(), ratingpages.UsualPool(), 0, mostPlayers)
	p.Leaders = web.ListOf(leaders, ratinghttp.LeaderOf)
	return p, err
}
