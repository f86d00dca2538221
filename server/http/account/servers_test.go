package account_test

import (
	"context"
	"fmt"
	"net/http"
	"net/http/httptest"
	"testing"
	"time"

	"rosette/internal/waittest"
	"rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/pubsub"
	"rosette/server/store/tables"
)

// twoServers returns two servers with one store and shared limits.
func twoServers(t *testing.T, limits web.Limits) (first, second *server) {
	first = open(t, limits)
	feed := &pubsub.Local{}
	accounts := accountsOf(tables.Accounts(first.store), first.time)
	front := web.New(web.Options{Sessions: accounts, Now: first.time, TrustProxy: true, Limits: limits})
	second = &server{T: t, store: first.store, people: account.New(front, accounts)}
	second.Server = httptest.NewServer(front.Guard(front.Handler(second.people), front.Fail))
	t.Cleanup(second.Close)
	for _, s := range []*server{first, second} {
		ctx, end := context.WithCancel(context.Background())
		ended := make(chan error, 1)
		go func() { ended <- s.people.ShareLimits(ctx, feed) }()
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
	here, there := first.browser(), second.browser()
	wrong := func(b *browser, try int) int {
		b.address = fmt.Sprintf("10.0.%d.%d", try/200, try%200)
		status, _ := b.do("POST", "/api/session", fmt.Sprintf(`{"name":"nobody%d","password":"a wrong one"}`, try))
		return status
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
	here, there := first.member("Ana"), second.browser()
	for guess := 0; second.guess(guess, "Ana"); guess++ {
	}
	there.client.Jar = here.client.Jar // cookies are not bound to a port
	there.must("POST", "/api/session", named("Ana", "correct horse"))
}
