package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// mostRelations bounds the users that a user may follow, and those that a user may block.
const mostRelations = 1000

// A Relation is one user's private view of another.
type Relation struct {
	Follows bool
	Blocks  bool
	Note    string
}

// relationKinds are the kinds of relations that [Service.Relate] changes.
var relationKinds = []Kind{KindFollow, KindBlock}

// Relate makes the user follow or block the user called name, or undoes that. Blocking ends
// following.
func (s *Service) Relate(ctx context.Context, v Visitor, name string, kind Kind, on bool) error {
	u, other, err := s.pair(ctx, v, name)
	switch {
	case err != nil:
		return err
	case !slices.Contains(relationKinds, kind):
		return fmt.Errorf("account: %q is not a relation: use %s or %s", kind, KindFollow, KindBlock)
	case u.ID == other.ID:
		return withField(refuse("account.relation.self"), "")
	}
	err = s.relate(ctx, u, other, kind, on)
	if err == nil && kind == KindBlock && s.OnBlocksChanged != nil {
		s.OnBlocksChanged(u.Actor())
	}
	return withField(err, "")
}

// pair returns the visitor's user and the user called name.
func (s *Service) pair(ctx context.Context, v Visitor, name string) (u, other User, err error) {
	if u, err = v.user(); err == nil {
		other, err = s.UserByName(ctx, name)
	}
	return u, other, err
}

func (s *Service) relate(ctx context.Context, u, other User, kind Kind, on bool) error {
	if !on {
		_, err := s.Store.Remove(ctx, Belonging{Owner: u.ID, Kind: kind, ID: other.ID})
		return err
	}
	if has, err := s.Store.BelongingsOf(ctx, u.ID, kind); err != nil || len(has) >= mostRelations {
		return orRefuse(err, refuse("account.relation.most", "n", mostRelations))
	}
	if kind == KindBlock {
		if _, err := s.Store.Remove(ctx, Belonging{Owner: u.ID, Kind: KindFollow, ID: other.ID}); err != nil {
			return err
		}
	}
	return s.Store.Put(ctx, Belonging{Owner: u.ID, Kind: kind, ID: other.ID, At: s.Now(), Body: "{}"})
}

// Relations returns the users that the user follows and blocks.
func (s *Service) Relations(ctx context.Context, v Visitor) (follows, blocks []User, err error) {
	u, err := v.user()
	if err != nil {
		return nil, nil, err
	}
	if follows, err = s.RelatedUsers(ctx, u, KindFollow); err != nil {
		return nil, nil, err
	}
	blocks, err = s.RelatedUsers(ctx, u, KindBlock)
	return follows, blocks, err
}

// relationOf returns a visitor's relation to a user.
func (s *Service) relationOf(ctx context.Context, v Visitor, other User) (r Relation, err error) {
	if v.User.ID == "" {
		return r, nil
	}
	if r.Follows, err = s.Relation(ctx, v.User, other, KindFollow); err != nil {
		return r, err
	}
	if r.Blocks, err = s.Relation(ctx, v.User, other, KindBlock); err != nil {
		return r, err
	}
	notes, err := s.notes(ctx, v.User)
	r.Note = notes[other.ID]
	return r, err
}

// RelatedUsers returns the users that a user follows or blocks.
func (s *Service) RelatedUsers(ctx context.Context, u User, kind Kind) (others []User, err error) {
	has, err := s.Store.BelongingsOf(ctx, u.ID, kind)
	for _, b := range has {
		other, err := s.Store.User(ctx, b.ID)
		if err != nil {
			return nil, err
		}
		others = append(others, other)
	}
	return others, err
}

// Relation reports whether a user follows or blocks another.
func (s *Service) Relation(ctx context.Context, u, other User, kind Kind) (bool, error) {
	return s.Store.Has(ctx, u.ID, kind, other.ID)
}

// Blocked reports whether one actor blocks the other. Guests cannot block.
func (s *Service) Blocked(ctx context.Context, a, b string) (bool, error) {
	one, isUser := UserID(a)
	two, areUsers := UserID(b)
	if !isUser || !areUsers {
		return false, nil
	}
	blocked, err := s.Relation(ctx, User{ID: one}, User{ID: two}, KindBlock)
	if err != nil || blocked {
		return blocked, err
	}
	return s.Relation(ctx, User{ID: two}, User{ID: one}, KindBlock)
}

// BlockedOrBlocking returns the users that actor blocks and those that block actor. It returns no
// users for a guest.
func (s *Service) BlockedOrBlocking(ctx context.Context, actor string) (actors []string, err error) {
	id, ok := UserID(actor)
	if !ok {
		return nil, nil
	}
	blocked, err := s.Store.BelongingsOf(ctx, id, KindBlock)
	if err != nil {
		return nil, err
	}
	blocking, err := s.Store.Find(ctx, KindBlock, id)
	for _, b := range blocked {
		actors = append(actors, User{ID: b.ID}.Actor())
	}
	for _, b := range blocking {
		actors = append(actors, User{ID: b.Owner}.Actor())
	}
	return actors, err
}

// SetNote stores the user's private note about another user; "" removes it.
func (s *Service) SetNote(ctx context.Context, v Visitor, name, text string) error {
	u, other, err := s.pair(ctx, v, name)
	if err != nil {
		return err
	}
	b := Belonging{Owner: u.ID, Kind: KindNote, ID: other.ID, At: s.Now()}
	text = Clean(text)
	if text == "" {
		_, err := s.Store.Remove(ctx, b)
		return err
	}
	if utf8.RuneCountInString(text) > LongestNote {
		return withField(refuse("account.note.long", "n", LongestNote), "")
	}
	body, err := json.Marshal(text)
	b.Body = string(body)
	if err != nil {
		return err
	}
	return s.Store.Put(ctx, b)
}

// notes returns a user's notes by the other users' ids.
func (s *Service) notes(ctx context.Context, u User) (map[string]string, error) {
	has, err := s.Store.BelongingsOf(ctx, u.ID, KindNote)
	notes := map[string]string{}
	for _, b := range has {
		var text string
		if err := json.Unmarshal([]byte(b.Body), &text); err != nil {
			return nil, fmt.Errorf("account: note of %s: %w", u.ID, err)
		}
		notes[b.ID] = text
	}
	return notes, err
}
