// Package turns tells persons that a game waits for them: it follows the log, notes whose
// turn it has become, and tells those who do not look at the game. What is to be told
// stands in a table, so that a server that restarts tells it once, and of several servers
// one does.
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

// Games reads matches and what happens in them.
type Games interface {
	// Changed returns up to limit events after a position of the log, as the ids of
	// their matches, "" for what is of no match; it stops before a gap.
	Changed(ctx context.Context, after int64, limit int) ([]string, error)

	// End returns the last position of the log, or one shortly before it.
	End(ctx context.Context) (int64, error)

	// Read calls look with a match, which look may neither change nor keep.
	Read(ctx context.Context, id string, look func(*play.Match)) error
}

// People knows who persons are.
type People interface {
	// GuestsOf returns the actors of guests that an actor was.
	GuestsOf(ctx context.Context, actor string) ([]string, error)

	// SignedIn reports whether the session of a hash has not ended.
	SignedIn(ctx context.Context, session string) (bool, error)

	// NameIn returns what a language calls the player of a seat.
	NameIn(ctx context.Context, lang string, seat play.Seat) (string, error)
}

// Options are what a service needs. All but Log and the durations must be set.
type Options struct {
	Store  notice.Store
	Games  Games
	People People
	Sender interface {
		Send(ctx context.Context, d notice.Device, m notice.Message, e push.Envelope) error
	}
	// Present reports whether the player of a seat has an open page that shows the game,
	// whichever process serves it.
	Present func(seat Seat) bool
	// Others tell notices that are no turns. They return the notice that follows, if one
	// does; with an error the notice is due again later.
	Others map[notice.Kind]Teller
	Now    func() time.Time
	Log    *slog.Logger // discards if nil

	Wait time.Duration // how long a person may take to come to the page by himself; UsualWait
	Rest time.Duration // between two looks at the log; 1 s
}

// A Teller tells a person of a notice.
type Teller func(ctx context.Context, n notice.Notice) (next *notice.Notice, err error)

// A Seat is a player of a match, by the colour of the opening.
type Seat struct {
	Game  string
	Color board.Color
}

// UsualWait is how long a notice waits if nobody says otherwise.
const UsualWait = 5 * time.Second

const (
	followedAtOnce = 500
	toldAtOnce     = 100
	sentAtOnce     = 16
	mostTries      = 4
	peopleFor      = 10 * time.Second // how long it is known whom any device tells
)

// A Service tells persons of their turns.
type Service struct {
	Options
	told    map[string]string // by actor of a seat: the actor whose devices tell it
	toldAt  time.Time
	changed atomic.Bool // there may be others to be told
	ended   chan string // actors whose sessions have ended
	sending sync.WaitGroup
	slots   chan struct{}
}

// New returns a service. Run it.
func New(o Options) *Service {
	for field, usual := range map[*time.Duration]time.Duration{&o.Wait: UsualWait, &o.Rest: time.Second} {
		if *field == 0 {
			*field = usual
		}
	}
	if o.Log == nil {
		o.Log = slog.New(slog.DiscardHandler)
	}
	return &Service{Options: o, slots: make(chan struct{}, sentAtOnce), ended: make(chan string, 256)}
}

// Ended says that a session of an actor has ended: its device is told no more. It does not
// wait. What it cannot take is found when the device is to be told.
func (s *Service) Ended(actor string) {
	select {
	case s.ended <- actor:
	default:
	}
}

// Run follows the log and tells persons until ctx ends. An error is logged, and what it
// kept from being told is tried again.
func (s *Service) Run(ctx context.Context) error {
	rest := time.NewTicker(s.Rest)
	defer rest.Stop()
	defer s.Settle()
	for {
		err := panics.Catch(s.Log, func() error { return errors.Join(s.Follow(ctx), s.Tell(ctx)) }, "of", "notices")
		if err != nil && ctx.Err() == nil {
			s.Log.Error("notices are late", "err", err)
		}
		select {
		case <-ctx.Done():
			return nil
		case actor := <-s.ended:
			if err := s.tidy(ctx, actor); err != nil && ctx.Err() == nil {
				s.Log.Error("devices of sessions that have ended stay for now", "err", err)
			}
		case <-rest.C:
		}
	}
}

// Settle returns when what is being sent was sent.
func (s *Service) Settle() { s.sending.Wait() }

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

// advance follows the log over some events.
func (s *Service) advance(ctx context.Context) (more bool, err error) {
	from, err := s.Store.Followed(ctx)
	if err != nil {
		return false, err
	}
	fresh, err := s.know(ctx)
	switch {
	case err != nil:
		return false, err
	case from < 0 || fresh && len(s.told) == 0:
		return false, s.skip(ctx, from)
	case len(s.told) == 0:
		return false, nil
	}
	ids, err := s.Games.Changed(ctx, from, followedAtOnce)
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
	return len(ids) == followedAtOnce, s.Store.Follow(ctx, from, from+int64(len(ids)), begun, over)
}

// skip follows the log without looking at it: nobody is to be told.
func (s *Service) skip(ctx context.Context, from int64) error {
	end, err := s.Games.End(ctx)
	if err != nil || end <= from {
		return err
	}
	return s.Store.Follow(ctx, from, end, nil, nil)
}

// know finds out whom devices tell: their actors, and the guests that those were. It looks
// now and then, and reports whether it has.
func (s *Service) know(ctx context.Context) (fresh bool, err error) {
	now := s.Now()
	if !s.changed.Swap(false) && now.Sub(s.toldAt) < peopleFor {
		return false, nil
	}
	actors, err := s.Store.Actors(ctx)
	if err != nil {
		return false, err
	}
	told := map[string]string{}
	for _, actor := range actors {
		told[actor] = actor
		guests, err := s.People.GuestsOf(ctx, actor)
		if err != nil {
			return false, err
		}
		for _, guest := range guests {
			told[guest] = actor
		}
	}
	s.told, s.toldAt = told, now
	return true, nil
}

// Changed says that a device was added.
func (s *Service) Changed() { s.changed.Store(true) }

// turnsOf returns the turns of a match that last, and those that are over, of persons who
// are to be told.
func (s *Service) turnsOf(ctx context.Context, id string) (begun, over []notice.Notice, err error) {
	due := s.Now().Add(s.Wait)
	err = s.Games.Read(ctx, id, func(m *play.Match) {
		if !m.Settings().BetweenPeople() {
			return // they sit at one board, or one is the computer, which always waits
		}
		for _, c := range board.Colors {
			actor, ok := s.told[m.Seat(c).Actor()]
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

// occasion returns what distinguishes a turn from the others of a match.
func occasion(m *play.Match) string { return strconv.Itoa(m.Moves()) + " " + string(m.Phase()) }

// unreadable reports whether an error means that nobody can play on in a match, which the
// host has said.
func unreadable(err error) bool {
	return errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged)
}

// later returns when a notice is tried again that was tried before.
func later(tries int) time.Duration { return time.Minute << (2 * min(tries, mostTries)) }
