package chat

import (
	"context"
	"slices"

	"rosette/server/account"
	"rosette/server/refusal"
)

// maxListedRooms limits the list of rooms made by users.
const maxListedRooms = 200

// A RoomInfo is a room as a visitor sees it.
type RoomInfo struct {
	Room
	OwnerName string
	MayClose  bool // the visitor may close it
	Joined    bool // the visitor has joined it
	Members   int  // number of users who have joined
	Presence  Presence
}

// room returns an open room by ID.
func (s *Service) room(ctx context.Context, id string) (Room, error) {
	own := Rooms(s.Languages)
	if i := slices.IndexFunc(own, func(r Room) bool { return r.ID == id }); i >= 0 {
		return own[i], nil
	}
	r, err := s.RoomStore.Room(ctx, id)
	if err == nil && !r.Closed.IsZero() {
		err = ErrNoRoom
	}
	return r, err
}

// joinedRooms returns the IDs of the rooms that a visitor has joined.
func (s *Service) joinedRooms(ctx context.Context, v account.Visitor) (map[string]bool, error) {
	ids := map[string]bool{}
	if v.User.ID == "" {
		return ids, nil
	}
	all, err := s.Store.BelongingsOf(ctx, v.User.ID, account.KindRoom)
	for _, b := range all {
		ids[b.ID] = true
	}
	return ids, err
}

// info returns a room as a visitor sees it. joined reports whether the visitor has joined it.
func (s *Service) info(ctx context.Context, v account.Visitor, r Room, joined bool) (info RoomInfo, err error) {
	info = RoomInfo{Room: r, MayClose: mayClose(v, r), Joined: joined, Presence: s.followers.presence(r.Topic())}
	if info.Members, err = s.Store.Count(ctx, account.KindRoom, r.ID); err != nil {
		return info, err
	}
	info.OwnerName, err = s.Accounts.NameOf(ctx, r.Owner)
	return info, err
}

// Rooms returns all open rooms, the server's rooms first.
func (s *Service) Rooms(ctx context.Context, v account.Visitor) (all []RoomInfo, err error) {
	userRooms, err := s.RoomStore.Rooms(ctx, maxListedRooms)
	if err != nil {
		return nil, err
	}
	joinedRooms, err := s.joinedRooms(ctx, v)
	if err != nil {
		return nil, err
	}
	for _, r := range slices.Concat(Rooms(s.Languages), userRooms) {
		info, err := s.info(ctx, v, r, joinedRooms[r.ID])
		if err != nil {
			return nil, err
		}
		all = append(all, info)
	}
	return all, nil
}

// A RoomChat is a room with its last lines as a visitor reads them.
type RoomChat struct {
	RoomInfo
	Refusal *refusal.Error // reason why the visitor cannot write, or nil
	Lines   []Line
}

// Room returns an open room with its last lines.
func (s *Service) Room(ctx context.Context, v account.Visitor, id string) (c RoomChat, err error) {
	r, err := s.room(ctx, id)
	if err != nil {
		return c, err
	}
	joined, err := s.Store.Has(ctx, v.User.ID, account.KindRoom, r.ID)
	if err != nil {
		return c, err
	}
	if c.RoomInfo, err = s.info(ctx, v, r, joined); err != nil {
		return c, err
	}
	err = s.mayWriteInRooms(ctx, v)
	if c.Refusal = refusal.Of(err); err != nil && c.Refusal == nil {
		return c, err
	}
	c.Lines, err = s.lines(ctx, v, r.Topic(), Match{})
	return c, err
}

// MakeRoom creates a room. The visitor owns it and joins it.
func (s *Service) MakeRoom(ctx context.Context, v account.Visitor, title, about string) (RoomInfo, error) {
	if err := s.mayMakeRoom(ctx, v); err != nil {
		return RoomInfo{}, err
	}
	r, err := NewRoom(account.NewKey(), title, about, v.User.Actor(), s.Now())
	if err != nil {
		return RoomInfo{}, err
	}
	if r.Title, err = s.Accounts.CheckFreeName(ctx, account.RoomName, r.Title, v.User); err != nil {
		return RoomInfo{}, err
	}
	if err := s.RoomStore.Make(ctx, r, MaxRooms); err != nil {
		return RoomInfo{}, err
	}
	if err := s.Join(ctx, v, r.ID, true); err != nil {
		return RoomInfo{}, err
	}
	return s.info(ctx, v, r, true)
}

// CloseRoom closes a room for its owner or a moderator.
func (s *Service) CloseRoom(ctx context.Context, v account.Visitor, id string) error {
	if v.User.ID == "" && !v.Operator {
		return ErrNoAccount
	}
	r, err := s.room(ctx, id)
	switch {
	case err != nil:
		return err
	case !mayClose(v, r):
		return ErrNotOwner
	case r.Owner != v.User.Actor():
		return s.Moderation.CloseRoom(ctx, v, r)
	}
	return s.RoomStore.Close(ctx, id, s.Now())
}

// Join adds a room to a user's list, or removes it.
func (s *Service) Join(ctx context.Context, v account.Visitor, id string, on bool) error {
	if v.User.ID == "" {
		return ErrNoAccount
	}
	if _, err := s.room(ctx, id); err != nil {
		return err
	}
	b := account.Belonging{Owner: v.User.ID, Kind: account.KindRoom, ID: id, At: s.Now(), Body: "{}"}
	if on {
		return s.Store.Put(ctx, b)
	}
	_, err := s.Store.Remove(ctx, b)
	return err
}
