package play

import (
	"errors"
	"fmt"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/quote"
)

// Load applies the events after [Match.Seq] from a trusted log. It does not decide them again: an
// accepted event remains valid, even if [Match.Decide] would refuse it today; see [Match.Follow]
// for that check. Load checks only that each event can be applied. It stops at the first one that
// cannot, with a one-line error that identifies it; the events before it are applied. The error
// wraps [ErrUnknownEvent] if this program does not support the kind of event, and otherwise
// [ErrDamaged]. The cost grows only with the number of events.
func (m *Match) Load(events []Event) error {
	for _, e := range events {
		if err := m.fits(e); err != nil {
			return fmt.Errorf("event %d, %q: %w", e.Seq, quote.Clip(string(e.Kind), 24), damageOf(err))
		}
		m.Apply(e)
	}
	return nil
}

// A damagedEvent explains why an event cannot be read or applied. It hides the reason, which may be
// a refusal, from [errors.As]: for callers it is [ErrDamaged].
type damagedEvent struct{ reason error }

func (d damagedEvent) Error() string { return d.reason.Error() }
func (d damagedEvent) Unwrap() error { return ErrDamaged }

// damageOf converts an event's error to damage, unless this program is too old for the event.
func damageOf(err error) error {
	if errors.Is(err, ErrUnknownEvent) {
		return err
	}
	return damagedEvent{err}
}

// Reasons why an event cannot be applied.
var (
	errOrder    = errors.New("it is not the next event")
	errOpening  = fmt.Errorf("a match begins with %q, once", Opened)
	errSettings = errors.New("settings are missing")
	errOver     = errors.New("the match is over")
	errPhase    = errors.New("it does not fit the phase of the match")
	errColor    = errors.New("no player has that colour")
	errPoint    = errors.New("the board has no such point, or no such chain")
	errOccupied = errors.New("the point is occupied")
	errLeft     = errors.New("there are fewer events to take back")
	errEarly    = errors.New("the players have not passed")
)

// eventRules are the conditions for applying an event.
type eventRules struct {
	phases []Phase // nil for every phase
	player bool    // Color must be a player
	fits   func(*Match, Event) error
}

// playPhases are the phases in which players move.
var playPhases = []Phase{PhasePlay, PhaseAgreement, PhaseConfirmation}

// applicable holds the conditions for all events.
var applicable = map[Kind]eventRules{
	Opened:      {fits: (*Match).fitsOpening},
	Offered:     {phases: []Phase{PhaseKomi}, player: true},
	Took:        {phases: []Phase{PhaseKomi}},
	Bade:        {phases: []Phase{PhaseKomi}, player: true},
	Yielded:     {phases: []Phase{PhaseKomi}},
	Settled:     {phases: []Phase{PhaseKomi}, fits: (*Match).fitsKomi},
	Placed:      {phases: []Phase{PhaseHandicap}, fits: (*Match).fitsHandicapStone},
	Played:      {phases: playPhases, player: true, fits: (*Match).fitsMove},
	Passed:      {phases: playPhases, player: true},
	Stopped:     {phases: []Phase{PhasePlay}, fits: (*Match).fitsStop},
	Proposed:    {phases: agreementPhase, fits: (*Match).fitsProposal},
	Marked:      {phases: agreementPhase, fits: func(m *Match, e Event) error { return m.fitsChains(e.Points) }},
	Agreed:      {phases: agreementPhase, player: true},
	Disputed:    {phases: agreementPhase},
	MoverChosen: {phases: []Phase{PhaseTurn}, player: true, fits: (*Match).fitsSide},
	Resumed:     {phases: []Phase{PhaseAgreement, PhaseTurn}, player: true, fits: (*Match).fitsResumption},
	Confirming: {
		phases: agreementPhase, fits: func(m *Match, e Event) error { return m.fitsChains([]string{e.Point}) },
	},
	Confirmed: {
		phases: []Phase{PhaseConfirmation},
		fits:   func(m *Match, e Event) error { return m.fitsChains([]string{e.Point}) },
	},
	Voided:    {phases: agreementPhase, player: true},
	Resigned:  {},
	Asked:     {player: true},
	Granted:   {},
	Refused:   {},
	TookBack:  {fits: (*Match).fitsUndo},
	Suspended: {},

	AbortedBy:     {},
	PauseAsked:    {player: true},
	Paused:        {},
	ContinueAsked: {player: true},
	Continued:     {},
	TimeAdded:     {player: true},
	Claimed:       {player: true},
	Rested:        {player: true},
	AidAsked:      {player: true},
	Aided:         {},

	Ended: {fits: (*Match).fitsEnd},
}

// fits returns nil if an event can be applied, and otherwise the reason.
func (m *Match) fits(e Event) error {
	rules, known := applicable[e.Kind]
	switch {
	case !known:
		return ErrUnknownEvent
	case e.Seq != m.seq+1:
		return errOrder
	case (e.Kind == Opened) != (m.seq == 0):
		return errOpening
	case m.over:
		return errOver
	case rules.phases != nil && !slices.Contains(rules.phases, m.state.phase):
		return errPhase
	case e.Color > board.White || e.Side > board.White || rules.player && e.Color == board.Empty:
		return errColor
	case rules.fits == nil:
		return nil
	}
	return rules.fits(m, e)
}

func (m *Match) fitsOpening(e Event) error {
	if e.Settings == nil {
		return errSettings
	}
	return e.Settings.checkGame()
}

// fitsKomi rejects a komi beyond every possible score.
func (m *Match) fitsKomi(e Event) error {
	if most := float64(m.state.game.Graph().Points()); e.Komi < -most || e.Komi > most {
		return ErrBadKomi
	}
	return nil
}

func (m *Match) fitsHandicapStone(e Event) error {
	p, err := m.state.game.Graph().Point(e.Point)
	if err != nil {
		return errPoint
	}
	if slices.Contains(m.state.placed, p) {
		return errOccupied
	}
	_, err = m.state.withHandicapStone(p)
	return err
}

func (m *Match) fitsMove(e Event) error {
	b := m.game().Board()
	p, err := b.Graph().Point(e.Point)
	if err != nil {
		return errPoint
	}
	if b.At(p) != board.Empty {
		return errOccupied
	}
	return nil
}

func (m *Match) fitsStop(Event) error {
	if m.state.game.Passes() < 2 {
		return errEarly
	}
	return nil
}

func (m *Match) fitsProposal(e Event) error {
	if err := m.fitsChains(e.Points); err != nil {
		return err
	}
	for i := range e.Pending {
		if _, err := e.Pending[i].Parse(m.state.game.Graph()); err != nil {
			return errPoint
		}
	}
	return m.fitsChains(e.Unsure)
}

// fitsChains rejects names other than the first stones of chains, without duplicates and in order.
func (m *Match) fitsChains(names []string) error {
	b, last := m.state.game.Board(), board.Pass
	for _, name := range names {
		p, err := b.Graph().Point(name)
		if err != nil || p <= last || b.At(p) == board.Empty || firstStone(b, p) != p {
			return errPoint
		}
		last = p
	}
	return nil
}

func (m *Match) fitsSide(e Event) error {
	if e.Side == board.Empty {
		return errColor
	}
	return nil
}

func (m *Match) fitsResumption(e Event) error {
	if last, _ := m.state.game.Last(); e.Ply > 0 && (m.state.game.Ply() == 0 || last.Point != board.Pass) {
		return errEarly
	}
	return nil
}

func (m *Match) fitsUndo(e Event) error {
	if e.Left < 0 || e.Left > len(m.undoable) {
		return errLeft
	}
	return nil
}

func (m *Match) fitsEnd(e Event) error {
	for _, name := range e.Points {
		if _, err := m.state.game.Graph().Point(name); err != nil {
			return errPoint
		}
	}
	if e.Reason != "" && e.Reason != game.BothLose && e.Reason != game.Aborted {
		return fmt.Errorf("no end by %q", quote.Clip(string(e.Reason), 24))
	}
	_, err := game.ParseResult(e.Result)
	return err
}
