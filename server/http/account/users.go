package account

import (
	"context"
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
		web.Caller
		Name string `path:"name" maxLength:"100"`
	}
	personOutput struct{ Body Person }
)

// Page returns the address of the profile of a name.
func Page(name string) string { return "/@/" + url.PathEscape(name) }

// PersonOf returns a user as a visitor sees the user.
func PersonOf(p account.Person) Person {
	out := Person{
		Name: p.Name, Page: Page(p.Name), Role: string(p.Role), Joined: p.Created.UnixMilli(),
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
