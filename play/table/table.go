package table

import (
	"context"
	"errors"
	"fmt"
	"sync"
	"time"

	"rosette/game/board"
	"rosette/play"
)

const (
	mostTries = 16          // how often others may be faster before a command is stale
	pause     = time.Second // before a flag is tried again that the journal did not take
)

// A Table is where one match is played. Its goroutine owns the match.
type Table struct {
	id    string
	hall  *Hall
	match *play.Match
	again time.Time // not to try the flag before

	inbox chan request
	quit  chan struct{} // closed by the hall: leave
	done  chan struct{} // closed when left
	err   error         // why, once done

	stand context.CancelFunc // makes the programs stand up
	sit   context.Context
	seats sync.WaitGroup

	// The rest belongs to the hall's lock.
	users   int
	asked   time.Time
	clocked bool                // a clock runs
	awaited board.ByColor[bool] // whose deed the match waits for, by seat
	sitting board.ByColor[bool] // programs, by seat
	judging bool                // the umpire thinks
}

// A request is work for the table's goroutine.
type request struct {
	ctx   context.Context
	work  func(*Table) (int, error)
	reply chan answer
}

type answer struct {
	seq int
	err error
}

func newTable(h *Hall, id string) *Table {
	t := &Table{
		id: id, hall: h, match: play.NewMatch(),
		inbox: make(chan request), quit: make(chan struct{}), done: make(chan struct{}),
	}
	t.sit, t.stand = context.WithCancel(context.Background())
	return t
}

// idle tells whether nobody would miss the table in memory. The hall is locked.
func (t *Table) idle() bool {
	black, white := board.Black, board.White
	busy := t.sitting[black] && t.awaited[black] || t.sitting[white] && t.awaited[white] || t.judging
	return t.users == 0 && !t.clocked && !busy
}

// run is the life of a table.
func (t *Table) run() {
	if _, err := t.catchUp(); err != nil {
		t.err = err
	} else {
		t.host()
		t.err = play.ErrClosed
	}
	t.hall.mu.Lock()
	t.hall.drop(t)
	t.hall.mu.Unlock()
	t.stand()
	close(t.done)
	t.seats.Wait()
}

// host serves until the hall or nobody's interest ends it.
func (t *Table) host() {
	timer := time.NewTimer(0)
	defer timer.Stop()
	for {
		t.look()
		timer.Reset(t.patience())
		select {
		case r := <-t.inbox:
			r.reply <- t.serve(r)
		case <-timer.C:
			if t.tick() {
				return
			}
		case <-t.quit:
			return
		}
	}
}

func (t *Table) serve(r request) answer {
	if err := r.ctx.Err(); err != nil {
		return answer{t.match.Seq(), fmt.Errorf("table %s: %w", t.id, err)}
	}
	seq, err := r.work(t)
	return answer{seq, err}
}

// look notes for the hall how the match stands, seats programs that do not sit
// and calls the umpire where one is wanted.
func (t *Table) look() {
	h := t.hall
	h.mu.Lock()
	defer h.mu.Unlock()
	_, t.clocked = t.match.Deadline()
	for _, c := range board.Colors {
		t.awaited[t.match.OriginalColor(c)] = t.match.Awaits(c)
		t.seat(t.match.OriginalColor(c), t.match.Seat(c))
	}
	t.callUmpire()
}

// seat lets a program sit down, c being its colour by the settings. The hall is
// locked.
func (t *Table) seat(c board.Color, s play.Seat) {
	h := t.hall
	if !s.Bot() || t.sitting[c] || t.match.Over() || h.options.Sit == nil {
		return
	}
	t.sitting[c] = true
	t.seats.Go(func() {
		h.options.Sit(t.sit, t.id, c, s)
		h.mu.Lock()
		defer h.mu.Unlock()
		t.sitting[c] = false
	})
}

// callUmpire has the dead named where play has stopped and nobody has named
// them. The hall is locked.
func (t *Table) callUmpire() {
	h := t.hall
	if t.judging || h.options.Judge == nil || t.match.Phase() != play.PhaseAgreement || t.match.Proposed() {
		return
	}
	t.judging = true
	g, at := t.match.Game().Clone(), t.match.Changed()
	t.seats.Go(func() {
		dead, unsure, err := h.options.Judge(t.sit, g)
		if err == nil {
			_, err = h.Do(t.sit, t.id, play.Command{
				Kind: play.Propose, Points: g.Graph().Names(dead), Unsure: g.Graph().Names(unsure), After: at, ID: fmt.Sprintf("umpire-%d", at),
			})
		}
		h.mu.Lock()
		defer h.mu.Unlock()
		t.judging = false
		if err != nil && t.sit.Err() == nil && !errors.As(err, new(play.Refusal)) {
			h.options.Log.Error("nobody could name the dead", "match", t.id, "error", err)
		}
	})
}

// patience is how long to wait for a request: until a flag falls, or until the
// table might be dismissed.
func (t *Table) patience() time.Duration {
	now := t.hall.now()
	if end, ok := t.match.Deadline(); ok {
		if end.Before(t.again) {
			end = t.again
		}
		return end.Sub(now)
	}
	t.hall.mu.Lock()
	defer t.hall.mu.Unlock()
	if left := t.hall.options.Idle - now.Sub(t.asked); left > 0 {
		return left
	}
	return t.hall.options.Idle // a program thinks: look again later
}

// tick does what the time has come for and tells whether to leave.
func (t *Table) tick() bool {
	if _, clocked := t.match.Deadline(); !clocked {
		return t.hall.dismiss(t)
	}
	_, err := t.do(play.Command{Kind: play.Flag})
	if err != nil && err != play.ErrTimeLeft && err != play.ErrOver {
		t.hall.options.Log.Error("a flag could not fall", "match", t.id, "error", err)
		t.again = t.hall.now().Add(pause)
	}
	return false
}

// do decides a command, and anew with the news whenever another process was
// faster. A table that has no news may wrongly refuse, so it looks for some
// before it does. A command that comes too late ends the match and is refused.
func (t *Table) do(cmd play.Command) (seq int, err error) {
	for range mostTries {
		events, refusal := t.match.Decide(cmd, t.hall.now())
		if refusal == nil && len(events) == 0 {
			return t.match.Seq(), nil
		}
		if len(events) > 0 && cmd.After <= t.match.Seq() {
			err := t.hall.journal.Append(context.Background(), t.id, t.match.Seq(), events)
			if err == nil {
				t.take(events)
				return t.match.Seq(), refusal
			}
			if !errors.Is(err, play.ErrStale) {
				return t.match.Seq(), fmt.Errorf("table %s: %w", t.id, err)
			}
		}
		news, err := t.catchUp()
		switch {
		case err != nil:
			return t.match.Seq(), err
		case news == 0 && refusal != nil:
			return t.match.Seq(), refusal
		case news == 0 && cmd.After > t.match.Seq():
			return t.match.Seq(), play.ErrStale // it answers what has not happened
		}
	}
	return t.match.Seq(), play.ErrStale
}

// take applies what the journal has taken and tells of it.
func (t *Table) take(events []play.Event) {
	for _, e := range events {
		t.match.Apply(e)
	}
	t.hall.announcer.Announce(t.id, t.match.Seq())
}

// catchUp reads what others have written since, and counts it.
func (t *Table) catchUp() (news int, err error) {
	events, err := t.hall.journal.Events(context.Background(), t.id, t.match.Seq())
	if errors.Is(err, play.ErrNoMatch) {
		return 0, play.ErrNoMatch
	}
	if err == nil {
		err = t.match.Load(events)
	}
	if err != nil {
		return 0, fmt.Errorf("table %s: %w", t.id, err)
	}
	if len(events) > 0 {
		t.hall.announcer.Announce(t.id, t.match.Seq())
	}
	return len(events), nil
}
