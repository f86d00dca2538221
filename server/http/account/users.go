package account

import (
	"context"
	"net/url"

	"rosette/server/account"
	"rosette/server/http/web"
)

type (
	// A Person is a user's public view.
	Person struct {
		Name   string   `json:"name"`
		Page   string   `json:"page"` // profile address
		Role   string   `json:"role,omitempty"`
		Face   string   `json:"face" doc:"The flower that stands for the user, such as poppy"`
		Joined int64    `json:"joined"`
		Seen   int64    `json:"seen,omitempty"` // about the time of the last visit; absent if hidden
		About  string   `json:"about,omitempty"`
		Place  string   `json:"place,omitempty"`
		You    bool     `json:"you,omitempty"`  // the caller is this user
		Yours  Relation `json:"yours,omitzero"` // the caller's relation to this user
	}
	userInput struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
	}
	personOutput struct{ Body Person }
)

// Page returns the profile address for a user name.
func Page(name string) string { return "/@/" + url.PathEscape(name) }

// PersonOf converts the visitor's view of a user.
func PersonOf(p account.Person) Person {
	out := Person{
		Name: p.Name, Page: Page(p.Name), Role: string(p.Role), Face: p.Face(), Joined: p.Created.UnixMilli(),
		About: p.Profile.About, Place: p.Profile.Place, You: p.Own, Yours: Relation(p.Relation),
	}
	if !p.Seen.IsZero() {
		out.Seen = p.Seen.UnixMilli()
	}
	return out
}

func (s *Server) getUser(ctx context.Context, in *userInput) (*personOutput, error) {
	p, err := s.Accounts.Person(ctx, in.Visitor, in.Name)
	return &personOutput{PersonOf(p)}, err
}
