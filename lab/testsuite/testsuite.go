// Package testsuite implements test suites of solved positions: package solve has
// proven the value of every legal move of each position, by search with the moves before
// it, or by the labels of every position of the board, for stones that were set up. A suite measures how often
// an evaluator, by itself and with a search, finds a best move, the winner and the
// margin.
package testsuite

import (
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// A Suite is a set of positions of one board under one ruleset, whose komi is 0,
// and how they were generated.
type Suite struct {
	Graph     *board.Graph
	Rules     game.Rules
	Seed      uint64
	Nodes     uint64 // limit of the search for each position; 0 if they were solved by labels
	Games     int    // number of games the positions are taken from
	Positions []Position
}

// A Position is a position with the proven value of every move. At least one play
// is worse than another move: a rule such as "never pass" does not solve it.
type Position struct {
	Stones []board.Color       // set up before the moves, one for each point; nil for the empty board
	First  board.Color         // who makes the first of the moves; Black if Empty
	Moves  []board.Point       // the superko rule knows what was before
	Margin int                 // of perfect play, Black less White, without komi
	Best   []board.Point       // the moves that keep the margin, a pass last
	Loss   map[board.Point]int // of every other legal move, in points
}

// first returns the player of the first move.
func (q *Position) first() board.Color {
	if q.First == board.Empty {
		return board.Black
	}
	return q.First
}

// Next returns the player to move.
func (q *Position) Next() board.Color {
	if len(q.Moves)%2 == 0 {
		return q.first()
	}
	return q.first().Opponent()
}

// judge says of moves which are best and what the others lose, from the margins they lead to.
func (q *Position) judge(moves []board.Point, margins []int) {
	side := 1
	if q.Next() == board.White {
		side = -1
	}
	best := -board.MaxPoints
	for _, margin := range margins {
		best = max(best, side*margin)
	}
	q.Margin, q.Loss = side*best, map[board.Point]int{}
	for i, move := range moves {
		if lost := best - side*margins[i]; lost == 0 {
			q.Best = append(q.Best, move)
		} else {
			q.Loss[move] = lost
		}
	}
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

// start returns the game before the moves of a position.
func (s *Suite) start(q *Position, rules game.Rules) (*game.Game, error) {
	if q.Stones == nil {
		return game.From(board.New(s.Graph), rules, q.first()), nil
	}
	b, err := board.Setup(s.Graph, q.Stones)
	if err != nil {
		return nil, err
	}
	return game.From(b, rules, q.first()), nil
}

// game replays the moves of a valid position under the suite's rules and a komi.
func (s *Suite) game(q *Position, komi float64) *game.Game {
	rules := s.Rules
	rules.Komi = komi
	g, err := s.start(q, rules)
	if err != nil {
		panic(fmt.Sprintf("testsuite: %v", err)) // Read and Generate let no such position through
	}
	next := q.first()
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
