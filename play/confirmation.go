package play

import (
	"rosette/game"
	"rosette/game/board"
)

// maxConfirmationMoves is how many moves a confirmation may have for each point of the
// board, beyond which one can only pass.
const maxConfirmationMoves = 4

// A confirmation is a confirmation of life and death, as Japan's rules of 1989 have it
// (article 7): the position of the stop is played on, the attacker of a chain
// first, on a board of its own. A ko that was taken is taken back only after a
// pass for that ko.
type confirmation struct {
	game     *game.Game
	head     board.Point // a stone of the chain
	owner    board.Color
	startPly int // the ply of the stop
	kos      map[koBan]bool
	passes   int // in a row that are not for a ko
}

// A koBan is a point that a colour may not take back.
type koBan struct {
	point board.Point
	color board.Color
}

// Confirmation returns a stone of the chain whose fate is played out, if one is, and the
// points where the player to move may take no ko back before a pass for it.
func (m *Match) Confirmation() (head board.Point, kos []board.Point, ok bool) {
	t := m.at.confirmation
	if t == nil {
		return board.Pass, nil, false
	}
	for p := range board.Point(t.game.Graph().Points()) {
		if t.kos[koBan{p, m.at.toMove}] && t.retakesKo(p, m.at.toMove) {
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

// startConfirmation begins a confirmation.
func (at *state) startConfirmation(e Event) {
	p, _ := at.game.Graph().Point(e.Point) // its name comes from this graph
	g := at.game.Clone()
	at.confirmation = &confirmation{game: g, head: p, owner: g.Board().At(p), startPly: g.Ply(), kos: map[koBan]bool{}}
	at.phase, at.toMove = PhaseConfirmation, at.confirmation.owner.Opponent()
	at.clearAgreement()
}

// decidePlay refuses what takes a ko back without a pass for it.
func (t *confirmation) decidePlay(p board.Point, c board.Color, played Event) ([]Event, error) {
	switch {
	case t.kos[koBan{p, c}] && t.retakesKo(p, c):
		return nil, ErrKoBan
	case t.game.Ply()-t.startPly >= maxConfirmationMoves*t.game.Graph().Points():
		return nil, ErrTooLong
	}
	return []Event{played}, nil
}

// retakesKo tells whether c would take exactly one stone at p and stand there in
// atari: a ko.
func (t *confirmation) retakesKo(p board.Point, c board.Color) bool {
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
	t, passed := m.at.confirmation, Event{Kind: Passed}
	if cmd.Point != "" {
		p, err := t.game.Graph().Point(cmd.Point)
		if err != nil {
			return nil, ErrNoSuchPoint
		}
		if !t.kos[koBan{p, cmd.By}] {
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
func (t *confirmation) move(p board.Point, e Event) {
	t.game.Make(p, e.Color)
	t.passes++
	if p != board.Pass {
		t.passes = 0
		if back := t.game.Board().Ko(); back != board.Pass {
			t.kos[koBan{back, e.Color.Opponent()}] = true
		}
		return
	}
	if e.Point != "" {
		t.passes = 0
		at, _ := t.game.Graph().Point(e.Point) // its name comes from this graph
		delete(t.kos, koBan{at, e.Color})
	}
}

// endConfirmation returns to the position of the stop with the chain's fate known.
func (at *state) endConfirmation(e Event) {
	at.confirmation, at.phase, at.toMove, at.proposed = nil, PhaseAgreement, board.Empty, true
	at.markDead(at.points([]string{e.Point}), e.Dead)
}
