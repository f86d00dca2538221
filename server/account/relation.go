package account

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"unicode/utf8"
)

// mostRelations bounds how many users one may follow, and how many one may block.
const mostRelations = 1000

// relations are the kinds of what a user may be to another: followed or blocked.
var relations = []Kind{KindFollow, KindBlock}

// Relate makes one user follow or block another, or no longer. Whom one blocks one does
// not follow.
func (s *Service) Relate(ctx context.Context, u, other User, kind Kind, on bool) error {
	switch {
	case !slices.Contains(relations, kind):
		return fmt.Errorf("account: %q is no relation: use %s or %s", kind, KindFollow, KindBlock)
	case u.ID == other.ID:
		return refuse("account.relation.self")
	}
	err := s.relate(ctx, u, other, kind, on)
	if err == nil && kind == KindBlock && s.BlocksChanged != nil {
		s.BlocksChanged(u.Actor())
	}
	return err
}

// relate stores what one user is to another.
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

// Related returns the users whom a user follows or blocks.
func (s *Service) Related(ctx context.Context, u User, kind Kind) (others []User, err error) {
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

// Blocked reports whether one of two actors blocks the other. Guests block nobody.
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

// Avoided returns the users whom a user blocks and those who block him. A guest avoids
// nobody.
func (s *Service) Avoided(ctx context.Context, actor string) (actors []string, err error) {
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

// SetNote keeps what a user has written about another, for himself alone; "" removes it.
func (s *Service) SetNote(ctx context.Context, u, other User, text string) error {
	b := Belonging{Owner: u.ID, Kind: KindNote, ID: other.ID, At: s.Now()}
	text = Clean(text)
	if text == "" {
		_, err := s.Store.Remove(ctx, b)
		return err
	}
	if utf8.RuneCountInString(text) > LongestNote {
		return refuse("account.note.long", "n", LongestNote)
	}
	body, err := json.Marshal(text)
	b.Body = string(body)
	if err != nil {
		return err
	}
	return s.Store.Put(ctx, b)
}

// Notes returns what a user has written about others, by their ids.
func (s *Service) Notes(ctx context.Context, u User) (map[string]string, error) {
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
