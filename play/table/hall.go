// Package table hosts live matches: one goroutine a match, which alone decides
// what its commands make.
//
// A [Hall] keeps the tables that somebody plays or watches. Events go to the
// journal first, then to the match, then to whoever is told; a sender hears
// "accepted" only when the journal has them. Several processes may host one
// match: the journal is the referee.
package table

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// A Journal remembers. Append keeps all events or none, and says
// [play.ErrStale] when after is not the last event of the match. Events says
// [play.ErrNoMatch] of a match that it does not know.
type Journal interface {
	Append(ctx context.Context, match string, after int, events []play.Event) error
	Events(ctx context.Context, match string, after int) ([]play.Event, error)
}

// An Announcer tells everybody that a match has grown to a number. It must not
// wait for anybody.
type Announcer interface {
	Announce(match string, seq int)
}

// Options are what a hall may be told; the zero value means the defaults.
type Options struct {
	Idle time.Duration // a table that nobody asks for so long leaves memory; 10 min
	Most int           // tables in memory at once; 1000
	Log  *slog.Logger  // hears of what no sender can be told; slog.Default

	// Sit lets a program play its colour until ctx is done or the match over.
	// It runs in a goroutine of its own while the table is in memory.
	// C is its colour by the settings; komi may give it the other.
	Sit func(ctx context.Context, id string, c board.Color, s play.Seat)

	// Judge names the dead, and of what it is not sure, when play has stopped
	// and nobody has. It runs in a goroutine of its own.
	Judge func(ctx context.Context, g *game.Game) (dead, unsure []board.Point, err error)
}

// A Hall hosts tables. It is safe for concurrent use.
type Hall struct {
	journal   Journal
	announcer Announcer
	now       func() time.Time
	options   Options

	mu      sync.Mutex
	tables  map[string]*Table
	closed  bool
	running sync.WaitGroup
}

// NewHall returns an empty hall. Close it.
func NewHall(j Journal, a Announcer, now func() time.Time, o Options) *Hall {
	if o.Idle <= 0 {
		o.Idle = 10 * time.Minute
	}
	if o.Most <= 0 {
		o.Most = 1000
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	return &Hall{journal: j, announcer: a, now: now, options: o, tables: map[string]*Table{}}
}

// Open begins a match under a name that was never used, and seats its
// programs.
func (h *Hall) Open(ctx context.Context, id string, s play.Settings) error {
	e, err := play.Open(s, h.now())
	if err != nil {
		return err
	}
	h.mu.Lock()
	err = h.makeRoom()
	h.mu.Unlock()
	if err != nil {
		return err
	}
	if err := h.journal.Append(ctx, id, 0, []play.Event{e}); errors.Is(err, play.ErrStale) {
		return play.ErrTaken
	} else if err != nil {
		return fmt.Errorf("table %s: %w", id, err)
	}
	h.announcer.Announce(id, e.Seq)
	return h.Wake(ctx, id)
}

// Do gives a command to a match and returns the number of its last event. When
// it returns no error, the journal has what the command made. A sender who
// goes away does not stop a command that has begun.
func (h *Hall) Do(ctx context.Context, id string, cmd play.Command) (seq int, err error) {
	return h.ask(ctx, id, func(t *Table) (int, error) { return t.do(cmd) })
}

// Wake brings a match into memory, so that its programs sit down and its clock
// is watched.
func (h *Hall) Wake(ctx context.Context, id string) error {
	_, err := h.ask(ctx, id, func(t *Table) (int, error) { return t.match.Seq(), nil })
	return err
}

// ask lets the goroutine of a table do some work and waits for its answer.
func (h *Hall) ask(ctx context.Context, id string, work func(*Table) (int, error)) (int, error) {
	t, err := h.reach(id)
	if err != nil {
		return 0, err
	}
	defer h.release(t)
	r := request{ctx, work, make(chan answer, 1)}
	select {
	case t.inbox <- r:
	case <-t.done:
		return 0, t.err
	case <-ctx.Done():
		return 0, fmt.Errorf("table %s: %w", id, ctx.Err())
	}
	select {
	case a := <-r.reply:
		return a.seq, a.err
	case <-ctx.Done():
		return 0, fmt.Errorf("table %s: %w", id, ctx.Err())
	}
}

// reach finds a table, or begins to load it. It stays until released.
func (h *Hall) reach(id string) (*Table, error) {
	h.mu.Lock()
	defer h.mu.Unlock()
	if h.closed {
		return nil, play.ErrClosed
	}
	t, ok := h.tables[id]
	if !ok {
		if err := h.makeRoom(); err != nil {
			return nil, err
		}
		t = newTable(h, id)
		h.tables[id] = t
		h.running.Go(t.run)
	}
	t.users++
	t.asked = h.now()
	return t, nil
}

func (h *Hall) release(t *Table) {
	h.mu.Lock()
	defer h.mu.Unlock()
	t.users--
	t.asked = h.now()
}

// makeRoom sends the table away that has been idle for longest if there are
// too many, and refuses if none is idle.
func (h *Hall) makeRoom() error {
	if h.closed {
		return play.ErrClosed
	}
	if len(h.tables) < h.options.Most {
		return nil
	}
	var oldest *Table
	for _, t := range h.tables {
		if t.idle() && (oldest == nil || t.asked.Before(oldest.asked)) {
			oldest = t
		}
	}
	if oldest == nil {
		return play.ErrFull
	}
	delete(h.tables, oldest.id)
	close(oldest.quit)
	return nil
}

// dismiss takes a table out if nobody has asked for it long enough.
func (h *Hall) dismiss(t *Table) bool {
	h.mu.Lock()
	defer h.mu.Unlock()
	if !t.idle() || h.now().Sub(t.asked) < h.options.Idle {
		return false
	}
	h.drop(t)
	return true
}

// drop forgets a table, but not another that has taken its place.
func (h *Hall) drop(t *Table) {
	if h.tables[t.id] == t {
		delete(h.tables, t.id)
	}
}

// Close lets each table finish the command it is at, sends it away with its
// programs, and waits for them.
func (h *Hall) Close() {
	h.mu.Lock()
	if !h.closed {
		h.closed = true
		for _, t := range h.tables {
			close(t.quit)
		}
	}
	h.mu.Unlock()
	h.running.Wait()
}
