package train

import (
	"encoding/binary"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// A Row is a position of a game that was searched with care and what became of
// it, all seen by the player to move.
type Row struct {
	Features  []byte    // as neural.Features.Append has them
	Policy    []float32 // what the search made of each move, pass last
	Reply     []float32 // the same of the next position; empty after the last
	Weight    float32   // how much learning counts it, 1 on average
	Outcome   int8      // 1 won, 0 drawn, −1 lost
	Margin    int16     // by how much on the board: what is given does not count
	Ownership []int8    // of each point at the end: 1 own, −1 the opponent's
	Immortal  []int8    // 1 where an own immortal chain stands at the end, −1 where an opposing one does

	next  board.Color
	given float64 // to Black beside the board, when it was searched
}

// conclude fills in what became of the game that g has come to.
func (r *Row) conclude(g *game.Game, s game.Score) {
	sign := int8(1)
	if r.next == board.White {
		sign = -1
	}
	margin := s.Margin()
	switch {
	case margin > 0:
		r.Outcome = sign
	case margin < 0:
		r.Outcome = -sign
	}
	n := float64(len(s.Owner)) // passes that cost stones can make it more
	r.Margin = int16(sign) * int16(max(-n, min(n, math.Round(margin-r.given))))
	for p, c := range s.Owner {
		r.Ownership = append(r.Ownership, side(c, r.next))
		held := int8(0)
		if b := g.Board(); b.At(board.Point(p)) != board.Empty && b.Immortal(board.Point(p)) {
			held = side(b.At(board.Point(p)), r.next)
		}
		r.Immortal = append(r.Immortal, held)
	}
}

// side is 1 for the player's own colour and −1 for the other.
func side(c, own board.Color) int8 {
	switch c {
	case board.Empty:
		return 0
	case own:
		return 1
	}
	return -1
}

// append adds the row as a shard has it.
func (r *Row) append(to []byte) []byte {
	to = append(to, r.Features...)
	to = appendShares(to, r.Policy)
	if len(r.Reply) == 0 {
		to = append(to, make([]byte, 2*len(r.Policy))...)
	} else {
		to = appendShares(to, r.Reply)
	}
	to = binary.LittleEndian.AppendUint32(to, math.Float32bits(r.Weight))
	to = append(to, byte(r.Outcome))
	to = binary.LittleEndian.AppendUint16(to, uint16(r.Margin))
	to = appendSigned(to, r.Ownership)
	return appendSigned(to, r.Immortal)
}

// shareUnit is what a chance of 1 is written as.
const shareUnit = math.MaxUint16

func appendShares(to []byte, chances []float32) []byte {
	for _, x := range chances {
		to = binary.LittleEndian.AppendUint16(to, uint16(math.Round(shareUnit*float64(x))))
	}
	return to
}

func appendSigned(to []byte, all []int8) []byte {
	for _, x := range all {
		to = append(to, byte(x))
	}
	return to
}
