package train

import (
	"context"
	"math/rand/v2"
	"sync"

	"rosette/engine"
	"rosette/game/board"
	"rosette/rng"
)

// A Play makes shards of self-play, batch by batch. What a batch holds follows
// from the seed and its number alone, however many threads there are.
type Play struct {
	Style
	Variety
	Mind    func(graph *board.Graph, seed uint64) engine.Evaluator
	Network string // its hash, for the header
	Seed    uint64
	Games   int // of a batch, all on one board
	Threads int
	Done    func() // hears of each game that is finished, if not nil; one at a time
}

// A Batch is some games on one board.
type Batch struct {
	Shard
	Played []*Played // in the order of their numbers
}

// Batch plays the batch of that number. A batch that ctx ends is dropped.
func (y *Play) Batch(ctx context.Context, number int) (*Batch, error) {
	ctx, stop := context.WithCancelCause(ctx)
	defer stop(nil)
	graph := draw(rand.New(rand.NewPCG(y.Seed, uint64(number))), y.Boards)
	batch := &Batch{Played: make([]*Played, y.Games)}
	batch.Graph, batch.About = graph, About{y.Network, y.Seed, number, y.Games}
	games := make(chan int, y.Games)
	for i := range y.Games {
		games <- i
	}
	close(games)
	var all sync.WaitGroup
	var mu sync.Mutex
	for range max(1, y.Threads) {
		all.Go(func() {
			for i := range games {
				played, err := y.game(ctx, graph, uint64(number)*uint64(y.Games)+uint64(i))
				if err != nil {
					stop(err)
					return
				}
				mu.Lock()
				batch.Played[i] = played
				if y.Done != nil {
					y.Done()
				}
				mu.Unlock()
			}
		})
	}
	all.Wait()
	if ctx.Err() != nil {
		return nil, context.Cause(ctx)
	}
	for _, p := range batch.Played {
		batch.Rows = append(batch.Rows, p.Rows...)
	}
	return batch, nil
}

// game plays the game of that number.
func (y *Play) game(ctx context.Context, graph *board.Graph, number uint64) (*Played, error) {
	luck := rand.New(rand.NewPCG(y.Seed^rng.Golden, number))
	mind := y.Mind(graph, luck.Uint64())
	g, next, err := y.open(luck, graph, mind)
	if err != nil {
		return nil, err
	}
	p := &player{Style: y.Style, mind: mind, luck: luck, game: g, next: next}
	return p.play(ctx)
}
