package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// facts is the whole vocabulary of the deeds that an undo can take back; add a
// line to teach a word.
var facts = map[Kind]func(*standing, Event){
	Offered:    (*standing).offer,
	Took:       func(*standing, Event) {}, // Settled follows
	Bade:       (*standing).bid,
	Yielded:    func(*standing, Event) {}, // Settled follows
	Settled:    (*standing).settle,
	Placed:     (*standing).place,
	Played:     (*standing).move,
	Passed:     (*standing).move,
	Stopped:    func(at *standing, _ Event) { at.stop() },
	Proposed:   (*standing).propose,
	Marked:     (*standing).mark,
	Agreed:     func(at *standing, e Event) { at.agreed[e.Color] = true },
	Disputed:   (*standing).dispute,
	Wished:     func(at *standing, e Event) { at.wish[e.Color] = e.Side },
	Resumed:    (*standing).goOn,
	Confirming: (*standing).try,
	Confirmed:  (*standing).confirm,
	Voided:     func(at *standing, e Event) { at.voided[e.Color] = true },
}

// others are the events that no undo takes back.
var others = map[Kind]func(*Match, Event){
	Opened:   (*Match).open,
	Resigned: func(*Match, Event) {}, // Ended follows
	Asked:    func(m *Match, e Event) { m.asked = e.Color },
	Granted:  func(*Match, Event) {}, // TookBack follows
	Refused:  func(m *Match, _ Event) { m.asked = board.Empty },
	TookBack: (*Match).takeBack,
	Ended:    (*Match).finish,
}

// still are the events after which a command that answers an earlier one still
// means what it meant.
var still = map[Kind]bool{
	Resigned: true, Asked: true, Granted: true, Refused: true, Agreed: true, Wished: true, Voided: true,
}

// Apply takes a fact. It cannot fail: what has happened has happened. Give it
// what [Open] and [Match.Decide] made; a journal from elsewhere goes through
// [Match.Follow].
func (m *Match) Apply(e Event) {
	m.seq = e.Seq
	if e.ID != "" {
		if m.counted == nil {
			m.counted = map[sent]bool{}
		}
		m.counted[sent{m.Origin(e.Color), e.ID}] = true
	}
	if fact, ok := facts[e.Kind]; ok {
		m.do(e, fact)
	} else {
		others[e.Kind](m, e)
	}
	if !still[e.Kind] && (e.Kind != Bade || m.settings.KomiBy != KomiSecret) {
		m.changed = e.Seq
	}
}

// do applies a deed and moves the clock with it.
func (m *Match) do(e Event, fact func(*standing, Event)) {
	who := m.Origin(e.Color)
	move := e.Kind == Played || e.Kind == Passed
	given := e.Kind == Passed && m.at.trial == nil && m.at.game.GivesUpTurn(e.Color)
	if given || e.Kind == Resumed || e.Kind == Settled {
		who = board.Empty // it only follows
	}
	pressed, had := move && !given && m.at.phase == PhasePlay, clock.Left{}
	if pressed {
		had = m.clock.Left(side(e.Color), e.At)
	}
	m.deeds = append(m.deeds, deed{e, who, had})
	m.asked = board.Empty
	fact(&m.at, e)
	switch {
	case pressed && m.at.phase == PhasePlay:
		m.clock = m.clock.Press(side(e.Color), e.At)
	case m.at.phase != PhasePlay:
		m.clock = m.clock.Stop(e.At)
	default:
		m.clock = m.clock.Turn(side(m.at.toMove), e.At)
	}
}

func (m *Match) open(e Event) {
	m.settings = *e.Settings
	m.at = begin(&m.settings)
	m.clock = clock.Start(m.settings.Clock, side(m.at.toMove), e.At)
	if m.at.phase != PhasePlay {
		m.clock = m.clock.Stop(e.At)
	}
}

func (m *Match) takeBack(e Event) {
	for _, d := range slices.Backward(m.deeds[e.Left:]) {
		m.clock = m.clock.Unearn(side(d.Color), d.had, e.At)
	}
	m.at = m.fold(e.Left)
	m.deeds = m.deeds[:e.Left]
	m.asked = board.Empty
	if m.at.phase == PhasePlay {
		m.clock = m.clock.Turn(side(m.at.toMove), e.At)
	} else {
		m.clock = m.clock.Stop(e.At)
	}
}

func (m *Match) finish(e Event) {
	m.over = true
	m.result, _ = game.ParseResult(e.Result) // Result.String wrote it
	if e.Reason != "" {
		m.result.By = e.Reason
	}
	m.at.trial = nil
	m.at.dead = chains(m.at.game.Board(), m.at.points(e.Points))
	m.asked = board.Empty
	m.clock = m.clock.Stop(e.At)
}
