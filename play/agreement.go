package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// Dead returns the stones of every chain that is marked dead, or was when the
// match ended.
func (m *Match) Dead() []board.Point { return m.stones(m.at.dead) }

// Unsure returns the stones that the proposal left to the players.
func (m *Match) Unsure() []board.Point { return m.stones(m.at.unsure) }

// Proposed tells whether somebody has named the dead.
func (m *Match) Proposed() bool { return m.at.proposed }

// Agreed tells whether that player agrees to the dead as they are marked.
func (m *Match) Agreed(c board.Color) bool { return m.at.agreed[c] }

// Score counts the position with the dead as they are marked.
func (m *Match) Score() game.Score { return m.at.game.Score(m.at.dead...) }

// stones returns the chains that heads stand for, whole.
func (m *Match) stones(heads []board.Point) []board.Point {
	var all []board.Point
	for _, p := range heads {
		all = slices.AppendSeq(all, m.at.game.Board().Chain(p))
	}
	return all
}

// heads reads names into one stone of each chain. An immortal chain is never
// dead.
func (m *Match) heads(names []string, dead bool) ([]board.Point, error) {
	b := m.at.game.Board()
	var points []board.Point
	for _, name := range names {
		p, err := b.Graph().Point(name)
		switch {
		case err != nil:
			return nil, ErrNoSuchPoint
		case b.At(p) == board.Empty:
			return nil, ErrNoChain
		case dead && b.Immortal(p):
			return nil, ErrImmortal
		}
		points = append(points, p)
	}
	return chains(b, points), nil
}

func (m *Match) decidePropose(cmd Command) ([]Event, error) {
	if m.at.proposed {
		return nil, ErrProposed
	}
	dead, err := m.heads(cmd.Points, true)
	if err != nil {
		return nil, err
	}
	unsure, err := m.heads(cmd.Unsure, false)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: Proposed, Points: m.at.game.Graph().Names(dead), Unsure: m.at.game.Graph().Names(unsure)}}, nil
}

func (m *Match) decideMark(cmd Command) ([]Event, error) {
	heads, err := m.heads(cmd.Points, cmd.Dead)
	switch {
	case err != nil:
		return nil, err
	case len(heads) == 0:
		return nil, ErrNoChain
	}
	return []Event{{Kind: Marked, Points: m.at.game.Graph().Names(heads), Dead: cmd.Dead}}, nil
}

func (m *Match) decideAgree(cmd Command) ([]Event, error) {
	agreed := Event{Kind: Agreed}
	switch {
	case m.at.agreed[cmd.By]:
		return nil, ErrAgreed
	case m.at.game.Rules().Ending == game.EndingFlower || !m.at.agreed[cmd.By.Opponent()]:
		return []Event{agreed}, nil
	}
	return []Event{agreed, m.end(m.at.dead)}, nil
}

// disputeHandlers says what follows a dispute by the ending of the rules; add a line
// to teach one. Under Flower one plays, and under AllAlive there is no talk.
var disputeHandlers = map[game.Ending]func(*Match, Command) []Event{
	game.EndingAgreement: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser().Opponent()}}
	},
	game.EndingPlayOut: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser(), Ply: m.at.game.Ply() - 1}}
	},
	game.EndingNewZealand: func(*Match, Command) []Event { return nil },
	game.EndingAGA: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser().Opponent()}}
	},
	game.EndingConfirmation: func(_ *Match, cmd Command) []Event {
		return []Event{{Kind: Resumed, Color: cmd.By.Opponent()}}
	},
}

// lastPasser returns whose pass was the last.
func (m *Match) lastPasser() board.Color {
	last, _ := m.at.game.Last()
	return last.Color
}

func (m *Match) decideDispute(cmd Command) ([]Event, error) {
	follow, ok := disputeHandlers[m.at.game.Rules().Ending]
	if !ok {
		return nil, ErrNotNow
	}
	return append([]Event{{Kind: Disputed}}, follow(m, cmd)...), nil
}

// decideChooseMover asks who shall move after a dispute. Players who do not agree let
// every stone live.
func (m *Match) decideChooseMover(cmd Command) ([]Event, error) {
	if !isPlayer(cmd.Side) || m.at.chosenMover[cmd.By] != board.Empty {
		return nil, ErrNotNow
	}
	wished := Event{Kind: MoverChosen, Side: cmd.Side}
	switch m.at.chosenMover[cmd.By.Opponent()] {
	case board.Empty:
		return []Event{wished}, nil
	case cmd.Side:
		return []Event{wished, {Kind: Resumed, Color: cmd.Side}}, nil
	}
	return []Event{wished, m.end(nil)}, nil
}

// decideVoid lets both lose, once both want it.
func (m *Match) decideVoid(cmd Command) ([]Event, error) {
	if m.at.game.Rules().Ending != game.EndingConfirmation || m.at.voided[cmd.By] {
		return nil, ErrNotNow
	}
	voided := Event{Kind: Voided}
	if !m.at.voided[cmd.By.Opponent()] {
		return []Event{voided}, nil
	}
	both := game.Result{By: game.BothLose}
	return []Event{voided, {Kind: Ended, Result: both.String(), Reason: both.By}}, nil
}

func (at *state) points(names []string) []board.Point {
	var points []board.Point
	for _, name := range names {
		p, _ := at.game.Graph().Point(name) // its name comes from this graph
		points = append(points, p)
	}
	return points
}

func (at *state) propose(e Event) {
	at.dead, at.unsure, at.proposed = at.points(e.Points), at.points(e.Unsure), true
	at.clearAgreement()
}

func (at *state) mark(e Event) {
	at.proposed = true
	at.markDead(at.points(e.Points), e.Dead)
}

// markDead enters whether chains are dead.
func (at *state) markDead(heads []board.Point, dead bool) {
	at.dead = slices.DeleteFunc(slices.Clone(at.dead), func(p board.Point) bool { return slices.Contains(heads, p) })
	if dead {
		at.dead = append(at.dead, heads...)
		slices.Sort(at.dead)
	}
	at.unsure = slices.DeleteFunc(slices.Clone(at.unsure), func(p board.Point) bool { return slices.Contains(heads, p) })
	at.clearAgreement()
}

func (at *state) dispute(Event) {
	if at.game.Rules().Ending == game.EndingNewZealand {
		at.phase, at.chosenMover = PhaseTurn, board.ByColor[board.Color]{}
	}
}

// resumeAfterDispute resumes play; where a dispute takes the last pass back, Ply says so.
func (at *state) resumeAfterDispute(e Event) {
	if e.Ply > 0 {
		at.game.Undo()
	}
	at.resume(e.Color)
}
