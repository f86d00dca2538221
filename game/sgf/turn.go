package sgf

import (
	"rosette/game"
	"rosette/game/board"
)

// A turn is the first player in the game that a replayer plays.
type turn struct {
	first board.Color
	told  bool // set by PL, or by the move before a set-up; otherwise a later set-up may change it
}

// next returns the player to move.
func (t turn) next(g *game.Game) board.Color {
	if last, moved := g.Last(); moved {
		return last.Color.Opponent()
	}
	return t.first
}

// after returns the turn after a set-up in n: the player in PL, else the opponent of the last
// mover, else the player in an earlier PL, else as in firstTurn.
func (t turn) after(n *Node, g *game.Game, b *board.View) turn {
	if c, err := Color(n.Raw("PL")); err == nil {
		return turn{c, true}
	}
	if _, moved := g.Last(); moved || t.told {
		return turn{t.next(g), true}
	}
	return firstTurn(n, g.Rules(), b)
}

// playerGiven returns the player in PL, for a node without moves.
func playerGiven(n *Node) (c board.Color, given bool) {
	if !n.Has("PL") || n.Has("B") || n.Has("W") {
		return board.Empty, false
	}
	c, err := Color(n.Raw("PL"))
	return c, err == nil
}

// playerAfter returns the player in PL for a last node with a move. In other nodes with moves it
// ignores PL: the next move defines the turn, and programs disagree about PL there.
func playerAfter(n *Node) (c board.Color, given bool) {
	if len(n.Children) > 0 || !n.Has("PL") || !n.Has("B") && !n.Has("W") {
		return board.Empty, false
	}
	c, err := Color(n.Raw("PL"))
	return c, err == nil
}

// firstTurn returns the first player at a node before any move: the player in PL, else in the next
// move on the main line, else as in usualTurn.
func firstTurn(n *Node, r game.Rules, b *board.View) turn {
	if c, err := Color(n.Raw("PL")); err == nil {
		return turn{c, true}
	}
	m := n
	for range 16 { // nodes with comments may precede it
		switch {
		case m.Has("B"):
			return turn{first: board.Black}
		case m.Has("W"):
			return turn{first: board.White}
		case len(m.Children) > 0:
			m = m.Children[0]
		}
	}
	c, _ := usualTurn(n, r, onlyBlack(b))
	return turn{first: c}
}

// usualTurn returns the player to move first at a node if neither PL nor a move names one: White
// after a handicap, known from HA or from onlyBlack, unless the rules let Black begin nevertheless.
func usualTurn(n *Node, r game.Rules, onlyBlack bool) (board.Color, Reason) {
	ha, err := Number(n.Info("HA"))
	switch {
	case r.Handicap == game.HandicapWhitePasses || r.Handicap == game.HandicapFlower:
		return board.Black, ReasonBlack
	case err == nil && ha > 1:
		return board.White, ReasonWhite
	case onlyBlack:
		return board.White, ReasonStones
	}
	return board.Black, ReasonBlack
}

// onlyBlack reports whether Black has stones on the board and White has none.
func onlyBlack(b *board.View) bool {
	black := false
	for p := range board.Point(b.Graph().Points()) {
		switch b.At(p) {
		case board.White:
			return false
		case board.Black:
			black = true
		}
	}
	return black
}
