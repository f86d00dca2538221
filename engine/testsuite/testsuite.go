// Package testsuite implements test suites of solved positions: package solve has
// proven the value of every legal move of each position. A suite measures how often
// an evaluator, by itself and with a search, finds a best move, the winner and the
// margin.
package testsuite

import (
	"rosette/game"
	"rosette/game/board"
)

// A Suite is a set of positions of one board under one ruleset, whose komi is 0,
// and how they were generated.
type Suite struct {
	Graph     *board.Graph
	Rules     game.Rules
	Seed      uint64
	Nodes     uint64 // limit of the solver for each position
	Games     int    // number of games the positions are taken from
	Positions []Position
}

// A Position is a position with the proven value of every move. At least one play
// is worse than another move: a rule such as "never pass" does not solve it.
type Position struct {
	Moves  []board.Point       // from the empty board, Black first
	Margin int                 // of perfect play, Black less White, without komi
	Best   []board.Point       // the moves that keep the margin, a pass last
	Loss   map[board.Point]int // of every other legal move, in points
}

// Next returns the player to move.
func (q *Position) Next() board.Color {
	if len(q.Moves)%2 == 0 {
		return board.Black
	}
	return board.White
}

// discriminates reports whether some play loses points.
func (q *Position) discriminates() bool {
	for move := range q.Loss {
		if move != board.Pass {
			return true
		}
	}
	return false
}

// game replays the moves of a position under the suite's rules and a komi.
func (s *Suite) game(q *Position, komi float64) *game.Game {
	rules := s.Rules
	rules.Komi = komi
	g, next := game.New(s.Graph, rules), board.Black
	for _, move := range q.Moves {
		g.Make(move, next)
		next = next.Opponent()
	}
	return g
}

// RandomChance returns the share of positions in which a uniformly random legal
// move is expected to be a best one, from 0 to 1.
func (s *Suite) RandomChance() float64 {
	sum := 0.0
	for i := range s.Positions {
		q := &s.Positions[i]
		sum += float64(len(q.Best)) / float64(len(q.Best)+len(q.Loss))
	}
	return sum / float64(max(1, len(s.Positions)))
}

// legal returns the legal moves of next, the pass last.
func legal(g *game.Game, next board.Color) []board.Point {
	var all []board.Point
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, next) == nil {
			all = append(all, p)
		}
	}
	return append(all, board.Pass)
}
