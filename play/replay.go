package play

import (
	"fmt"
	"reflect"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// commandFor is the command that makes an event as its first one. The end on time
// follows from any command.
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

// Replay returns the match of a complete event log. The error is one line that names
// the event that this program cannot have made.
func Replay(events []Event) (*Match, error) {
	m := NewMatch()
	return m, m.Follow(events)
}

// Follow applies the events after [Match.Seq] of an event log that is not trusted: it
// decides each command again and compares. At the first event that cannot have
// happened it stops with an error; the events before it are applied. Results stand
// as they were written, so that a later correction of the count changes no old
// match.
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

// redecide returns the events of the command that made e.
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
		return nil, fmt.Errorf("nothing that it would follow from")
	}
	if !ok {
		return nil, fmt.Errorf("an event that this program does not know")
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
		return nil, fmt.Errorf("its command %q was counted before", e.ID)
	}
	return made, err
}

// neverBegun reports whether a match may have been aborted without a first move.
func (m *Match) neverBegun(e Event) bool {
	deadline, ok := m.Starts()
	return ok && e.Reason == game.Aborted && e.Color <= board.White && !normalizeTime(e.At).Before(deadline)
}

// outOfTime reports whether an end on time may have happened. Version 1 knew no grace
// and sent commands of any kind too late.
func (m *Match) outOfTime(e Event) bool {
	return !m.over && e.Color <= board.White && m.clock.Flagged(normalizeTime(e.At))
}

// equalEvents reports whether two events are the same, apart from the points of a
// result. The actor is compared where a has one: version 1 had none.
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
	if a.Kind == Ended { // dead stones stand as they were written, like the points
		a.Result, b.Result, a.Points, b.Points = "", "", nil, nil
	}
	if !slices.Equal(a.Points, b.Points) || !slices.Equal(a.Unsure, b.Unsure) {
		return false
	}
	a.Points, b.Points, a.Unsure, b.Unsure = nil, nil, nil, nil // an empty list is left out of JSON and read as nil
	return reflect.DeepEqual(a, b)
}

// decidedBy returns how a match ended, the zero Result if the text is none.
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
