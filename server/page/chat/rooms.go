package chat

import (
	"net/http"
	"net/url"
	"slices"

	"rosette/i18n"
	"rosette/server/chat"
	"rosette/server/page/shell"
	"rosette/server/refusal"
)

// A roomsPage lists rooms.
type roomsPage struct {
	shell.Texts
	Yours, Server, Made []RoomRow
	cannotWrite                // why the reader cannot create a room
	Wrong               string // reason why the room was not created
	Filled              filledRoom
}

// A filledRoom holds the values in the form for a new room.
type filledRoom struct{ Title, About string }

// A RoomRow is a room in a list.
type RoomRow struct {
	chat.RoomInfo
	Heading string
	Tongue  string // the heading's language; "" if it is the page's
	About   string
	Count   string // number of people present
	Members string
}

// rooms shows all rooms.
func (s Pages) rooms(w http.ResponseWriter, r *http.Request) {
	s.showRooms(w, r, http.StatusOK, func(*roomsPage) {})
}

// showRooms shows all rooms, with the form as modified by change.
func (s Pages) showRooms(w http.ResponseWriter, r *http.Request, status int, change func(*roomsPage)) {
	lang, v, ok := s.visitor(w, r, "chat/rooms")
	if !ok {
		return
	}
	all, err := s.Chat.Rooms(r.Context(), v)
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	err = s.Chat.CheckMakeRoom(r.Context(), v)
	refused := refusal.Of(err)
	if err != nil && refused == nil {
		s.Failed(w, r, err)
		return
	}
	p := roomsPage{Texts: shell.Texts(lang)}
	if p.cannotWrite, err = s.refusalNotice(r, lang, v, "/rooms", refused); err != nil {
		s.Failed(w, r, err)
		return
	}
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

// linesOnHome is the number of lines shown.
const linesOnHome = 3

// A lounge is the data for the template "lounge".
type lounge struct {
	shell.Texts
	Lines []chat.Line
	Here  string // number of people present
}

// Lounge returns the last lines in the main room that are not hidden.
func (s Pages) Lounge(r *http.Request, lang string) (any, error) {
	v, err := s.Web.Visitor(r)
	if err != nil {
		return nil, err
	}
	room, err := s.Chat.Room(r.Context(), v, chat.Lounge)
	if err != nil {
		return nil, err
	}
	lines := slices.DeleteFunc(room.Lines, func(l chat.Line) bool { return l.Hidden })
	return lounge{
		shell.Texts(lang), lines[max(0, len(lines)-linesOnHome):], RowOf(lang, room.RoomInfo).Count,
	}, nil
}

// RowOf returns a room as shown in a list.
func RowOf(lang string, room chat.RoomInfo) RoomRow {
	t := shell.Texts(lang)
	row := RoomRow{RoomInfo: room, Heading: room.Title, About: room.About}
	if room.Members > 0 {
		row.Members = t.Count("chat.members", room.Members)
	}
	if tag, ok := chat.Language(room.ID); ok && room.Title == "" {
		row.Heading = t.Name(tag)
		row.Tongue = tag
		row.About = t.T("chat.about.language")
	} else if room.Title == "" {
		row.Heading, row.About = t.T("chat.title."+room.ID), t.T("chat.about."+room.ID)
	}
	if n := len(room.Presence.Names) + room.Presence.Guests; n > 0 {
		row.Count = t.Count("chat.there.count", n)
	}
	return row
}

// makeRoom creates a room and redirects to it.
func (s Pages) makeRoom(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	wanted := filledRoom{Title: r.PostForm.Get("title"), About: r.PostForm.Get("about")}
	room, err := s.Chat.MakeRoom(r.Context(), v, wanted.Title, wanted.About)
	if err == nil {
		http.Redirect(w, r, "/rooms/"+room.ID, http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, "chat/rooms", err); ok {
		s.showRooms(w, r, status, func(p *roomsPage) { p.Wrong, p.Filled = why, wanted })
	}
}

// A roomPage shows a room.
type roomPage struct {
	chatPage
	Row    RoomRow
	Owner  string // a sentence
	Guests string
	Nobody bool
}

// room shows a room.
func (s Pages) room(w http.ResponseWriter, r *http.Request) {
	if r.PathValue("id") == "lobby" { // former address of the lounge
		to := url.URL{Path: "/rooms/" + chat.Lounge, RawQuery: r.URL.RawQuery}
		http.Redirect(w, r, to.String(), http.StatusSeeOther)
		return
	}
	s.showRoom(w, r, http.StatusOK, func(*chatPage) {})
}

// showRoom shows a room, with the form as modified by change.
func (s Pages) showRoom(w http.ResponseWriter, r *http.Request, status int, change func(*chatPage)) {
	lang, v, ok := s.visitor(w, r, "chat/room")
	if !ok {
		return
	}
	room, err := s.Chat.Room(r.Context(), v, r.PathValue("id"))
	if err != nil {
		s.Failed(w, r, err)
		return
	}
	row, t := RowOf(lang, room.RoomInfo), shell.Texts(lang)
	p := roomPage{Row: row, Nobody: row.Count == "", chatPage: chatPage{
		Texts: t, Heading: row.Heading, Path: "/rooms/" + room.ID, Send: "/api/chat/rooms/" + room.ID + "/lines",
	}}
	s.fill(r, v, &p.chatPage, room.Topic(), room.Lines)
	if room.OwnerName != "" {
		p.Owner = i18n.T(lang, "chat.owner", i18n.Args{"name": i18n.Verbatim(room.OwnerName)})
	}
	if room.Presence.Guests > 0 {
		p.Guests = t.Count("chat.guests", room.Presence.Guests)
	}
	if p.cannotWrite, err = s.refusalNotice(r, lang, v, p.Path, room.Refusal); err != nil {
		s.Failed(w, r, err)
		return
	}
	change(&p.chatPage)
	s.Show(w, r, status, "chat/room", p)
}

// sayInRoom sends a line to a room.
func (s Pages) sayInRoom(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	_, err := s.Chat.Post(r.Context(), v, chat.Room{ID: r.PathValue("id")}.Topic(), r.PostForm.Get("text"))
	s.lineResponse(w, r, "chat/room", err, s.showRoom)
}

// lineResponse responds to the form for a line: it redirects to the page, or shows the form again with an
// error.
func (s Pages) lineResponse(
	w http.ResponseWriter, r *http.Request, page string, err error, show func(http.ResponseWriter, *http.Request, int,
		func(*chatPage)),
) {
	if err == nil {
		http.Redirect(w, r, r.URL.EscapedPath()+"#say", http.StatusSeeOther)
		return
	}
	if status, why, ok := s.mended(w, r, page, err); ok {
		show(w, r, status, func(p *chatPage) { p.Wrong, p.Typed = why, r.PostForm.Get("text") })
	}
}

// join makes the user join or leave a room.
func (s Pages) join(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	path := "/rooms/" + r.PathValue("id")
	if err := s.Chat.Join(r.Context(), v, r.PathValue("id"), !r.PostForm.Has("end")); err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, path, http.StatusSeeOther)
}

// closeRoom closes a room.
func (s Pages) closeRoom(w http.ResponseWriter, r *http.Request) {
	v, ok := s.form(w, r)
	if !ok {
		return
	}
	if err := s.Chat.CloseRoom(r.Context(), v, r.PathValue("id")); err != nil {
		s.failed(w, r, err)
		return
	}
	http.Redirect(w, r, "/rooms", http.StatusSeeOther)
}
