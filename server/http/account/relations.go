package account

import (
	"context"
	"net/http"

	"rosette/server/account"
	"rosette/server/http/web"
)

// Relation is what a user is to the one who asks, for him alone.
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
		Name string `path:"name" maxLength:"100"`
		Body struct {
			Text string `json:"text" maxLength:"9000"`
		}
	}
)

// registerRelations registers the operations of what users are to each other.
func (s *Server) registerRelations(routes *web.Routes) {
	web.Get(routes, web.List, "/api/account/relations", "Whom you follow and block", s.getRelations, 401)
	for word, kind := range map[string]account.Kind{"follow": account.KindFollow, "block": account.KindBlock} {
		path := "/api/account/relations/" + word + "/{name}"
		web.Put(routes, web.Cheap, path, map[string]string{"follow": "Follow somebody", "block": "Block somebody"}[word], s.relate(kind, true), 401, 404, 422)
		web.Delete(routes, web.Cheap, path, map[string]string{"follow": "No longer follow somebody", "block": "No longer block somebody"}[word], s.relate(kind, false), 401, 404, 422)
	}
	web.Put(routes, web.Cheap, "/api/account/notes/{name}", "Write a private note about somebody; empty to remove it", s.putNote, 401, 404, 422)
}

// Relate makes the user of a request follow or block somebody, or no longer.
func (s *Server) Relate(r *http.Request, name string, kind account.Kind, on bool) error {
	return s.about(r, name, func(u, other account.User) error { return s.Accounts.Relate(r.Context(), u, other, kind, on) })
}

// SetNote keeps what the user of a request has written about somebody.
func (s *Server) SetNote(r *http.Request, name, text string) error {
	return s.about(r, name, func(u, other account.User) error { return s.Accounts.SetNote(r.Context(), u, other, text) })
}

// about calls do with the user of a request and the user of a name.
func (s *Server) about(r *http.Request, name string, do func(u, other account.User) error) error {
	u, _, err := s.User(r)
	if err != nil {
		return err
	}
	other, err := s.Accounts.Named(r.Context(), name)
	if err == nil {
		err = do(u, other)
	}
	return s.problem(err, "")
}

// you returns what a user is to another.
func (s *Server) you(ctx context.Context, u, other account.User) (Relation, error) {
	var you Relation
	if u.ID == "" {
		return you, nil
	}
	for kind, is := range map[account.Kind]*bool{account.KindFollow: &you.Follows, account.KindBlock: &you.Blocks} {
		var err error
		if *is, err = s.Accounts.Relation(ctx, u, other, kind); err != nil {
			return you, err
		}
	}
	notes, err := s.Accounts.Notes(ctx, u)
	you.Note = notes[other.ID]
	return you, err
}

func (s *Server) relate(kind account.Kind, on bool) web.Handler[userInput, noOutput] {
	return func(ctx context.Context, in *userInput) (*noOutput, error) {
		return &noOutput{}, s.Relate(web.RequestOf(ctx), in.Name, kind, on)
	}
}

func (s *Server) putNote(ctx context.Context, in *noteInput) (*noOutput, error) {
	return &noOutput{}, s.SetNote(web.RequestOf(ctx), in.Name, in.Body.Text)
}

// Related returns whom the user of a request follows and blocks.
func (s *Server) Related(r *http.Request) (follows, blocks []UserLink, err error) {
	u, _, err := s.User(r)
	if err != nil {
		return nil, nil, err
	}
	follows, blocks = []UserLink{}, []UserLink{}
	for kind, names := range map[account.Kind]*[]UserLink{account.KindFollow: &follows, account.KindBlock: &blocks} {
		others, err := s.Accounts.Related(r.Context(), u, kind)
		if err != nil {
			return nil, nil, s.problem(err, "")
		}
		for _, other := range others {
			*names = append(*names, UserLink{other.Name, Page(other.Name)})
		}
	}
	return follows, blocks, nil
}

func (s *Server) getRelations(ctx context.Context, _ *noInput) (*relationsOutput, error) {
	follows, blocks, err := s.Related(web.RequestOf(ctx))
	return &relationsOutput{relations{follows, blocks}}, err
}
