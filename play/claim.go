package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// The time after which a player may claim the match if the opponent is present but does not act.
const (
	stallLimit     = 5 * time.Minute    // in phases without clocks, such as the agreement on dead stones
	stallBot       = time.Hour          // the same if a bot must agree and has not, because it may be late
	stallDays      = 3 * 24 * time.Hour // the same by correspondence, unless a move may take longer
	absenceMoves   = 6                  // for a player without a connection, in average moves, within the bounds below
	absenceLeast   = 10 * time.Second
	absenceMost    = 2 * time.Minute
	startBlitz     = time.Minute // before the first move
	startLive      = 2 * time.Minute
	addedTime      = 15 * time.Second // duration of AddTime
	maxRest        = 60 * 24 * time.Hour
	movesToAbortIn = 2
)

// Correspondence reports whether the match is played by correspondence.
func (m *Match) Correspondence() bool { return m.settings.Clock.Speed() == clock.Correspondence }

// Apart reports whether two people play the match who need not be at the board together: by
// correspondence or without a clock.
func (m *Match) Apart() bool {
	return m.OriginalSettings().BetweenPeople() && !m.settings.Clock.Speed().Live()
}

// live reports whether two people play the match and are at the board together.
func (m *Match) live() bool { return m.settings.BetweenPeople() && m.settings.Clock.Speed().Live() }

// WithStart returns the settings for a new match with the time limit for each player's first move,
// if two people play live.
func (s Settings) WithStart() Settings {
	switch speed := s.Clock.Speed(); {
	case !s.BetweenPeople() || !speed.Live():
	case speed == clock.Blitz:
		s.Start = startBlitz
	default:
		s.Start = startLive
	}
	return s
}

// Starts returns the deadline for the first move of the players to act, pauses aside. Ok is false
// if they have moved or the settings have no such deadline.
func (m *Match) Starts() (deadline time.Time, ok bool) {
	if m.settings.Start <= 0 || m.over || !m.live() {
		return time.Time{}, false
	}
	for _, c := range board.Colors {
		if m.Awaits(c) && !m.acted[m.OriginalColor(c)] {
			return later(m.since, m.paused).Add(m.settings.Start), true
		}
	}
	return time.Time{}, false
}

// later returns the later of two times.
func later(a, b time.Time) time.Time {
	if a.After(b) {
		return a
	}
	return b
}

// unstarted reports whether the time for a first move has run out.
func (m *Match) unstarted(cmd Command, now time.Time) bool {
	if cmd.Kind == Suspend || cmd.Kind == Abort || cmd.Kind == Resign {
		return false
	}
	deadline, ok := m.Starts()
	return ok && !now.Add(-cmd.Credit).Before(deadline)
}

// aborted returns the event that ends a match without a result.
func aborted() Event {
	return Event{Kind: Ended, Result: game.Result{By: game.Aborted}.String(), Reason: game.Aborted}
}

// Abortable reports whether a player may abort the match: before the second move.
func (m *Match) Abortable() bool {
	began := m.state.phase == PhaseKomi || m.state.phase == PhaseHandicap || m.state.phase == PhasePlay
	return !m.over && began && m.state.game.Ply() < movesToAbortIn && !m.state.disagreed
}

func (m *Match) decideAbort(Command) ([]Event, error) {
	if !m.Abortable() {
		return nil, ErrTooLate
	}
	return []Event{{Kind: AbortedBy}, aborted()}, nil
}

// MayAddTime reports whether players may give their opponents time.
func (m *Match) MayAddTime() bool {
	return !m.over && m.state.phase == PhasePlay && m.live()
}

func (m *Match) decideAddTime(Command) ([]Event, error) {
	if !m.MayAddTime() {
		return nil, ErrNotNow
	}
	return []Event{{Kind: TimeAdded, For: addedTime}}, nil
}

// addTime gives the opponent time, including in the states that an undo restores.
func (m *Match) addTime(e Event) {
	to := e.Color.Opponent()
	m.clock = m.clock.Add(side(to), e.For, e.At)
	for i := range m.undoable {
		if d := &m.undoable[i]; d.color == to {
			more := d.remaining.Add(e.For)
			d.added += more.Main - d.remaining.Main
			d.remaining = more
		}
	}
}

// A Stall describes when a player may claim the match because the opponent does not act. A bot
// claims nothing: if the opponent must end a rated match against it, the match ends by itself at
// Claim, by points if the bot has agreed with the marked dead stones, and otherwise as a loss for
// the opponent.
type Stall struct {
	By      board.Color   // player with the right to claim
	Since   time.Time     // start of the wait for the opponent
	Claim   time.Time     // time of that right; zero while a running clock will end the match
	Absence time.Duration // disconnection after which By may also claim; 0 for never
}

// Stall returns the current stall. Ok is false if no player may ever claim.
func (m *Match) Stall() (s Stall, ok bool) {
	awaited := m.awaited()
	if awaited == board.Empty || !m.settings.Clock.Timed() || !m.settings.BetweenPeople() && !m.owesEnd(awaited) {
		return s, false
	}
	s.By, s.Since = awaited.Opponent(), m.awaitedFrom()
	limit := stallLimit
	switch {
	case m.Correspondence():
		limit = max(stallDays, m.settings.Clock.Period)
	case m.Awaits(s.By) || m.MayAgree(s.By):
		limit = stallBot
	case m.settings.BetweenPeople():
		s.Absence = max(absenceLeast, min(absenceMost, absenceMoves*m.settings.Clock.Move()))
	}
	if m.state.phase != PhasePlay {
		s.Claim = m.settings.Clock.After(s.Since, limit)
	}
	return s, !s.Claim.IsZero() || s.Absence > 0
}

// awaited returns the player who keeps the other waiting, or Empty if neither or both must act.
// Once dead stones are proposed, a bot waits for its opponent to agree, even while the bot
// disagrees with the opponent's marking.
func (m *Match) awaited() board.Color {
	for _, c := range board.Colors {
		if m.Awaits(c) && !m.Awaits(c.Opponent()) {
			return c
		}
	}
	for _, c := range board.Colors {
		if m.Awaits(c) && m.state.phase == PhaseAgreement && m.state.proposed && m.Seat(c.Opponent()).Bot() {
			return c
		}
	}
	return board.Empty
}

// awaitedFrom returns the start of the wait for the players to act, excluding outages, pauses and
// an awaited player's vacation.
func (m *Match) awaitedFrom() time.Time {
	return later(later(m.since, m.paused), m.Away(m.awaited()))
}

// owesEnd reports whether a player in a rated match against a bot must end it without a clock, by
// agreeing on proposed dead stones or settling a dispute.
func (m *Match) owesEnd(c board.Color) bool {
	if !m.settings.Rated || !m.Seat(c.Opponent()).Bot() {
		return false
	}
	return m.state.phase == PhaseAgreement && m.state.proposed || m.state.phase == PhaseTurn ||
		m.state.phase == PhaseConfirmation
}

// owed returns the deadline for a player who must end the match. Ok is false if there is no such
// player.
func (m *Match) owed() (deadline time.Time, ok bool) {
	if m.settings.BetweenPeople() {
		return time.Time{}, false
	}
	s, ok := m.Stall()
	return s.Claim, ok
}

// abandoned reports whether a player who must end the match has missed the deadline. Earlier
// programs let such a match continue.
func (m *Match) abandoned(cmd Command, now time.Time) bool {
	if cmd.Kind == Suspend || cmd.again != nil && cmd.again.Kind != Ended {
		return false
	}
	deadline, ok := m.owed()
	return ok && !now.Before(deadline)
}

// endAbandoned returns the end of an abandoned match, see [Stall]. Under Flower the missing passes
// come before the count.
func (m *Match) endAbandoned() Event {
	c := m.awaited()
	if m.state.phase != PhaseAgreement || !m.state.agreed[c.Opponent()] {
		return Event{Kind: Ended, Result: game.Result{Winner: c.Opponent(), By: game.ByForfeit}.String()}
	}
	g := m.state.game
	if g.Rules().Ending == game.EndingFlower {
		for range 2 - m.state.flowerPasses {
			g.Make(board.Pass, c)
			defer g.Undo()
			c = c.Opponent()
		}
	}
	return m.end(m.state.dead)
}

// decideClaim ends the match as a win for the waiting player, or as a draw.
func (m *Match) decideClaim(cmd Command) ([]Event, error) {
	stall, ok := m.Stall()
	away := min(cmd.For, cmd.at.Sub(stall.Since))
	result := game.Result{Winner: cmd.By, By: game.ByForfeit}
	switch {
	case !ok || stall.By != cmd.By:
		return nil, ErrNotNow
	case cmd.Side == board.Empty:
		result = game.Result{By: game.ByScore}
	case cmd.Side != cmd.By:
		return nil, ErrNotNow
	}
	late := !stall.Claim.IsZero() && !cmd.at.Before(m.claimable(cmd, stall))
	if gone := stall.Absence > 0 && away >= stall.Absence; !late && !gone {
		return nil, ErrTimeLeft
	}
	return []Event{{Kind: Claimed, Side: cmd.Side, For: cmd.For}, {Kind: Ended, Result: result.String()}}, nil
}

// claimable returns the earliest time for a claim. Earlier programs counted weekends and so allowed
// it sooner.
func (m *Match) claimable(cmd Command, s Stall) time.Time {
	if cmd.again == nil || !m.Correspondence() {
		return s.Claim
	}
	return s.Since.Add(max(stallDays, m.settings.Clock.Period))
}
