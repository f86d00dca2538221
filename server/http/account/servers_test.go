package account_test

import (
	"context"
	"fmt"
	"net/http"
	"testing"
	"time"

	"rosette/internal/servertest"
	"rosette/internal/waittest"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// twoServers returns two servers with one store and shared limits.
func twoServers(t *testing.T, limits web.Limits) (first, second *site) {
	first = open(t, limits)
	second = &site{first.Beside()}
	feed := &pubsub.Local{}
	for _, s := range []*site{first, second} {
		ctx, end := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.Account.ShareLimits(ctx, feed) }()
		t.Cleanup(func() {
			end()
			if err := <-ended; err != nil {
				t.Error(err)
			}
		})
	}
	return first, second
}

func TestWrongPasswordsAtOneServerCountAtAnother(t *testing.T) {
	first, second := twoServers(t, web.Limits{SignIns: 4})
	here, there := first.Browser(), second.Browser()
	wrong := func(b *servertest.Browser, try int) int {
		b.Address = fmt.Sprintf("10.0.%d.%d", try/200, try%200)
		return b.Do("POST", "/api/session", fmt.Sprintf(`{"name":"nobody%d","password":"a wrong one"}`, try)).Code
	}
	// Sharing may start late, so several addresses try.
	for try, end := 0, time.Now().Add(waittest.Limit); ; try++ {
		for range 4 {
			wrong(here, try)
		}
		time.Sleep(400 * time.Millisecond)
		if wrong(there, try) == http.StatusTooManyRequests {
			return
		}
		if time.Now().After(end) {
			t.Fatal("the other server lets the same address try again")
		}
	}
}

func TestGuessesAtANameAtOneServerCountAtAnother(t *testing.T) {
	first, second := twoServers(t, web.Limits{SignIns: 4})
	name := func(try int) string { return "Nobody" + string(rune('a'+try)) }
	// Sharing may start late, so several names are tried.
	for try, end := 0, time.Now().Add(waittest.Limit); ; try++ {
		for guess := 0; first.guess(guess, name(try)); guess++ {
		}
		time.Sleep(400 * time.Millisecond)
		if !second.guess(499, name(try)) {
			break
		}
		if time.Now().After(end) {
			t.Fatal("at the other server strangers may try as often again")
		}
	}
	here, there := first.member("Ana"), second.Browser()
	for guess := 0; second.guess(guess, "Ana"); guess++ {
	}
	there.Cookies = here.Cookies // cookies are not bound to a port
	there.Must("POST", "/api/session", named("Ana", "correct horse"))
}
