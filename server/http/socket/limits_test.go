package socket_test

import (
	"context"
	"fmt"
	"strings"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/internal/waittest"
	"rosette/server"
	"rosette/server/http/socket"
	"rosette/server/http/web"
)

// persons is the number of persons whose messages an address may send.
const persons = 10

func TestAMessageThatIsTooLongOrNoTextClosesTheSocketWithAReason(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	long := opened(t, s.Browser())
	done := make(chan struct{})
	go func() { // breaks off when the server has had enough
		defer close(done)
		_ = long.ws.Write(context.Background(), websocket.MessageText, make([]byte, 1<<20))
	}()
	if c := long.closed(); c.Code != websocket.StatusMessageTooBig || c.Reason != "api.too-long" {
		t.Errorf("closed with %v", c)
	}
	<-done
	binary := opened(t, s.Browser())
	if err := binary.ws.Write(t.Context(), websocket.MessageBinary, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if c := binary.closed(); c.Code != websocket.StatusUnsupportedData || c.Reason != "api.not-text" {
		t.Errorf("closed with %v", c)
	}
	again := opened(t, s.Browser())
	again.say(`{"kind":"probe","id":"` + strings.Repeat("x", 60) + `"` + strings.Repeat(" ", socket.MaxMessage-100) + `}`)
	if r := again.hear("reply"); r.Refused != "" {
		t.Errorf("a message just short enough is refused: %s", r.Refused)
	}
}

func TestAPersonWhoSendsTooMuchIsCutOffOnEverySocket(t *testing.T) {
	s := build(t, web.Limits{Messages: 5})
	s.Clock.Freeze(time.Now()) // since the allowance grows with time
	s.Start("")
	b := s.Guest()
	before := opened(t, b)
	for range 4 { // a new socket does not reset the allowance
		before.probe()
	}
	before.ws.CloseNow()
	l := opened(t, b)
	for range 2 {
		l.say(`{"kind":"probe","id":"p"}`)
	}
	if c := l.closed(); c.Code != websocket.StatusPolicyViolation || c.Reason != "api.too-many-messages" {
		t.Errorf("closed with %v", c)
	}
}

func TestTheGuestsOfAnAddressShareAnAllowance(t *testing.T) {
	s := build(t, web.Limits{Messages: 2})
	s.Clock.Freeze(time.Now())
	s.Start("")
	for range persons {
		l := opened(t, s.Guest())
		l.probe()
		l.probe()
	}
	l := opened(t, s.Guest())
	l.say(`{"kind":"probe","id":"p"}`)
	if c := l.closed(); c.Reason != "api.too-many-messages" {
		t.Errorf("closed with %v", c)
	}
}

func TestAnAddressHasItsOwnAllowance(t *testing.T) {
	s := build(t, web.Limits{Messages: 1}, func(c *server.Config) { c.TrustProxy = true })
	s.Start("")
	for i := range 3 * persons {
		opened(t, s.Browser(), "X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i+1)).probe()
	}
}

func TestAnAddressHoldsOnlySoManySockets(t *testing.T) {
	s := build(t, web.Limits{Sockets: 2})
	s.Start("")
	b := s.Browser()
	first := opened(t, b)
	opened(t, b)
	if c := opened(t, b).closed(); c.Code != 4429 || c.Reason != "api.too-many-sockets" {
		t.Errorf("the third socket: %v", c)
	}
	first.ws.CloseNow()
	waittest.Until(t, "another socket is admitted", func() bool { return admits(t, b) })
}

func TestBehindAProxySocketsCountForTheAddressThatItNames(t *testing.T) {
	s := build(t, web.Limits{Sockets: 1, Connections: 1}, func(c *server.Config) { c.TrustProxy = true })
	s.Start("")
	for _, from := range []string{"192.0.2.1", "192.0.2.2"} {
		opened(t, s.Browser(), "X-Forwarded-For", from).hear("hello")
	}
	if l := opened(t, s.Browser(), "X-Forwarded-For", "192.0.2.1"); l.closed().Code != 4429 {
		t.Error("a second socket of one address is let in")
	}
}

// A server that waited for its sockets would return an error.
func TestAServerThatStopsSaysSoAndEndsSoon(t *testing.T) {
	s := build(t, web.Limits{})
	s.Start("")
	l := opened(t, s.Browser())
	l.hear("hello")
	stopped := make(chan struct{})
	go func() {
		defer close(stopped)
		s.Stop() // fails the test if the server ends with an error
	}()
	if c := l.closed(); c.Code != websocket.StatusGoingAway || c.Reason != "api.stopping" {
		t.Errorf("closed with %v", c)
	}
	<-stopped
}
