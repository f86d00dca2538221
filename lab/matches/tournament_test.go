package matches

import (
	"bytes"
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"sync"
	"testing"
	"time"

	"rosette/engine"

	"rosette/game"
	"rosette/game/board"
	"rosette/internal/goldentest"
)

// A gambler plays random legal moves that fill no eye, and passes if there is none. It captures
// with probability eye.
type gambler struct {
	rng *rand.Rand
	eye float64
}

func (p gambler) Choose(_ context.Context, g *game.Game, c board.Color, _ engine.Time) (Choice, error) {
	var may []board.Point
	for _, at := range slices.Sorted(slices.Values(g.Board().Empties())) {
		if !g.Board().IsPlayoutMove(at, c) || g.Legal(at, c) != nil {
			continue
		}
		may = append(may, at)
		for _, q := range g.Graph().Near(at) {
			if last, ok := g.Board().Atari(q); ok && last == at && g.Board().At(q) == c.Opponent() && p.rng.Float64() < p.eye {
				return Choice{Move: at}, nil
			}
		}
	}
	if len(may) == 0 {
		return Choice{Move: board.Pass}, nil
	}
	return Choice{Move: may[p.rng.IntN(len(may))]}, nil
}

// gamble returns a player that uses a gambler.
func gamble(name string, eye float64) Player {
	return LocalPlayer{
		New: func(seed uint64) (Mover, error) {
			return gambler{rand.New(rand.NewPCG(seed, 0)), eye}, nil
		},
		Timer:  NewCPUTimer(func() (time.Duration, bool) { return 0, false }),
		Weight: 1,
	}.Player(name)
}

// match returns a tournament on a small board, and its games.
func match(t *testing.T, boardName string, players ...Player) (*Tournament, *[]Game) {
	t.Helper()
	graph, err := board.Named(boardName)
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("tromp-taylor")
	if err != nil {
		t.Fatal(err)
	}
	var games []Game
	return &Tournament{
		Graph: graph, Rules: rules, Players: players, Openings: RandomOpenings(graph, rules, 2, 1),
		Pairs: 5, MaxMoves: 4 * graph.Points(), Seed: 1,
		OnGame: func(g Game) error {
			games = append(games, g)
			return nil
		},
		Log: func(text string) { t.Log(text) },
	}, &games
}

// plain removes values that differ between runs, and sorts by number.
func plain(games []Game) []Game {
	games = slices.Clone(games)
	for i := range games {
		games[i].Spent.Black.Wall, games[i].Spent.White.Wall = 0, 0
	}
	slices.SortFunc(games, func(a, b Game) int { return a.Number - b.Number })
	return games
}

func TestAMatchPlaysEveryOpeningTwiceWithTheColoursSwapped(t *testing.T) {
	m, games := match(t, "rosette-2", gamble("keen", 1), gamble("calm", 0))
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	all := plain(*games)
	if len(all) != 10 {
		t.Fatalf("%d games, want 10", len(all))
	}
	for i := 0; i < len(all); i += 2 {
		a, b := all[i], all[i+1]
		if a.Opening != b.Opening || a.Opening == "" || a.Black != b.White || a.White != b.Black || a.Pair != i/2 {
			t.Errorf("games %d and %d: %+v, %+v", i, i+1, a, b)
		}
		if a.End != ByScore || a.Moves < 10 || a.Winner == "" || a.SGF == "" {
			t.Errorf("game %d: %+v", i, a)
		}
	}
}

func TestTheSameSeedPlaysTheSameGamesHoweverManyAtATime(t *testing.T) {
	var first []Game
	for _, parallel := range []int{1, 3} {
		m, games := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
		m.Parallel = parallel
		if err := m.Run(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		if first == nil {
			first = plain(*games)
		}
		if !slices.Equal(plain(*games), first) {
			t.Errorf("%d games at a time differ from one", parallel)
		}
	}
	m, games := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
	m.Seed = 2
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	if slices.Equal(plain(*games), first) {
		t.Error("another seed plays the same games")
	}
}

func TestAMatchThatIsInterruptedGoesOnAsIfItHadNotBeen(t *testing.T) {
	whole, want := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
	if err := whole.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var done []Game
	for after := 1; len(done) < len(*want); after += 2 { // number of games before each interruption
		ctx, stop := context.WithCancel(t.Context())
		m, games := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
		record := m.OnGame
		m.OnGame = func(g Game) error {
			if len(*games)+1 == after {
				stop()
			}
			return record(g)
		}
		err := m.Run(ctx, done)
		stop()
		done = append(done, *games...)
		if err == nil && len(done) < len(*want) {
			t.Fatalf("%d games, and nothing was interrupted", len(done))
		}
	}
	if !slices.Equal(plain(done), plain(*want)) {
		t.Error("the games differ from those of a match without interruption")
	}
}

func TestATestEndsAMatchWhenItIsDecided(t *testing.T) {
	test := &SPRT{0, 100, 0.05, 0.05}
	var alone Standing
	for _, parallel := range []int{1, 3} {
		m, games := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
		m.SPRT = test
		m.Pairs = 1000
		m.Parallel = parallel
		if err := m.Run(t.Context(), nil); err != nil {
			t.Fatal(err)
		}
		ledger := NewPairScore("keen", test)
		for _, g := range *games {
			ledger.Add(g)
		}
		s := ledger.Standing()
		s.Costs = [2]engine.Cost{}
		if parallel == 1 {
			alone = s
		}
		if s.Verdict == Undecided || s.Games < 4 || parallel == 1 && s.Games != len(*games) || fmt.Sprint(s) != fmt.Sprint(alone) {
			t.Errorf("%d at a time: %+v after %d games, one at a time %+v", parallel, s, len(*games), alone)
		}
		again, more := match(t, "square-5", gamble("keen", 1), gamble("calm", 0))
		again.SPRT, again.Pairs = test, 1000
		if err := again.Run(t.Context(), *games); err != nil || len(*more) > 0 {
			t.Errorf("a decided match plays %d games more, %v", len(*more), err)
		}
	}
}

func TestALadderPlaysEveryPairing(t *testing.T) {
	m, games := match(t, "rosette-1", gamble("a", 1), gamble("b", 0.5), gamble("c", 0))
	m.Pairs = 2
	if err := m.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	count := map[string]int{}
	for _, g := range *games {
		count[g.Black+g.White]++
	}
	for _, colours := range []string{"ab", "ba", "ac", "ca", "bc", "cb"} {
		if count[colours] != 2 {
			t.Errorf("%s played %d games, want 2", colours, count[colours])
		}
	}
}

func TestWhatAGameCostsIsAddedUp(t *testing.T) {
	var mu sync.Mutex
	now := time.Duration(0)
	m := NewCPUTimer(func() (time.Duration, bool) {
		mu.Lock()
		defer mu.Unlock()
		return now, true
	})
	now = time.Second
	a := m.Start(1)
	now = 3 * time.Second
	b := m.Start(3)
	now = 7 * time.Second
	if got := a.Stop(); got != 3*time.Second {
		t.Errorf("a used %v, want 2s alone and 1s of 4s", got)
	}
	now = 8 * time.Second
	if got := b.Stop(); got != 4*time.Second {
		t.Errorf("b used %v, want 3s of 4s and 1s alone", got)
	}
}

func TestAPlotIsDrawn(t *testing.T) {
	ratings := []Rating{
		{Player: "full", Elo: engine.Interval{Low: 90, At: 120, High: 150}}, {Player: "club", Elo: engine.Interval{Low: 0, At: 0, High: 0}}, {Player: "random", Elo: engine.Interval{Low: -480, At: -420, High: -370}},
	}
	var text bytes.Buffer
	if err := Plot(&text, "Rosette 5", ratings); err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/ladder.svg", text.String())
}
