package chat

import (
	"net/http"

	"rosette/i18n"
	"rosette/server/chat"
	chathttp "rosette/server/http/chat"
	"rosette/server/http/web"
	"rosette/server/page/shell"
)

// A roomsPage lists rooms.
type roomsPage struct {
	shell.Texts
	Yours, Server, Made []RoomRow
	Member, Moderates   bool
	Wrong               string // why a room was not made
	Filled              chathttp.NewRoom
	SignIn              string
}

// A RoomRow is a room in a list.
type RoomRow struct {
	chathttp.Room
	Heading string
	Tongue  string // the language of the heading, "" for that of the page
	About   string
	Count   string // how many are there
	Members string
}

// rooms shows all rooms.
func (s Pages) rooms(w http.ResponseWriter, r *http.Request) {
	s.showRooms(w, r, http.StatusOK, func(*roomsPage) {})
}

// showRooms shows all rooms, with the form as change leaves it.
func (s Pages) showRooms(w http.ResponseWriter, r *http.Request, status int, change func(*roomsPage)) {
	lang, v, ok := s.visitor(w, r, "chat/rooms")
	if !ok {
		return
	}
	all, err := s.Talk.List(r)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	p := roomsPage{Texts: shell.Texts(lang), Member: v.User.ID != "", Moderates: v.User.Moderates(), SignIn: signIn("/rooms")}
	for _, room := range all {
		row := RowOf(lang, room)
		switch {
		case room.Joined:
			p.Yours = append(p.Yours, row)
		case room.Title == "":
			p.Server = append(p.Server, row)
		default:
			p.Made = append(p.Made, row)
		}
	}
	change(&p)
	s.Show(w, r, status, "chat/rooms", p)
}

// RowOf returns a room as a list shows it.
func RowOf(lang string, room chathttp.Room) RoomRow {
	t := shell.Texts(lang)
	row := RoomRow{Room: room, Heading: room.Title, About: room.About}
	if room.Members > 0 {
		row.Members = t.Count("chat.members", room.Members)
	}
	if tag, ok := chat.Language(room.ID); ok && room.Title == "" {
		row.Heading, row.Tongue, row.About = t.Name(tag), tag, t.T("chat.about.language")
	} else if room.Title == "" {
		row.Heading, row.About = t.T("chat.title."+room.ID), t.T("chat.about."+room.ID)
	}
	if n := len(room.There.Names) + room.There.Guests; n > 0 {
		row.Count = t.Count("chat.there.count", n)
	}
	return row
}

// makeRoom makes a room and goes there.
func (s Pages) makeRoom(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	wanted := chathttp.NewRoom{Title: r.PostForm.Get("title"), About: r.PostForm.Get("about")}
	room, err := s.Talk.Make(r, wanted)
	if err == nil {
		http.Redirect(w, r, "/rooms/"+room.ID, http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, "chat/rooms", err); ok {
		s.showRooms(w, r, status, func(p *roomsPage) { p.Wrong, p.Filled = why, wanted })
	}
}

// A roomPage is a room.
type roomPage struct {
	talkPage
	Row    RoomRow
	Owner  string // a sentence
	Guests string
	Nobody bool
}

// room shows a room.
func (s Pages) room(w http.ResponseWriter, r *http.Request) {
	s.showRoom(w, r, http.StatusOK, func(*talkPage) {})
}

// showRoom shows a room, with the form as change leaves it.
func (s Pages) showRoom(w http.ResponseWriter, r *http.Request, status int, change func(*talkPage)) {
	lang, v, ok := s.visitor(w, r, "chat/room")
	if !ok {
		return
	}
	room, err := s.Talk.Open(r, r.PathValue("id"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	row, t := RowOf(lang, room.Room), shell.Texts(lang)
	p := roomPage{Row: row, Nobody: row.Count == "", talkPage: talkPage{
		Texts: t, Heading: row.Heading, Path: "/rooms/" + room.ID, Send: "/api/chat/rooms/" + room.ID + "/lines",
	}}
	s.fill(r, v, &p.talkPage, chat.Room{ID: room.ID}.Topic(), room.Lines)
	if room.Owner != "" {
		p.Owner = i18n.T(lang, "chat.owner", i18n.Args{"name": i18n.Verbatim(room.Owner)})
	}
	if room.There.Guests > 0 {
		p.Guests = t.Count("chat.guests", room.There.Guests)
	}
	if err := s.barred(r, v, &p.talkPage); err != nil {
		s.Failed(w, r, err)
		return
	}
	change(&p.talkPage)
	s.Show(w, r, status, "chat/room", p)
}

// barred says on a page why nothing can be written.
func (s Pages) barred(r *http.Request, v web.Visitor, p *talkPage) error {
	if v.User.ID == "" {
		p.Why, p.SignIn = p.T("refusal.chat-account"), signIn(p.Path)
		return nil
	}
	return s.silence(r, v, p)
}

// sayInRoom says something in a room.
func (s Pages) sayInRoom(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	_, err := s.Talk.SayIn(r, r.PathValue("id"), r.PostForm.Get("text"))
	s.said(w, r, "chat/room", err, s.showRoom)
}

// said answers the form of a line: it goes back to the page, or shows it again.
func (s Pages) said(w http.ResponseWriter, r *http.Request, page string, err error, show func(http.ResponseWriter, *http.Request, int, func(*talkPage))) {
	if err == nil {
		http.Redirect(w, r, r.URL.EscapedPath()+"#say", http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, page, err); ok {
		show(w, r, status, func(p *talkPage) { p.Wrong, p.Typed = why, r.PostForm.Get("text") })
	}
}

// join makes somebody join a room, or leave it.
func (s Pages) join(w http.ResponseWriter, r *http.Request) {
	if !s.read(w, r) {
		return
	}
	path := "/rooms/" + r.PathValue("id")
	if err := s.Talk.Join(r, r.PathValue("id"), !r.PostForm.Has("end")); err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// closeRoom closes a room.
func (s Pages) closeRoom(w http.ResponseWriter, r *http.Request) {
	if _, err := s.Talk.Close(r, r.PathValue("id")); err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/rooms", http.StatusSeeOther)
}
