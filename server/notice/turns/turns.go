// Package turns sends notices to people whose turn it is. It follows the log, records the new
// turns, and notifies people who do not have the game open. The pending notices are in a table, so
// that each is sent once, even across restarts and with several servers.
package turns

import (
	"context"
	"errors"
	"log/slog"
	"strconv"
	"sync"
	"sync/atomic"
	"time"

	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/play"
	"rosette/server/notice"
	"rosette/server/notice/push"
)

// Games provides matches and the events in the log.
type Games interface {
	// Changed returns up to limit events after a log position, as the IDs of their matches, or ""
	// for other events. It stops at a gap.
	Changed(ctx context.Context, after int64, limit int) ([]string, error)

	// End returns the log's last position, or one shortly before it.
	End(ctx context.Context) (int64, error)

	// Read calls look with a match. look must not change or keep it.
	Read(ctx context.Context, id string, look func(*play.Match)) error
}

// People provides information about people.
type People interface {
	// GuestsOf returns the guest actors that an actor used to be.
	GuestsOf(ctx context.Context, actor string) ([]string, error)

	// SignedIn reports whether the session with a key hash still exists.
	SignedIn(ctx context.Context, session string) (bool, error)

	// NameIn returns the name for a seat's player in a language.
	NameIn(ctx context.Context, lang string, seat play.Seat) (string, error)
}

// Options configure a service. All fields except Log and the durations are required.
type Options struct {
	Store  notice.Store
	Games  Games
	People People
	Sender interface {
		Send(ctx context.Context, d notice.Device, m notice.Message, e push.Envelope) error
	}
	// Present reports whether a player has the game open in some page, in any process.
	Present func(seat Seat) bool
	// Others sends notices that are not about turns.
	Others map[notice.Kind]SendFunc
	Now    func() time.Time
	Log    *slog.Logger // discards if nil

	Wait     time.Duration // how long to wait for the person to open the page; default UsualWait
	Interval time.Duration // interval between checks of the log; default 1 s
}

// A SendFunc sends a notice. It returns the notice that follows, or nil. If it returns an error, the
// notice becomes due again later.
type SendFunc func(ctx context.Context, n notice.Notice) (next *notice.Notice, err error)

// A Seat is a player in a match, identified by the original colour.
type Seat struct {
	Game  string
	Color board.Color
}

// UsualWait is the default wait before a notice.
const UsualWait = 5 * time.Second

const (
	eventsAtOnce   = 500
	noticesAtOnce  = 100
	sendsAtOnce    = 16
	mostTries      = 4
	recipientsLife = 10 * time.Second // how long the list of actors with devices is used
)

// A Service notifies people of their turns.
type Service struct {
	Options
	recipients     map[string]string // by a seat's actor: the actor whose devices receive its notices
	recipientsRead time.Time
	changed        atomic.Bool // the actors with devices may have changed
	signedOut      chan string // actors with ended sessions
	sending        sync.WaitGroup
	slots          chan struct{}
}

// New returns a service. Run it.
func New(o Options) *Service {
	for field, usual := range map[*time.Duration]time.Duration{&o.Wait: UsualWait, &o.Interval: time.Second} {
		if *field == 0 {
			*field = usual
		}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, slots: make(chan struct{}, sendsAtOnce), signedOut: make(chan string, 256)}
}

// SessionsEnded removes an actor's devices after the end of a session. It does not block. If the queue is
// full, the devices are removed at their next notice.
func (s *Service) SessionsEnded(actor string) {
	select {
	case s.signedOut <- actor:
	default:
	}
}

// Run follows the log and sends notices until ctx ends. It logs errors and retries.
func (s *Service) Run(ctx context.Context) error {
	rest := time.NewTicker(s.Interval)
	defer rest.Stop()
	defer s.WaitForSends()
	for {
		err := panics.Catch(s.Log, func() error { return errors.Join(s.Follow(ctx), s.SendDue(ctx)) }, "of", "notices")
		if err != nil && ctx.Err() == nil {
			s.Log.Error("cannot send notices", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case actor := <-s.signedOut:
			if err := s.removeSignedOut(ctx, actor); err != nil && ctx.Err() == nil {
				s.Log.Error("cannot remove devices of ended sessions", "err", err)
			}
		case <-rest.C:
		}
	}
}

// WaitForSends waits until notices being sent are done.
func (s *Service) WaitForSends() { s.sending.Wait() }

// Follow follows the log to its end.
func (s *Service) Follow(ctx context.Context) error {
	for {
		more, err := s.advance(ctx)
		if err != nil && !errors.Is(err, play.ErrStale) { // another process was first
			return err
		}
		if err == nil && !more {
			return nil
		}
	}
}

// advance processes some events in the log.
func (s *Service) advance(ctx context.Context) (more bool, err error) {
	from, err := s.Store.LogPosition(ctx)
	if err != nil {
		return false, err
	}
	fresh, err := s.loadRecipients(ctx)
	switch {
	case err != nil:
		return false, err
	case from < 0 || fresh && len(s.recipients) == 0:
		return false, s.skip(ctx, from)
	case len(s.recipients) == 0:
		return false, nil
	}
	ids, err := s.Games.Changed(ctx, from, eventsAtOnce)
	if err != nil || len(ids) == 0 {
		return false, err
	}
	var begun, over []notice.Notice
	seen := map[string]bool{"": true}
	for _, id := range ids {
		if seen[id] {
			continue
		}
		seen[id] = true
		b, o, err := s.turnsOf(ctx, id)
		if err != nil {
			return false, err
		}
		begun, over = append(begun, b...), append(over, o...)
	}
	return len(ids) == eventsAtOnce, s.Store.Follow(ctx, from, from+int64(len(ids)), begun, over)
}

// skip moves to the end of the log without reading it, because there are no devices.
func (s *Service) skip(ctx context.Context, from int64) error {
	end, err := s.Games.End(ctx)
	if err != nil || end <= from {
		return err
	}
	return s.Store.Follow(ctx, from, end, nil, nil)
}

// loadRecipients updates the list of actors with devices, including the guests they used to be. It does so at
// intervals, and reports whether it did.
func (s *Service) loadRecipients(ctx context.Context) (fresh bool, err error) {
	now := s.Now()
	if !s.changed.Swap(false) && now.Sub(s.recipientsRead) < recipientsLife {
		return false, nil
	}
	actors, err := s.Store.Actors(ctx)
	if err != nil {
		return false, err
	}
	recipients := map[string]string{}
	for _, actor := range actors {
		recipients[actor] = actor
		guests, err := s.People.GuestsOf(ctx, actor)
		if err != nil {
			return false, err
		}
		for _, guest := range guests {
			recipients[guest] = actor
		}
	}
	s.recipients, s.recipientsRead = recipients, now
	return true, nil
}

// DeviceAdded must be called after a device is added.
func (s *Service) DeviceAdded() { s.changed.Store(true) }

// turnsOf returns the current and the ended turns in a match, for people with devices.
func (s *Service) turnsOf(ctx context.Context, id string) (begun, over []notice.Notice, err error) {
	due := s.Now().Add(s.Wait)
	err = s.Games.Read(ctx, id, func(m *play.Match) {
		if !m.Settings().BetweenPeople() {
			return // people at one board, or a game against the computer, which moves at once
		}
		for _, c := range board.Colors {
			actor, ok := s.recipients[m.Seat(c).Actor()]
			if !ok {
				continue
			}
			n := notice.Notice{Kind: notice.Turn, Subject: id, Actor: actor, Occasion: occasion(m), Due: due}
			if m.Awaits(c) {
				begun = append(begun, n)
			} else {
				over = append(over, n)
			}
		}
	})
	if unreadable(err) {
		return nil, nil, nil
	}
	return begun, over, err
}

// occasion returns a string that identifies a turn within its match.
func occasion(m *play.Match) string { return strconv.Itoa(m.Moves()) + " " + string(m.Phase()) }

// unreadable reports whether a match cannot be played on. The host has already reported this.
func unreadable(err error) bool {
	return errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged)
}

// retryDelay returns the delay after a number of tries.
func retryDelay(tries int) time.Duration { return time.Minute << (2 * min(tries, mostTries)) }
