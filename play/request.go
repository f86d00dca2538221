package play

import (
	"time"

	"rosette/game/board"
)

// MaxPause is how long a pause lasts at most.
const MaxPause = 24 * time.Hour

// Requested returns what a player has asked the opponent for, which is Undo, Pause,
// Continue or Aid, and who has; Empty if nothing waits for an answer.
func (m *Match) Requested() (kind Kind, by board.Color) {
	if m.asked == board.Empty {
		return "", board.Empty
	}
	return m.request, m.asked
}

// Pending returns what [Match.Requested] does, as far as it can still be granted: nobody
// need be asked to go on after a pause that has ended by itself.
func (m *Match) Pending(now time.Time) (kind Kind, by board.Color) {
	if _, paused := m.Paused(now); m.request == Continue && !paused {
		return "", board.Empty
	}
	return m.Requested()
}

// Paused returns until when both clocks stand still by agreement; ok is false if the
// match is not paused.
func (m *Match) Paused(now time.Time) (until time.Time, ok bool) {
	return m.paused, !m.over && now.Before(m.paused)
}

// PausedUntil returns the end of the last pause, zero if there was none or a player has
// ended it.
func (m *Match) PausedUntil() time.Time { return m.paused }

// ask notes the request of an event.
func ask(kind Kind) func(*Match, Event) {
	return func(m *Match, e Event) { m.request, m.asked = kind, e.Color }
}

// decidePause asks for a pause, or takes one where the opponent need not agree or has
// asked for it as well.
func (m *Match) decidePause(cmd Command) ([]Event, error) {
	if _, paused := m.Paused(cmd.at); paused || !m.settings.Clock.Speed().Live() {
		return nil, ErrNotNow
	}
	return m.agreeOn(Pause, cmd, Event{Kind: PauseAsked}, Event{Kind: Paused, For: MaxPause})
}

// decideContinue asks to go on after a pause, or goes on.
func (m *Match) decideContinue(cmd Command) ([]Event, error) {
	if _, paused := m.Paused(cmd.at); !paused {
		return nil, ErrNotNow
	}
	return m.agreeOn(Continue, cmd, Event{Kind: ContinueAsked}, Event{Kind: Continued})
}

// agreeOn returns the event of a request, or what was requested if the opponent need
// not be asked.
func (m *Match) agreeOn(kind Kind, cmd Command, asked, done Event) ([]Event, error) {
	pending, by := m.Pending(cmd.at)
	switch {
	case m.settings.Black.Bot() || m.settings.White.Bot():
		return nil, ErrNotNow // the computer is never late
	case pending == kind && by == cmd.By.Opponent() || m.settings.sharesSeats():
		return []Event{done}, nil
	case by != board.Empty:
		return nil, ErrAsked
	}
	return []Event{asked}, nil
}

// Unaided reports whether the computer advises nobody while the match runs: it is rated,
// or two people play who have not agreed otherwise.
func (m *Match) Unaided() bool { return m.settings.Unaided() && !m.aided }

// Aided returns after how many moves the players agreed that the computer may advise
// both of them; ok is false if they did not.
func (m *Match) Aided() (ply int, ok bool) { return m.aidedAt, m.aided }

// MayAgreeOnAid reports whether the players may agree that the computer advises them.
func (m *Match) MayAgreeOnAid() bool {
	return m.Phase() == PhasePlay && m.Unaided() && !m.settings.Rated
}

// decideAid asks whether both may have advice, or agrees where the opponent has asked.
func (m *Match) decideAid(cmd Command) ([]Event, error) {
	if !m.MayAgreeOnAid() {
		return nil, ErrNotNow
	}
	return m.agreeOn(Aid, cmd, Event{Kind: AidAsked}, Event{Kind: Aided})
}

func (m *Match) aid(Event) { m.asked, m.aided, m.aidedAt = board.Empty, true, m.Moves() }

// BetweenPeople reports whether two different persons play the match.
func (s Settings) BetweenPeople() bool {
	return !s.Black.Bot() && !s.White.Bot() && s.Black.Actor() != s.White.Actor()
}

// granted are what follows when a request is granted.
var granted = map[Kind]func(*Match) ([]Event, error){
	Undo:     (*Match).grantUndo,
	Pause:    func(*Match) ([]Event, error) { return []Event{{Kind: Granted}, {Kind: Paused, For: MaxPause}}, nil },
	Continue: func(*Match) ([]Event, error) { return []Event{{Kind: Granted}, {Kind: Continued}}, nil },
	Aid:      func(*Match) ([]Event, error) { return []Event{{Kind: Granted}, {Kind: Aided}}, nil },
}

func (m *Match) decideGrant(cmd Command) ([]Event, error) {
	if !isPlayer(m.asked) || m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	kind, _ := m.Pending(cmd.at)
	if kind == "" || (kind == Pause || kind == Aid) && m.state.phase != PhasePlay {
		return nil, ErrNotAsked // it is too late for that
	}
	return granted[kind](m)
}

func (m *Match) decideRefuse(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	return []Event{{Kind: Refused}}, nil
}

// pause lets both clocks stand still.
func (m *Match) pause(e Event) {
	m.asked, m.paused = board.Empty, e.At.Add(e.For)
	m.restClocks(e.At)
}

// endPause ends a pause: the players who must act are awaited from now on.
func (m *Match) endPause(e Event) {
	m.asked, m.paused, m.since = board.Empty, time.Time{}, e.At
	m.restClocks(e.At)
}

// restClocks lets each clock stand still as long as the match is paused or its player
// is away.
func (m *Match) restClocks(at time.Time) {
	for _, c := range board.Colors {
		m.clock = m.clock.Rest(side(c), later(m.away[m.OriginalColor(c)], m.paused), at)
	}
}

// Away returns until when the clock of a player stands still for a vacation, zero if
// there was none or it has been ended.
func (m *Match) Away(c board.Color) time.Time { return m.away[m.OriginalColor(c)] }

// decideRest begins a vacation, or ends it if For is 0.
func (m *Match) decideRest(cmd Command) ([]Event, error) {
	until := cmd.at.Add(cmd.For)
	switch {
	case !m.Correspondence() || cmd.For > maxRest:
		return nil, ErrNotNow
	case until.Equal(m.Away(cmd.By)) || cmd.For == 0 && !cmd.at.Before(m.Away(cmd.By)):
		return nil, ErrNotNow // that is so already
	}
	return []Event{{Kind: Rested, For: cmd.For}}, nil
}

func (m *Match) rest(e Event) {
	m.away[m.OriginalColor(e.Color)] = e.At.Add(e.For)
	m.restClocks(e.At)
}

// refusedInPause reports whether a command has to wait until a pause ends.
func (m *Match) refusedInPause(cmd Command) bool {
	_, paused := m.Paused(cmd.at)
	return paused && (cmd.Kind == Play || cmd.Kind == Pass || cmd.Kind == Claim)
}
