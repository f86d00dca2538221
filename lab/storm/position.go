package storm

import (
	"strconv"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/rng"
)

// maxPlies is the number of moves after which a player opens another game, so that the cost per
// move does not depend on the running time.
const maxPlies = 400

// A position is the generator's copy of a game, with random moves.
type position struct {
	game  *game.Game
	next  board.Color
	rng   rng.Xoshiro
	limit int // length limit
}

func newPosition(g *board.Graph, seed uint64) *position {
	return &position{
		game: game.New(g, game.DefaultRules(g)), next: board.Black, rng: rng.NewXoshiro(seed), limit: maxPlies,
	}
}

// over reports whether the game has ended or reached its limit.
func (p *position) over() bool { return p.game.Passes() >= 2 || p.game.Ply() >= p.limit }

// play makes a random legal play, or passes if there is none, and returns it as a command.
func (p *position) play() Move {
	point := p.choose()
	m := Move{ID: "m" + strconv.Itoa(p.game.Ply()+1), Color: p.next, Pass: point == board.Pass}
	if !m.Pass {
		m.Point = p.game.Graph().PointName(point)
	}
	p.game.Make(point, p.next)
	p.next = p.next.Opponent()
	return m
}

// choose returns a legal point, or Pass if there is none. Most points are legal, so a few random
// tries usually find one; otherwise it tries all points in order.
func (p *position) choose() board.Point {
	empty := p.game.Board().Empties()
	if len(empty) == 0 {
		return board.Pass
	}
	for range 8 {
		if at := empty[p.rng.IntN(len(empty))]; p.game.Legal(at, p.next) == nil {
			return at
		}
	}
	start := p.rng.IntN(len(empty))
	for i := range empty {
		if at := empty[(start+i)%len(empty)]; p.game.Legal(at, p.next) == nil {
			return at
		}
	}
	return board.Pass
}
