package account

import (
	"context"

	"rosette/server/account"
	"rosette/server/http/web"
)

// A Relation describes the caller's private relation to another user.
type Relation struct {
	Follows bool   `json:"follows,omitempty"`
	Blocks  bool   `json:"blocks,omitempty"`
	Note    string `json:"note,omitempty"`
}

// A UserLink is a user in a list.
type UserLink struct {
	Name string `json:"name"`
	Page string `json:"page"`
}

type (
	relations struct {
		Follows []UserLink `json:"follows"`
		Blocks  []UserLink `json:"blocks"`
	}
	relationsOutput struct{ Body relations }
	noteInput       struct {
		web.Caller
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Text string `json:"text" maxLength:"9000"`
		}
	}
)

// registerRelations registers the operations on relations between users.
func (s *Server) registerRelations(routes *web.Routes) {
	web.Get(routes, web.List, "/api/account/relations", "Whom you follow and block", s.getRelations, 401)
	for word, kind := range map[string]account.Kind{"follow": account.KindFollow, "block": account.KindBlock} {
		path := "/api/account/relations/" + word + "/{name}"
		web.Put(routes, web.Cheap, path, map[string]string{
			"follow": "Follow somebody", "block": "Block somebody",
		}[word], s.relate(kind, true), 401, 404, 422)
		web.Delete(routes, web.Cheap, path, map[string]string{
			"follow": "No longer follow somebody", "block": "No longer block somebody",
		}[word], s.relate(kind, false), 401, 404, 422)
	}
	web.Put(routes, web.Cheap, "/api/account/notes/{name}", "Write a private note about somebody; empty to remove it",
		s.putNote, 401, 404, 422)
}

func (s *Server) relate(kind account.Kind, on bool) web.Handler[userInput, noOutput] {
	return func(ctx context.Context, in *userInput) (*noOutput, error) {
		return &noOutput{}, s.Accounts.Relate(ctx, in.Visitor, in.Name, kind, on)
	}
}

func (s *Server) putNote(ctx context.Context, in *noteInput) (*noOutput, error) {
	return &noOutput{}, s.Accounts.SetNote(ctx, in.Visitor, in.Name, in.Body.Text)
}

// LinkOf returns a user in a list.
func LinkOf(u account.User) UserLink { return UserLink{u.Name, Page(u.Name)} }

func (s *Server) getRelations(ctx context.Context, in *noInput) (*relationsOutput, error) {
	follows, blocks, err := s.Accounts.Relations(ctx, in.Visitor)
	return &relationsOutput{relations{web.ListOf(follows, LinkOf), web.ListOf(blocks, LinkOf)}}, err
}
