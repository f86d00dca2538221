package testsuite

import (
	"context"
	"slices"

	"rosette/game"
	"rosette/game/board"
	"rosette/solve"
)

// prover solves positions from one game, each with the moves before it.
type prover struct {
	suite     *Suite
	solver    *solve.Solver
	nodeLimit uint64
	stop      context.CancelFunc // stops the solver at nodeLimit
}

// proverTableMemory is the memory for a solver's table in bytes.
const proverTableMemory = 32 << 20

func newProver(s *Suite) (p *prover, err error) {
	p = &prover{suite: s}
	p.solver, err = solve.New(board.New(s.Graph), board.Black, s.Rules, solve.Options{
		Table: solve.NewTable(proverTableMemory),
		Report: func(now solve.Progress) {
			if p.stop != nil && now.Nodes > p.nodeLimit { // nodes, not time: the result is the same on every machine
				p.stop()
			}
		},
	})
	return p, err
}

// provable returns an error if the solver does not support the board or the rules.
func provable(g *board.Graph, r game.Rules) error {
	_, err := solve.New(board.New(g), board.Black, r, solve.Options{Table: solve.NewTable(0)})
	return err
}

// position proves the value of every move after a line. It returns false if the proof needs too
// many nodes. Loss is empty if all moves have the same value.
func (p *prover) position(ctx context.Context, line []board.Point) (q Position, known bool, err error) {
	ctx, p.stop = context.WithCancel(ctx)
	defer p.stop()
	p.nodeLimit = p.solver.Progress().Nodes + p.suite.Nodes
	q.Moves = line
	g := p.suite.game(&q, 0)
	moves := legal(g, q.Next())
	margins := make([]int, len(moves))
	for i, move := range moves {
		if margins[i], known, err = p.margin(ctx, g, append(slices.Clip(line), move), q.Next()); !known || err != nil {
			return Position{}, false, err
		}
	}
	q.judge(moves, margins)
	return q, true, nil
}

// margin proves the margin after a line. The line's last move has not been played in g; next plays it.
func (p *prover) margin(
	ctx context.Context, g *game.Game, line []board.Point, next board.Color,
) (margin int, known bool, err error) {
	move := line[len(line)-1]
	g.Make(move, next)
	defer g.Undo()
	if g.Passes() >= 2 {
		return int(g.Score().Margin()), true, nil
	}
	b, err := p.solver.Solve(ctx, line...)
	return b.Low, b.Exact(), err
}
