// Package notice implements the routes by which a browser is told of turns by web push.
package notice

import (
	"context"
	"errors"
	"net/http"
	"slices"
	"time"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/notice"
)

// Options are what a server needs.
type Options struct {
	Store notice.Store
	// Key returns the public key by which browsers know the server.
	Key func(ctx context.Context) (string, error)
	// Plain allows push services that are not encrypted, for tests.
	Plain bool
	// Changed is told that a device was added; it may be nil.
	Changed func()
}

// A Server answers the routes. It is a [web.Group].
type Server struct {
	*web.Server
	Options
	changes *web.Limiter // of an address
}

// mostDevices is how many devices tell a person; a further one takes the place of the
// oldest. mostChanges is how often an address may change them in an hour.
const (
	mostDevices = 10
	mostChanges = 60
)

// New returns a server.
func New(shared *web.Server, o Options) *Server {
	return &Server{Server: shared, Options: o, changes: shared.NewLimiter("devices", mostChanges, time.Hour)}
}

type (
	// A Key is what a browser needs to be told.
	Key struct {
		Key string `json:"key" doc:"The public key of the server, in base64 (VAPID)"`
	}
	// A Subscription is what a browser says about its push service.
	Subscription struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
		Key      string `json:"key" doc:"p256dh, in base64" maxLength:"100"`
		Auth     string `json:"auth" doc:"In base64" maxLength:"40"`
	}
	// An End names the device that is told no more.
	End struct {
		Endpoint string `json:"endpoint" maxLength:"1000"`
	}
	noInput   struct{}
	noOutput  struct{}
	keyOutput struct{ Body Key }
	putInput  struct{ Body Subscription }
	endInput  struct{ Body End }
)

// Register registers the operations.
func (s *Server) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/notices/device", "What a browser needs to be told of your turns", s.getKey, 401, 503)
	web.Put(routes, web.Cheap, "/api/notices/device", "Tell this device of your turns", s.putDevice, 401, 422, 429, 503)
	web.Post(routes, web.Cheap, "/api/notices/device/end", "No longer tell this device", web.MaxBody, s.postEnd, 401, 429, 503)
}

// visitor returns who sends a request: somebody who can have games.
func (s *Server) visitor(r *http.Request) (web.Visitor, error) {
	v, err := s.Visitor(r)
	switch {
	case err != nil:
		return v, s.fault(err)
	case v.Actor == "":
		return v, web.ProblemOf(http.StatusUnauthorized, "notice.nobody", nil)
	}
	return v, nil
}

// fault returns the problem of an error.
func (s *Server) fault(err error) error {
	var p web.Problem
	if errors.As(err, &p) {
		return p
	}
	if !errors.Is(err, context.Canceled) { // else the client has gone
		s.Log.Error("notices", "err", err)
	}
	return web.ProblemOf(http.StatusServiceUnavailable, "api.not-now", nil)
}

func (s *Server) getKey(ctx context.Context, _ *noInput) (*keyOutput, error) {
	if _, err := s.visitor(web.RequestOf(ctx)); err != nil {
		return nil, err
	}
	key, err := s.Key(ctx)
	if err != nil {
		return nil, s.fault(err)
	}
	return &keyOutput{Key{key}}, nil
}

// change returns who changes what is told, unless his address does it too often.
func (s *Server) change(ctx context.Context) (v web.Visitor, err error) {
	r := web.RequestOf(ctx)
	if v, err = s.visitor(r); err != nil {
		return v, err
	}
	if wait, ok := s.changes.Take(s.Address(r)); !ok {
		return v, web.TooMany("api.too-many-requests", wait, nil)
	}
	return v, nil
}

func (s *Server) putDevice(ctx context.Context, in *putInput) (*noOutput, error) {
	v, err := s.change(ctx)
	if err != nil {
		return nil, err
	}
	r := web.RequestOf(ctx)
	d := notice.Device{
		ID: notice.DeviceID(in.Body.Endpoint), Actor: string(v.Actor), Session: v.Session.KeyHash, At: s.Now(),
		Details: notice.Details{
			Endpoint: in.Body.Endpoint, Key: in.Body.Key, Auth: in.Body.Auth,
			Language: s.Language(r), Name: string(account.DeviceOf(r.UserAgent())),
		},
	}
	switch err := d.Check(s.Plain); {
	case errors.Is(err, notice.ErrPrivate):
		return nil, web.ProblemOf(http.StatusUnprocessableEntity, "notice.device.private", nil)
	case err != nil:
		return nil, web.ProblemOf(http.StatusUnprocessableEntity, "notice.device.unknown", nil)
	}
	if err := s.put(ctx, d); err != nil {
		return nil, s.fault(err)
	}
	if s.Changed != nil {
		s.Changed()
	}
	return &noOutput{}, nil
}

// put keeps a device in the place of the oldest if there are too many.
func (s *Server) put(ctx context.Context, d notice.Device) error {
	has, err := s.Store.Devices(ctx, d.Actor)
	if err != nil {
		return err
	}
	has = slices.DeleteFunc(has, func(other notice.Device) bool { return other.ID == d.ID })
	for len(has) >= mostDevices {
		if err := s.Store.Remove(ctx, d.Actor, has[0].ID); err != nil {
			return err
		}
		has = has[1:]
	}
	return s.Store.Put(ctx, d)
}

func (s *Server) postEnd(ctx context.Context, in *endInput) (*noOutput, error) {
	v, err := s.change(ctx)
	if err != nil {
		return nil, err
	}
	if err := s.Store.Remove(ctx, string(v.Actor), notice.DeviceID(in.Body.Endpoint)); err != nil {
		return nil, s.fault(err)
	}
	return &noOutput{}, nil
}
