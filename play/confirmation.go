package play

import (
	"maps"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// maxConfirmationMoves is the number of moves per board point after which a confirmation allows
// only passes.
const maxConfirmationMoves = 4

// confirmation is a confirmation of life and death under the Japanese rules of 1989, article 7. The
// position at the stop is played out on a copy of the board, and the chain's attacker moves first.
// A ko may be retaken only after a pass for that ko.
type confirmation struct {
	game     *game.Game
	head     board.Point // a stone in the disputed chain
	owner    board.Color
	startPly int // ply at the stop
	kos      map[koBan]bool
	passes   int // consecutive, without passes for a ko
}

// koBan is a point where a player may not retake a ko.
type koBan struct {
	point board.Point
	color board.Color
}

// Confirmation returns a stone in the chain being confirmed, and the points where the player to
// move must pass before retaking a ko. Ok is false outside a confirmation.
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

// ConfirmationChain returns the stones and colour of the chain being confirmed, in the position at
// the stop. It returns nil and Empty outside a confirmation.
func (m *Match) ConfirmationChain() (chain []board.Point, owner board.Color) {
	t := m.state.confirmation
	if t == nil {
		return nil, board.Empty
	}
	return m.stones([]board.Point{t.head}), t.owner
}

// Confirmed returns the stones in chains whose life or death was played out since the stop.
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

// bans reports whether c must pass for the ko at p before retaking it.
func (t *confirmation) bans(p board.Point, c board.Color) bool {
	return t.kos[koBan{p, c}] && t.retakesKo(p, c)
}

// decidePlay rejects the move if the confirmation has reached its limit.
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

// ConfirmationFull reports whether a confirmation has reached the limit where it allows only
// passes.
func (m *Match) ConfirmationFull() bool {
	return m.state.confirmation != nil && m.state.confirmation.full()
}

// retakesKo reports whether c's move at p would capture exactly one stone and be in atari.
func (t *confirmation) retakesKo(p board.Point, c board.Color) bool {
	if t.game.Board().At(p) != board.Empty {
		return false
	}
	b := t.game.Board().Clone()
	b.Play(p, c)
	return b.Ko() != board.Pass
}

// decideConfirmationPass passes, for a ko if one is named. Two other consecutive passes end the
// confirmation: the chain is dead if it has been captured.
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

// move returns the confirmation after a move on its board. A player who takes a ko bans the
// opponent from retaking it.
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

// endConfirmation restores the position at the stop and marks the chain.
func (at *state) endConfirmation(e Event) {
	at.confirmation = nil
	at.phase = PhaseAgreement
	at.toMove = board.Empty
	at.proposed = true
	chain := at.points([]string{e.Point})
	at.markDead(chain, e.Dead)
	at.confirmed = append(slices.Clone(at.confirmed), chain...)
}
