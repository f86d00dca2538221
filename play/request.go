package play

import (
	"time"

	"rosette/game/board"
)

// MaxPause is the longest pause.
const MaxPause = 24 * time.Hour

// Requested returns the open request to an opponent, which is Undo, Pause, Continue or Aid, and its
// player; Empty if there is none.
func (m *Match) Requested() (kind Kind, by board.Color) {
	if m.asked == board.Empty {
		return "", board.Empty
	}
	return m.request, m.asked
}

// Pending is like [Match.Requested], but ignores a request that cannot be granted now: a request to
// continue expires when the pause ends by itself.
func (m *Match) Pending(now time.Time) (kind Kind, by board.Color) {
	if _, paused := m.Paused(now); m.request == Continue && !paused {
		return "", board.Empty
	}
	return m.Requested()
}

// Paused returns the time until which both clocks stand still by agreement. Ok is false if the
// match is not paused.
func (m *Match) Paused(now time.Time) (until time.Time, ok bool) {
	return m.paused, !m.over && now.Before(m.paused)
}

// PausedUntil returns the end of the last pause, or zero if there was none or a player has ended
// it.
func (m *Match) PausedUntil() time.Time { return m.paused }

// recordRequest returns a reducer that records a request.
func recordRequest(kind Kind) func(*Match, Event) {
	return func(m *Match, e Event) { m.request, m.asked = kind, e.Color }
}

// decidePause requests a pause, or begins it if the opponent need not agree or has already
// requested one.
func (m *Match) decidePause(cmd Command) ([]Event, error) {
	if _, paused := m.Paused(cmd.at); paused || !m.settings.Clock.Speed().Live() {
		return nil, ErrNotNow
	}
	return m.agreeOn(Pause, cmd, Event{Kind: PauseAsked}, Event{Kind: Paused, For: MaxPause})
}

// decideContinue requests to end the pause, or ends it.
func (m *Match) decideContinue(cmd Command) ([]Event, error) {
	if _, paused := m.Paused(cmd.at); !paused {
		return nil, ErrNotNow
	}
	return m.agreeOn(Continue, cmd, Event{Kind: ContinueAsked}, Event{Kind: Continued})
}

// agreeOn returns the event for a request, or for its fulfilment if the opponent need not agree.
func (m *Match) agreeOn(kind Kind, cmd Command, asked, done Event) ([]Event, error) {
	pending, by := m.Pending(cmd.at)
	switch {
	case m.settings.Black.Bot() || m.settings.White.Bot():
		return nil, ErrNotNow // the computer never needs a pause
	case pending == kind && by == cmd.By.Opponent() || m.settings.sharesSeats():
		return []Event{done}, nil
	case by != board.Empty:
		return nil, ErrAsked
	}
	return []Event{asked}, nil
}

// Unaided reports whether the computer gives no advice during the match: it is rated, or two people
// play and have not agreed otherwise.
func (m *Match) Unaided() bool { return m.settings.Unaided() && !m.aided }

// Aided returns the number of moves before the players agreed on computer advice for both. Ok is
// false if they have not agreed.
func (m *Match) Aided() (ply int, ok bool) { return m.aidedAt, m.aided }

// MayAgreeOnAid reports whether the players may agree on computer advice.
func (m *Match) MayAgreeOnAid() bool {
	return m.Phase() == PhasePlay && m.Unaided() && !m.settings.Rated
}

// decideAid requests advice for both players, or agrees to the opponent's request.
func (m *Match) decideAid(cmd Command) ([]Event, error) {
	if !m.MayAgreeOnAid() {
		return nil, ErrNotNow
	}
	return m.agreeOn(Aid, cmd, Event{Kind: AidAsked}, Event{Kind: Aided})
}

func (m *Match) aid(Event) {
	m.asked = board.Empty
	m.aided = true
	m.aidedAt = m.Moves()
}

// BetweenPeople reports whether two different people play the match.
func (s Settings) BetweenPeople() bool {
	return !s.Black.Bot() && !s.White.Bot() && s.Black.Actor() != s.White.Actor()
}

// granted returns the events that follow when a request is granted.
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
		return nil, ErrNotAsked // too late for that
	}
	return granted[kind](m)
}

func (m *Match) decideRefuse(cmd Command) ([]Event, error) {
	if m.asked != cmd.By.Opponent() {
		return nil, ErrNotAsked
	}
	return []Event{{Kind: Refused}}, nil
}

// pause stops both clocks.
func (m *Match) pause(e Event) {
	m.asked, m.paused = board.Empty, e.At.Add(e.For)
	m.restClocks(e.At)
}

// endPause ends a pause. The wait for the players to act begins now.
func (m *Match) endPause(e Event) {
	m.asked = board.Empty
	m.paused = time.Time{}
	m.since = e.At
	m.restClocks(e.At)
}

// restClocks stops each clock while the match is paused or its player is away.
func (m *Match) restClocks(at time.Time) {
	for _, c := range board.Colors {
		m.clock = m.clock.Rest(side(c), later(m.away[m.OriginalColor(c)], m.paused), at)
	}
}

// Away returns the time until which a player's clock stands still for a vacation. It is zero if
// there was none or it has been ended.
func (m *Match) Away(c board.Color) time.Time { return m.away[m.OriginalColor(c)] }

// decideRest begins a vacation, or ends it if For is 0.
func (m *Match) decideRest(cmd Command) ([]Event, error) {
	until := cmd.at.Add(cmd.For)
	switch {
	case !m.Correspondence() || cmd.For > maxRest:
		return nil, ErrNotNow
	case until.Equal(m.Away(cmd.By)) || cmd.For == 0 && !cmd.at.Before(m.Away(cmd.By)):
		return nil, ErrNotNow // already so
	}
	return []Event{{Kind: Rested, For: cmd.For}}, nil
}

func (m *Match) rest(e Event) {
	m.away[m.OriginalColor(e.Color)] = e.At.Add(e.For)
	m.restClocks(e.At)
}

// refusedInPause reports whether a command must wait for the end of a pause.
func (m *Match) refusedInPause(cmd Command) bool {
	_, paused := m.Paused(cmd.at)
	return paused && (cmd.Kind == Play || cmd.Kind == Pass || cmd.Kind == Claim)
}
