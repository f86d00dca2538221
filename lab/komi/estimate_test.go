package komi

import (
	"bytes"
	"context"
	"io"
	"math"
	"math/rand/v2"
	"slices"
	"strings"
	"sync/atomic"
	"testing"
	"time"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/internal/goldentest"
	"rosette/lab/matches"
)

// gameAt returns a game at a komi that ended with that margin.
func gameAt(number int, komi, margin float64) matches.Game {
	g := matches.Game{Number: number, Black: "b", White: "w", End: matches.ByScore, Trial: &matches.KomiTrial{Komi: komi, Margin: &margin}}
	switch {
	case margin > komi:
		g.Winner = "b"
	case margin < komi:
		g.Winner = "w"
	}
	return g
}

// world plays a series like the real one, with a model in place of games: margins are even numbers
// spread around the truth, and Black gets half of the points at fair komi.
func world(rng *rand.Rand, fair, spread float64, grid []float64, games int) []matches.Game {
	s := &Series{Grid: grid, Games: games}
	for from := 0; from < games; {
		round := s.round(from)
		for i, komi := range round[:min(len(round), games-from)] {
			odds := math.Log(1/rng.Float64() - 1)
			s.played = append(s.played, gameAt(from+i, komi, 2*math.Round((fair+spread*odds)/2)))
		}
		from += len(round)
	}
	return s.played
}

func grid(from, to, step float64) (all []float64) {
	for k := from; k <= to; k += step {
		all = append(all, k)
	}
	return all
}

func TestTheIntervalHoldsTheTruthAsOftenAsItSays(t *testing.T) {
	for _, c := range []struct {
		name                         string
		fair, spread, from, to, step float64
		games                        int
	}{
		{"whole komi", 6.3, 3, -3, 15, 1, 80},
		{"komi between margins", 5, 2, 0.5, 12.5, 2, 60},
		{"fair komi at a margin, far from the middle of the grid", 10, 4, 0, 14, 1, 100},
	} {
		held := 0
		sum := 0.0
		times := 300
		for seed := range uint64(times) {
			games := world(rand.New(rand.NewPCG(seed, 7)), c.fair, c.spread, grid(c.from, c.to, c.step), c.games)
			f, err := bootstrap(games, seed, 200)
			if err != nil {
				t.Fatalf("%s, seed %d: %v", c.name, seed, err)
			}
			sum += f.Curve.Even
			if f.Komi.Low <= c.fair && c.fair <= f.Komi.High {
				held++
			}
		}
		share, mean := float64(held)/float64(times), sum/float64(times)
		t.Logf("%s: %.3f of the intervals hold %v, the mean is %.2f", c.name, share, c.fair, mean)
		if share < 0.91 || share > 0.99 || math.Abs(mean-c.fair) > 0.25 {
			t.Errorf("%s: %v of the intervals hold the truth, %v; the mean is %v", c.name, share, c.fair, mean)
		}
	}
}

func TestManyGamesFindFairKomiAndHowSteepItIs(t *testing.T) {
	f, err := EstimateKomi(world(rand.New(rand.NewPCG(1, 1)), 5.5, 4, grid(-5, 15, 1), 2500), 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v", f)
	if math.Abs(f.Curve.Even-5.5) > 0.4 || math.Abs(f.Curve.Slope+0.25) > 0.035 || f.Step != (Step{2, 0}) {
		t.Errorf("%+v; the truth is 5.5, and −1/4 a point", f)
	}
	again, err := EstimateKomi(world(rand.New(rand.NewPCG(1, 1)), 5.5, 4, grid(-5, 15, 1), 2500), 1)
	if err != nil || again != f {
		t.Errorf("the same seed gives %+v, %v", again, err)
	}
}

func TestAllKomiOnOneStepAreOne(t *testing.T) {
	even := Step{2, 0}
	odd := Step{2, 1}
	each := Step{1, 0}
	for _, c := range []struct {
		step       Step
		komi, want float64
	}{
		{even, 4, 4},
		{even, 4.5, 5},
		{even, 5, 5},
		{even, 5.5, 5},
		{even, 6, 6},
		{even, -0.5, -1},
		{even, 0, 0},
		{odd, 4.5, 4},
		{odd, 5, 5},
		{odd, 5.5, 6},
		{odd, -0.5, 0},
		{each, 4, 4},
		{each, 4.5, 4.5},
		{each, -0.5, -0.5},
	} {
		if got := c.step.Centre(c.komi); got != c.want {
			t.Errorf("komi %v on steps of %v from %v is at %v, want %v", c.komi, c.step.Width, c.step.First, got, c.want)
		}
	}
	f := Estimate{Curve: engine.KomiCurve{Even: 5.3, Slope: -0.3}, Step: even}
	if whole, half := f.MostEven(false), f.MostEven(true); !slices.Equal(whole, []float64{5}) || !slices.Equal(half, []float64{4.5, 5.5}) {
		t.Errorf("whole %v, half %v", whole, half)
	}
	f.Curve.Even = 5.8
	if whole, half := f.MostEven(false), f.MostEven(true); !slices.Equal(whole, []float64{6}) || !slices.Equal(half, []float64{4.5, 5.5}) {
		t.Errorf("whole %v, half %v", whole, half)
	}
}

func TestGamesThatDoNotTellSayWhatWould(t *testing.T) {
	several := func(margin ...float64) (all []matches.Game) {
		for i, m := range margin {
			all = append(all, gameAt(i, float64(i), m))
		}
		return all
	}
	for _, c := range []struct {
		games []matches.Game
		want  string
	}{
		{nil, "the same komi so far"},
		{[]matches.Game{gameAt(0, 4.5, 6), gameAt(1, 5, 2)}, "the same komi so far"},
		{several(50, 50, 50, 50), "Black won every game, so it is above 3; use a higher --to"},
		{several(-9, -9, -9, -9), "White won every game, so it is below 0; use a lower --from"},
		{several(9, -9, 9, -9), "too few games for an estimate"},
		{several(-9, -9, 20, 20), "does not win less at higher komi"},
	} {
		if f, err := EstimateKomi(c.games, 1); err == nil || !strings.Contains(err.Error(), c.want) {
			t.Errorf("%+v, %v; want %s", f, err, c.want)
		}
	}
	f, err := EstimateKomi(several(9, 9, 9, 9, -9, -9, -9, -9), 1)
	if err != nil || math.Abs(f.Curve.Even-3.5) > 1e-6 || !(f.Curve.Slope < 0) || math.IsInf(f.Curve.Slope, 0) {
		t.Errorf("games that part at 3.5 give %+v, %v", f, err)
	}
}

// The Wilson interval for 8 in 10 comes from tables; a draw is half a win.
func TestRowsAreAddedUpByKomi(t *testing.T) {
	var games []matches.Game
	for i := range 10 {
		games = append(games, gameAt(i, 5, float64(5+3-2*(i/8*4))))
	}
	games = append(games, gameAt(10, 4, 4), gameAt(11, 4, 6))
	rows := Rows(games)
	if len(rows) != 2 || rows[0].Komi != 4 || rows[0].Draws != 1 || rows[0].Share.At != 0.75 {
		t.Fatalf("%+v", rows)
	}
	r := rows[1]
	if r.Wins != 8 || r.Losses != 2 || math.Abs(r.Share.Low-0.4902) > 5e-5 || math.Abs(r.Share.High-0.9433) > 5e-5 {
		t.Errorf("%+v", r)
	}
	if m := MarginsOf(games); m.Games != 12 || m.Median != 8 || m.Mean != 74.0/12 || m.Even != 12 || m.Odd != 0 {
		t.Errorf("%+v", m)
	}
}

// A captureMover captures when it can and plays at random otherwise.
type captureMover struct{ rng *rand.Rand }

func (m captureMover) Choose(_ context.Context, g *game.Game, c board.Color, _ engine.Time) (matches.Choice, error) {
	var legal []board.Point
	for _, p := range slices.Sorted(slices.Values(g.Board().Empties())) {
		if !g.Board().IsPlayoutMove(p, c) || g.Legal(p, c) != nil {
			continue
		}
		legal = append(legal, p)
		for _, q := range g.Graph().Near(p) {
			if last, ok := g.Board().Atari(q); ok && last == p && g.Board().At(q) == c.Opponent() {
				return matches.Choice{Move: p}, nil
			}
		}
	}
	if len(legal) == 0 {
		return matches.Choice{Move: board.Pass}, nil
	}
	return matches.Choice{Move: legal[m.rng.IntN(len(legal))]}, nil
}

func capturer(name string) matches.Player {
	return matches.LocalPlayer{
		New: func(seed uint64) (matches.Mover, error) {
			return captureMover{rand.New(rand.NewPCG(seed, 0))}, nil
		},
		Timer:  matches.NewCPUTimer(func() (time.Duration, bool) { return 0, false }),
		Weight: 1,
	}.Player(name)
}

// plain returns the games in order, without the time they took.
func plain(games []matches.Game) []matches.Game {
	games = slices.Clone(games)
	for i := range games {
		games[i].Spent.Black.Wall, games[i].Spent.White.Wall = 0, 0
	}
	slices.SortFunc(games, func(a, b matches.Game) int { return a.Number - b.Number })
	return games
}

// series returns a series on a small board.
func series(t *testing.T, games int) (*Series, *[]matches.Game) {
	t.Helper()
	graph, err := board.Named("rosette-2")
	if err != nil {
		t.Fatal(err)
	}
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	var played []matches.Game
	return &Series{
		Graph: graph, Rules: ExactRules(rules), Player: capturer("capturer"), Grid: grid(-27, 27, 6), Games: games,
		MaxMoves: 4 * graph.Points(), Seed: 3,
		OnGame: func(g matches.Game) error {
			played = append(played, g)
			return nil
		},
	}, &played
}

// bare removes values that differ between runs, and follows pointers.
func bare(games []matches.Game) (all []matches.Game, trials []matches.KomiTrial, margins []float64) {
	for _, g := range plain(games) {
		trials = append(trials, matches.KomiTrial{Komi: g.Trial.Komi})
		margin := math.Inf(1) // not counted
		if g.Trial.Margin != nil {
			margin = *g.Trial.Margin
		}
		margins = append(margins, margin)
		g.Trial = nil
		all = append(all, g)
	}
	return all, trials, margins
}

func same(a, b []matches.Game) bool {
	ag, at, am := bare(a)
	bg, bt, bm := bare(b)
	return slices.Equal(ag, bg) && slices.Equal(at, bt) && slices.Equal(am, bm)
}

func TestASeriesLooksWhereBlackWinsHalf(t *testing.T) {
	s, games := series(t, 104)
	if err := s.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	f, err := EstimateKomi(*games, 1)
	if err != nil {
		t.Fatal(err)
	}
	t.Logf("%+v %+v", f, Rows(*games))
	near := 0
	for _, g := range plain(*games) {
		k, margin := g.Trial.Komi, *g.Trial.Margin
		if want := map[bool]string{true: g.Black, false: g.White}[margin > k]; g.Winner != want || g.Moves < 10 || g.Opening == "" {
			t.Errorf("%+v with margin %v at komi %v", g, margin, k)
		}
		if g.Number < 20 && k != s.Grid[g.Number%10] {
			t.Errorf("game %d is at komi %v", g.Number, k)
		}
		if g.Number >= 20 && math.Abs(f.Curve.BlackScore(k)-0.5) < 0.35 {
			near++
		}
	}
	if near < 65 {
		t.Errorf("%d of 84 games are near where Black wins half", near)
	}
}

func TestASeriesThatIsInterruptedGoesOnAsIfItHadNotBeen(t *testing.T) {
	whole, want := series(t, 60)
	whole.Parallel = 3
	if err := whole.Run(t.Context(), nil); err != nil {
		t.Fatal(err)
	}
	var done []matches.Game
	for after := 1; len(done) < 60; after += 9 { // number of games before each interruption
		ctx, stop := context.WithCancel(t.Context())
		s, games := series(t, 60)
		record := s.OnGame
		s.OnGame = func(g matches.Game) error {
			if len(*games)+1 == after {
				stop()
			}
			return record(g)
		}
		err := s.Run(ctx, done)
		stop()
		done = append(done, *games...)
		if err == nil && len(done) < 60 {
			t.Fatalf("%d games, and nothing was interrupted", len(done))
		}
	}
	if !same(done, *want) {
		t.Error("the games differ from those of a series without interruption")
	}
	s, games := series(t, 30)
	if err := s.Run(t.Context(), nil); err != nil || !same(*games, plain(*want)[:30]) {
		t.Errorf("a shorter series is not the beginning of a longer one, %v", err)
	}
}

// A cheat always plays on the first point.
type cheat struct{}

func (cheat) Choose(context.Context, *game.Game, board.Color, engine.Time) (matches.Choice, error) {
	return matches.Choice{}, nil
}

func TestAPlayerAtFaultStopsASeries(t *testing.T) {
	s, games := series(t, 20)
	s.Player = matches.LocalPlayer{
		New:   func(uint64) (matches.Mover, error) { return cheat{}, nil },
		Timer: matches.NewCPUTimer(func() (time.Duration, bool) { return 0, false }), Weight: 1,
	}.Player("cheat")
	err := s.Run(t.Context(), nil)
	if err == nil || !strings.Contains(err.Error(), "game 1 at komi -27: cheat, white: it plays") || len(*games) > 0 {
		t.Errorf("%v after %d games", err, len(*games))
	}
}

func TestACurveIsDrawn(t *testing.T) {
	games := world(rand.New(rand.NewPCG(3, 3)), 5.5, 3, grid(0, 12, 1), 120)
	f, err := EstimateKomi(games, 1)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := Plot(&text, "Rosette 5, 400 visits", Rows(games), &f); err != nil {
		t.Fatal(err)
	}
	goldentest.Text(t, "testdata/fair.svg", text.String())
}

// A disagreer passes and names different dead stones from its opponent.
type disagreer struct {
	matches.Session
	dead []board.Point
}

func (d disagreer) Propose(context.Context, *game.Game) (life.Proposal, error) {
	return life.Proposal{Dead: d.dead}, nil
}

func TestASeriesLogsOneLineAtATime(t *testing.T) {
	s, _ := series(t, 40)
	s.Rules.Ending, s.Parallel = game.EndingAgreement, 4
	var opened atomic.Int32
	player := s.Player
	s.Player = matches.Player{Name: "x", Open: func(log io.Writer) matches.Session {
		return disagreer{player.Open(log), []board.Point{board.Point(opened.Add(1) % 24)}}
	}}
	lines := 0 // no lock, so that the race detector notices concurrent calls
	s.Log = func(string) { lines++ }
	if err := s.Run(t.Context(), nil); err != nil || lines != 40 {
		t.Errorf("%d lines of 40 games, %v", lines, err)
	}
}
