package play

import (
	"maps"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// maxConfirmationMoves is the number of moves per point of the board after which a
// confirmation allows only passes.
const maxConfirmationMoves = 4

// confirmation is a confirmation of life and death under article 7 of the Japanese
// rules of 1989: the position of the stop is played on, on a copy of the board, and
// the attacker of the chain moves first. A ko may be retaken only after a pass for
// that ko.
type confirmation struct {
	game     *game.Game
	head     board.Point // a stone of the chain in question
	owner    board.Color
	startPly int // the ply of the stop
	kos      map[koBan]bool
	passes   int // in a row, without passes for a ko
}

// koBan is a point where a player may not retake a ko.
type koBan struct {
	point board.Point
	color board.Color
}

// Confirmation returns a stone of the chain whose life is being confirmed, and the
// points where the player to move may not retake a ko before passing for it; ok is
// false outside a confirmation.
func (m *Match) Confirmation() (head board.Point, kos []board.Point, ok bool) {
	t := m.state.confirmation
	if t == nil {
		return board.Pass, nil, false
	}
	for p := range board.Point(t.game.Graph().Points()) {
		if t.bans(p, m.state.toMove) {
			kos = append(kos, p)
		}
	}
	return t.head, kos, true
}

// ConfirmationChain returns the stones of the chain whose life is being confirmed,
// as it stood at the stop, and its colour; nil and Empty outside a confirmation.
func (m *Match) ConfirmationChain() (chain []board.Point, owner board.Color) {
	t := m.state.confirmation
	if t == nil {
		return nil, board.Empty
	}
	return m.stones([]board.Point{t.head}), t.owner
}

// Confirmed returns the stones of the chains whose life or death was played out since
// the stop.
func (m *Match) Confirmed() []board.Point { return m.stones(m.state.confirmed) }

func (m *Match) decideConfirm(cmd Command) ([]Event, error) {
	if m.state.game.Rules().Ending != game.EndingConfirmation {
		return nil, ErrNotNow
	}
	heads, err := m.heads([]string{cmd.Point}, true)
	if err != nil {
		return nil, err
	}
	return []Event{{Kind: Confirming, Point: m.state.game.Graph().Names(heads)[0]}}, nil
}

// startConfirmation begins a confirmation.
func (at *state) startConfirmation(e Event) {
	p, _ := at.game.Graph().Point(e.Point) // Decide has checked the name
	g := at.game.Clone()
	g.CountPassesFrom(g.Ply())
	at.confirmation = &confirmation{game: g, head: p, owner: g.Board().At(p), startPly: g.Ply(), kos: map[koBan]bool{}}
	at.phase, at.toMove = PhaseConfirmation, at.confirmation.owner.Opponent()
	at.clearAgreement()
}

// bans reports whether c may retake the ko at p only after a pass for it.
func (t *confirmation) bans(p board.Point, c board.Color) bool {
	return t.kos[koBan{p, c}] && t.retakesKo(p, c)
}

// decidePlay ends the play when it takes too long.
func (t *confirmation) decidePlay(played Event) ([]Event, error) {
	if t.full() {
		return nil, ErrTooLong
	}
	return []Event{played}, nil
}

// full reports whether the confirmation allows only passes.
func (t *confirmation) full() bool {
	return t.game.Ply()-t.startPly >= maxConfirmationMoves*t.game.Graph().Points()
}

// ConfirmationFull reports whether a confirmation has lasted so long that it allows only
// passes.
func (m *Match) ConfirmationFull() bool {
	return m.state.confirmation != nil && m.state.confirmation.full()
}

// retakesKo reports whether c would capture exactly one stone at p and be in atari
// there.
func (t *confirmation) retakesKo(p board.Point, c board.Color) bool {
	if t.game.Board().At(p) != board.Empty {
		return false
	}
	b := t.game.Board().Clone()
	b.Play(p, c)
	return b.Ko() != board.Pass
}

// decideConfirmationPass passes, for a ko if one is named. Two other passes in a
// row end the confirmation: the chain is dead if it has been captured.
func (m *Match) decideConfirmationPass(cmd Command) ([]Event, error) {
	t, passed := m.state.confirmation, Event{Kind: Passed}
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

// move returns the confirmation after a move on its board. The player who takes a ko
// bans the opponent from retaking it.
func (t confirmation) move(p board.Point, e Event) *confirmation {
	t.game.Make(p, e.Color)
	t.kos = maps.Clone(t.kos)
	t.passes++
	if p != board.Pass {
		t.passes = 0
		if back := t.game.Board().Ko(); back != board.Pass {
			t.kos[koBan{back, e.Color.Opponent()}] = true
		}
		return &t
	}
	if e.Point != "" {
		t.passes = 0
		at, _ := t.game.Graph().Point(e.Point) // Decide has checked the name
		delete(t.kos, koBan{at, e.Color})
	}
	return &t
}

// endConfirmation returns to the position of the stop and marks the chain.
func (at *state) endConfirmation(e Event) {
	at.confirmation, at.phase, at.toMove, at.proposed = nil, PhaseAgreement, board.Empty, true
	chain := at.points([]string{e.Point})
	at.markDead(chain, e.Dead)
	at.confirmed = append(slices.Clone(at.confirmed), chain...)
}
