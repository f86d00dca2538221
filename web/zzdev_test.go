package web

import (
	"context"
	"math/rand/v2"
	"net/http"
	"os"
	"sync"
	"testing"
	"time"

	"rosette/bus"
	"rosette/game/board"
	"rosette/play"
	"rosette/store"
)

type devHost struct {
	mu  sync.Mutex
	mem *store.Memory
	bus *bus.Local
}

func (h *devHost) Open(ctx context.Context, id string, s play.Settings) error {
	e, err := play.Open(s, time.Now())
	if err != nil {
		return err
	}
	err = h.mem.Append(ctx, id, 0, []play.Event{e})
	h.reply(id)
	return err
}
func (h *devHost) Wake(ctx context.Context, id string) error { return nil }
func (h *devHost) Do(ctx context.Context, id string, cmd play.Command) (int, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	ev, _ := h.mem.Events(ctx, id, 0)
	m, err := play.Replay(ev)
	if err != nil {
		return 0, err
	}
	made, err := m.Decide(cmd, time.Now())
	if err != nil {
		return 0, err
	}
	if err := h.mem.Append(ctx, id, m.Seq(), made); err != nil {
		return 0, err
	}
	h.bus.Announce(id, m.Seq()+len(made))
	go h.reply(id)
	return m.Seq() + len(made), nil
}
func (h *devHost) reply(id string) {
	time.Sleep(400 * time.Millisecond)
	ev, _ := h.mem.Events(context.Background(), id, 0)
	m, _ := play.Replay(ev)
	c := m.ToMove()
	if c == board.Empty || !m.Seat(c).Program {
		return
	}
	cmd := play.Command{Kind: play.Pass, By: c}
	if m.Game().Passes() == 0 {
		e := m.Game().Board().Empties()
		for range 50 {
			p := e[rand.IntN(len(e))]
			if m.Game().Legal(p, c) == nil {
				cmd = play.Command{Kind: play.Play, By: c, Point: m.Game().Graph().PointName(p)}
				break
			}
		}
	}
	h.Do(context.Background(), id, cmd)
}

func TestDev(t *testing.T) {
	mem, b := &store.Memory{}, &bus.Local{}
	h := New(Options{Host: &devHost{mem: mem, bus: b}, Past: mem, Feed: b, Levels: []Level{{"first", "First game", "plays like somebody new"}, {"easy", "Easy", "looks a move ahead"}, {"full", "Full strength", "takes its time"}}})
	t.Fatal(http.ListenAndServe(os.Getenv("DEV"), h))
}
