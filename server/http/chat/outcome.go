package chat

import (
	"context"
	"encoding/json"
	"fmt"
	"net/http"
	"slices"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/moderation"
)

// mostOutcomes is how many outcomes of reports are kept for a user, the latest ones.
const mostOutcomes = 20

type (
	// An Outcome is what has become of a report, for who has made it. It does not say what
	// a moderator has done.
	Outcome struct {
		ID    string `json:"id"`             // of the report
		Kind  string `json:"kind"`           // cheating, insults, spam or other
		Name  string `json:"name,omitempty"` // of whom the report was about; absent for nobody in particular, a guest and an account that is closed
		State string `json:"state"`          // acted or dismissed
		New   bool   `json:"new,omitempty"`  // not read yet
		At    int64  `json:"at"`             // when it was closed
	}
	outcomesOutput struct{ Body []Outcome }

	// keptOutcome is an outcome as it is stored.
	keptOutcome struct {
		Kind  moderation.Kind  `json:"kind"`
		On    string           `json:"on,omitempty"`
		State moderation.State `json:"state"`
		Read  bool             `json:"read,omitempty"`
	}
)

// KeepOutcome keeps for who made a report what has become of it. A guest, who reads no
// messages, is told if he has an account by then.
func KeepOutcome(ctx context.Context, kept account.Store, r moderation.Report) error {
	user, err := account.UserOf(ctx, kept, r.By)
	if err != nil || user == "" {
		return err
	}
	if err := putOutcome(ctx, kept, account.Belonging{Owner: user, ID: r.ID, At: r.Closed}, keptOutcome{Kind: r.Kind, On: r.On, State: r.State}); err != nil {
		return err
	}
	all, err := kept.BelongingsOf(ctx, user, account.KindOutcome)
	for len(all) > mostOutcomes && err == nil {
		_, err = kept.Remove(ctx, all[0])
		all = all[1:]
	}
	return err
}

func putOutcome(ctx context.Context, kept account.Store, b account.Belonging, o keptOutcome) error {
	body, err := json.Marshal(o)
	if err != nil {
		return fmt.Errorf("talk: outcome: %w", err)
	}
	b.Kind, b.Body = account.KindOutcome, string(body)
	return kept.Put(ctx, b)
}

// TellOutcome keeps what has become of a report, and tells the sockets of who made it.
func (s *Server) TellOutcome(ctx context.Context, r moderation.Report) error {
	if err := KeepOutcome(ctx, s.Accounts.Store, r); err != nil {
		return err
	}
	user, err := account.UserOf(ctx, s.Accounts.Store, r.By)
	if err != nil || user == "" {
		return err
	}
	return s.tellUnread(ctx, user)
}

// eachOutcome calls see with the outcomes of a user's reports, the oldest first.
func (s *Server) eachOutcome(ctx context.Context, user string, see func(b account.Belonging, o keptOutcome) error) error {
	all, err := s.Accounts.Store.BelongingsOf(ctx, user, account.KindOutcome)
	for _, b := range all {
		var o keptOutcome
		if err := json.Unmarshal([]byte(b.Body), &o); err != nil {
			return fmt.Errorf("talk: outcome of %s: %w", b.ID, err)
		}
		if err := see(b, o); err != nil {
			return err
		}
	}
	return err
}

// countOutcomes returns how many outcomes a user has not read.
func (s *Server) countOutcomes(ctx context.Context, user string) (n int, err error) {
	err = s.eachOutcome(ctx, user, func(_ account.Belonging, o keptOutcome) error {
		if !o.Read {
			n++
		}
		return nil
	})
	return n, err
}

// Outcomes returns what has become of the reports of the client of a request, the latest
// first.
func (s *Server) Outcomes(r *http.Request) ([]Outcome, error) {
	all := []Outcome{}
	v, err := s.member(r)
	if err != nil {
		return all, err
	}
	err = s.eachOutcome(r.Context(), v.User.ID, func(b account.Belonging, o keptOutcome) error {
		name, err := s.Accounts.NameOf(r.Context(), o.On)
		all = append(all, Outcome{ID: b.ID, Kind: string(o.Kind), Name: name, State: string(o.State), New: !o.Read, At: b.At.UnixMilli()})
		return err
	})
	slices.Reverse(all)
	return all, s.Problem(err)
}

// ReadOutcomes notes that the client of a request has read them.
func (s *Server) ReadOutcomes(r *http.Request) error {
	v, err := s.member(r)
	if err != nil {
		return err
	}
	read := false
	err = s.eachOutcome(r.Context(), v.User.ID, func(b account.Belonging, o keptOutcome) error {
		if o.Read {
			return nil
		}
		o.Read, read = true, true
		return putOutcome(r.Context(), s.Accounts.Store, b, o)
	})
	if err == nil && read {
		err = s.tellUnread(r.Context(), v.User.ID)
	}
	return s.Problem(err)
}

func (s *Server) getOutcomes(ctx context.Context, _ *noInput) (*outcomesOutput, error) {
	all, err := s.Outcomes(web.RequestOf(ctx))
	return &outcomesOutput{all}, err
}

func (s *Server) putOutcomesRead(ctx context.Context, _ *noInput) (*noOutput, error) {
	return &noOutput{}, s.ReadOutcomes(web.RequestOf(ctx))
}
