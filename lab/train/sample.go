package train

import (
	"encoding/binary"
	"math"

	"rosette/game"
	"rosette/game/board"
)

// A Sample is a position whose search was a full one, with what became of it, all
// from the side of the player to move.
type Sample struct {
	Features  []byte    // as neural.Features.AppendShard writes them
	Policy    []float32 // of the search; len = points+1, pass last
	Reply     []float32 // the policy of the next position's search; empty after the last move
	Weight    float32   // in training; the mean of a game is 1
	Outcome   int8      // 1 won, 0 drawn, −1 lost
	Margin    int16     // on the board at the end, without komi and other points off the board
	Ownership []int8    // of each point at the end: 1 own, −1 the opponent's, 0 neither
	Immortal  []int8    // 1 where an own immortal chain stands at the end, −1 an opposing one

	ply    int // of the position
	next   board.Color
	offset float64 // points of Black off the board when the position was searched
}

// setTargets sets the fields that depend on the end of the game.
func (s *Sample) setTargets(g *game.Game, score game.Score) {
	sign := int8(1)
	if s.next == board.White {
		sign = -1
	}
	margin := score.Margin()
	switch {
	case margin > 0:
		s.Outcome = sign
	case margin < 0:
		s.Outcome = -sign
	}
	n := float64(len(score.Owner)) // bounds the margin, which passes that cost stones can raise
	s.Margin = int16(sign) * int16(max(-n, min(n, math.Round(margin-s.offset))))
	for p, c := range score.Owner {
		s.Ownership = append(s.Ownership, side(c, s.next))
		immortal := int8(0)
		if b := g.Board(); b.At(board.Point(p)) != board.Empty && b.Immortal(board.Point(p)) {
			immortal = side(b.At(board.Point(p)), s.next)
		}
		s.Immortal = append(s.Immortal, immortal)
	}
}

// side returns 1 for the colour own, −1 for the other and 0 for Empty.
func side(c, own board.Color) int8 {
	switch c {
	case board.Empty:
		return 0
	case own:
		return 1
	}
	return -1
}

// append appends the sample as a row of a shard.
func (s *Sample) append(to []byte) []byte {
	to = append(to, s.Features...)
	to = appendProbabilities(to, s.Policy)
	if len(s.Reply) == 0 {
		to = append(to, make([]byte, 2*len(s.Policy))...)
	} else {
		to = appendProbabilities(to, s.Reply)
	}
	to = binary.LittleEndian.AppendUint32(to, math.Float32bits(s.Weight))
	to = append(to, byte(s.Outcome))
	to = binary.LittleEndian.AppendUint16(to, uint16(s.Margin))
	to = appendSigned(to, s.Ownership)
	return appendSigned(to, s.Immortal)
}

// certain is how a shard writes a probability of 1.
const certain = math.MaxUint16

func appendProbabilities(to []byte, all []float32) []byte {
	for _, x := range all {
		to = binary.LittleEndian.AppendUint16(to, uint16(math.Round(certain*float64(x))))
	}
	return to
}

func appendSigned(to []byte, all []int8) []byte {
	for _, x := range all {
		to = append(to, byte(x))
	}
	return to
}
