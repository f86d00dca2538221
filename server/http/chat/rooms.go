package chat

import (
	"context"
	"net/http"
	"slices"

	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

// mostRooms is how many rooms that people have made are listed.
const mostRooms = 200

type (
	// A Room is a room as clients see it.
	Room struct {
		ID      string `json:"id"`
		Title   string `json:"title,omitempty"` // of a room that somebody has made
		About   string `json:"about,omitempty"`
		Owner   string `json:"owner,omitempty"`  // the name of who has made it
		Yours   bool   `json:"yours,omitempty"`  // the client may close it
		Joined  bool   `json:"joined,omitempty"` // the client has joined it
		Members int    `json:"members"`          // how many have
		There   There  `json:"there"`
	}
	// A RoomChat is a room with what was said there last.
	RoomChat struct {
		Room
		Lines []ChatLine `json:"lines"`
	}
	// NewRoom is what a room is made of.
	NewRoom struct {
		Title string `json:"title" doc:"Up to 40 characters"`
		About string `json:"about,omitempty" doc:"Up to 140 characters"`
	}
	noInput   struct{}
	noOutput  struct{}
	roomInput struct {
		ID string `path:"id" maxLength:"64"`
	}
	newRoomInput  struct{ Body NewRoom }
	newRoomOutput struct {
		Location string `header:"Location"`
		Body     Room
	}
	roomsOutput    struct{ Body []Room }
	roomChatOutput struct{ Body RoomChat }
	lineInput      struct {
		ID   string `path:"id" maxLength:"64"`
		Body struct {
			Text string `json:"text" doc:"Up to 300 characters"`
		}
	}
	lineOutput struct{ Body ChatLine }
)

// RoomNamed returns an open room by its id.
func (s *Server) RoomNamed(ctx context.Context, id string) (chat.Room, error) {
	own := chat.Rooms(s.Languages)
	if i := slices.IndexFunc(own, func(r chat.Room) bool { return r.ID == id }); i >= 0 {
		return own[i], nil
	}
	r, err := s.Lists.Room(ctx, id)
	if err == nil && !r.Closed.IsZero() {
		err = chat.ErrNoRoom
	}
	return r, err
}

// List returns all rooms as the client of a request sees them: those of the server, then
// those that people have made.
func (s *Server) List(r *http.Request) (all []Room, err error) {
	v, err := s.Visitor(r)
	if err != nil {
		return nil, s.Problem(err)
	}
	made, err := s.Lists.Rooms(r.Context(), mostRooms)
	if err != nil {
		return nil, s.Problem(err)
	}
	joined, err := s.joined(r.Context(), v.User)
	if err != nil {
		return nil, s.Problem(err)
	}
	for _, room := range slices.Concat(chat.Rooms(s.Languages), made) {
		seen, err := s.seenBy(r.Context(), v, room, joined)
		if err != nil {
			return nil, s.Problem(err)
		}
		all = append(all, seen)
	}
	return all, nil
}

// joined returns the ids of the rooms that a user has joined.
func (s *Server) joined(ctx context.Context, u account.User) (map[string]bool, error) {
	ids := map[string]bool{}
	if u.ID == "" {
		return ids, nil
	}
	all, err := s.Accounts.Store.BelongingsOf(ctx, u.ID, account.KindRoom)
	for _, b := range all {
		ids[b.ID] = true
	}
	return ids, err
}

// seen returns a room as somebody sees it.
func (s *Server) seen(ctx context.Context, v web.Visitor, r chat.Room) (Room, error) {
	joined, err := s.joined(ctx, v.User)
	if err != nil {
		return Room{}, err
	}
	return s.seenBy(ctx, v, r, joined)
}

// seenBy is seen for somebody who has joined some rooms.
func (s *Server) seenBy(ctx context.Context, v web.Visitor, r chat.Room, joined map[string]bool) (Room, error) {
	shown := Room{ID: r.ID, Title: r.Title, About: r.About, There: s.there.of(r.Topic()), Yours: mayClose(v.User, r)}
	shown.Joined = joined[r.ID]
	var err error
	if shown.Members, err = s.Accounts.Store.Count(ctx, account.KindRoom, r.ID); err != nil {
		return shown, err
	}
	shown.Owner, err = s.Accounts.NameOf(ctx, r.Owner)
	return shown, err
}

// mayClose reports whether a user may close a room.
func mayClose(u account.User, r chat.Room) bool {
	return r.Owner != "" && u.ID != "" && (u.Moderates() || r.Owner == u.Actor())
}

// Open returns a room with what was said there, as the client of a request sees it.
func (s *Server) Open(r *http.Request, id string) (RoomChat, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return RoomChat{}, s.Problem(err)
	}
	room, err := s.RoomNamed(r.Context(), id)
	if err != nil {
		return RoomChat{}, s.Problem(err)
	}
	shown, err := s.seen(r.Context(), v, room)
	if err != nil {
		return RoomChat{}, s.Problem(err)
	}
	lines, err := s.last(r.Context(), v, room.Topic(), partRoom)
	return RoomChat{shown, lines}, s.Problem(err)
}

// last returns the last lines of a topic as clients see them.
func (s *Server) last(ctx context.Context, v web.Visitor, topic, part string) ([]ChatLine, error) {
	all := []ChatLine{}
	lines, err := s.Last(ctx, v, topic)
	for _, l := range lines {
		all = append(all, LineOf(part, "", l))
	}
	return all, err
}

// Make makes a room for the client of a request.
func (s *Server) Make(r *http.Request, wanted NewRoom) (Room, error) {
	v, err := s.member(r)
	if err != nil {
		return Room{}, err
	}
	if err := s.MayPublish(r.Context(), v); err != nil {
		return Room{}, s.Problem(err)
	}
	if _, ok := s.lines.Take(string(v.Actor)); !ok {
		return Room{}, s.Problem(chat.ErrTooFast)
	}
	room, err := chat.NewRoom(account.NewKey(), wanted.Title, wanted.About, v.User.Actor(), s.Now())
	if err == nil {
		room.Title, err = s.Accounts.CheckUntaken(r.Context(), account.RoomName, room.Title, v.User)
	}
	if err != nil {
		return Room{}, s.Problem(err)
	}
	if err := s.Lists.Make(r.Context(), room, chat.MostRooms); err != nil {
		return Room{}, s.Problem(err)
	}
	if err := s.join(r.Context(), v.User, room.ID); err != nil {
		return Room{}, s.Problem(err)
	}
	shown, err := s.seen(r.Context(), v, room)
	return shown, s.Problem(err)
}

// Close closes a room for its owner or a moderator.
func (s *Server) Close(r *http.Request, id string) (chat.Room, error) {
	v, err := s.member(r)
	if err != nil {
		return chat.Room{}, err
	}
	room, err := s.RoomNamed(r.Context(), id)
	switch {
	case err != nil:
		return room, s.Problem(err)
	case !mayClose(v.User, room):
		return room, s.Problem(chat.ErrNotYours)
	}
	lists := s.Lists
	if room.Owner != v.User.Actor() {
		lists = s.Acting(moderation.Entry{
			At: s.Now(), By: string(v.Actor), ByName: v.User.Name, Act: moderation.ActRoom, About: room.Title,
		})
	}
	return room, s.Problem(lists.Close(r.Context(), id, s.Now()))
}

// join puts a room into the list of a user.
func (s *Server) join(ctx context.Context, u account.User, id string) error {
	return s.Accounts.Store.Put(ctx, account.Belonging{Owner: u.ID, Kind: account.KindRoom, ID: id, At: s.Now(), Body: "{}"})
}

// Join makes the client of a request join a room, or leave it.
func (s *Server) Join(r *http.Request, id string, on bool) error {
	v, err := s.member(r)
	if err != nil {
		return err
	}
	if _, err := s.RoomNamed(r.Context(), id); err != nil {
		return s.Problem(err)
	}
	if on {
		return s.Problem(s.join(r.Context(), v.User, id))
	}
	_, err = s.Accounts.Store.Remove(r.Context(), account.Belonging{Owner: v.User.ID, Kind: account.KindRoom, ID: id})
	return s.Problem(err)
}

// SayIn says something in a room for the client of a request.
func (s *Server) SayIn(r *http.Request, id, text string) (ChatLine, error) {
	v, err := s.Visitor(r)
	if err != nil {
		return ChatLine{}, s.Problem(err)
	}
	l, err := s.sayTo(r.Context(), v, chat.Room{ID: id}.Topic(), text)
	return LineOf(partRoom, "", l), s.Problem(err)
}

// sayTo says something on a topic of a room or a conversation.
func (s *Server) sayTo(ctx context.Context, v web.Visitor, topic, text string) (chat.Line, error) {
	if v.User.ID == "" {
		return chat.Line{}, chat.ErrAccount
	}
	if id, ok := chat.DirectOf(topic); ok {
		return s.sayToUser(ctx, v, id, text)
	}
	id, _ := chat.RoomOf(topic)
	if _, err := s.RoomNamed(ctx, id); err != nil {
		return chat.Line{}, err
	}
	return s.Say(ctx, Speech{
		By: v, Text: text, Topic: topic, Line: chat.Line{Room: topic, Actor: v.User.Actor(), Name: v.User.Name},
		ToClient: func(l chat.Line) ChatLine { return LineOf(partRoom, "", l) },
	})
}

func (s *Server) getRooms(ctx context.Context, _ *noInput) (*roomsOutput, error) {
	all, err := s.List(web.RequestOf(ctx))
	return &roomsOutput{all}, err
}

func (s *Server) postRoom(ctx context.Context, in *newRoomInput) (*newRoomOutput, error) {
	room, err := s.Make(web.RequestOf(ctx), in.Body)
	return &newRoomOutput{"/api/chat/rooms/" + room.ID, room}, err
}

func (s *Server) getRoom(ctx context.Context, in *roomInput) (*roomChatOutput, error) {
	room, err := s.Open(web.RequestOf(ctx), in.ID)
	return &roomChatOutput{room}, err
}

func (s *Server) deleteRoom(ctx context.Context, in *roomInput) (*noOutput, error) {
	_, err := s.Close(web.RequestOf(ctx), in.ID)
	return &noOutput{}, err
}

func (s *Server) postLine(ctx context.Context, in *lineInput) (*lineOutput, error) {
	l, err := s.SayIn(web.RequestOf(ctx), in.ID, in.Body.Text)
	return &lineOutput{l}, err
}

func (s *Server) membership(on bool) web.Handler[roomInput, noOutput] {
	return func(ctx context.Context, in *roomInput) (*noOutput, error) {
		return &noOutput{}, s.Join(web.RequestOf(ctx), in.ID, on)
	}
}
