package puzzle

import (
	"context"
	"math/rand/v2"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A Generator generates puzzles from games of the computer against itself. The
// puzzles depend on all fields but Progress.
type Generator struct {
	Graph           *board.Graph
	Rules           game.Rules
	Seed            uint64
	Puzzles         int // wanted
	Games           int // to play at most
	EscapeLiberties int // see [solve.CaptureProblem]
	Nodes           int // limit of the solver for each move
	NewEvaluator    func(seed uint64) engine.Evaluator
	Progress        func(games, puzzles int) // called after each game, if not nil
}

// Properties of the games.
const (
	gameVisits       = 30 // of each move
	maxMovesPerPoint = 3
)

// Check returns an error if puzzles on the board cannot be written as SGF.
func (gen *Generator) Check() error {
	_, err := sgf.NewCoordinates(gen.Graph)
	return err
}

// Generate plays games and returns the puzzles in them until there are enough. It
// returns fewer if Games games have no more, and an error if ctx ends before.
func (gen *Generator) Generate(ctx context.Context) ([]Puzzle, error) {
	if err := gen.Check(); err != nil {
		return nil, err
	}
	rng := rand.New(rand.NewPCG(gen.Seed, 1975))
	var all []Puzzle
	for number := 1; len(all) < gen.Puzzles && number <= gen.Games; number++ {
		found, err := gen.fromGame(ctx, rng.Uint64(), gen.Puzzles-len(all))
		if err != nil {
			return nil, err
		}
		all = append(all, found...)
		if gen.Progress != nil {
			gen.Progress(number, len(all))
		}
	}
	return all, nil
}

// fromGame plays a game and returns at most limit puzzles of it, one a position.
func (gen *Generator) fromGame(ctx context.Context, seed uint64, limit int) ([]Puzzle, error) {
	computer, err := player.New(player.Options{
		Level: "full", Visits: gameVisits, Threads: 1, Seed: seed, NeverResign: true, NewEvaluator: gen.NewEvaluator,
	})
	if err != nil {
		return nil, err
	}
	g, next := game.New(gen.Graph, gen.Rules), board.Black
	var found []Puzzle
	tried := map[triedProblem]bool{}
	for g.Passes() < 2 && g.Ply() < maxMovesPerPoint*gen.Graph.Points() && len(found) < limit {
		p, ok, err := gen.inPosition(ctx, g, next, tried)
		if err != nil {
			return nil, err
		}
		if ok {
			found = append(found, Grade(ctx, p, func() engine.Evaluator { return gen.NewEvaluator(seed) }))
		}
		choice, err := computer.Choose(ctx, g, next, engine.Time{})
		if err != nil {
			return nil, err
		}
		g.Make(choice.Move, next)
		next = next.Opponent()
	}
	return found, ctx.Err()
}

// triedProblem identifies a problem of a game, so that each is solved once.
type triedProblem struct {
	position board.Hash
	chain    board.Point
}

// inPosition returns the first puzzle of a position. It skips positions with a ko,
// which a record of the position alone would lose.
func (gen *Generator) inPosition(
	ctx context.Context, g *game.Game, next board.Color, tried map[triedProblem]bool,
) (solve.Puzzle, bool, error) {
	if g.Board().Ko() != board.Pass {
		return solve.Puzzle{}, false, nil
	}
	for _, q := range gen.problems(g, next) {
		id := triedProblem{g.Board().Hash(), q.Chain}
		if tried[id] {
			continue
		}
		tried[id] = true
		p, ok, err := solve.FindPuzzle(ctx, q)
		if ok || err != nil {
			return p, ok, err
		}
	}
	return solve.Puzzle{}, false, nil
}

// problems returns a problem for each mortal chain of two stones or more that could
// be captured soon: it has two liberties, or one and the move.
func (gen *Generator) problems(g *game.Game, next board.Color) (all []solve.CaptureProblem) {
	b := g.Board()
	for p := range board.Point(gen.Graph.Points()) {
		if b.At(p) == board.Empty || b.Root(p) != p || b.Immortal(p) || b.Size(p) < 2 {
			continue
		}
		if n := len(b.Liberties(p)); n > 2 || n == 1 && b.At(p) != next {
			continue
		}
		all = append(all, solve.CaptureProblem{
			Board: b.Clone(), Chain: p, First: next, Rules: g.Rules(),
			EscapeLiberties: gen.EscapeLiberties, Nodes: gen.Nodes,
		})
	}
	return all
}
