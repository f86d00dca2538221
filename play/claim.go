package play

import (
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// How long a player may keep the opponent waiting who is there, before that one may
// claim the match.
const (
	stallLimit     = 5 * time.Minute    // in a phase without clocks, such as the agreement on dead stones
	stallBot       = time.Hour          // the same where a bot has not agreed on them itself, which may be late
	stallDays      = 3 * 24 * time.Hour // the same by correspondence, if a move may not take longer
	absenceMoves   = 6                  // without a connection, in moves of the usual length, but within these bounds
	absenceLeast   = 10 * time.Second
	absenceMost    = 2 * time.Minute
	startBlitz     = time.Minute // before the first move
	startLive      = 2 * time.Minute
	addedTime      = 15 * time.Second // what AddTime gives
	maxRest        = 60 * 24 * time.Hour
	movesToAbortIn = 2
)

// Correspondence reports whether the match is played by correspondence.
func (m *Match) Correspondence() bool { return m.settings.Clock.Speed() == clock.Correspondence }

// Apart reports whether two persons play the match who need not sit at the board together:
// by correspondence, or without a clock.
func (m *Match) Apart() bool {
	return m.OriginalSettings().BetweenPeople() && !m.settings.Clock.Speed().Live()
}

// live reports whether two persons play the match and sit at the board together.
func (m *Match) live() bool { return m.settings.BetweenPeople() && m.settings.Clock.Speed().Live() }

// WithStart returns the settings of a match that is about to be opened with the time
// that each player has for the first move, where two persons play live.
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

// Starts returns until when the players who must act have to make their first move, pauses
// aside; ok is false if they have made one or the settings give no time for it.
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

// aborted returns the end of a match without a result.
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

// MayAddTime reports whether the player of a colour may give the opponent time.
func (m *Match) MayAddTime() bool {
	return !m.over && m.state.phase == PhasePlay && m.live()
}

func (m *Match) decideAddTime(Command) ([]Event, error) {
	if !m.MayAddTime() {
		return nil, ErrNotNow
	}
	return []Event{{Kind: TimeAdded, For: addedTime}}, nil
}

// addTime gives the opponent time, also the one that an undo would give back.
func (m *Match) addTime(e Event) {
	to := e.Color.Opponent()
	m.clock = m.clock.Add(side(to), e.For, e.At)
	for i := range m.undoable {
		if d := &m.undoable[i]; d.color == to {
			d.remaining = d.remaining.Add(e.For)
		}
	}
}

// A Stall says from when on a player may claim the match, because the opponent keeps
// him waiting. A bot claims nothing: a rated match whose end the opponent owes it ends by
// itself at Claim, by points if the bot has agreed with the marking of dead stones, and
// otherwise as lost by the opponent.
type Stall struct {
	By      board.Color   // the player who may claim
	Since   time.Time     // the opponent is awaited
	Claim   time.Time     // By may claim; zero while a clock runs that ends the match anyway
	Absence time.Duration // By may claim when the opponent has been away and awaited so long; 0 for never
}

// Stall returns who waits for whom; ok is false if no player may ever claim.
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

// awaited returns the player for whom the other one waits, Empty if that is so for none
// or both. Once dead stones are proposed a bot waits for its opponent to agree, also while
// it does not agree with what the opponent has marked.
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

// awaitedFrom returns from when on the players who must act have been awaited, outages,
// pauses and the vacation of an awaited player aside.
func (m *Match) awaitedFrom() time.Time {
	return later(later(m.since, m.paused), m.Away(m.awaited()))
}

// owesEnd reports whether a player in a rated match against a bot is to bring its end about
// without a clock: to agree on dead stones that were proposed, or to settle a dispute.
func (m *Match) owesEnd(c board.Color) bool {
	if !m.settings.Rated || !m.Seat(c.Opponent()).Bot() {
		return false
	}
	return m.state.phase == PhaseAgreement && m.state.proposed || m.state.phase == PhaseTurn || m.state.phase == PhaseConfirmation
}

// owed returns until when a player who owes the end of a match may bring it about; ok is
// false if no player does.
func (m *Match) owed() (deadline time.Time, ok bool) {
	if m.settings.BetweenPeople() {
		return time.Time{}, false
	}
	s, ok := m.Stall()
	return s.Claim, ok
}

// abandoned reports whether a player who owes the end of the match has let the time for it
// pass. Programs that did not know this let the match go on.
func (m *Match) abandoned(cmd Command, now time.Time) bool {
	if cmd.Kind == Suspend || cmd.again != nil && cmd.again.Kind != Ended {
		return false
	}
	deadline, ok := m.owed()
	return ok && !now.Before(deadline)
}

// endAbandoned returns the end of an abandoned match, see [Stall]. Under Flower the passes
// that are due come before the count.
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

// decideClaim ends the match for a player whom the opponent keeps waiting, as won by
// the player or drawn.
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

// claimable returns from when on a claim is in time. Programs that did not know that
// weekends count for nobody allowed it sooner.
func (m *Match) claimable(cmd Command, s Stall) time.Time {
	if cmd.again == nil || !m.Correspondence() {
		return s.Claim
	}
	return s.Since.Add(max(stallDays, m.settings.Clock.Period))
}
