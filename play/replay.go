package play

import (
	"fmt"
	"reflect"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// commandFor holds, for each event, the command whose first event it can be. Any command can cause
// the end on time.
var commandFor = map[Kind]Kind{
	Offered: Offer, Took: Take, Bade: Bid, Yielded: Yield, Placed: Place,
	Played: Play, Passed: Pass,
	Proposed: Propose, Marked: Mark, Agreed: Agree, Disputed: Dispute, MoverChosen: ChooseMover,
	Confirming: Confirm, Voided: Void,
	Resigned: Resign, Asked: Undo, Granted: Grant, Refused: Refuse, TookBack: Undo, Ended: Flag,
	Suspended: Suspend,
	AbortedBy: Abort, PauseAsked: Pause, Paused: Pause, ContinueAsked: Continue, Continued: Continue,
	TimeAdded: AddTime, Claimed: Claim, Rested: Rest, AidAsked: Aid, Aided: Aid,
}

// Replay returns the match for a complete event log. The error is one line that identifies an event
// that this program cannot have written.
func Replay(events []Event) (*Match, error) {
	m := NewMatch()
	return m, m.Follow(events)
}

// Follow applies the events after [Match.Seq] from an untrusted log: it decides each command again
// and compares. At the first impossible event it stops with an error; the events before it are
// applied. Results are accepted as written, so that a later correction to the count does not change
// old matches.
func (m *Match) Follow(events []Event) error {
	for len(events) > 0 {
		e := events[0]
		if e.Seq != m.seq+1 {
			return fmt.Errorf("event log: event %d where %d should be", e.Seq, m.seq+1)
		}
		made, err := m.redecide(e)
		if err != nil {
			return fmt.Errorf("event log: event %d, %q: %w", e.Seq, e.Kind, err)
		}
		for i := range made {
			if i >= len(events) || !equalEvents(events[i], made[i]) {
				return fmt.Errorf("event log: event %d, %q: these rules make %q %s of it",
					e.Seq+i, e.Kind, made[i].Kind, made[i].Result)
			}
			if made[i].Kind == Ended {
				made[i].Result, made[i].Points = events[i].Result, events[i].Points
			}
		}
		for _, e := range made {
			if e.Kind == Ended {
				if _, err := m.heads(e.Points, true); err != nil {
					return fmt.Errorf("event log: event %d, %q: dead stones: %w", e.Seq, e.Kind, err)
				}
			}
			m.Apply(e)
		}
		events = events[len(made):]
	}
	return nil
}

// redecide returns the events for the command that caused e.
func (m *Match) redecide(e Event) ([]Event, error) {
	if (e.Kind == Opened) != (m.seq == 0) {
		return nil, fmt.Errorf("a match begins with %q, once", Opened)
	}
	if e.Kind == Opened {
		if e.Settings == nil {
			return nil, fmt.Errorf("%q without settings", Opened)
		}
		opened, err := reopen(*e.Settings, e.At)
		return []Event{opened}, err
	}
	cause, ok := commandFor[e.Kind]
	if _, fact := undoableReducers[e.Kind]; fact && !ok {
		return nil, fmt.Errorf("no command causes this event")
	}
	if !ok {
		return nil, fmt.Errorf("an event unknown to this program")
	}
	cmd := Command{
		Kind: cause, By: e.Color, Point: e.Point, Points: e.Points, Unsure: e.Unsure, Pending: e.Pending,
		Dead: e.Dead, Komi: e.Komi, Side: e.Side, ID: e.ID,
		Credit: e.Credit, Waited: e.Waited, For: e.For, again: &e,
	}
	if e.Kind == Ended && m.neverBegun(e) {
		return m.endLate(cmd, e.At, aborted())
	}
	if e.Kind == Ended && m.outOfTime(e) {
		return m.endOnTime(cmd, e.At)
	}
	made, err := m.Decide(cmd, e.At)
	if err == nil && len(made) == 0 {
		return nil, fmt.Errorf("its command %q was handled before", e.ID)
	}
	return made, err
}

// neverBegun reports whether a match may have been aborted without a first move.
func (m *Match) neverBegun(e Event) bool {
	deadline, ok := m.Starts()
	return ok && e.Reason == game.Aborted && e.Color <= board.White && !normalizeTime(e.At).Before(deadline)
}

// outOfTime reports whether an end on time may have happened. Version 1 had no grace and accepted
// late commands of any kind.
func (m *Match) outOfTime(e Event) bool {
	return !m.over && e.Color <= board.White && m.clock.Flagged(normalizeTime(e.At))
}

// equalEvents reports whether two events are equal, except for the points of a result. It compares
// the actor only if a has one, because version 1 had none.
func equalEvents(a, b Event) bool {
	if a.Actor == "" {
		b.Actor = ""
	}
	if (a.Settings == nil) != (b.Settings == nil) || a.Settings != nil && *a.Settings != *b.Settings {
		return false
	}
	if a.Kind == Ended && decidedBy(a) != decidedBy(b) {
		return false
	}
	a.At, b.At = normalizeTime(a.At), normalizeTime(b.At)
	a.Settings, b.Settings = nil, nil
	if a.Kind == Ended { // dead stones are accepted as written, like the points
		a.Result = ""
		b.Result = ""
		a.Points = nil
		b.Points = nil
	}
	if !slices.Equal(a.Points, b.Points) || !slices.Equal(a.Unsure, b.Unsure) {
		return false
	}
	a.Points = nil
	b.Points = nil
	a.Unsure = nil
	b.Unsure = nil // JSON omits an empty list, which is then read as nil
	return reflect.DeepEqual(a, b)
}

// decidedBy returns how a match ended, or the zero Result if the text is invalid.
func decidedBy(e Event) game.Result {
	r, err := game.ParseResult(e.Result)
	if err != nil {
		return game.Result{}
	}
	if r.By == game.ByScore {
		r.Winner, r.Margin = board.Empty, 0
	}
	return r
}
