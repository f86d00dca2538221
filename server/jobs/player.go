package jobs

import (
	"context"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/task"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/play/clock"
	"rosette/server/computer"
)

// A Player is the computer as a player in a match. It builds a new engine for every move, so
// nothing stays in memory between moves. It implements [computer.Mover] and
// [computer.Describer].
type Player struct {
	Engine    configure.Config
	FixedSeed bool // every move uses Engine.Seed; otherwise each move has a random seed
}

// config returns the configuration for the next move.
func (p Player) config() configure.Config {
	if !p.FixedSeed {
		p.Engine.Seed = rand.Uint64()
	}
	return p.Engine
}

// Choose chooses a move within the limits that engine and clock set.
func (p Player) Choose(
	ctx context.Context, g *game.Game, color board.Color, left clock.Remaining,
) (computer.Choice, error) {
	player, err := p.config().Player()
	if err != nil {
		return computer.Choice{}, err
	}
	choice, err := player.Choose(ctx, g, color, timeLeft(left))
	return computer.Choice{Point: choice.Move, Resign: choice.Resign}, err
}

// Price returns the komi for an even game. It takes about as long as two moves.
func (p Player) Price(ctx context.Context, g *game.Game) (float64, error) {
	player, err := p.config().Player()
	if err != nil {
		return 0, err
	}
	return player.EvenKomi(ctx, g)
}

// Judge proposes the dead stones.
func (p Player) Judge(ctx context.Context, g *game.Game) (computer.DeadStones, error) {
	proposal, err := p.config().Judge().Propose(ctx, g)
	pending := life.NamedPending(g.Graph(), proposal.Pending)
	return computer.DeadStones{Dead: proposal.Dead, Unsure: proposal.Unsure, Pending: pending}, err
}

// timeLeft converts the time on a clock for the engine.
func timeLeft(left clock.Remaining) engine.Time {
	if !left.Control.Timed() {
		return engine.Time{}
	}
	return engine.Time{
		Clocked:   true,
		Main:      left.Main,
		Increment: left.Control.Increment,
		Period:    left.Period,
		Stones:    max(1, left.Stones),
	}
}

// thought describes a question to the player as a task. result converts the answer.
func thought[T any](
	p Player, kind task.Kind, g *game.Game, next board.Color, left engine.Time, result func(task.Answer) T,
) (t computer.Thought[T]) {
	request, err := task.New(kind, p.config(), g, next)
	if err != nil {
		return t // only this process can do it
	}
	request.Clock = left
	t.Task = request.Bytes()
	t.Read = func(text []byte) (found T, err error) {
		a, err := request.Read(text)
		if err == nil {
			found = result(a)
		}
		return found, err
	}
	return t
}

// DescribeChoice implements [computer.Describer].
func (p Player) DescribeChoice(
	g *game.Game, color board.Color, left clock.Remaining,
) computer.Thought[computer.Choice] {
	return thought(p, task.Move, g, color, timeLeft(left), func(a task.Answer) computer.Choice {
		return computer.Choice{Point: a.Choice.Point, Resign: a.Choice.Resign}
	})
}

// DescribePrice implements [computer.Describer].
func (p Player) DescribePrice(g *game.Game) computer.Thought[float64] {
	return thought(p, task.Komi, g, board.Empty, engine.Time{}, func(a task.Answer) float64 { return *a.Komi })
}

// DescribeJudgement implements [computer.Describer].
func (p Player) DescribeJudgement(g *game.Game) computer.Thought[computer.DeadStones] {
	return thought(p, task.Judge, g, board.Empty, engine.Time{}, func(a task.Answer) computer.DeadStones {
		return computer.DeadStones{Dead: a.Stones.Dead, Unsure: a.Stones.Unsure, Pending: a.Stones.Pending}
	})
}
