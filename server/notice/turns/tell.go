package turns

import (
	"context"
	"errors"
	"time"

	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/play"
	"rosette/server/notice"
	"rosette/server/notice/push"
)

// A turn is a notice with what its message says.
type turn struct {
	notice.Notice
	seat     Seat
	board    string
	opponent play.Seat
	what     notice.TurnKind
	life     time.Duration // for how long the message is of use
	live     bool
}

// Tell tells persons of what is due. It takes a notice when there is room to tell it at
// once, so that no other process, which tries what was not told within a minute, tells it
// as well.
func (s *Service) Tell(ctx context.Context) (failed error) {
	due, err := s.Store.Due(ctx, s.Now(), toldAtOnce)
	if err != nil {
		return err
	}
	for _, n := range due {
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return failed
		}
		tell, err := s.take(ctx, &n)
		failed = errors.Join(failed, err)
		if tell == nil {
			<-s.slots
		} else {
			s.start(ctx, n, tell)
		}
	}
	return failed
}

// tellOther tells a notice that is no turn, and notes the one that follows.
func (s *Service) tellOther(ctx context.Context, n notice.Notice, tell Teller) error {
	next, err := tell(ctx, n)
	switch {
	case err != nil && n.Tries < mostTries:
		return err
	case next != nil:
		return errors.Join(err, s.Store.Add(ctx, *next))
	}
	return errors.Join(err, s.Store.Told(ctx, n))
}

// take takes a notice unless another process tells it, and returns what tells the person;
// nil if there is nothing to tell.
func (s *Service) take(ctx context.Context, n *notice.Notice) (tell func() error, failed error) {
	mine, err := s.Store.Take(ctx, *n, s.Now().Add(later(n.Tries)))
	if !mine {
		return nil, err
	}
	n.Tries++
	if other, ok := s.Others[n.Kind]; ok {
		return func() error { return s.tellOther(ctx, *n, other) }, err
	}
	t, lasts, failed := s.turn(ctx, *n)
	failed = errors.Join(err, failed)
	switch {
	case failed == nil && !lasts, n.Tries > mostTries:
		failed = errors.Join(failed, s.Store.Told(ctx, *n))
	case lasts && s.Present(t.seat):
		return nil, errors.Join(failed, s.Store.Told(ctx, *n))
	}
	if !lasts {
		return nil, failed
	}
	return func() error { return s.send(ctx, t) }, failed
}

// start tells a person without waiting for push services, which may be slow. It gives a slot
// back.
func (s *Service) start(ctx context.Context, n notice.Notice, tell func() error) {
	s.sending.Go(func() {
		defer func() { <-s.slots }()
		err := panics.Catch(s.Log, tell, "of", "a notice")
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("a notice was not sent", "kind", n.Kind, "of", n.Subject, "try", n.Tries, "err", err)
		}
	})
}

// turn returns what is to be told, and whether the turn of a notice lasts.
func (s *Service) turn(ctx context.Context, n notice.Notice) (t turn, lasts bool, err error) {
	guests, err := s.People.GuestsOf(ctx, n.Actor)
	if err != nil {
		return t, false, err
	}
	own := map[string]bool{n.Actor: true}
	for _, guest := range guests {
		own[guest] = true
	}
	now := s.Now()
	err = s.Games.Read(ctx, n.Subject, func(m *play.Match) {
		for _, c := range board.Colors {
			if !own[m.Seat(c).Actor()] || !m.Awaits(c) || occasion(m) != n.Occasion {
				continue
			}
			lasts = true
			t = turn{
				Notice: n, seat: Seat{n.Subject, m.OriginalColor(c)}, board: m.Settings().Board, opponent: m.Seat(c.Opponent()),
				what: awaited(m), life: usualLife, live: !m.Correspondence(),
			}
			if deadline, ok := m.Deadline(); ok {
				t.life = min(max(deadline.Sub(now), time.Minute), longestLife)
			}
		}
	})
	if unreadable(err) {
		err = nil
	}
	return t, lasts, err
}

// How long a push service keeps a message.
const (
	usualLife   = 24 * time.Hour
	longestLife = 7 * 24 * time.Hour
)

// awaited returns what a match waits for.
func awaited(m *play.Match) notice.TurnKind {
	switch m.Phase() {
	case play.PhasePlay, play.PhaseConfirmation:
		return notice.TurnMove
	case play.PhaseAgreement:
		return notice.TurnStones
	}
	return notice.TurnOther
}

// send tells a person of a turn.
func (s *Service) send(ctx context.Context, t turn) error {
	words := func(lang string) (notice.Message, error) {
		opponent, err := s.People.NameIn(ctx, lang, t.opponent)
		return notice.TurnMessage(lang, t.Subject, t.board, opponent, t.what), err
	}
	return s.Show(ctx, t.Notice, words, push.Envelope{Topic: t.Subject, Life: t.life, Urgent: t.live})
}

// Show shows a notice on all devices of its person, in words of their languages, and notes
// that the person was told. It is done when one of them was told, or when none can be.
func (s *Service) Show(ctx context.Context, n notice.Notice, words func(lang string) (notice.Message, error), e push.Envelope) error {
	devices, err := s.Store.Devices(ctx, n.Actor)
	if err != nil {
		return err
	}
	var failed error
	told := false
	for _, d := range devices {
		err := s.showOn(ctx, d, words, e)
		switch {
		case err == nil:
			told = true
		case errors.Is(err, push.ErrGone):
			failed = errors.Join(failed, s.Store.Remove(ctx, d.Actor, d.ID))
		case !errors.Is(err, push.ErrRefused) && n.Tries < mostTries:
			failed = errors.Join(failed, err)
		default:
			s.Log.Warn("a device is not told", "err", err)
		}
	}
	if told || failed == nil {
		return errors.Join(s.Store.Told(ctx, n), failed)
	}
	return failed
}

// showOn shows a notice on a device, unless the session has ended in which it was switched
// on.
func (s *Service) showOn(ctx context.Context, d notice.Device, words func(lang string) (notice.Message, error), e push.Envelope) error {
	in, err := s.People.SignedIn(ctx, d.Session)
	if err != nil {
		return err
	}
	if !in {
		return push.ErrGone
	}
	m, err := words(d.Language)
	if err != nil {
		return err
	}
	return s.Sender.Send(ctx, d, m, e)
}

// tidy removes the devices of an actor whose sessions have ended.
func (s *Service) tidy(ctx context.Context, actor string) error {
	devices, err := s.Store.Devices(ctx, actor)
	for _, d := range devices {
		in, failed := s.People.SignedIn(ctx, d.Session)
		if failed == nil && !in {
			failed = s.Store.Remove(ctx, actor, d.ID)
		}
		err = errors.Join(err, failed)
	}
	return err
}
