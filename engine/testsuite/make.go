package testsuite

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"

	"rosette/engine"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// A Maker makes an exam of positions from games. What it makes follows from these
// fields alone, but for Threads.
type Maker struct {
	Graph     *board.Graph
	Rules     game.Rules // komi does not matter, and every stone is alive at the end
	Seed      uint64
	Questions int    // so many are enough
	Games     int    // and so many games are played at most
	Nodes     uint64 // for the solver, for each position and all its moves together
	Threads   int
	Mind      func(seed uint64) engine.Evaluator // of those who play
	Told      func(questions, games int)         // hears how many there are, if not nil
}

// How the games go, and how many questions one may give: neighbours in a game ask
// much the same.
const (
	visits   = 32 // of a move that is thought about
	longest  = 3  // moves for each point
	fromGame = 3
)

// Check says in one line why the solver cannot prove anything on that board or
// under those rules, or nil.
func (m *Maker) Check() error {
	return provable(m.Graph, m.Rules)
}

// Make plays and proves until there are enough questions.
func (m *Maker) Make(ctx context.Context) (*Exam, error) {
	if err := m.Check(); err != nil {
		return nil, err
	}
	rules := m.Rules
	rules.Ending, rules.Komi = game.EndingAllAlive, 0
	e := &Exam{Graph: m.Graph, Rules: rules, Seed: m.Seed, Nodes: m.Nodes}
	ctx, stop := context.WithCancel(ctx)
	defer stop()
	asked := map[face]bool{}
	for found := range m.each(ctx, e) {
		if ctx.Err() != nil {
			break
		}
		if found.err != nil {
			return nil, found.err
		}
		e.Games++
		for _, q := range found.questions {
			f := faceOf(e.game(&q, 0), q.Next())
			if !asked[f] && len(e.Questions) < m.Questions {
				asked[f] = true
				e.Questions = append(e.Questions, q)
			}
		}
		if m.Told != nil {
			m.Told(len(e.Questions), e.Games)
		}
		if len(e.Questions) == m.Questions {
			return e, nil
		}
	}
	switch {
	case ctx.Err() != nil:
		return nil, fmt.Errorf("the examination was not finished, so there is none: %w", context.Cause(ctx))
	case len(e.Questions) == 0:
		return nil, fmt.Errorf("no question in %d games; try more games, more nodes or a smaller board", e.Games)
	}
	return e, nil
}

// A harvest is the questions of one game.
type harvest struct {
	questions []Question
	err       error
}

// each yields what the games give, in the order of their numbers, and works on
// some of those ahead meanwhile.
func (m *Maker) each(ctx context.Context, e *Exam) func(yield func(harvest) bool) {
	return func(yield func(harvest) bool) {
		ctx, stop := context.WithCancel(ctx)
		var hands sync.WaitGroup
		defer hands.Wait()
		defer stop()
		ahead := make(chan chan harvest, max(1, m.Threads)-1)
		hands.Go(func() {
			defer close(ahead)
			for number := range m.Games {
				one := make(chan harvest, 1)
				select {
				case ahead <- one:
				case <-ctx.Done():
					return
				}
				hands.Go(func() { one <- m.harvest(ctx, e, uint64(number)) })
			}
		})
		for one := range ahead {
			if found := <-one; !yield(found) {
				return
			}
		}
	}
}

// harvest plays the game of that number and returns some of its questions: the
// first that could be proven, and others at random.
func (m *Maker) harvest(ctx context.Context, e *Exam, number uint64) harvest {
	luck := rand.New(rand.NewPCG(e.Seed, number))
	moves := m.play(ctx, e, luck)
	proof, err := newProof(e)
	if err != nil {
		return harvest{err: err}
	}
	var all []Question
	failed := 0
	for n := len(moves) - 1; n >= 0 && failed < 2 && ctx.Err() == nil; n-- {
		q, known, err := proof.question(ctx, moves[:n])
		if err != nil {
			return harvest{err: err}
		}
		failed++
		if known {
			failed = 0
		}
		if q.asks() {
			all = append(all, q)
		}
	}
	slices.Reverse(all)
	if len(all) > fromGame {
		luck.Shuffle(len(all)-1, func(i, j int) { all[i+1], all[j+1] = all[j+1], all[i+1] })
		all = all[:fromGame]
	}
	return harvest{questions: all}
}

// play plays a game to two passes and returns its moves. In each game another
// share of them is thought about; the rest are any that fill no eye.
func (m *Maker) play(ctx context.Context, e *Exam, luck *rand.Rand) (moves []board.Point) {
	mind, thought := m.Mind(luck.Uint64()), luck.Float64()
	g, next := game.New(e.Graph, e.Rules), board.Black
	for g.Passes() < 2 && g.Ply() < longest*e.Graph.Points() && ctx.Err() == nil {
		move := board.Pass
		if luck.Float64() < thought {
			if r := search.Run(ctx, g, next, []engine.Evaluator{mind}, engine.SearchParams{Visits: visits}); len(r.Candidates) > 0 {
				move = r.Candidates[0].Move
			}
		} else if all := slices.DeleteFunc(legal(g, next), func(p board.Point) bool {
			return p == board.Pass || g.Board().IsEye(p, next)
		}); len(all) > 0 {
			move = all[luck.IntN(len(all))]
		}
		g.Make(move, next)
		next = next.Opponent()
		moves = append(moves, move)
	}
	return moves
}
