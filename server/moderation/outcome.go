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

// mostOutcomes is how many outcomes of reports are stored for a user, the latest ones.
const mostOutcomes = 20

// An Outcome is the outcome of a report for its author. It does not say what the moderator has
// done.
type Outcome struct {
	ID    string // of the report
	Kind  Kind
	Name  string // of the accused user; "" for a guest, a closed account, and a report on nobody in particular
	State State  // [Acted] or [Dismissed]
	New   bool   // not read yet
	At    time.Time
}

// storedOutcome is an outcome as it is stored.
type storedOutcome struct {
	Kind  Kind   `json:"kind"`
	On    string `json:"on,omitempty"`
	State State  `json:"state"`
	Read  bool   `json:"read,omitempty"`
}

// addOutcome stores the outcome of a report for its author, and publishes it. Guests get it
// once they have an account.
func (s *Service) addOutcome(ctx context.Context, r Report) error {
	user, err := account.UserOf(ctx, s.Store, r.By)
	if err != nil || user == "" {
		return err
	}
	b := account.Belonging{Owner: user, ID: r.ID, At: r.Closed}
	if err := s.putOutcome(ctx, b, storedOutcome{Kind: r.Kind, On: r.On, State: r.State}); err != nil {
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

// eachOutcome calls f with the outcomes of the reports of a user, the oldest first.
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

// UnreadOutcomes returns how many outcomes a user has not read.
func (s *Service) UnreadOutcomes(ctx context.Context, user string) (n int, err error) {
	err = s.eachOutcome(ctx, user, func(_ account.Belonging, o storedOutcome) error {
		if !o.Read {
			n++
		}
		return nil
	})
	return n, err
}

// Outcomes returns the outcomes of the reports of a visitor, the latest first.
func (s *Service) Outcomes(ctx context.Context, v account.Visitor) (all []Outcome, err error) {
	if v.User.ID == "" {
		return nil, chat.ErrAccount
	}
	err = s.eachOutcome(ctx, v.User.ID, func(b account.Belonging, o storedOutcome) error {
		name, err := s.Accounts.NameOf(ctx, o.On)
		all = append(all, Outcome{ID: b.ID, Kind: o.Kind, Name: name, State: o.State, New: !o.Read, At: b.At})
		return err
	})
	slices.Reverse(all)
	return all, err
}

// ReadOutcomes marks the outcomes of a visitor as read.
func (s *Service) ReadOutcomes(ctx context.Context, v account.Visitor) error {
	if v.User.ID == "" {
		return chat.ErrAccount
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
