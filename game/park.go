package game

import "rosette/game/board"

// A Parked is a game stored as its start and its moves. It takes some hundred bytes; a [Game] takes
// 40 KB for its board.
type Parked struct {
	graph      *board.Graph
	rules      Rules
	start      []board.Color // nil for the empty board
	first      board.Color
	before     carried
	moves      []Move
	passesFrom int
}

// carried holds the values taken over from an earlier game, see [Game.CarryOver].
type carried struct {
	prisoners   board.ByColor[int]
	passStones  board.ByColor[int]
	handicap    int
	passCount   int
	halfPointTo board.Color
}

// Park returns the game in compact form for [Parked.Game]. known is false for a clone of a game
// with moves, because its start is not known.
func (g *Game) Park() (p *Parked, known bool) {
	if g.undoFloor > 0 {
		return nil, false
	}
	return &Parked{
		graph: g.Graph(), rules: g.rules, start: g.start, first: g.turns[0].move.Color.Opponent(),
		before: g.carriedIn(), moves: g.moves(), passesFrom: g.passesFrom,
	}, true
}

// Game restores the game. The cost is linear in the moves.
func (p *Parked) Game() *Game {
	b := board.New(p.graph)
	if p.start != nil {
		b = board.SetupAny(p.graph, p.start)
	}
	g := From(b, p.rules, p.first)
	g.carry(p.before)
	for _, m := range p.moves {
		g.force(m.Point, m.Color)
	}
	g.passesFrom = p.passesFrom
	return g
}

// moves returns a copy of all moves.
func (g *Game) moves() []Move {
	moves := make([]Move, g.Ply())
	for i := range moves {
		moves[i] = g.Move(i)
	}
	return moves
}

// carry sets the values taken over from an earlier game.
func (g *Game) carry(c carried) {
	g.prisoners = c.prisoners
	g.passStones = c.passStones
	g.handicap = c.handicap
	g.passCount, g.halfPointTo = c.passCount, c.halfPointTo
}

// carriedIn returns the values that the game took over before its first move.
func (g *Game) carriedIn() carried {
	before := Game{prisoners: g.prisoners, passStones: g.passStones, passCount: g.passCount, halfPointTo: g.halfPointTo}
	for i := g.Ply(); i > 0; i-- {
		if t := &g.turns[i]; t.move.Point == board.Pass {
			before.countPass(t.pass, t.move.Color, -1)
		} else {
			before.prisoners[t.capturer()] -= int(t.captured)
		}
	}
	return carried{before.prisoners, before.passStones, g.handicap, before.passCount, before.halfPointTo}
}
