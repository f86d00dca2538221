package train

import (
	"bytes"
	"context"
	"math"
	"math/rand/v2"
	"testing"

	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

func named(t testing.TB, name string) *board.Graph {
	t.Helper()
	g, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// only returns the board with weight 1.
func only(graph *board.Graph) []Weighted[*board.Graph] {
	return []Weighted[*board.Graph]{{Value: graph, Weight: 1}}
}

// small returns self-play on base 2 by an untrained network.
func small(t testing.TB) *SelfPlay {
	t.Helper()
	graph := named(t, "rosette-2")
	net, err := neural.Random(graph.Lattice(), 2, 16, 3)
	if err != nil {
		t.Fatal(err)
	}
	return &SelfPlay{
		VisitSchedule: VisitSchedule{Full: 24, Fast: 8, FullShare: 0.5, RootMoves: 8},
		Sampling:      Sampling{Boards: only(graph), Rules: []Weighted[game.Rules]{{Value: game.DefaultRules(graph), Weight: 1}}},
		Evaluators:    EvaluatorsOf(net), Seed: 5, Games: 6, Threads: 2,
	}
}

func batch(t *testing.T, y *SelfPlay, number int) *Batch {
	t.Helper()
	b, err := y.Batch(context.Background(), number)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

func TestABatchDependsOnItsSeedAndNumberAlone(t *testing.T) {
	file := func(threads, number int) []byte {
		y := small(t)
		y.Threads = threads
		b := batch(t, y, number)
		text, err := b.Bytes()
		if err != nil {
			t.Fatal(err)
		}
		return text
	}
	if !bytes.Equal(file(1, 3), file(2, 3)) {
		t.Error("two threads play other games than one")
	}
	if bytes.Equal(file(2, 3), file(2, 4)) {
		t.Error("two batches are the same")
	}
}

func TestASampleDescribesItsGameFromTheSideOfThePlayerToMove(t *testing.T) {
	for _, by := range []string{"a network", Playouts} {
		y := small(t)
		if by == Playouts {
			y.Evaluators = EvaluatorsOf(nil)
		}
		b := batch(t, y, 0)
		if len(b.Samples) < 20 {
			t.Fatalf("%s: %d samples of %d games", by, len(b.Samples), y.Games)
		}
		for _, p := range b.Games {
			for _, r := range p.Samples {
				checkSample(t, p, r)
			}
		}
	}
}

func checkSample(t *testing.T, p *PlayedGame, r Sample) {
	t.Helper()
	sum, margin := float32(0), p.Score.Margin()
	for _, chance := range r.Policy {
		sum += chance
	}
	if math.Abs(float64(sum)-1) > 1e-3 {
		t.Errorf("a policy sums to %v", sum)
	}
	own := 0
	for _, side := range r.Ownership {
		own += int(side)
	}
	if r.next == board.White {
		margin = -margin
	}
	if int(r.Outcome) != int(math.Copysign(1, margin)) && margin != 0 || margin == 0 && r.Outcome != 0 {
		t.Errorf("outcome %d of a margin of %v", r.Outcome, margin)
	}
	if int(r.Margin) != own { // area counting: the board is the owned points
		t.Errorf("margin %d, but %d points owned", r.Margin, own)
	}
	for q, immortal := range r.Immortal {
		if immortal != 0 && immortal != r.Ownership[q] {
			t.Errorf("point %d has an immortal chain of %d and is owned by %d", q, immortal, r.Ownership[q])
		}
	}
}

func TestGamesBeginDifferentlyAndNearlyEven(t *testing.T) {
	y := small(t)
	komi := map[float64]bool{}
	plies := map[int]bool{}
	handicaps := 0
	for n := range 20 {
		for _, p := range batch(t, y, n).Games {
			komi[p.Game.Rules().Komi] = true
			plies[p.Game.Ply()] = true
			handicaps += min(1, p.Game.Handicap())
		}
	}
	if len(komi) < 5 || len(plies) < 5 || handicaps == 0 || handicaps > 30 {
		t.Errorf("%d komi, %d lengths, %d of 120 games with a handicap", len(komi), len(plies), handicaps)
	}
}

func TestABatchThatIsCancelledIsDropped(t *testing.T) {
	ctx, stop := context.WithCancel(context.Background())
	y := small(t)
	y.OnGame = stop
	if b, err := y.Batch(ctx, 0); err == nil || b != nil {
		t.Errorf("batch %v, error %v", b, err)
	}
}

func TestOpeningsFitTheSmallestBoards(t *testing.T) {
	for _, name := range []string{"rosette-1", "rosette-2", "square-1", "square-3"} {
		graph := named(t, name)
		v := Sampling{Boards: only(graph), Rules: Rulesets(game.DefaultRules(graph))}
		rng, evaluator := rand.New(rand.NewPCG(3, 0)), playout.New(3)
		for range 300 {
			if _, _, err := v.open(rng, graph, evaluator); err != nil {
				t.Fatalf("%s: %v", name, err)
			}
		}
	}
}

func TestWeightsAreOneOnAverageAndNeverBelowHalf(t *testing.T) {
	for _, surprise := range [][]float64{{0.3, 0.1, 0}, {0, 0, 0}, {-2e-7, 1e-7, 3e-7}, {-1e-6}, {2}} {
		p := &selfPlayGame{surprise: surprise, samples: make([]Sample, len(surprise))}
		p.setWeights()
		sum := float32(0)
		for _, r := range p.samples {
			if sum += r.Weight; !(r.Weight >= 0.5) {
				t.Errorf("%v: a weight of %v", surprise, r.Weight)
			}
		}
		if mean := sum / float32(len(p.samples)); mean < 0.999 || mean > 1.001 {
			t.Errorf("%v: the mean weight is %v", surprise, mean)
		}
	}
}
