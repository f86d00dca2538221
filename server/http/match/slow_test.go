package match

import (
	"context"
	"runtime"
	"testing"
	"time"

	"rosette/game/board"
	"rosette/internal/waittest"
)

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
