package play

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// Dead returns the stones in all chains marked dead, now or when the match ended.
func (m *Match) Dead() []board.Point { return m.stones(m.state.dead) }

// Unsure returns the stones whose status the proposal left open.
func (m *Match) Unsure() []board.Point { return m.stones(m.state.unsure) }

// PendingRegions returns the regions where a move is worth points according to the proposal, except
// those where the players have marked a chain.
func (m *Match) PendingRegions() []life.Pending { return m.state.pending }

// Proposed reports whether dead stones have been proposed or marked.
func (m *Match) Proposed() bool { return m.state.proposed }

// Agreed reports whether a player agrees with the current marking of dead stones.
func (m *Match) Agreed(c board.Color) bool { return m.state.agreed[c] }

// ChosenMover returns the player that c has named to move first after a dispute, or Empty.
func (m *Match) ChosenMover(c board.Color) board.Color { return m.state.chosenMover[c] }

// Voided reports whether a player has requested that both lose.
func (m *Match) Voided(c board.Color) bool { return m.state.voided[c] }

// Score counts the position with the current marking of dead stones.
func (m *Match) Score() game.Score { return m.state.game.Score(m.state.dead...) }

// ScoreRange counts the position with the current marking, and gives the range of scores if chains
// left open by the proposal are dead or a player can still gain points.
func (m *Match) ScoreRange() game.ScoreRange {
	at := &m.state
	return at.game.ScoreRange(at.dead, at.unsure).Widen(life.Gains(at.pending, at.unsure))
}

// AllAlive reports whether the match ended by points with every stone alive because the players
// disagreed about dead stones: under AGA rules after four consecutive passes, under New Zealand
// rules because each wanted a different player to move.
func (m *Match) AllAlive() bool {
	at := &m.state
	if !m.Counted() {
		return false
	}
	switch at.game.Rules().Ending {
	case game.EndingAGA:
		return at.phase == PhasePlay && at.game.PassesInRow() >= 4
	case game.EndingNewZealand:
		return at.phase == PhaseTurn && isPlayer(at.chosenMover[board.Black]) && isPlayer(at.chosenMover[board.White])
	}
	return false
}

// stones returns all stones in the chains of heads, which has one stone per chain.
func (m *Match) stones(heads []board.Point) []board.Point {
	var all []board.Point
	for _, p := range heads {
		all = slices.AppendSeq(all, m.state.game.Board().Chain(p))
	}
	return all
}

// heads parses names of points into one stone per chain. It refuses to mark immortal chains dead.
func (m *Match) heads(names []string, dead bool) ([]board.Point, error) {
	b := m.state.game.Board()
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
	if m.state.proposed {
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
	graph := m.state.game.Graph()
	for i := range cmd.Pending {
		if _, err := cmd.Pending[i].Parse(graph); err != nil {
			return nil, ErrNoSuchPoint
		}
	}
	return []Event{{Kind: Proposed, Points: graph.Names(dead), Unsure: graph.Names(unsure), Pending: cmd.Pending}}, nil
}

func (m *Match) decideMark(cmd Command) ([]Event, error) {
	heads, err := m.heads(cmd.Points, cmd.Dead)
	switch {
	case err != nil:
		return nil, err
	case len(heads) == 0:
		return nil, ErrNoChain
	}
	return []Event{{Kind: Marked, Points: m.state.game.Graph().Names(heads), Dead: cmd.Dead}}, nil
}

// MayAgree reports whether a player who is not to act may accept the marking that the opponent has
// accepted. This happens under Flower, where the opponent is to move during the agreement.
func (m *Match) MayAgree(c board.Color) bool {
	at := &m.state
	return !m.over && at.phase == PhaseAgreement && at.proposed && at.toMove == c.Opponent() &&
		at.agreed[c.Opponent()] && !at.agreed[c]
}

func (m *Match) decideAgree(cmd Command) ([]Event, error) {
	agreed := Event{Kind: Agreed}
	switch {
	case m.state.agreed[cmd.By]:
		return nil, ErrAgreed
	case m.state.game.Rules().Ending == game.EndingFlower || !m.state.agreed[cmd.By.Opponent()]:
		return []Event{agreed}, nil
	}
	return []Event{agreed, m.end(m.state.dead)}, nil
}

// disputeHandlers returns the events that follow a dispute, by ending. Flower continues with a move
// instead, and if all stones count as alive there is no agreement phase.
var disputeHandlers = map[game.Ending]func(*Match, Command) []Event{
	game.EndingAgreement: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser().Opponent()}}
	},
	game.EndingPlayOut: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser(), Ply: m.state.game.Ply() - 1}}
	},
	game.EndingNewZealand: func(*Match, Command) []Event { return nil },
	game.EndingAGA: func(m *Match, _ Command) []Event {
		return []Event{{Kind: Resumed, Color: m.lastPasser().Opponent()}}
	},
	game.EndingConfirmation: func(_ *Match, cmd Command) []Event {
		return []Event{{Kind: Resumed, Color: cmd.By.Opponent()}}
	},
}

// lastPasser returns the player of the last move, which was a pass.
func (m *Match) lastPasser() board.Color {
	last, _ := m.state.game.Last()
	return last.Color
}

func (m *Match) decideDispute(cmd Command) ([]Event, error) {
	follow, ok := disputeHandlers[m.state.game.Rules().Ending]
	if !ok {
		return nil, ErrNotNow
	}
	return append([]Event{{Kind: Disputed}}, follow(m, cmd)...), nil
}

// decideChooseMover records the player that cmd.By wants to move first after a dispute. If the
// players choose different movers, the match ends with all stones alive.
func (m *Match) decideChooseMover(cmd Command) ([]Event, error) {
	if !isPlayer(cmd.Side) || m.state.chosenMover[cmd.By] != board.Empty {
		return nil, ErrNotNow
	}
	chosen := Event{Kind: MoverChosen, Side: cmd.Side}
	switch m.state.chosenMover[cmd.By.Opponent()] {
	case board.Empty:
		return []Event{chosen}, nil
	case cmd.Side:
		return []Event{chosen, {Kind: Resumed, Color: cmd.Side}}, nil
	}
	return []Event{chosen, m.end(nil)}, nil
}

// decideVoid ends the match with a loss for both, once both players have requested it.
func (m *Match) decideVoid(cmd Command) ([]Event, error) {
	if m.state.game.Rules().Ending != game.EndingConfirmation || m.state.voided[cmd.By] {
		return nil, ErrNotNow
	}
	voided := Event{Kind: Voided}
	if !m.state.voided[cmd.By.Opponent()] {
		return []Event{voided}, nil
	}
	both := game.Result{By: game.BothLose}
	return []Event{voided, {Kind: Ended, Result: both.String(), Reason: both.By}}, nil
}

func (at *state) points(names []string) []board.Point {
	var points []board.Point
	for _, name := range names {
		p, _ := at.game.Graph().Point(name) // Decide has checked the name
		points = append(points, p)
	}
	return points
}

func (at *state) propose(e Event) {
	at.dead = at.points(e.Points)
	at.unsure = at.points(e.Unsure)
	at.proposed = true
	at.pending = nil
	for i := range e.Pending {
		region, _ := e.Pending[i].Parse(at.game.Graph()) // Decide has checked it
		at.pending = append(at.pending, region)
	}
	at.clearAgreement()
}

func (at *state) mark(e Event) {
	at.proposed = true
	at.markDead(at.points(e.Points), e.Dead)
}

// markDead marks chains dead or alive.
func (at *state) markDead(heads []board.Point, dead bool) {
	at.dead = slices.DeleteFunc(slices.Clone(at.dead), func(p board.Point) bool { return slices.Contains(heads, p) })
	if dead {
		at.dead = append(at.dead, heads...)
		slices.Sort(at.dead)
	}
	at.unsure = slices.DeleteFunc(slices.Clone(at.unsure),
		func(p board.Point) bool { return slices.Contains(heads, p) })
	at.pending = slices.DeleteFunc(slices.Clone(at.pending),
		func(region life.Pending) bool { return region.Has(heads...) })
	at.clearAgreement()
}

func (at *state) dispute(Event) {
	if at.game.Rules().Ending == game.EndingNewZealand {
		at.phase, at.chosenMover = PhaseTurn, board.ByColor[board.Color]{}
	}
}

// resumeAfterDispute resumes play. If Ply is above 0, it takes back the last pass.
func (at *state) resumeAfterDispute(e Event) {
	if e.Ply > 0 {
		at.game.Undo()
	}
	at.resume(e.Color)
}
