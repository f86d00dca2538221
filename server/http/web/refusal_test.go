package web_test

import (
	"errors"
	"fmt"
	"net/http"
	"testing"
	"time"

	"rosette/play"
	"rosette/server/http/web"
	"rosette/server/refusal"
)

func TestARefusalHasAStatus(t *testing.T) {
	for kind, want := range map[refusal.Kind]int{
		refusal.Invalid: 422, refusal.Malformed: 400, refusal.Unauthenticated: 401, refusal.Forbidden: 403, refusal.NotFound: 404,
		refusal.Conflict: 409, refusal.Gone: 410, refusal.TooMany: 429, refusal.Busy: 503,
	} {
		e := &refusal.Error{
			Kind: kind, Code: "chat-empty", Wait: time.Second, Cause: errors.New("empty"),
			Fields: []refusal.Field{{Name: "text", Code: "chat-empty"}},
		}
		var p web.Problem
		if !errors.As(web.AsProblem(fmt.Errorf("post: %w", e)), &p) || p.Status != want || p.Cause != "empty" || p.Errors[0].Location != "body.text" {
			t.Errorf("%v: %+v, want %d", kind, p, want)
		}
	}
	if err := web.AsProblem(http.ErrBodyNotAllowed); !errors.Is(err, http.ErrBodyNotAllowed) {
		t.Error(err)
	}
	if err := web.AsProblem(nil); err != nil {
		t.Error(err)
	}
}

func TestAMatchThatCannotBeReadHasAStatus(t *testing.T) {
	for err, want := range map[error]string{
		play.ErrNoMatch: "404 api.no-game", play.ErrUnknownEvent: "503 api.unknown-event", play.ErrDamaged: "500 api.damaged",
	} {
		var p web.Problem
		if !errors.As(web.AsProblem(fmt.Errorf("read: %w", err)), &p) || fmt.Sprint(p.Status, " ", p.Code) != want {
			t.Errorf("%v: %+v, want %s", err, p, want)
		}
	}
}
