// Package inbox implements the route for the number of things that wait for a person.
package inbox

import (
	"context"

	"rosette/server/http/web"
	"rosette/server/inbox"
)

// A Server answers the route. It is a [web.Group].
type Server struct{ Inbox *inbox.Service }

type (
	// Counts are the numbers of things that wait for the client.
	Counts struct {
		Turns      int `json:"turns" doc:"Games against other people in which it is your turn"`
		Challenges int `json:"challenges" doc:"Open offers to you"`
		Messages   int `json:"messages" doc:"Unread messages and outcomes of your reports"`
	}
	noInput      struct{ web.Caller }
	countsOutput struct{ Body Counts }
)

// Register registers the operation.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/inbox", "How many games, challenges and messages wait for you", s.getCounts, 503)
}

func (s *Server) getCounts(ctx context.Context, in *noInput) (*countsOutput, error) {
	c, err := s.Inbox.Counts(ctx, in.Visitor)
	return &countsOutput{Counts(c)}, err
}
