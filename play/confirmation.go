package play

import (
	"rosette/game"
	"rosette/game/board"
)

// longestTrial is how many moves a confirmation may have for each point of the
// board, beyond which one can only pass.
const longestTrial = 4

// A trial is a confirmation of life and death, as Japan's rules of 1989 have it
// (article 7): the position of the stop is played on, the attacker of a chain
// first, on a board of its own. A ko that was taken is taken back only after a
// pass for that ko.
type trial struct {
	game   *game.Game
	head   board.Point // a stone of the chain
	owner  board.Color
	begun  int // the ply of the stop
	kos    map[ko]bool
	passes int // in a row that are not for a ko
}

// A ko is a point that a colour may not take back.
type ko struct {
	point board.Point
	color board.Color
}

// Trial returns a stone of the chain whose fate is played out, if one is, and the
// points where the player to move may take no ko back before a pass for it.
func (m *Match) Trial() (head board.Point, kos []board.Point, ok bool) {
	t := m.at.trial
	if t == nil {
		return board.Pass, nil, false
	}
	for p := range board.Point(t.game.Graph().Points()) {
		if t.kos[ko{p, m.at.toMove}] && t.retakes(p, m.at.toMove) {
			kos = append(kos, p)
		}
	}
	return t.head, kos, true
}

func (m *Match) decideConfirm(cmd Command) ([]Event, error) {
	if m.at.game.Rules().Ending != game.EndingConfirmation {
		return nil, ErrNotNow
	}
	heads, err := m.heads([]string{cmd.Point}, true)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: Confirming, Point: m.at.game.Graph().Names(heads)[0]}}, nil
}

// try begins a confirmation.
func (at *standing) try(e Event) {
	p, _ := at.game.Graph().Point(e.Point) // its name comes from this graph
	g := at.game.Clone()
	at.trial = &trial{game: g, head: p, owner: g.Board().At(p), begun: g.Ply(), kos: map[ko]bool{}}
	at.phase, at.toMove = PhaseConfirmation, at.trial.owner.Opponent()
	at.unsettle()
}

// decidePlay refuses what takes a ko back without a pass for it.
func (t *trial) decidePlay(p board.Point, c board.Color, played Event) ([]Event, error) {
	switch {
	case t.kos[ko{p, c}] && t.retakes(p, c):
		return nil, ErrKoBan
	case t.game.Ply()-t.begun >= longestTrial*t.game.Graph().Points():
		return nil, ErrTooLong
	}
	return []Event{played}, nil
}

// retakes tells whether c would take exactly one stone at p and stand there in
// atari: a ko.
func (t *trial) retakes(p board.Point, c board.Color) bool {
	if t.game.Board().At(p) != board.Empty {
		return false
	}
	b := t.game.Board().Clone()
	b.Play(p, c)
	return b.Ko() != board.Pass
}

// decideTrialPass passes, for a ko if one is named. Two passes in a row for none
// end the confirmation: the chain is dead if it was taken.
func (m *Match) decideTrialPass(cmd Command) ([]Event, error) {
	t, passed := m.at.trial, Event{Kind: Passed}
	if cmd.Point != "" {
		p, err := t.game.Graph().Point(cmd.Point)
		if err != nil {
			return nil, ErrNoSuchPoint
		}
		if !t.kos[ko{p, cmd.By}] {
			return nil, ErrNoKo
		}
		passed.Point = t.game.Graph().PointName(p)
		return []Event{passed}, nil
	}
	if t.passes == 0 {
		return []Event{passed}, nil
	}
	taken := t.game.Board().At(t.head) != t.owner
	return []Event{passed, {Kind: Confirmed, Point: t.game.Graph().PointName(t.head), Dead: taken}}, nil
}

// move plays on the board of the trial. Whoever takes a ko bars the other from
// taking it back.
func (t *trial) move(p board.Point, e Event) {
	t.game.Make(p, e.Color)
	t.passes++
	if p != board.Pass {
		t.passes = 0
		if back := t.game.Board().Ko(); back != board.Pass {
			t.kos[ko{back, e.Color.Opponent()}] = true
		}
		return
	}
	if e.Point != "" {
		t.passes = 0
		at, _ := t.game.Graph().Point(e.Point) // its name comes from this graph
		delete(t.kos, ko{at, e.Color})
	}
}

// confirm returns to the position of the stop with the chain's fate known.
func (at *standing) confirm(e Event) {
	at.trial, at.phase, at.toMove, at.proposed = nil, PhaseAgreement, board.Empty, true
	at.call(at.points([]string{e.Point}), e.Dead)
}
