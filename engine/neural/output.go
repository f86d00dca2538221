package neural

import (
	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// An Output is a network's output for a position, from the point of view of the player to move. Its
// slices are reused by the next evaluation into it.
type Output struct {
	Policy      []float32 // [points+1]: the probability of each move, pass last; 0 where illegal; sums to 1
	Win         float32   // outcome probabilities; they sum to 1
	Draw        float32
	Loss        float32
	Margin      float32   // expected margin on the board in points, without [Features.KomiOffset]
	MarginStdev float32   // the margin's standard deviation
	Ownership   []float32 // [points]: at the end of the game: 1 own, −1 opponent's
}

// Evaluation converts the output to an evaluation from Black's point of view. next is the player to
// move, and komiOffset comes from the position's features.
func (o *Output) Evaluation(next board.Color, komiOffset float32, into *engine.Evaluation) {
	into.Policy = append(into.Policy[:0], o.Policy...)
	into.FirstToPlay = into.FirstToPlay[:0]
	into.Ownership = resized(into.Ownership, len(o.Ownership))
	win, sign := o.Win+o.Draw/2, float32(1)
	if next == board.White {
		win, sign = o.Loss+o.Draw/2, -1
	}
	for p, x := range o.Ownership {
		into.Ownership[p] = sign * x
	}
	into.Win = win
	into.Score = sign * (o.Margin + komiOffset)
	into.ScoreStdev = o.MarginStdev
}

// Once evaluates a single position with next to move, in float32. It uses no symmetry, or the mean
// over all symmetries if average is true. It also returns the position's [Features.KomiOffset]. It
// allocates its own buffers; use an [Evaluator] for many positions.
func Once(n *Network, g *game.Game, next board.Color, average bool) (o *Output, komiOffset float32) {
	if !average {
		return Turned(n, g, next, 0)
	}
	var f Features
	f.Compute(g, next)
	e := New(n, 0)
	e.Average, e.Float32 = true, true
	return e.Output(g, next), f.KomiOffset
}

// Turned is like [Once], but turns the position by a symmetry, which is an index into
// [board.Graph.Symmetries]. The output has the points of the position as it is.
func Turned(n *Network, g *game.Game, next board.Color, symmetry int) (o *Output, komiOffset float32) {
	var f Features
	f.Compute(g, next)
	o = &Output{}
	NewWorkspace(n).Evaluate(&f, g.Graph().Symmetries()[symmetry], o)
	return o, f.KomiOffset
}
