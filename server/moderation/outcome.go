package moderation

import (
	"context"
	"encoding/json"
	"fmt"
	"slices"
	"time"

	"rosette/server/account"
	"rosette/server/chat"
)

// mostOutcomes limits the recent report outcomes stored per user.
const mostOutcomes = 20

// An Outcome is a report's outcome for its author. It does not reveal the moderator's action.
type Outcome struct {
	ID    string // the report's ID
	Kind  Kind
	Name  string // of the accused user; "" for a guest, a closed account, or a report about no one in particular
	State State  // [Acted] or [Dismissed]
	New   bool   // unread
	At    time.Time
}

// storedOutcome is the stored form of an outcome.
type storedOutcome struct {
	Kind    Kind   `json:"kind"`
	Accused string `json:"on,omitempty"`
	State   State  `json:"state"`
	Read    bool   `json:"read,omitempty"`
}

// addOutcome stores a report's outcome for its author and publishes it. A guest's outcomes are
// shown once the guest has an account.
func (s *Service) addOutcome(ctx context.Context, r Report) error {
	user, err := account.UserOf(ctx, s.Store, r.By)
	if err != nil || user == "" {
		return err
	}
	b := account.Belonging{Owner: user, ID: r.ID, At: r.Closed}
	if err := s.putOutcome(ctx, b, storedOutcome{Kind: r.Kind, Accused: r.Accused, State: r.State}); err != nil {
		return err
	}
	all, err := s.Store.BelongingsOf(ctx, user, account.KindOutcome)
	if err != nil {
		return err
	}
	for _, b := range all[:max(0, len(all)-mostOutcomes)] {
		if _, err := s.Store.Remove(ctx, b); err != nil {
			return err
		}
	}
	return s.Chat.PublishUnread(ctx, user)
}

func (s *Service) putOutcome(ctx context.Context, b account.Belonging, o storedOutcome) error {
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("moderation: outcome: %w", err)
	}
	b.Kind, b.Body = account.KindOutcome, string(body)
	return s.Store.Put(ctx, b)
}

// eachOutcome calls f with the outcomes of a user's reports, oldest first.
func (s *Service) eachOutcome(
	ctx context.Context, user string, f func(b account.Belonging, o storedOutcome) error,
) error {
	all, err := s.Store.BelongingsOf(ctx, user, account.KindOutcome)
	for _, b := range all {
		var o storedOutcome
		if err := json.Unmarshal([]byte(b.Body), &o); err != nil {
			return fmt.Errorf("moderation: outcome of %s: %w", b.ID, err)
		}
		if err := f(b, o); err != nil {
			return err
		}
	}
	return err
}

// UnreadOutcomes counts a user's unread outcomes.
func (s *Service) UnreadOutcomes(ctx context.Context, user string) (n int, err error) {
	err = s.eachOutcome(ctx, user, func(_ account.Belonging, o storedOutcome) error {
		if !o.Read {
			n++
		}
		return nil
	})
	return n, err
}

// Outcomes returns the outcomes of a visitor's reports, latest first.
func (s *Service) Outcomes(ctx context.Context, v account.Visitor) (all []Outcome, err error) {
	if v.User.ID == "" {
		return nil, chat.ErrNoAccount
	}
	err = s.eachOutcome(ctx, v.User.ID, func(b account.Belonging, o storedOutcome) error {
		name, err := s.Accounts.NameOf(ctx, o.Accused)
		all = append(all, Outcome{ID: b.ID, Kind: o.Kind, Name: name, State: o.State, New: !o.Read, At: b.At})
		return err
	})
	slices.Reverse(all)
	return all, err
}

// ReadOutcomes marks a visitor's outcomes as read.
func (s *Service) ReadOutcomes(ctx context.Context, v account.Visitor) error {
	if v.User.ID == "" {
		return chat.ErrNoAccount
	}
	read := false
	err := s.eachOutcome(ctx, v.User.ID, func(b account.Belonging, o storedOutcome) error {
		if o.Read {
			return nil
		}
		o.Read, read = true, true
		return s.putOutcome(ctx, b, o)
	})
	if err != nil || !read {
		return err
	}
	return s.Chat.PublishUnread(ctx, v.User.ID)
}
