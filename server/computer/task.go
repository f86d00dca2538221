package computer

import (
	"context"
	"errors"
	"fmt"
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/panics"
	"rosette/play"
	"rosette/server/work"
)

// A thought that failed or panicked, or for which the queue had no place, is tried again after
// pauses that grow.
const (
	firstPause = 2 * time.Second
	mostPause  = 5 * time.Minute
)

// A task is a match in which the computer is to act. It has a goroutine while the
// computer thinks or waits in the queue, and a timer while it waits to try again.
type task struct {
	*Computer
	id      string
	changes chan struct{} // has an element when something may have changed

	changed  int       // of the position that the task is about
	since    time.Time // since when the computer is asked for it
	failures int       // attempts at it

	retry *time.Timer // belongs to the lock of the computer, as the next does
	again time.Time   // when it fires

	place  int  // in the queue, as it was last told; belongs to the lock of the computer, as the next does
	placed bool // a place was told for the present thought
}

// look has the task read the match again: at once, or soon if it was to wait long
// before it tries again. The computer is locked.
func (t *task) look() {
	select {
	case t.changes <- struct{}{}:
	default: // it is told already
	}
	if t.retry != nil && time.Until(t.again) > firstPause && t.retry.Stop() {
		t.runAfter(firstPause)
	}
}

// runAfter has the task run after a pause. The computer is locked.
func (t *task) runAfter(pause time.Duration) {
	t.again = time.Now().Add(pause)
	t.retry = time.AfterFunc(pause, func() {
		t.mu.Lock()
		defer t.mu.Unlock()
		t.retry = nil
		if !t.closed {
			t.wg.Go(t.run)
		}
	})
}

// run acts until the match does not wait for the computer any more.
func (t *task) run() {
	for {
		acted := false
		err := panics.Catch(t.o.Log, func() (err error) {
			acted, err = t.step(t.ctx)
			return err
		}, "match", t.id)
		switch {
		case acted && err == nil:
		case err != nil && t.postpone(err), t.ended():
			return
		}
	}
}

// ended ends the task unless something has changed meanwhile.
func (t *task) ended() bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	select {
	case <-t.changes:
		if !t.closed {
			return false
		}
	default:
	}
	delete(t.tasks, t.id)
	return true
}

// postpone has the task run again after a pause. It reports false if that has no
// sense.
func (t *task) postpone(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrUnknownEvent) || errors.Is(err, play.ErrDamaged) {
		return false // the host has said what is wrong
	}
	if !errors.Is(err, work.ErrBusy) && !errors.As(err, new(*panics.Error)) { // which is logged
		t.o.Log.Error("the computer cannot act", "match", t.id, "error", err)
	}
	pause := min(mostPause, firstPause<<min(t.failures, 10))
	t.failures++
	t.runAfter(pause)
	return true
}

// step does what the match awaits of the computer, for one player, and reports
// whether it did anything or the position has changed, so that the match must be read
// again.
func (t *task) step(ctx context.Context) (acted bool, err error) {
	turns, err := t.turns(ctx)
	if err != nil {
		return false, err
	}
	for _, turn := range turns {
		cmd, ok, err := t.think(ctx, turn)
		if err != nil || !ok {
			return !ok, err
		}
		if cmd.Kind == "" {
			continue // it waits for the other player
		}
		return true, t.send(ctx, turn, cmd)
	}
	return false, nil
}

// turns reads for whom the computer is to act.
func (t *task) turns(ctx context.Context) (turns []*turn, err error) {
	err = t.o.Host.Read(ctx, t.id, func(m *play.Match) {
		if m.Over() || m.Game() == nil || !t.o.Holds(t.id, m.Seq()) {
			return
		}
		if m.Changed() != t.changed {
			t.changed, t.since, t.failures = m.Changed(), t.o.Now(), 0
		}
		for _, c := range due(m, func(c board.Color) bool { return m.Seat(c).Bot() }) {
			turns = append(turns, newTurn(m, c, t.since))
		}
	})
	for _, turn := range turns {
		turn.opinion = t.opinion(t.id, turn.level)
	}
	return slices.DeleteFunc(turns, func(turn *turn) bool { return turn.opinion.refused == turn.changed }), err
}

// think finds what to do, in the queue. It is not ok if the position has changed
// meanwhile; the thought is cancelled then. No thought goes on when it returns.
func (t *task) think(ctx context.Context, turn *turn) (cmd play.Command, ok bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := &queuedMover{task: t, turn: turn, mover: t.o.Player(turn.level, turn.settings.Thinking), waited: t.o.Now().Sub(t.since)}
	turn.mover = q
	done := make(chan struct{})
	t.wg.Go(func() {
		defer close(done)
		err = panics.Catch(t.o.Log, func() (err error) {
			cmd, err = turn.act(ctx)
			return err
		}, "match", t.id, "level", turn.level)
	})
	for {
		select {
		case <-done:
			if ctx.Err() != nil {
				return play.Command{}, false, ctx.Err()
			}
			cmd.Waited = q.waited
			return cmd, err == nil, err
		case <-t.changes:
		}
		if changed, failed := t.hasChanged(ctx, turn); changed || failed != nil {
			cancel()
			<-done
			return play.Command{}, false, failed
		}
	}
}

// hasChanged reports whether the position of a turn is no more, or is another process's
// business.
func (t *task) hasChanged(ctx context.Context, turn *turn) (changed bool, err error) {
	err = t.o.Host.Read(ctx, t.id, func(m *play.Match) {
		changed = m.Over() || m.Changed() != turn.changed || !t.o.Holds(t.id, m.Seq())
	})
	return changed, err
}

// send gives the command to the match. That somebody was faster is no error. A
// command that the rules refuse would be refused again, so the computer does not act
// before the position has changed.
func (t *task) send(ctx context.Context, turn *turn, cmd play.Command) error {
	_, err := t.o.Host.Do(ctx, t.id, turn.command(cmd))
	if refusal, rule := play.Refusal(""), game.Refusal(""); errors.As(err, &refusal) || errors.As(err, &rule) {
		now := turn.seq
		if err := t.o.Host.Read(ctx, t.id, func(m *play.Match) { now = m.Seq() }); err != nil {
			return err
		}
		if now == turn.seq {
			turn.opinion.refused = turn.changed
			t.o.Log.Error("the computer chose what the match refuses", "match", t.id, "level", turn.level,
				"error", fmt.Errorf("%s %s: %w", cmd.Kind, cmd.Point, err))
		}
		return nil
	}
	return err
}
