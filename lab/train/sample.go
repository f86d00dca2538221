package train

import (
	"encoding/binary"
	"math"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// A Sample is a fully searched position with the outcome of the game, from the side of the player
// to move.
type Sample struct {
	Features  []byte    // in the format of neural.Features.AppendShard
	Policy    []float32 // by the search; len = points+1, pass last; zeros if the position was not searched
	Reply     []float32 // policy for the next position; empty after the last move
	Weight    float32   // in training; the mean in a game is 1
	Outcome   int8      // 1 won, 0 drawn, −1 lost
	Margin    int16     // on the final board, without komi and other points off the board
	Ownership []int8    // for each final point: 1 own, −1 the opponent's, 0 neither
	Immortal  []int8    // 1 for a final immortal chain of the player, −1 for one of the opponent

	ply    int // at the position
	next   board.Color
	offset float64 // Black's points off the board at the search
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
	n := float64(len(score.Owner)) // limits the margin, which costly passes can raise
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

// valueOnly reports whether the sample has no policy. Learning then uses only the outcome, the
// margin and the ownership.
func (s *Sample) valueOnly() bool {
	return !slices.ContainsFunc(s.Policy, func(x float32) bool { return x > 0 })
}

// side returns 1 for own, −1 for the opponent and 0 for Empty.
func side(c, own board.Color) int8 {
	switch c {
	case board.Empty:
		return 0
	case own:
		return 1
	}
	return -1
}

// append appends the sample as a shard row.
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

// certain is the encoding of probability 1 in a shard.
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
