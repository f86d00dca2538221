package board

// A Color is the state of a point or a player's name.
type Color uint8

const (
	Empty Color = iota
	Black
	White
)

// Colors are the players: Black, then White. Do not assign to it.
var Colors = [2]Color{Black, White}

// Opponent returns the other player; Empty stays Empty.
func (c Color) Opponent() Color { return (3 - c) % 3 }

// String returns "black", "white" or "empty".
func (c Color) String() string { return [...]string{"empty", "black", "white"}[c] }

// A ByColor holds a value for each player, indexed by [Color]. It is a plain array, so it has an
// element for [Empty] too; most users leave that zero, some use it for neutral values.
type ByColor[T any] [3]T
