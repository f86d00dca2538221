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

// A turn is a notice with the data for its message.
type turn struct {
	notice.Notice
	seat     Seat
	board    string
	opponent play.Seat
	what     notice.TurnKind
	life     time.Duration // how long the message is useful
	live     bool
}

// SendDue sends the due notices. It takes a notice only when it can send it at once, because other
// processes try unsent notices again after a minute.
func (s *Service) SendDue(ctx context.Context) (failed error) {
	due, err := s.Store.Due(ctx, s.Now(), noticesAtOnce)
	if err != nil {
		return err
	}
	for _, n := range due {
		select {
		case s.slots <- struct{}{}:
		case <-ctx.Done():
			return failed
		}
		send, err := s.take(ctx, &n)
		failed = errors.Join(failed, err)
		if send == nil {
			<-s.slots
		} else {
			s.start(ctx, n, send)
		}
	}
	return failed
}

// sendOther sends a notice that is not about a turn and adds the notice that follows.
func (s *Service) sendOther(ctx context.Context, n notice.Notice, send SendFunc) error {
	next, err := send(ctx, n)
	switch {
	case err != nil && n.Tries < mostTries:
		return err
	case next != nil:
		return errors.Join(err, s.Store.Add(ctx, *next))
	}
	return errors.Join(err, s.Store.MarkSent(ctx, n))
}

// take reserves a notice unless another process is sending it. It returns the function that sends
// the notice, or nil if there is nothing to send.
func (s *Service) take(ctx context.Context, n *notice.Notice) (send func() error, failed error) {
	mine, err := s.Store.Take(ctx, *n, s.Now().Add(retryDelay(n.Tries)))
	if !mine {
		return nil, err
	}
	n.Tries++
	if other, ok := s.Others[n.Kind]; ok {
		return func() error { return s.sendOther(ctx, *n, other) }, err
	}
	t, lasts, failed := s.turn(ctx, *n)
	failed = errors.Join(err, failed)
	switch {
	case failed == nil && !lasts, n.Tries > mostTries:
		failed = errors.Join(failed, s.Store.MarkSent(ctx, *n))
	case lasts && s.Present(t.seat):
		return nil, errors.Join(failed, s.Store.MarkSent(ctx, *n))
	}
	if !lasts {
		return nil, failed
	}
	return func() error { return s.send(ctx, t) }, failed
}

// start sends a notice in the background, because push services may be slow. It releases a slot
// afterwards.
func (s *Service) start(ctx context.Context, n notice.Notice, send func() error) {
	s.sending.Go(func() {
		defer func() { <-s.slots }()
		err := panics.Catch(s.Log, send, "of", "a notice")
		if err != nil && ctx.Err() == nil {
			s.Log.Warn("cannot send a notice", "kind", n.Kind, "of", n.Subject, "try", n.Tries, "err", err)
		}
	})
}

// turn returns the turn for a notice and whether it is still the person's turn.
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
				Notice: n, seat: Seat{n.Subject, m.OriginalColor(c)}, board: m.Settings().Board,
				opponent: m.Seat(c.Opponent()),
				what:     turnKind(m), life: usualLife, live: !m.Correspondence(),
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

// How long a push service stores a message.
const (
	usualLife   = 24 * time.Hour
	longestLife = 7 * 24 * time.Hour
)

// turnKind returns the kind of action that a match waits for.
func turnKind(m *play.Match) notice.TurnKind {
	switch m.Phase() {
	case play.PhasePlay, play.PhaseConfirmation:
		return notice.TurnMove
	case play.PhaseAgreement:
		return notice.TurnStones
	}
	return notice.TurnOther
}

// send sends the notice of a turn.
func (s *Service) send(ctx context.Context, t turn) error {
	words := func(lang string) (notice.Message, error) {
		opponent, err := s.People.NameIn(ctx, lang, t.opponent)
		return notice.TurnMessage(lang, t.Subject, t.board, opponent, t.what), err
	}
	return s.SendToDevices(ctx, t.Notice, words, push.Envelope{Topic: t.Subject, Life: t.life, Urgent: t.live})
}

// SendToDevices sends a notice to all of the person's devices, in their languages, and marks it as sent. It
// succeeds if at least one device received it or if no device can.
func (s *Service) SendToDevices(
	ctx context.Context, n notice.Notice, words func(lang string) (notice.Message, error), e push.Envelope,
) error {
	devices, err := s.Store.Devices(ctx, n.Actor)
	if err != nil {
		return err
	}
	var failed error
	sent := false
	for _, d := range devices {
		err := s.sendToDevice(ctx, d, words, e)
		switch {
		case err == nil:
			sent = true
		case errors.Is(err, push.ErrGone):
			failed = errors.Join(failed, s.Store.Remove(ctx, d.Actor, d.ID))
		case !errors.Is(err, push.ErrRefused) && n.Tries < mostTries:
			failed = errors.Join(failed, err)
		default:
			s.Log.Warn("cannot send a notice to a device", "err", err)
		}
	}
	if sent || failed == nil {
		return errors.Join(s.Store.MarkSent(ctx, n), failed)
	}
	return failed
}

// sendToDevice sends a message to a device, unless the device's session has ended.
func (s *Service) sendToDevice(
	ctx context.Context, d notice.Device, words func(lang string) (notice.Message, error), e push.Envelope,
) error {
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

// removeSignedOut removes an actor's devices whose sessions have ended.
func (s *Service) removeSignedOut(ctx context.Context, actor string) error {
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
