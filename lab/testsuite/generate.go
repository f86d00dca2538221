package testsuite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/solve/retrograde"
)

// A Generator generates suites from games between evaluators with some random moves. The suite
// depends on all fields but Threads and Progress.
type Generator struct {
	Graph        *board.Graph
	Rules        game.Rules // komi is replaced by 0, the ending by all stones alive
	Seed         uint64
	Positions    int    // target
	Games        int    // limit
	Nodes        uint64 // solver's limit for a position and all its moves together
	Threads      int
	NewEvaluator func(seed uint64) engine.Evaluator // for both players
	Progress     func(positions, games int)         // called after each game, if not nil

	// Labels, if not nil, holds the options of a solver that labels every position on the board.
	// The positions are then set up, without earlier moves, and Nodes is ignored.
	Labels *retrograde.Options
}

// Parameters for the games. Positions from one game resemble each other, so each game gives only a
// few.
const (
	gameVisits       = 32 // for a searched move
	maxMovesPerPoint = 3
	maxPerGame       = 3
)

// Check returns nil, or an error in one line if the solver does not support the board or the rules.
func (m *Generator) Check() error {
	if m.Labels != nil {
		return retrograde.Check(m.Graph, m.Rules)
	}
	return provable(m.Graph, m.Rules)
}

// Generate plays games and solves positions from them until there are enough. It returns fewer
// positions than wanted if Games games do not give more. It returns an error without any position,
// or if ctx ends first.
func (m *Generator) Generate(ctx context.Context) (*Suite, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	rules := m.Rules
	rules.Ending, rules.Komi = game.EndingAllAlive, 0
	s := &Suite{Graph: m.Graph, Rules: rules, Seed: m.Seed, Nodes: m.Nodes}
	generate := m.bySearch
	if m.Labels != nil {
		s.Nodes, generate = 0, m.byLabels
	}
	err := generate(ctx, s)
	switch {
	case err != nil:
		return nil, err
	case len(s.Positions) == m.Positions:
		return s, nil
	case ctx.Err() != nil:
		return nil, fmt.Errorf("the test suite is incomplete; nothing was written: %w", context.Cause(ctx))
	case len(s.Positions) == 0:
		return nil, fmt.Errorf("no position in %d games; try more games, more nodes or a smaller board", s.Games)
	}
	return s, nil
}

// bySearch adds positions solved by search, with the moves that led to them.
func (m *Generator) bySearch(ctx context.Context, s *Suite) error {
	cancelable, stop := context.WithCancel(ctx)
	defer stop()
	workers, working := errgroup.WithContext(cancelable)
	m.collect(ctx, s, m.startGames(working, workers, s))
	stop()
	return workers.Wait()
}

// startGames starts workers that play and solve games, at most Threads ahead of the receiver.
// Results arrive in the order of the games. The channel is closed after the last game and when ctx
// ends.
func (m *Generator) startGames(ctx context.Context, workers *errgroup.Group, s *Suite) <-chan chan []Position {
	games := make(chan chan []Position, max(1, m.Threads)-1)
	workers.Go(func() error {
		defer close(games)
		for number := range m.Games {
			positions := make(chan []Position, 1)
			select {
			case games <- positions:
			case <-ctx.Done():
				return nil
			}
			workers.Go(func() error {
				found, err := m.fromGame(ctx, s, uint64(number))
				positions <- found
				return err
			})
		}
		return nil
	})
	return games
}

// collect adds positions to a suite until it is full. It skips symmetric positions.
func (m *Generator) collect(ctx context.Context, s *Suite, games <-chan chan []Position) {
	present := map[canonicalPosition]bool{}
	for positions := range games {
		found := <-positions
		if ctx.Err() != nil {
			return
		}
		s.Games++
		for _, q := range found {
			c := canonicalize(s.game(&q, 0), q.Next())
			if !present[c] && len(s.Positions) < m.Positions {
				present[c] = true
				s.Positions = append(s.Positions, q)
			}
		}
		if m.Progress != nil {
			m.Progress(len(s.Positions), s.Games)
		}
		if len(s.Positions) == m.Positions {
			return
		}
	}
}

// fromGame plays a game and returns some of its positions: the earliest that could be solved, and
// others chosen at random. It solves backwards from the end and stops after two consecutive
// failures.
func (m *Generator) fromGame(ctx context.Context, s *Suite, number uint64) ([]Position, error) {
	rng := rand.New(rand.NewPCG(s.Seed, number))
	moves := m.playGame(ctx, s, rng)
	p, err := newProver(s)
	if err != nil {
		return nil, err
	}
	var all []Position
	failed := 0
	for n := len(moves) - 1; n >= 0 && failed < 2 && ctx.Err() == nil; n-- {
		q, known, err := p.position(ctx, moves[:n])
		if err != nil {
			return nil, err
		}
		failed++
		if known {
			failed = 0
		}
		if q.discriminates() {
			all = append(all, q)
		}
	}
	slices.Reverse(all)
	if len(all) > maxPerGame {
		rng.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
		all = all[:maxPerGame]
	}
	return all, nil
}

// playGame plays a game to two passes and returns its moves. A share of the moves, different for
// each game, is searched. The others are random moves that fill no eye.
func (m *Generator) playGame(ctx context.Context, s *Suite, rng *rand.Rand) (moves []board.Point) {
	evaluator, searched := m.NewEvaluator(rng.Uint64()), rng.Float64()
	g, next := game.New(s.Graph, s.Rules), board.Black
	for g.Passes() < 2 && g.Ply() < maxMovesPerPoint*s.Graph.Points() && ctx.Err() == nil {
		move := board.Pass
		if rng.Float64() < searched {
			r := search.Run(ctx, g, next, []engine.Evaluator{evaluator}, engine.SearchParams{Visits: gameVisits})
			if len(r.Candidates) > 0 {
				move = r.Candidates[0].Move
			}
		} else if all := slices.DeleteFunc(legal(g, next), func(p board.Point) bool {
			return p == board.Pass || g.Board().IsEye(p, next)
		}); len(all) > 0 {
			move = all[rng.IntN(len(all))]
		}
		g.Make(move, next)
		next = next.Opponent()
		moves = append(moves, move)
	}
	return moves
}
