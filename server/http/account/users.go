package account

import (
	"context"
	"net/http"
	"net/url"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// A Person is a user as others see him.
	Person struct {
		Name   string   `json:"name"`
		Page   string   `json:"page"` // address of the profile
		Role   string   `json:"role,omitempty"`
		Joined int64    `json:"joined"`
		Seen   int64    `json:"seen,omitempty"` // about when he was here; absent if he hides it
		About  string   `json:"about,omitempty"`
		Place  string   `json:"place,omitempty"`
		You    bool     `json:"you,omitempty"`  // he asks about himself
		Yours  Relation `json:"yours,omitzero"` // what he is to who asks
	}
	userInput struct {
		Name string `path:"name" maxLength:"100"`
	}
	personOutput struct{ Body Person }
)

// Page returns the address of the profile of a name.
func Page(name string) string { return "/@/" + url.PathEscape(name) }

// Person returns a user as the client of a request sees him.
func (s *Server) Person(r *http.Request, name string) (Person, account.User, error) {
	u, err := s.Accounts.Named(r.Context(), name)
	if err != nil {
		return Person{}, u, s.problem(err, "")
	}
	v, err := s.Visitor(r)
	if err != nil {
		return Person{}, u, s.problem(err, "")
	}
	p := Person{
		Name: u.Name, Page: Page(u.Name), Role: string(u.Role), Joined: u.Created.UnixMilli(),
		About: u.Profile.About, Place: u.Profile.Place, You: v.User.ID == u.ID,
	}
	if p.Yours, err = s.you(r.Context(), v.User, u); err != nil {
		return p, u, s.problem(err, "")
	}
	if !u.Profile.Hidden || p.You {
		seen, err := s.Accounts.LastSeen(r.Context(), u)
		if err != nil {
			return p, u, s.problem(err, "")
		}
		p.Seen = seen.UnixMilli()
	}
	return p, u, nil
}

func (s *Server) getUser(ctx context.Context, in *userInput) (*personOutput, error) {
	p, _, err := s.Person(web.RequestOf(ctx), in.Name)
	return &personOutput{p}, err
}
