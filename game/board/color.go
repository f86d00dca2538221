package board

// A Color is the state of a point or the name of a player.
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

// A ByColor holds a value for each player, to be indexed by [Color]. The element
// of [Empty] is there so that a colour is the index, at the cost of a plain
// array; most users leave it zero, some use it for what belongs to neither.
type ByColor[T any] [3]T
