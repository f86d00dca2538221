// Package notice implements the routes for devices that receive notices by web push, and for the
// number of things that wait for a person.
package notice

import (
	"context"

	"rosette/server/http/web"
	"rosette/server/notice"
	"rosette/server/notice/inbox"
)

// A Server answers the routes. It is a [web.Group].
type Server struct {
	Notices *notice.Service
	Inbox   *inbox.Service
}

type (
	// A Key is the server's key, with which a browser subscribes to notices.
	Key struct {
		Key string `json:"key" doc:"The public key of the server, in base64 (VAPID)"`
	}
	// A Subscription is a browser's subscription at its push service.
	Subscription struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
		Key      string `json:"key" doc:"p256dh, in base64" maxLength:"100"`
		Auth     string `json:"auth" doc:"In base64" maxLength:"40"`
	}
	// An End removes a device.
	End struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
	}
	// Counts are the numbers of things that wait for the client.
	Counts struct {
		Turns      int `json:"turns" doc:"Games against other people in which it is your turn"`
		Challenges int `json:"challenges" doc:"Open offers to you"`
		Messages   int `json:"messages" doc:"Unread messages and outcomes of your reports"`
	}
	countsOutput struct{ Body Counts }

	noInput   struct{ web.Caller }
	noOutput  struct{}
	keyOutput struct{ Body Key }
	putInput  struct {
		web.Caller
		Body Subscription
	}
	endInput struct {
		web.Caller
		Body End
	}
)

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	const device = "/api/notices/device"
	web.Get(routes, web.Cheap, "/api/notices/inbox", "How many games, challenges and messages wait for you", s.getCounts, 503)
	web.Get(routes, web.Cheap, device, "The key with which a browser subscribes to notices of your turns", s.getKey,
		401, 503)
	web.Put(routes, web.Cheap, device, "Send notices of your turns to this device", s.putDevice, 401, 422, 429, 503)
	web.Post(routes, web.Cheap, device+"/end", "Stop notices to this device", web.MaxBody, s.postEnd, 401, 429, 503)
}

func (s *Server) getCounts(ctx context.Context, in *noInput) (*countsOutput, error) {
	c, err := s.Inbox.Counts(ctx, in.Visitor)
	return &countsOutput{Counts(c)}, err
}

func (s *Server) getKey(ctx context.Context, in *noInput) (*keyOutput, error) {
	key, err := s.Notices.PublicKey(ctx, in.Visitor)
	return &keyOutput{Key{key}}, err
}

func (s *Server) putDevice(ctx context.Context, in *putInput) (*noOutput, error) {
	return &noOutput{}, s.Notices.AddDevice(ctx, in.Visitor, in.Address, notice.Details{
		Endpoint: in.Body.Endpoint, Key: in.Body.Key, Auth: in.Body.Auth,
		Language: in.Language, Name: string(in.Device),
	})
}

func (s *Server) postEnd(ctx context.Context, in *endInput) (*noOutput, error) {
	return &noOutput{}, s.Notices.RemoveDevice(ctx, in.Visitor, in.Address, in.Body.Endpoint)
}
