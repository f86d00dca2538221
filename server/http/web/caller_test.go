package web_test

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"net/http/httptest"
	"strings"
	"testing"

	"rosette/server/account"
	"rosette/server/http/web"
	"rosette/server/http/wire"
)

// sessions has one guest session and one database error.
type sessions struct{ web.Sessions }

func (sessions) Identify(_ context.Context, key string) (account.Identity, error) {
	if key == "broken" {
		return account.Identity{}, errors.New("disk")
	}
	return account.Identity{Session: account.Session{Actor: "guest/" + key}}, nil
}

func (sessions) IdentifyToken(context.Context, string) (account.Identity, error) {
	return account.Identity{}, nil
}

// callers has a route that returns the caller.
type callers struct{}

type callerOutput struct{ Body [4]string }

func (callers) Register(routes *web.Routes) {
	web.Get(routes, web.Cheap, "/api/caller", "The caller", func(_ context.Context, in *struct{ web.Caller }) (*callerOutput, error) {
		return &callerOutput{[4]string{string(in.Visitor.Actor), in.Address, in.Language, in.Browser}}, nil
	})
	stream := func(_ context.Context, in *struct{ web.Caller }) (http.HandlerFunc, error) {
		return func(w http.ResponseWriter, _ *http.Request) {
			fmt.Fprintf(w, "[%q,%q,%q,%q]", in.Visitor.Actor, in.Address, in.Language, in.Browser)
		}, nil
	}
	web.Stream(routes, web.Cheap, "/api/callers", "The caller, in a stream", wire.LinesType, nil, stream)
}

func TestAnInputHasItsCaller(t *testing.T) {
	s := web.New(web.Options{Sessions: sessions{}})
	h := s.Guard(s.Handler(s.Fail, callers{}), s.Fail)
	for _, c := range []struct {
		session, token string
		status         int
		body           string
	}{
		{"abc", "", 200, `["guest/abc","192.0.2.1","fr","secret"]`},
		{"broken", "", 503, `"code":"api.not-now"`},
		{"", "unknown", 401, `"code":"account.token.unknown"`},
	} {
		for _, path := range []string{"/api/caller", "/api/callers"} {
			r := httptest.NewRequest(http.MethodGet, "http://localhost"+path, nil)
			r.Header.Set("Accept-Language", "fr")
			r.AddCookie(&http.Cookie{Name: wire.GuestCookie, Value: c.session})
			r.AddCookie(&http.Cookie{Name: wire.BrowserCookie, Value: "secret"})
			if c.token != "" {
				r.Header.Set("Authorization", "Bearer "+c.token)
			}
			w := httptest.NewRecorder()
			h.ServeHTTP(w, r)
			if w.Code != c.status || !strings.Contains(w.Body.String(), c.body) {
				t.Errorf("%s, %+v: %d %s", path, c, w.Code, w.Body)
			}
		}
	}
}
