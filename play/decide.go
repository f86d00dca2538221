package play

import (
	"slices"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// maxIDLength is the largest length of a command's ID, in bytes.
const maxIDLength = 64

// maxRequests is the number of requests after which a player may only send commands that can end
// the match. The rules on repetition limit the moves in a game; nothing else limits undos, bids and
// marks. Each player has a separate allowance, so that a player cannot use up the opponent's.
const maxRequests = 2500

// requests are the events counted as requests.
var requests = map[Kind]bool{
	Offered: true, Took: true, Bade: true, Yielded: true, Placed: true, Proposed: true, Marked: true, Disputed: true,
	Confirming: true,
	Asked:      true, Granted: true, TookBack: true, PauseAsked: true, Paused: true, TimeAdded: true, AidAsked: true,
	Aided: true,
}

// commandHandler defines the conditions and the effect of a command.
type commandHandler struct {
	phases    []Phase // nil for every phase
	decide    func(*Match, Command) ([]Event, error)
	unlimited bool // allowed after maxRequests
}

var (
	agreementPhase = []Phase{PhaseAgreement}
	playPhase      = []Phase{PhasePlay}
)

// commands holds all commands. Flag itself has no effect, because Decide checks the clock at every
// command.
var commands = map[Kind]commandHandler{
	Offer:       {[]Phase{PhaseKomi}, (*Match).decideOffer, false},
	Take:        {[]Phase{PhaseKomi}, (*Match).decideTake, false},
	Bid:         {[]Phase{PhaseKomi}, (*Match).decideBid, false},
	Yield:       {[]Phase{PhaseKomi}, (*Match).decideYield, false},
	Place:       {[]Phase{PhaseHandicap}, (*Match).decidePlace, false},
	Play:        {[]Phase{PhasePlay, PhaseAgreement, PhaseConfirmation}, (*Match).decidePlay, true},
	Pass:        {[]Phase{PhasePlay, PhaseAgreement, PhaseConfirmation}, (*Match).decidePass, true},
	Propose:     {agreementPhase, (*Match).decidePropose, false},
	Mark:        {agreementPhase, (*Match).decideMark, false},
	Agree:       {agreementPhase, (*Match).decideAgree, true},
	Dispute:     {agreementPhase, (*Match).decideDispute, false},
	ChooseMover: {[]Phase{PhaseTurn}, (*Match).decideChooseMover, true},
	Confirm:     {agreementPhase, (*Match).decideConfirm, false},
	Void:        {agreementPhase, (*Match).decideVoid, true},
	Resign:      {nil, (*Match).decideResign, true},
	Undo:        {nil, (*Match).decideUndo, false},
	Grant:       {nil, (*Match).decideGrant, false},
	Refuse:      {nil, (*Match).decideRefuse, true},
	Flag:        {nil, func(*Match, Command) ([]Event, error) { return nil, ErrTimeLeft }, true},
	Suspend:     {nil, (*Match).decideSuspend, true},
	Abort:       {nil, (*Match).decideAbort, true},
	Pause:       {playPhase, (*Match).decidePause, false},
	Continue:    {nil, (*Match).decideContinue, true},
	AddTime:     {playPhase, (*Match).decideAddTime, false},
	Claim:       {nil, (*Match).decideClaim, true},
	Rest:        {nil, (*Match).decideRest, true},
	Aid:         {playPhase, (*Match).decideAid, false},
}

// serverCommands holds the commands allowed without a player.
var serverCommands = map[Kind]bool{Flag: true, Propose: true, Suspend: true}

// Decide returns the events caused by a command, numbered from [Match.Seq]+1, or refuses it with a
// [Refusal] or [game.Refusal]. It does not change the match: store the events, then apply them. A
// command that has already been handled, see [Match.Handled], causes no event and no error.
//
// If a deadline has passed, every command except Suspend ends the match: it is lost on time if the
// player to move has no time left, aborted if the time for a first move has run out, and counted or
// lost if a player should have ended a rated match against a bot, see [Match.Stall]. The command
// itself is refused, so Decide returns events and [ErrTimeUp] together: store and apply the events,
// and return the refusal to the sender. The error is nil for Flag, which requests this check. No
// other refusal comes with events.
func (m *Match) Decide(cmd Command, now time.Time) ([]Event, error) {
	now = normalizeTime(now)
	if !validID(cmd.ID) {
		return nil, ErrBadID
	}
	if m.Handled(cmd.By, cmd.ID) {
		return nil, nil
	}
	handler, known := commands[cmd.Kind]
	switch {
	case !known:
		return nil, ErrNoCommand
	case m.state.game == nil:
		return nil, ErrNotSeated
	case m.over:
		return nil, ErrOver
	case !isPlayer(cmd.By) && (cmd.By != board.Empty || !serverCommands[cmd.Kind]):
		return nil, ErrNotSeated
	}
	cmd = m.boundTimes(cmd, now)
	switch {
	case m.unstarted(cmd, now):
		return m.endLate(cmd, now, aborted())
	case m.flagged(cmd, now):
		return m.endOnTime(cmd, now)
	case m.abandoned(cmd, now):
		return m.endLate(cmd, now, m.endAbandoned())
	}
	if err := m.refusal(cmd, handler); err != nil {
		return nil, err
	}
	events, err := handler.decide(m, cmd)
	if err != nil {
		return nil, err
	}
	if events[0].Kind == Played || events[0].Kind == Passed {
		events[0].Credit, events[0].Waited = cmd.Credit, cmd.Waited
	}
	return m.number(cmd, now, events...), nil
}

// refusal returns the reason if the match cannot accept a command in its current state, or nil.
func (m *Match) refusal(cmd Command, handler commandHandler) error {
	switch {
	case m.refusedInPause(cmd):
		return ErrPaused
	case cmd.After > 0 && cmd.After < m.changed:
		return ErrStale
	case handler.phases != nil && !slices.Contains(handler.phases, m.state.phase):
		return ErrNotNow
	case !handler.unlimited && cmd.By != board.Empty && m.requests[m.OriginalColor(cmd.By)] >= maxRequests:
		return ErrTooLong
	}
	return nil
}

// Handled reports whether a command with that ID has caused an event for the player, or for the
// opponent if one person has both seats. Such a person need not name a colour in commands, and a
// repeated command may arrive in the other colour's turn.
func (m *Match) Handled(by board.Color, id string) bool { return m.LastOf(by, id) > 0 }

// LastOf returns the number of the last event caused by the command with that ID, or 0 if it is not
// [Match.Handled].
func (m *Match) LastOf(by board.Color, id string) int {
	by = m.OriginalColor(by)
	seq := m.handled[commandKey{by, id}]
	if seq == 0 && m.settings.sharesSeats() {
		seq = m.handled[commandKey{by.Opponent(), id}]
	}
	return seq
}

// sharesSeats reports whether one person has both seats.
func (s Settings) sharesSeats() bool {
	return s.Black.Kind == s.White.Kind && s.Black.ID == s.White.ID && s.Black.ID != "" && !s.Black.Bot()
}

// isPlayer reports whether c is Black or White; a Command may contain any number.
func isPlayer(c board.Color) bool { return c == board.Black || c == board.White }

// validID reports whether an ID is empty or short and printable ASCII without
// spaces.
func validID(id string) bool {
	for _, b := range []byte(id) {
		if b <= ' ' || b > '~' {
			return false
		}
	}
	return len(id) <= maxIDLength
}

// number completes a command's events. All get the actor, the first also the player and ID.
func (m *Match) number(cmd Command, now time.Time, events ...Event) []Event {
	actor := ""
	if cmd.By != board.Empty {
		actor = m.Seat(cmd.By).Actor()
	}
	for i := range events {
		events[i].Seq = m.seq + 1 + i
		events[i].At = now
		events[i].Actor = actor
	}
	events[0].Color, events[0].ID = cmd.By, cmd.ID
	return events
}

func (m *Match) decideResign(cmd Command) ([]Event, error) {
	result := game.Result{Winner: cmd.By.Opponent(), By: game.ByResign}
	return []Event{{Kind: Resigned}, {Kind: Ended, Result: result.String()}}, nil
}
