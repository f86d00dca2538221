package sgf

import (
	"cmp"
	"strings"

	"rosette/game/board"
)

// Player returns a player's name and rank in one line without control characters, from PB and BR or
// PW and WR at n or above, or "" if the record has neither.
func (n *Node) Player(c board.Color) string {
	name, rank := "PB", "BR"
	if c == board.White {
		name, rank = "PW", "WR"
	}
	return strings.TrimSpace(strings.Map(dropControl, SimpleText(n.Info(name))+" "+SimpleText(n.Info(rank))))
}

// Players returns both players, such as "Ann 3d (black) – Bob (white)", with "unknown" for a player
// without a name, or "" if the record names neither.
func (n *Node) Players() string {
	black, white := n.Player(board.Black), n.Player(board.White)
	if black == "" && white == "" {
		return ""
	}
	return cmp.Or(black, "unknown") + " (black) – " + cmp.Or(white, "unknown") + " (white)"
}
