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

// maxTries is how often another process may append first before a command is refused
// as stale.
const maxTries = 16

// defaultCache is the default of Options.Cache.
const defaultCache = 256 << 20

// Options configure a Host. The zero value means the defaults.
type Options struct {
	Now func() time.Time // the wall clock, read once by New; time.Now
	// Shared is a clock that the host follows, so that several hosts agree; nil for none.
	// Now is then its time at start.
	Shared SharedClock
	Log    *slog.Logger // gets the errors that no caller gets; slog.Default

	// Others are the hosts that share the log, and Leases say who of them acts; nil for a
	// host that has its log for itself.
	Others Others
	Leases Leases

	// OnLeaseLost is called with true when the lease could not be renewed for so long that other
	// hosts act, because the log is not reached or this process stood still, and with false
	// when there is a lease again. It must not wait.
	OnLeaseLost func(cut bool)

	// Cache is how many bytes the matches may take that are kept though nobody uses
	// them at the moment, as [view.Projection.Cost] estimates them: 256 MiB, which is
	// some 8,000 matches that have just begun, or 600 of 300 plies.
	Cache int

	// OnBotTurn is called when a match waits for a bot, or for a proposal of dead
	// stones: after each event while it does, when somebody joins, and at start. It
	// must neither wait nor call the host.
	OnBotTurn func(id string)

	// OnChange is called when a match has changed whose players need not sit at the board
	// together, see [play.Match.Apart], after that was published. It must neither wait nor call the host.
	OnChange func(id string)

	// OnEnd is called when a match of this host has ended, after that was published. It
	// must neither wait nor call the host.
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
	reported  sync.Map // IDs of matches that this program cannot read
}

// New returns a host of the matches of a log. It calls publish with each change of a
// match, in their order for each match; publish must not wait. Run it.
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

// Now returns the time of the host: that of its start and what has passed since, so
// that a wall clock that is set changes nothing. It never goes back.
func (h *Host) Now() time.Time { return h.time.now() }

// Cached returns how many matches are in memory.
func (h *Host) Cached() int { return h.cache.size() }

// Open begins a match under an ID that was never used; otherwise it returns
// [play.ErrTaken]. Other errors name a wrong setting, or are of the log.
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

// Do gives a command to a match and returns the number of the last event. Without an
// error, what the command did is on disk and published. A command that came after the
// clock of its sender had run out ends the match and returns [play.ErrTimeUp]. An
// error that is neither a [play.Refusal] nor a [game.Refusal] is of the log. The end
// of ctx does not stop an append that has begun.
func (h *Host) Do(ctx context.Context, id string, cmd play.Command) (seq int, err error) {
	change, err := h.Act(ctx, id, nil, func(*play.Match) (play.Command, error) { return cmd, nil })
	return change.Seq, err
}

// Act gives a match the command that choose returns for it as it is then. Choose may
// neither change nor keep the match, must not call the host, and is called again if the
// match has changed meanwhile; its error is that of Act. What the command did is published
// to all but a subscriber, who may be nil and finds it in told. Seq of told is always the
// number of the last event; Data is nil if the command did nothing. All else is as with
// [Host.Do].
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

// try decides a command and appends its events. It is not done if another process was
// faster; then the match has its events. A match that lacks events of another process
// may refuse wrongly, so that they are read before a refusal, except for a sender who
// answers an event that is here: the refusal follows from what he has seen, and what
// he has not seen yet cannot be what he relies on. So the log is read only for a
// command that names no event, or one that is not here.
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
		return true, change, refusal // of a command that came too late and ended the match
	case refusal == nil && len(events) == 0:
		return true, change, nil // the match has done it before
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
	return true, change, play.ErrStale // the command answers an event that there is not
}

// Forget drops a match from memory that was removed from the log.
func (h *Host) Forget(ctx context.Context, id string) error {
	e, err := h.cache.acquire(ctx, id)
	if err != nil {
		return err
	}
	e.drop()
	h.release(e)
	return nil
}

// Read calls read with a match, which read may neither change nor keep; it must not
// call the host.
func (h *Host) Read(ctx context.Context, id string, read func(m *play.Match)) error {
	e, err := h.current(ctx, id)
	if err != nil {
		return err
	}
	defer h.release(e)
	read(e.view.Match())
	return nil
}

// Snapshot returns what a client needs that has the events of a match up to a number:
// the frame with the later ones, or all of the match if after is 0 or long past. Seq
// is the number of the last event. The seats of the settings are by the colours of
// the opening. Nobody may change the frame, which is shared by all callers.
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

// current returns the match for a reader, locked: suspended for outages if the log
// takes that, and without it otherwise.
func (h *Host) current(ctx context.Context, id string) (*entry, error) {
	e, err := h.open(ctx, id)
	if err != nil {
		return nil, err
	}
	ready := false
	defer func() {
		if !ready { // by an error or a panic
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

// scheduleOf returns what a match waits for.
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

// matchError names the match of an error that is no refusal.
func matchError(id string, err error) error {
	if err == nil || errors.As(err, new(play.Refusal)) {
		return err
	}
	return fmt.Errorf("match %s: %w", id, err)
}
