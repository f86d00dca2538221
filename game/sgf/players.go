package sgf

import (
	"cmp"
	"strings"

	"rosette/game/board"
)

// Player returns the name of a player with the rank, in one line, from PB and BR
// or PW and WR at n or above it, without control characters; "" if the record names neither.
func (n *Node) Player(c board.Color) string {
	name, rank := "PB", "BR"
	if c == board.White {
		name, rank = "PW", "WR"
	}
	return strings.TrimSpace(strings.Map(dropControl, SimpleText(n.Info(name))+" "+SimpleText(n.Info(rank))))
}

// Players returns the players, such as "Ann 3d (black) – Bob (white)", with
// "unknown" for a player without a name, and "" if the record names neither.
func (n *Node) Players() string {
	black, white := n.Player(board.Black), n.Player(board.White)
	if black == "" && white == "" {
		return ""
	}
	return cmp.Or(black, "unknown") + " (black) – " + cmp.Or(white, "unknown") + " (white)"
}
