package train

import (
	"context"
	"math/rand/v2"
	"sync"

	"golang.org/x/sync/errgroup"

	"rosette/game/board"
	"rosette/internal/rng"
)

// A SelfPlay plays batches of games between an evaluator and itself. The seed and the batch number
// determine a batch, whatever the number of threads.
type SelfPlay struct {
	VisitSchedule
	Sampling
	Evaluators Evaluators
	Agreed     float64 // share of games that end as soon as the judge of dead stones is sure
	Seed       uint64
	Games      int    // per batch, all on one board
	Threads    int    // concurrent games, 1 if zero
	OnGame     func() // called after each finished game, without overlap; may be nil

	Distributor Distributor           // distributes games to other processes; nil plays all here
	pause       func(context.Context) // called before each move; may be nil
}

// A Batch contains games on one board and their samples.
type Batch struct {
	Shard
	Games []*PlayedGame // ordered by number
}

// Batch plays a batch. When ctx ends, it drops the games and returns the cause.
func (y *SelfPlay) Batch(ctx context.Context, number int) (*Batch, error) {
	graph := draw(rand.New(rand.NewPCG(y.Seed, uint64(number))), y.Boards)
	batch := &Batch{Games: make([]*PlayedGame, y.Games)}
	batch.Graph, batch.Meta = graph, Meta{y.Evaluators.Network(), y.Seed, number, y.Games}
	var mu sync.Mutex
	group, games := errgroup.WithContext(ctx)
	group.SetLimit(max(1, y.Threads))
	for i := range y.Games {
		group.Go(func() error {
			if games.Err() != nil {
				return context.Cause(games)
			}
			played, err := y.distribute(games, graph, uint64(number)*uint64(y.Games)+uint64(i))
			if err != nil {
				return err
			}
			mu.Lock()
			defer mu.Unlock()
			batch.Games[i] = played
			if y.OnGame != nil {
				y.OnGame()
			}
			return nil
		})
	}
	err := group.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	if err != nil {
		return nil, err
	}
	for _, p := range batch.Games {
		batch.Samples = append(batch.Samples, p.Samples...)
	}
	return batch, nil
}

// distribute plays the game with that number here or elsewhere.
func (y *SelfPlay) distribute(ctx context.Context, graph *board.Graph, number uint64) (played *PlayedGame, err error) {
	if y.Distributor == nil {
		return y.game(ctx, graph, number)
	}
	order := y.order(graph, number)
	read := func(answer []byte) (func(), error) {
		p, err := order.Read(answer)
		return func() { played = p }, err
	}
	err = y.Distributor.Do(ctx, order.Bytes(), read, func(ctx context.Context) (err error) {
		played, err = y.game(ctx, graph, number)
		return err
	})
	return played, err
}

// game plays the game with that number.
func (y *SelfPlay) game(ctx context.Context, graph *board.Graph, number uint64) (*PlayedGame, error) {
	random := rand.New(rand.NewPCG(y.Seed^rng.Golden, number))
	evaluator := y.Evaluators.New(random.Uint64())
	g, next, err := y.open(random, graph, evaluator)
	if err != nil {
		return nil, err
	}
	p := &selfPlayGame{
		VisitSchedule: y.VisitSchedule, evaluator: evaluator, rng: random, game: g, next: next, pause: y.pause,
	}
	if y.Agreed > 0 && random.Float64() < y.Agreed {
		p.startAgreement(y.Evaluators.Judge())
	}
	return p.play(ctx)
}
