package match

import (
	"context"
	"fmt"
	"runtime"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"github.com/coder/websocket"

	"rosette/game/board"
	"rosette/internal/waittest"
	"rosette/server/account"
	"rosette/server/pubsub"
)

func TestAMessageThatIsTooLongOrNoTextClosesTheSocketWithAReason(t *testing.T) {
	b := build(t).browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	long, _ := b.dial()
	done := make(chan struct{})
	go func() { // breaks off when the server has had enough
		defer close(done)
		_ = long.conn.Write(context.Background(), websocket.MessageText, make([]byte, 1<<20))
	}()
	if c := long.closed(); c.Code != websocket.StatusMessageTooBig || c.Reason != "api.too-long" {
		t.Errorf("closed with %v", c)
	}
	<-done
	binary, _ := b.dial()
	if err := binary.conn.Write(context.Background(), websocket.MessageBinary, []byte("{}")); err != nil {
		t.Fatal(err)
	}
	if c := binary.closed(); c.Code != websocket.StatusUnsupportedData || c.Reason != "api.not-text" {
		t.Errorf("closed with %v", c)
	}
	again, _ := b.dial()
	again.say(`{"kind":"do","topic":"match/` + id + `","command":"play","point":"E5","id":"` + strings.Repeat("x", 60) + `"` + strings.Repeat(" ", maxMessage-200) + `}`)
	if r := again.hear("reply"); r.Refused != "" {
		t.Errorf("a message just short enough is refused: %s", r.Refused)
	}
}

func TestAPersonWhoSendsTooMuchIsCutOffOnEverySocket(t *testing.T) {
	b := build(t, func(o *options) { o.Limits.Messages = 5 }).browser()
	id := b.open(`{"board":"rosette-5","color":"black"}`)
	before, _ := b.dial()
	for i := range 4 { // a new socket does not reset the allowance
		before.say(fmt.Sprintf(`{"kind":"do","topic":"match/%s","command":"undo","id":"before%d"}`, id, i))
		before.hear("reply")
	}
	before.conn.CloseNow()
	l, _ := b.dial()
	for i := range 2 {
		l.say(fmt.Sprintf(`{"kind":"do","topic":"match/%s","command":"undo","id":"%d"}`, id, i))
	}
	if c := l.closed(); c.Code != websocket.StatusPolicyViolation || c.Reason != "api.too-many-messages" {
		t.Errorf("closed with %v", c)
	}
}

func TestTheGuestsOfAnAddressShareAnAllowance(t *testing.T) {
	s := build(t, func(o *options) {
		now := time.Now() // fixed, since the allowance grows with time
		o.Limits.Messages, o.Now = 2, func() time.Time { return now }
	})
	guest := func() *line { // a new person
		b := s.browser()
		b.open(`{"board":"rosette-5"}`)
		l, _ := b.dial()
		return l
	}
	for range personsOfAddress {
		l := guest()
		for range 2 {
			l.say(`{"kind":"probe","id":"p"}`)
			l.hear("reply")
		}
	}
	l := guest()
	l.say(`{"kind":"probe","id":"p"}`)
	if c := l.closed(); c.Reason != "api.too-many-messages" {
		t.Errorf("closed with %v", c)
	}
}

func TestAnAddressHasItsOwnAllowance(t *testing.T) {
	b := build(t, func(o *options) { o.Limits.Messages, o.TrustProxy = 1, true }).browser()
	for i := range 3 * personsOfAddress {
		l, _ := b.dial("X-Forwarded-For", fmt.Sprintf("192.0.2.%d", i+1))
		l.say(`{"kind":"probe","id":"p"}`)
		l.hear("reply")
	}
}

func TestAnAddressHoldsOnlySoManySockets(t *testing.T) {
	b := build(t, func(o *options) { o.Limits.Sockets = 2 }).browser()
	first, _ := b.dial()
	b.dial()
	third, _ := b.dial()
	if c := third.closed(); c.Code != statusTooMany || c.Reason != "api.too-many-sockets" {
		t.Errorf("the third socket: %v", c)
	}
	first.conn.CloseNow()
	eventually(t, b.admitted)
}

// admitted reports whether the server accepts another socket.
func (b *browser) admitted() bool {
	b.Helper()
	l, _ := b.dial()
	if l == nil {
		return false
	}
	ctx, cancel := context.WithTimeout(context.Background(), waittest.Limit)
	defer cancel()
	_, _, err := l.conn.Read(ctx)
	l.conn.CloseNow()
	return err == nil
}

func TestAReaderWhoStopsReadingIsDroppedAndOthersNoticeNothing(t *testing.T) {
	s := build(t, func(o *options) {
		o.Limits.Sockets = 2
		o.Buffer = 4
		o.WriteWait = time.Second
	})
	b := s.browser()
	id := b.open(`{"board":"square-25","color":"black"}`)
	b.joined(id) // and never reads again
	reader := s.browser().joined(id)
	g, _ := b.game(id)
	for i := range 200 {
		s.move(id, board.Colors[i%2], g.Board.Names[3*i])
		if f := reader.hear("frame"); f.Seq != i+2 {
			t.Fatalf("another reader hears %d after move %d", f.Seq, i+1)
		}
	}
	eventually(t, b.admitted)
	if st := b.state(id); st.Ply != 200 {
		t.Errorf("the game stopped at move %d", st.Ply)
	}
}

func TestASocketWhoseBufferIsFullIsTooSlow(t *testing.T) {
	s := build(t)
	l, _ := s.browser().dial()
	l.read()
	feed := s.host.feed.Subscribe(1)
	k := &socket{Server: s.server, feed: feed, seqs: map[string]int{}, pendingSeqs: map[string]int{}}
	feed.Add("match/x")
	for range 3 {
		s.host.feed.Publish(pubsub.Message{Topic: "match/x", Seq: 1})
	}
	m := <-feed.Messages()
	if err := k.pass(t.Context(), m); err != nil || k.pendingSeqs["match/x"] != 1 {
		t.Errorf("what was buffered: %v, %v", err, k.pendingSeqs)
	}
	if _, ok := <-feed.Messages(); ok || !feed.Lagged() {
		t.Error("a full buffer loses no subscription")
	}
	if tooSlow.code != 4408 {
		t.Errorf("the code is %d", tooSlow.code)
	}
}

// Sockets that never read hold a bounded amount of memory until they are dropped:
// frames are shared, and buffers are counted in messages.
func TestManySlowReadersHoldLittleMemory(t *testing.T) {
	const sockets = 300
	s := build(t, func(o *options) {
		o.Limits.Sockets = sockets + 10
		o.Limits.Connections = sockets + 20
		o.Limits.Requests = 10_000
		o.WriteWait = time.Minute
		o.Limits.Messages = 10 * sockets
	})
	b := s.browser()
	id := b.open(`{"board":"square-25","color":"black"}`)
	g, _ := b.game(id)
	watcher := s.browser()
	for range sockets {
		watcher.joined(id)
	}
	before := memory()
	for i := range 100 {
		s.move(id, board.Colors[i%2], g.Board.Names[3*i])
	}
	if grown := memory() - before; grown > sockets*40<<10 {
		t.Errorf("%d slow readers hold %d KB", sockets, grown>>10)
	}
}

// memory returns the bytes in use.
func memory() int {
	var m runtime.MemStats
	runtime.GC()
	runtime.ReadMemStats(&m)
	return int(m.HeapInuse + m.StackInuse)
}

// A server that waited for its sockets would return an error.
func TestAServerThatStopsSaysSoAndEndsSoon(t *testing.T) {
	s := build(t)
	b := s.browser()
	l := b.joined(b.open(`{"board":"rosette-5"}`))
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	if c := l.closed(); c.Code != websocket.StatusGoingAway || c.Reason != "api.stopping" {
		t.Errorf("closed with %v", c)
	}
	if err := <-stopped; err != nil {
		t.Errorf("stopped with %v", err)
	}
}

// deaf stores sessions in a database that stops answering.
type deaf struct {
	*memorySessions
	away  atomic.Bool
	asked chan struct{}
}

func (d *deaf) Identify(ctx context.Context, key string) (account.Identity, error) {
	if !d.away.Load() {
		return d.memorySessions.Identify(ctx, key)
	}
	close(d.asked)
	<-ctx.Done()
	return account.Identity{}, ctx.Err()
}

// A browser stops trying after api.not-now, but reconnects after api.stopping.
func TestASocketThatOpensWhileTheServerLetsGoOfItsClientsComesBack(t *testing.T) {
	d := &deaf{asked: make(chan struct{})}
	s := build(t, func(o *options) {
		d.memorySessions = o.Sessions.(*memorySessions)
		o.Sessions = d
	})
	b := s.browser()
	b.open(`{"board":"rosette-5"}`)
	d.away.Store(true)
	l, _ := b.dial()
	<-d.asked
	stopped := make(chan error, 1)
	go func() { stopped <- s.stop() }()
	if c := l.closed(); c.Code != websocket.StatusGoingAway || c.Reason != "api.stopping" {
		t.Errorf("closed with %v", c)
	}
	if err := <-stopped; err != nil {
		t.Error(err)
	}
}
