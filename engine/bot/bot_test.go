package bot

import (
	"context"
	"flag"
	"fmt"
	"math/rand/v2"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

var matches = flag.Int("matches", 3, "games against a random player")

func minds(seed uint64) engine.Evaluator { return playout.New(seed) }

func newBot(t testing.TB, o Options) *Bot {
	o.Minds = minds
	b, err := New(o)
	if err != nil {
		t.Fatal(err)
	}
	return b
}

// random plays any legal point that fills no eye.
func random(g *game.Game, c board.Color, luck *rand.Rand) board.Point {
	for _, i := range luck.Perm(g.Graph().Points()) {
		p := board.Point(i)
		if g.Legal(p, c) == nil && g.Board().Sensible(p, c) {
			return p
		}
	}
	return board.Pass
}

// against plays a game to two passes and returns the bot's result.
func against(t *testing.T, b *Bot, g *game.Game, me board.Color, luck *rand.Rand) game.Result {
	t.Helper()
	for c := board.Black; g.Passes() < 2; c = c.Opponent() {
		if g.Ply() > 20*g.Graph().Points() {
			t.Fatalf("no end after %d moves", g.Ply())
		}
		move := random(g, c, luck)
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

func TestTheBotWinsEveryGameAgainstARandomPlayer(t *testing.T) {
	for _, board := range []struct {
		base int
		move time.Duration
	}{{3, 50 * time.Millisecond}} {
		winEvery(t, board.base, board.move, *matches)
	}
}

func winEvery(t *testing.T, base int, move time.Duration, games int) {
	t.Helper()
	graph := board.Rosette(base)
	won := 0
	for i := range games {
		me := board.Color(1 + i%2)
		b := newBot(t, Options{Move: move, Seed: uint64(i)})
		g := game.New(graph, game.DefaultRules(graph))
		result := against(t, b, g, me, rand.New(rand.NewPCG(uint64(i), 1)))
		if result.Winner == me {
			won++
		} else {
			t.Errorf("base %d game %d: the bot as %v: %v", base, i, me, result)
		}
		fmt.Printf("base %d game %d %v: %v in %d moves\n", base, i, me, result, g.Ply())
	}
}
