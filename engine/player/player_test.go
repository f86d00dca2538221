package player

import (
	"context"
	"flag"
	"math/rand/v2"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/waittest"
)

// In the reported measurement, all games with -games 50 -base 3 -move 100ms and with -games 10
// -base 5 -move 500ms are won (docs/results.md).
var (
	games = flag.Int("games", 4, "games against a random player")
	base  = flag.Int("base", 3, "the board they are played on")
	move  = flag.Duration("move", 0, "what the player takes for a move; 300 visits if 0")
)

func newEvaluator(seed uint64) engine.Evaluator { return playout.New(seed) }

func newPlayer(t testing.TB, o Options) *Player {
	o.NewEvaluator = newEvaluator
	b, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// random returns a random legal point that fills no eye.
func random(g *game.Game, c board.Color, rng *rand.Rand) board.Point {
	for _, i := range rng.Perm(g.Graph().Points()) {
		p := board.Point(i)
		if g.Legal(p, c) == nil && g.Board().IsPlayoutMove(p, c) {
			return p
		}
	}
	return board.Pass
}

// against plays a game until two passes and returns the player's result.
func against(t *testing.T, b *Player, g *game.Game, me board.Color, rng *rand.Rand) game.Result {
	t.Helper()
	for c := board.Black; g.Passes() < 2; c = c.Opponent() {
		if g.Ply() > 20*g.Graph().Points() {
			t.Fatalf("no end after %d moves", g.Ply())
		}
		move := random(g, c, rng)
		if c == me {
			choice, err := b.Choose(context.Background(), g, c, engine.Time{})
			if err != nil {
				t.Fatal(err)
			}
			if choice.Resign {
				return game.Result{Winner: c.Opponent(), By: game.ByResign}
			}
			move = choice.Move
		}
		if err := g.Play(move, c); err != nil {
			t.Fatalf("%v plays %s: %v", c, g.Graph().PointName(move), err)
		}
	}
	return g.Score().Result()
}

func TestThePlayerWinsEveryGameAgainstARandomPlayer(t *testing.T) {
	graph := board.Rosette(*base)
	for i := range *games {
		me := board.Color(1 + i%2)
		o := Options{Time: *move, Seed: uint64(i)}
		if *move == 0 { // independent of machine load
			o.Visits = 60
		}
		b := newPlayer(t, o)
		rules := game.DefaultRules(graph)
		rules.Ending = game.EndingAllAlive // a random player agrees to nothing
		g := game.New(graph, rules)
		result := against(t, b, g, me, rand.New(rand.NewPCG(uint64(i), 1)))
		t.Logf("%s, game %d, the player is %v: %v in %d moves", graph.Name(), i+1, me, result, g.Ply())
		if result.Winner != me {
			t.Errorf("game %d is lost", i+1)
		}
	}
}

// setUp plays moves, Black first, and returns the game and the player to move.
func setUp(t *testing.T, name, rules, moves string) (*game.Game, board.Color) {
	t.Helper()
	graph, err := board.Named(name)
	if err != nil {
		t.Fatal(err)
	}
	r, err := game.ParseRules(rules)
	if err != nil {
		t.Fatal(err)
	}
	g, c := game.New(graph, r), board.Black
	for _, name := range strings.Fields(moves) {
		p, err := graph.Move(name)
		if err == nil {
			err = g.Play(p, c)
		}
		if err != nil {
			t.Fatalf("%v %s: %v", c, name, err)
		}
		c = c.Opponent()
	}
	return g, c
}

// settled has a wall down the middle of a small board. Both sides live, and nothing is left to
// play.
const settled = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 d6 b2 e2 b5 e5 b3 e3 b4 e4"

func TestThePlayerPassesWhenNothingIsOpen(t *testing.T) {
	for _, komi := range []string{"0.5", "-0.5"} { // ahead and behind
		g, next := setUp(t, "square-6", `{"preset":"tromp-taylor","komi":`+komi+`}`, settled)
		choice, err := newPlayer(t, Options{Visits: 2000, Seed: 1}).Choose(context.Background(), g, next, engine.Time{})
		if err != nil || choice.Move != board.Pass || choice.Resign {
			t.Errorf("komi %s: %s resign %v, %v", komi, g.Graph().PointName(choice.Move), choice.Resign, err)
		}
	}
}

func TestThePlayerTakesDeadStonesOffBeforeItPasses(t *testing.T) {
	g, next := setUp(t, "square-6", "tromp-taylor", settled+" pass a6")
	for ; g.Passes() < 2 && g.Ply() < 80; next = next.Opponent() {
		move := board.Pass // White has conceded
		if next == board.Black {
			choice, err := newPlayer(t, Options{Visits: 2000, Seed: 1}).Choose(context.Background(), g, next, engine.Time{})
			if err != nil {
				t.Fatal(err)
			}
			move = choice.Move
		}
		if err := g.Play(move, next); err != nil {
			t.Fatal(err)
		}
	}
	if a6, _ := g.Graph().Point("a6"); g.Score().Owner[a6] != board.Black {
		t.Errorf("A6 belongs to %v when the game is over after %d moves", g.Score().Owner[a6], g.Ply())
	}
}

func TestThePlayerEndsAGameSoonWhenTheOpponentHasGivenUp(t *testing.T) {
	for _, level := range []string{"1", "full"} {
		g, next := setUp(t, "rosette-3", `{"preset":"mindsports-chinese","ending":"ALL_ALIVE"}`, "d5")
		b := newPlayer(t, Options{Level: level, Visits: 300, Seed: 1})
		for ; g.Passes() < 2; next = next.Opponent() {
			move := board.Pass
			if next == board.White {
				choice, err := b.Choose(context.Background(), g, next, engine.Time{})
				if err != nil {
					t.Fatal(err)
				}
				move = choice.Move
			}
			if err := g.Play(move, next); err != nil {
				t.Fatal(err)
			}
			if g.Ply() > 40 {
				t.Fatalf("%s: no end after %d moves", level, g.Ply())
			}
		}
		if m := g.Score().Margin(); m != -59.5 {
			t.Errorf("%s: the end is %+.1f, want every point White's", level, m)
		}
	}
}

func TestThePlayerLeavesDeadStonesWhereThePlayersAgreeOnThem(t *testing.T) {
	for rules, stays := range map[string]bool{
		"mindsports-japanese": true, "chinese": true, "aga-pass-stones": true,
		`{"preset":"chinese","friendlyPassOk":false}`: false, "tromp-taylor": false,
	} {
		g, next := setUp(t, "square-6", rules, settled+" pass a6")
		choice, err := newPlayer(t, Options{Visits: 2000, Seed: 1}).Choose(context.Background(), g, next, engine.Time{})
		if err != nil || (choice.Move == board.Pass) != stays {
			t.Errorf("%s: White is dead at A6, and %v plays %+v, %v", rules, next, choice, err)
		}
	}
}

func TestThePlayerDoesNotEndAGameThatHasHardlyBegun(t *testing.T) {
	g, next := setUp(t, "rosette-3", "mindsports-chinese", "d5 c7 pass")
	choice, err := newPlayer(t, Options{Visits: 500, Seed: 1}).Choose(context.Background(), g, next, engine.Time{})
	if err != nil || choice.Move == board.Pass {
		t.Errorf("White, ahead by komi after two stones, answers a pass with %+v, %v", choice, err)
	}
}

func TestThePlayerResignsALostGameUnlessResigningIsOff(t *testing.T) {
	g, next := setUp(t, "square-6", `{"preset":"tromp-taylor","komi":40}`, "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 e1 b2 e2 b5 e5 b3 e3 b4 e4")
	for _, keep := range []bool{false, true} {
		choice, err := newPlayer(t, Options{Visits: 2000, NeverResign: keep}).Choose(context.Background(), g, next, engine.Time{})
		if err != nil || choice.Resign == keep {
			t.Errorf("keep %v: resign %v with a chance of %.2f, %v", keep, choice.Resign, choice.Win, err)
		}
	}
}

// With komi 40 the position is won for White, with komi −40 for Black. Either may be to move.
func TestOnlyThePlayerInALostPositionResigns(t *testing.T) {
	const moves = "c1 d1 c2 d2 c3 d3 c4 d4 c5 d5 c6 e1 b2 e2 b5 e5 b3 e3 b4 e4"
	for _, c := range []struct {
		komi, moves string
		resigns     bool
	}{
		{"40", moves, true},
		{"40", moves + " pass", false},
		{"-40", moves, false},
		{"-40", moves + " pass", true},
	} {
		g, next := setUp(t, "square-6", `{"preset":"tromp-taylor","komi":`+c.komi+`}`, c.moves)
		choice, err := newPlayer(t, Options{Visits: 1000, Seed: 1}).Choose(context.Background(), g, next, engine.Time{})
		lost := choice.Win < 0.1 && choice.Score < 0
		if err != nil || choice.Resign && !c.resigns || lost != c.resigns {
			t.Errorf("komi %s, %v to move: %+v, %v", c.komi, next, choice, err)
		}
		if next == board.Black && choice.Resign != c.resigns { // White answers with another pass
			t.Errorf("komi %s, %v to move: resign %v", c.komi, next, choice.Resign)
		}
	}
}

func TestAWeakerLevelLosesMostGamesToAStrongerOne(t *testing.T) {
	graph := board.Rosette(2)
	for _, pair := range [][2]string{{"1", "8"}, {"6", "13"}} {
		lost := 0
		const games = 6
		for i := range games {
			rules := game.DefaultRules(graph)
			rules.Ending = game.EndingAllAlive // the opponent cannot agree on dead stones
			g := game.New(graph, rules)
			weak := newPlayer(t, Options{Level: pair[0], Seed: uint64(i)})
			strong := newPlayer(t, Options{Level: pair[1], Seed: uint64(i)})
			me := board.Color(1 + i%2)
			if match(t, g, map[board.Color]*Player{me: weak, me.Opponent(): strong}).Winner == me.Opponent() {
				lost++
			}
		}
		if lost*3 < games*2 {
			t.Errorf("%s lost %d of %d games to %s", pair[0], lost, games, pair[1])
		}
	}
}

func match(t *testing.T, g *game.Game, bots map[board.Color]*Player) game.Result {
	t.Helper()
	for c := board.Black; g.Passes() < 2; c = c.Opponent() {
		choice, err := bots[c].Choose(context.Background(), g, c, engine.Time{})
		if err != nil {
			t.Fatal(err)
		}
		if choice.Resign {
			return game.Result{Winner: c.Opponent(), By: game.ByResign}
		}
		if err := g.Play(choice.Move, c); err != nil {
			t.Fatal(err)
		}
	}
	return g.Score().Result()
}

func TestAnUnknownLevelIsNamedWithTheKnownOnes(t *testing.T) {
	_, err := New(Options{Level: "dan", NewEvaluator: newEvaluator})
	if err == nil || err.Error() != `no level "dan": use 1 to 22, or full` {
		t.Error(err)
	}
}

func TestALevelOfANetworkLooksAtFewerPositionsWhereThereIsOne(t *testing.T) {
	g, next := setUp(t, "rosette-2", "mindsports-chinese", "")
	for policy, visits := range map[bool]int{true: 500, false: 900 * 24} {
		b := newPlayer(t, Options{Level: "22", Visits: 100_000, NeverResign: true, HasPolicy: func(*game.Game) bool { return policy }})
		if got := b.limits(g, engine.Time{}).Visits; got != visits {
			t.Errorf("with a policy %v: %d visits, not %d", policy, got, visits)
		}
		if _, err := b.Choose(context.Background(), g, next, engine.Time{}); err != nil {
			t.Error(err)
		}
	}
}

func TestACancelledPlayerAnswersAtOnce(t *testing.T) {
	g, next := setUp(t, "rosette-5", "mindsports-chinese", "")
	b := newPlayer(t, Options{Time: time.Hour})
	ctx, cancel := context.WithTimeout(context.Background(), time.Second)
	defer cancel()
	start := time.Now()
	choice, err := b.Choose(ctx, g, next, engine.Time{})
	if err != nil || time.Since(start) > waittest.Limit || g.Legal(choice.Move, next) != nil {
		t.Errorf("%+v, %v after %v", choice, err, time.Since(start))
	}
	if _, err := b.Choose(ctx, g, next, engine.Time{}); err == nil {
		t.Error("a context that has ended is not an error")
	}
}

// A flatPolicy has a uniform policy, like an untrained network, and ownership from a number of
// playouts.
type flatPolicy struct {
	playouts engine.Evaluator
	times    int
}

func (m flatPolicy) Evaluate(g *game.Game, next board.Color, into *engine.Evaluation) {
	n := g.Graph().Points()
	*into = engine.Evaluation{Win: 0.5, Ownership: make([]float32, n)}
	for range n + 1 {
		into.Policy = append(into.Policy, 1/float32(n+1))
	}
	var one engine.Evaluation
	for range m.times {
		m.playouts.Evaluate(g, next, &one)
		for p, v := range one.Ownership {
			into.Ownership[p] += v / float32(m.times)
		}
	}
}

func TestWithAPolicyFewVisitsDecideWhetherAGameIsOver(t *testing.T) {
	for _, c := range []struct {
		moves  string
		times  int
		passes bool
	}{
		{settled + " a1 f1", 200, true},
		{settled + " a1 f1", 0, false}, // plays on without ownership
		{"d5 c7 pass", 200, false},     // White is not yet certain to win
		{"d5 c7", 200, false},
	} {
		name := "square-6"
		if c.moves[0] == 'd' {
			name = "rosette-3"
		}
		g, next := setUp(t, name, "tromp-taylor", c.moves)
		flat := func(seed uint64) engine.Evaluator { return flatPolicy{newEvaluator(seed), c.times} }
		b, err := New(Options{Visits: endPolicyVisits, Seed: 1, NewEvaluator: flat})
		if err != nil {
			t.Fatal(err)
		}
		choice, err := b.Choose(context.Background(), g, next, engine.Time{})
		if err != nil || (choice.Move == board.Pass) != c.passes {
			t.Errorf("after %s by %d playouts: %s, %v", c.moves, c.times, g.Graph().PointName(choice.Move), err)
		}
	}
}
