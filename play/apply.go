package play

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/play/clock"
)

// facts is the whole vocabulary of what happens; add a line to teach a word.
var facts = map[Kind]func(*Match, Event){
	Opened:   (*Match).open,
	Played:   (*Match).move,
	Passed:   (*Match).move,
	Resigned: func(*Match, Event) {}, // Ended follows
	TookBack: (*Match).takeBack,
	Ended:    (*Match).end,
}

// Apply takes a fact. It cannot fail: what has happened has happened. Give it
// what [Open] and [Match.Decide] made; a journal from elsewhere goes through
// [Match.Follow].
func (m *Match) Apply(e Event) {
	facts[e.Kind](m, e)
	m.seq = e.Seq
	if e.Kind != Resigned {
		m.changed = e.Seq
	}
	if e.ID != "" {
		if m.counted == nil {
			m.counted = map[sent]bool{}
		}
		m.counted[sent{e.Color, e.ID}] = true
	}
}

func (m *Match) open(e Event) {
	m.settings = *e.Settings
	graph, err := board.Named(m.settings.Board)
	if err != nil {
		panic("play: an event that Open did not make: " + err.Error())
	}
	m.game = game.New(graph, m.settings.Rules)
	m.toMove = board.Black
	m.clock = clock.Start(m.settings.Clock, side(board.Black), e.At)
}

// move plays the point of the event, or passes: a pass has none.
func (m *Match) move(e Event) {
	p := board.Pass
	if e.Kind == Played {
		p, _ = m.game.Graph().Point(e.Point) // its name comes from this graph
	}
	m.game.Make(p, e.Color)
	m.toMove = e.Color.Opponent()
	m.clock = m.clock.Press(side(e.Color), e.At)
}

func (m *Match) takeBack(e Event) {
	for m.game.Ply() > e.Ply {
		m.game.Undo()
	}
	m.toMove = e.Color
	m.clock = m.clock.Turn(side(e.Color), e.At)
}

func (m *Match) end(e Event) {
	m.over = true
	m.result, _ = game.ParseResult(e.Result) // Result.String wrote it
	m.clock = m.clock.Stop(e.At)
}
