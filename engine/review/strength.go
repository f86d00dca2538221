package review

import (
	"fmt"

	"rosette/engine"
	"rosette/game/board"
)

// A measurement is the result by "rosette lab exam reviews" for the built-in network on a board
// (docs/results.md). A share k/n is stored as (k+1)/(n+2), so that few moves do not seem certain, and at
// most as 9 in 10.
type measurement struct {
	engine.ReviewStrength
	floor float64 // loss in points from which moves are named; smaller ones are mostly wrong
}

// measurements has the measured boards.
var measurements = map[string]measurement{
	"rosette-3": {ReviewStrength: engine.ReviewStrength{Real: 9, Found: 5}},
	"rosette-4": {ReviewStrength: engine.ReviewStrength{Real: 9, Found: 6}},
	"rosette-5": {ReviewStrength: engine.ReviewStrength{Real: 9, Found: 7}},
	"rosette-7": {ReviewStrength: engine.ReviewStrength{Real: 7, Found: 5}},
	"square-9":  {ReviewStrength: engine.ReviewStrength{Real: 5, Found: 2}},
	"square-13": {floor: 10},
	"square-19": {ReviewStrength: engine.ReviewStrength{Real: 6, Found: 1}},
}

// Strength compares reviews on a board with a stronger engine. It is nil without a measurement.
func Strength(g *board.Graph) *engine.ReviewStrength {
	m, ok := measurements[g.Name()]
	if !ok {
		return nil
	}
	return &m.ReviewStrength
}

// StrengthText returns the result as a sentence. builtIn means that the built-in
// network makes them.
func StrengthText(g *board.Graph, builtIn bool) string {
	s := Strength(g)
	switch {
	case !builtIn:
		return "reviews without the built-in network have not been compared with a stronger engine"
	case s == nil:
		return "reviews on this board have not been compared with a stronger engine"
	case s.Real == 0:
		return "on this board reviews are weak: they find hardly any mistake that a stronger engine finds"
	}
	return fmt.Sprintf(
		"on this board, about %d in 10 mistakes named are real by a stronger engine, and %d in 10 large ones are found",
		s.Real, s.Found)
}
