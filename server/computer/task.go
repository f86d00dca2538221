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

// Pauses before a retry after an error, a panic or a full queue. They grow up to mostPause.
const (
	firstPause = 2 * time.Second
	mostPause  = 5 * time.Minute
)

// A task is a match in which the computer must act. It has a goroutine while it searches or waits
// in the queue, and a timer while it waits for a retry.
type task struct {
	*Computer
	id      string
	changes chan struct{} // holds an element when something may have changed

	changed  int       // Changed of the current position
	since    time.Time // when the computer's turn began
	failures int       // failed attempts at it

	retry *time.Timer // guarded by the computer's lock, as is again
	again time.Time   // time of the retry

	place  int  // last reported place in the queue; guarded by the computer's lock, as is placed
	placed bool // a place was reported for the current request
}

// look makes the task read the match again: at once, or soon if it is waiting for a later retry.
// The computer must be locked.
func (t *task) look() {
	select {
	case t.changes <- struct{}{}:
	default: // already signalled
	}
	if t.retry != nil && time.Until(t.again) > firstPause && t.retry.Stop() {
		t.runAfter(firstPause)
	}
}

// runAfter runs the task after a pause. The computer must be locked.
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

// run acts until the match does not await the computer.
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

// ended ends the task unless something has changed in the meantime.
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

// postpone schedules a retry. It returns false if a retry makes no sense.
func (t *task) postpone(err error) bool {
	t.mu.Lock()
	defer t.mu.Unlock()
	if t.closed || errors.Is(err, play.ErrNoMatch) || errors.Is(err, play.ErrUnknownEvent) ||
		errors.Is(err, play.ErrDamaged) {
		return false // the host reports the error
	}
	if !errors.Is(err, work.ErrBusy) && !errors.As(err, new(*panics.Error)) { // panics are logged elsewhere
		t.o.Log.Error("the computer cannot act", "match", t.id, "error", err)
	}
	pause := min(mostPause, firstPause<<min(t.failures, 10))
	t.failures++
	t.runAfter(pause)
	return true
}

// step acts for one player that the match awaits. Acted is true if it acted or the position has
// changed, so that the match must be read again.
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
			continue // the bot waits for the other player
		}
		return true, t.send(ctx, turn, cmd)
	}
	return false, nil
}

// turns reads the turns in which the computer must act.
func (t *task) turns(ctx context.Context) (turns []*turn, err error) {
	err = t.o.Host.Read(ctx, t.id, func(m *play.Match) {
		if m.Over() || m.Game() == nil || !t.o.Holds(t.id, m.Seq()) {
			return
		}
		if m.Changed() != t.changed {
			t.changed = m.Changed()
			t.since = t.o.Now()
			t.failures = 0
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

// think finds a command, waiting in the queue. Ok is false if the position has changed in the
// meantime, which cancels the thinking. All thinking has ended when it returns.
func (t *task) think(ctx context.Context, turn *turn) (cmd play.Command, ok bool, err error) {
	ctx, cancel := context.WithCancel(ctx)
	defer cancel()
	q := &queuedMover{
		task: t, turn: turn, mover: t.o.Player(turn.level, turn.settings.Thinking), waited: t.o.Now().Sub(t.since),
	}
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

// hasChanged reports whether a turn is outdated or belongs to another process.
func (t *task) hasChanged(ctx context.Context, turn *turn) (changed bool, err error) {
	err = t.o.Host.Read(ctx, t.id, func(m *play.Match) {
		changed = m.Over() || m.Changed() != turn.changed || !t.o.Holds(t.id, m.Seq())
	})
	return changed, err
}

// send sends the command to the match. It is not an error if another process was faster. If the rules
// refuse the command they would refuse it again, so the computer does not act until the position
// changes.
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
