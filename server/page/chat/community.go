package chat

import (
	"net/http"
	"slices"

	"rosette/server/chat"
	ratinghttp "rosette/server/http/rating"
	"rosette/server/http/web"
	ratingpages "rosette/server/page/rating"
	"rosette/server/page/shell"
)

const (
	mostRooms   = 6
	mostPlayers = 5
	mostPresent = 40
)

// A communityPage shows people and rooms.
type communityPage struct {
	shell.Texts
	Lounge  any // for the template "lounge"
	Rooms   []RoomRow
	Pool    string // the leaders' pool
	Leaders []ratinghttp.Leader
	Present []string // users who follow a room
	Guests  string   // a text about guests who follow a room; "" without guests
}

// community shows the lounge, the rooms, the best players and who is here.
func (s Pages) community(w http.ResponseWriter, r *http.Request) {
	lang, ok := s.Language(w, r, "chat/community")
	if !ok {
		return
	}
	p, err := s.communityOf(r, lang)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	s.Show(w, r, http.StatusOK, "chat/community", p)
}

// communityOf returns the page about the people on the server.
func (s Pages) communityOf(r *http.Request, lang string) (p communityPage, err error) {
	p.Texts = shell.Texts(lang)
	v, err := s.Web.Visitor(r)
	if err != nil {
		return p, err
	}
	if p.Lounge, err = s.Lounge(r, lang); err != nil {
		return p, err
	}
	rooms, err := s.Chat.Rooms(r.Context(), v)
	if err != nil {
		return p, err
	}
	guests := 0
	for _, room := range rooms {
		p.Present = append(p.Present, room.Presence.Names...)
		guests += room.Presence.Guests
		if room.ID != chat.Lounge && len(p.Rooms) < mostRooms {
			p.Rooms = append(p.Rooms, RowOf(lang, room))
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
