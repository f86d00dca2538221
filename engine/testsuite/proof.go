package testsuite

import (
	"context"
	"slices"

	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
)

// A proof asks the solver about positions of one game, each with the moves that led
// there as its past.
type proof struct {
	exam   *Exam
	solver *solve.Solver
	enough uint64 // nodes; then the solver is stopped
	stop   context.CancelFunc
}

// proofMemory is that of the solver's table.
const proofMemory = 32 << 20

func newProof(e *Exam) (p *proof, err error) {
	p = &proof{exam: e}
	p.solver, err = solve.New(board.New(e.Graph), board.Black, e.Rules, solve.Options{
		Table: solve.NewTable(proofMemory),
		Report: func(now solve.Progress) {
			if p.stop != nil && now.Nodes > p.enough { // by nodes, not by time: another machine proves the same
				p.stop()
			}
		},
	})
	return p, err
}

// provable says why the solver cannot prove anything on a board or under rules.
func provable(g *board.Graph, r game.Rules) error {
	_, err := solve.New(board.New(g), board.Black, r, solve.Options{Table: solve.NewTable(0)})
	return err
}

// question proves what every move after a line is worth; it is not known if that
// takes too many nodes. Where all are worth the same nothing is in Lost.
func (p *proof) question(ctx context.Context, line []board.Point) (q Question, known bool, err error) {
	ctx, p.stop = context.WithCancel(ctx)
	defer p.stop()
	p.enough = p.solver.Progress().Nodes + p.exam.Nodes
	q.Moves = line
	g := p.exam.game(&q, 0)
	side := 1
	if q.Next() == board.White {
		side = -1
	}
	moves := legal(g, q.Next())
	worth := make([]int, len(moves)) // for who is to move
	for i, move := range moves {
		margin, known, err := p.margin(ctx, g, append(slices.Clip(line), move), q.Next())
		if !known || err != nil {
			return Question{}, false, err
		}
		worth[i] = side * margin
	}
	most := slices.Max(worth)
	q.Margin, q.Lost = side*most, map[board.Point]int{}
	for i, move := range moves {
		if worth[i] == most {
			q.Best = append(q.Best, move)
		} else {
			q.Lost[move] = most - worth[i]
		}
	}
	return q, true, nil
}

// margin proves what a line comes to whose last move next makes in g.
func (p *proof) margin(ctx context.Context, g *game.Game, line []board.Point, next board.Color) (margin int, known bool, err error) {
	move := line[len(line)-1]
	g.Make(move, next)
	defer g.Undo()
	if g.Passes() >= 2 {
		return int(g.Score().Margin()), true, nil
	}
	b, err := p.solver.Solve(ctx, line...)
	return b.Low, b.Exact(), err
}
