// Package testsuite implements test suites with solved positions. Package solve has proven the
// value of every legal move in each position: by search, with the moves that led to it, or by
// labels for every position on the board, for set-up stones. A suite measures how often an
// evaluator finds a best move, the winner and the margin, by itself and with a search.
package testsuite

import (
	"fmt"

	"rosette/game"
	"rosette/game/board"
)

// A Suite is a set of positions on one board under one ruleset with komi 0, with the parameters
// that generated them.
type Suite struct {
	Graph     *board.Graph
	Rules     game.Rules
	Seed      uint64
	Nodes     uint64 // search limit per position; 0 if solved by labels
	Games     int    // games that the positions come from
	Positions []Position
}

// A Position has a proven value for every move. At least one play is worse than another move, so a
// rule such as "never pass" does not solve it.
type Position struct {
	Stones []board.Color       // set up before the moves, one entry per point; nil for an empty board
	First  board.Color         // first player to move; Black if Empty
	Moves  []board.Point       // played before the position, for superko
	Margin int                 // with perfect play, Black minus White, without komi
	Best   []board.Point       // moves that keep the margin, a pass last
	Loss   map[board.Point]int // points lost by every other legal move
}

// first returns the first player to move.
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

// judge fills in the margin, the best moves and the loss of the others, from the margins after each
// move.
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

// discriminates reports whether some play other than a pass loses points.
func (q *Position) discriminates() bool {
	for move := range q.Loss {
		if move != board.Pass {
			return true
		}
	}
	return false
}

// start returns the game before the position's moves.
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

// game replays the moves of a valid position under the suite's rules with that komi.
func (s *Suite) game(q *Position, komi float64) *game.Game {
	rules := s.Rules
	rules.Komi = komi
	g, err := s.start(q, rules)
	if err != nil {
		panic(fmt.Sprintf("testsuite: %v", err)) // Read and Generate reject such positions
	}
	next := q.first()
	for _, move := range q.Moves {
		g.Make(move, next)
		next = next.Opponent()
	}
	return g
}

// RandomChance returns the expected share, 0 … 1, of positions in which a uniformly random legal
// move is a best move.
func (s *Suite) RandomChance() float64 {
	sum := 0.0
	for i := range s.Positions {
		q := &s.Positions[i]
		sum += float64(len(q.Best)) / float64(len(q.Best)+len(q.Loss))
	}
	return sum / float64(max(1, len(s.Positions)))
}

// legal returns next's legal moves, the pass last.
func legal(g *game.Game, next board.Color) []board.Point {
	var all []board.Point
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, next) == nil {
			all = append(all, p)
		}
	}
	return append(all, board.Pass)
}
