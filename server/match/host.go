package match

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"sync"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/pubsub"
)

// maxTries is how often another process may append first before a command is refused as stale.
const maxTries = 16

// defaultCache is the default of Options.Cache.
const defaultCache = 256 << 20

// Options configures a Host. The zero value means the defaults.
type Options struct {
	Now func() time.Time // the wall clock, read once by New; time.Now
	// Shared is a clock that the host follows, so that several hosts agree; nil for none. Now is
	// then its time at start.
	Shared SharedClock
	Log    *slog.Logger // logs errors that are not returned; slog.Default

	// Others connects to the hosts that share the log, and Leases decides which host acts. Both are
	// nil for a host that does not share its log.
	Others Others
	Leases Leases

	// OnLeaseLost is called with true when the lease has expired for other hosts, because the log
	// was unreachable or this process stood still, and with false when the host has a lease again.
	// It must not block.
	OnLeaseLost func(cut bool)

	// Cache is the most memory for unused matches, in bytes as estimated by [view.Projection.Cost].
	// The default, 256 MiB, holds about 8,000 matches that have just begun, or 600 with 300 plies.
	Cache int

	// OnBotTurn is called when a match waits for a bot, or for a proposal of dead stones: after
	// each event in that state, when a client joins, and at start. It must neither block nor call
	// the host.
	OnBotTurn func(id string)

	// OnChange is called after a change is published in a match whose players need not sit at the
	// board together, see [play.Match.Apart]. It must neither block nor call the host.
	OnChange func(id string)

	// OnEnd is called after the end of a match on this host is published. It must neither block nor
	// call the host.
	OnEnd func(id string)
}

// A Host runs live matches. It is safe for concurrent use.
type Host struct {
	log       Log
	publish   func(pubsub.Message)
	options   Options
	time      serverTime
	cache     cache
	deadlines *deadlines
	others    Others
	lease     lease
	reported  sync.Map // IDs of unreadable matches
}

// New returns a host for the matches in a log. It calls publish with each change, in order for each
// match; publish must not block. The caller must call Run.
func New(log Log, publish func(pubsub.Message), o Options) *Host {
	if o.Now == nil {
		o.Now = time.Now
	}
	if o.Cache <= 0 {
		o.Cache = defaultCache
	}
	if o.Log == nil {
		o.Log = slog.Default()
	}
	if o.OnBotTurn == nil {
		o.OnBotTurn = func(string) {}
	}
	if o.OnChange == nil {
		o.OnChange = func(string) {}
	}
	if o.OnLeaseLost == nil {
		o.OnLeaseLost = func(bool) {}
	}
	if o.OnEnd == nil {
		o.OnEnd = func(string) {}
	}
	h := &Host{log: log, publish: publish, options: o, deadlines: newDeadlines(), others: alone{}}
	if o.Others != nil {
		h.others = o.Others
	}
	h.time.start(o.Now())
	h.cache.capacity, h.cache.unwatch = o.Cache, h.others.Unwatch
	return h
}

// Now returns the host's time: its start time plus the time elapsed since then, so that setting the
// wall clock changes nothing. It never goes back.
func (h *Host) Now() time.Time { return h.time.now() }

// Cached returns the number of matches in memory.
func (h *Host) Cached() int { return h.cache.size() }

// Open begins a match under a new ID. It returns [play.ErrTaken] if the ID was used before. Other
// errors describe a wrong setting, or come from the log.
func (h *Host) Open(ctx context.Context, id string, s play.Settings) error {
	if s.Clock.Timed() {
		if err := h.recordAlive(ctx); err != nil {
			return matchError(id, err)
		}
	}
	opened, err := play.Open(s.WithStart(), h.time.now())
	if err != nil {
		return err
	}
	e, err := h.cache.acquire(ctx, id)
	if err != nil {
		return matchError(id, err)
	}
	defer h.release(e)
	if e.view != nil {
		return play.ErrTaken
	}
	e.reset()
	if _, err := h.commit(ctx, e, []play.Event{opened}, nil); errors.Is(err, play.ErrStale) {
		return play.ErrTaken
	} else if err != nil {
		return err
	}
	return nil
}

// Do sends a command to a match and returns the number of the last event. If the error is nil, the
// command's events are on disk and published. A command that arrives after the sender's clock has
// run out ends the match and returns [play.ErrTimeUp]. An error that is neither a [play.Refusal]
// nor a [game.Refusal] comes from the log. Cancelling ctx does not stop an append in progress.
func (h *Host) Do(ctx context.Context, id string, cmd play.Command) (seq int, err error) {
	change, err := h.Act(ctx, id, nil, func(*play.Match) (play.Command, error) { return cmd, nil })
	return change.Seq, err
}

// Act sends the command returned by choose to a match. choose receives the current match, which it
// must not change or retain; it must not call the host. It is called again if the match has changed
// meanwhile, and its error is returned. The command's events are published to all subscribers but
// except, which may be nil; they are returned in change. change.Seq is always the number of the
// last event; change.Data is nil if the command did nothing. Otherwise Act is like [Host.Do].
func (h *Host) Act(
	ctx context.Context, id string, except pubsub.Subscriber, choose func(*play.Match) (play.Command, error),
) (change pubsub.Message, err error) {
	e, err := h.open(ctx, id)
	if err != nil {
		return change, err
	}
	defer h.release(e)
	for range maxTries {
		var done bool
		done, change, err = h.try(ctx, e, except, choose)
		if change.Seq = e.seq(); done || err != nil {
			return change, err
		}
	}
	return change, play.ErrStale
}

// try decides a command and appends its events. done is false if another process appended first;
// the match then has its events. A match that lacks another process's events may refuse wrongly, so
// try reads the log before a refusal, unless the command answers an event in memory: the refusal
// then follows from events that the sender has seen, and the sender cannot rely on unseen ones. So
// the log is read only for a command that names no event, or an event not in memory.
func (h *Host) try(
	ctx context.Context, e *entry, except pubsub.Subscriber, choose func(*play.Match) (play.Command, error),
) (done bool, change pubsub.Message, err error) {
	if err := h.suspend(ctx, e); err != nil {
		return false, change, h.reload(ctx, e, err)
	}
	cmd, err := choose(e.view.Match())
	if err != nil {
		return true, change, err
	}
	events, refusal := e.view.Match().Decide(cmd, h.time.now())
	switch {
	case len(events) > 0 && cmd.After <= e.seq():
		if change, err = h.commit(ctx, e, events, except); err != nil {
			return false, change, h.reload(ctx, e, err)
		}
		return true, change, refusal // set if the command was too late and ended the match
	case refusal == nil && len(events) == 0:
		return true, change, nil // the match has already handled the command
	case refusal != nil && cmd.After > 0 && cmd.After <= e.seq():
		return true, change, refusal
	}
	added, err := h.catchUp(ctx, e)
	switch {
	case err != nil || added > 0:
		return false, change, err
	case refusal != nil && refusal != play.ErrTimeUp:
		return true, change, refusal
	}
	return true, change, play.ErrStale // the command answers an event that does not exist
}

// Forget drops a match from memory after its removal from the log.
func (h *Host) Forget(ctx context.Context, id string) error {
	e, err := h.cache.acquire(ctx, id)
	if err != nil {
		return err
	}
	e.drop()
	h.release(e)
	return nil
}

// Read calls read with a match. read must not change or retain it, and must not call the host.
func (h *Host) Read(ctx context.Context, id string, read func(m *play.Match)) error {
	e, err := h.current(ctx, id)
	if err != nil {
		return err
	}
	defer h.release(e)
	read(e.view.Match())
	return nil
}

// Snapshot returns the frame for a client that has a match's events up to after: the later events,
// or the whole match if after is 0 or long past. seq is the number of the last event. The seats in
// the settings are by opening colour. The frame is shared by all callers and must not be changed.
func (h *Host) Snapshot(ctx context.Context, id string, after int) (frame []byte, seq int, s play.Settings, err error) {
	e, err := h.current(ctx, id)
	if err != nil {
		return nil, 0, play.Settings{}, err
	}
	defer h.release(e)
	m := e.view.Match()
	if scheduleOf(m).Bot && h.Holds(id, m.Seq()) {
		h.options.OnBotTurn(id)
	}
	return e.view.Encoded(after), m.Seq(), m.OriginalSettings(), nil
}

// current returns the match for a reader, locked. It is suspended for outages if the log accepts
// that.
func (h *Host) current(ctx context.Context, id string) (*entry, error) {
	e, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	ready := false
	defer func() {
		if !ready { // after an error or a panic
			h.release(e)
		}
	}()
	if err := h.suspend(ctx, e); err != nil {
		if !errors.Is(err, play.ErrStale) {
			h.options.Log.Error("a match could not be suspended for an outage", "match", id, "error", err)
		}
		if err := h.fill(ctx, e); err != nil {
			return nil, err
		}
	}
	ready = true
	return e, nil
}

// scheduleOf returns the schedule of a match.
func scheduleOf(m *play.Match) (s play.Schedule) {
	if deadline, ok := m.Deadline(); ok {
		s.Deadline = deadline
	}
	for _, c := range board.Colors {
		s.Bot = s.Bot || (m.Awaits(c) || m.MayAgree(c)) && m.Seat(c).Bot()
	}
	s.Bot = s.Bot || m.Phase() == play.PhaseAgreement && !m.Proposed()
	return s
}

// matchError adds the match to an error that is not a refusal.
func matchError(id string, err error) error {
	if err == nil || errors.As(err, new(play.Refusal)) {
		return err
	}
	return fmt.Errorf("match %s: %w", id, err)
}
