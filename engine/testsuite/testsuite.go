// Package testsuite examines minds: positions of which package solve has proven what
// every move is worth, and how well a first look and a search find the best one,
// the winner and the margin.
package testsuite

import (
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// An Exam is questions about one board under one ruleset, whose komi is 0, and how
// they were made.
type Exam struct {
	Graph     *board.Graph
	Rules     game.Rules
	Seed      uint64
	Nodes     uint64 // the solver had for each position
	Games     int    // in which the positions stood
	Questions []Question
}

// A Question is a position with what is proven of it. At least one stone is worse
// than another move: never to pass answers nothing.
type Question struct {
	Moves  []board.Point // which led there from the empty board, Black first
	Margin int           // what perfect play comes to, Black less White, without komi
	Best   []board.Point // the moves that keep it, a pass last
	Lost   map[board.Point]int
	// Lost says what each other legal move gives away, in points.
}

// Next returns who is to move.
func (q *Question) Next() board.Color {
	if len(q.Moves)%2 == 0 {
		return board.Black
	}
	return board.White
}

// asks tells whether there is something to find.
func (q *Question) asks() bool {
	for move := range q.Lost {
		if move != board.Pass {
			return true
		}
	}
	return false
}

// game plays the moves under the rules with that komi.
func (e *Exam) game(q *Question, komi float64) *game.Game {
	rules := e.Rules
	rules.Komi = komi
	g, next := game.New(e.Graph, rules), board.Black
	for _, move := range q.Moves {
		g.Make(move, next)
		next = next.Opponent()
	}
	return g
}

// Chance returns how often a player who draws lots among the legal moves finds a
// best one.
func (e *Exam) Chance() float64 {
	sum := 0.0
	for i := range e.Questions {
		q := &e.Questions[i]
		sum += float64(len(q.Best)) / float64(len(q.Best)+len(q.Lost))
	}
	return sum / float64(max(1, len(e.Questions)))
}

// legal returns every legal move of next, the pass last.
func legal(g *game.Game, next board.Color) []board.Point {
	var all []board.Point
	for p := range board.Point(g.Graph().Points()) {
		if g.Legal(p, next) == nil {
			all = append(all, p)
		}
	}
	return append(all, board.Pass)
}

// A face is a position as who is to move sees it, the same for all that look alike.
type face string

// What a face has of a point besides empty.
const (
	own = 1 + iota
	foe
	ko // to take back there is illegal
)

// faceOf returns that of a game.
func faceOf(g *game.Game, next board.Color) face {
	b := g.Board()
	seen := make([]byte, g.Graph().Points())
	for p := range seen {
		switch b.At(board.Point(p)) {
		case next:
			seen[p] = own
		case next.Opponent():
			seen[p] = foe
		}
	}
	if at := b.Ko(); at != board.Pass {
		seen[at] = ko
	}
	least, turned := slices.Clone(seen), make([]byte, len(seen))
	for _, turn := range g.Graph().Symmetries() {
		for p, to := range turn {
			turned[to] = seen[p]
		}
		if slices.Compare(turned, least) < 0 {
			copy(least, turned)
		}
	}
	return face(append(least, byte(g.Passes())))
}
