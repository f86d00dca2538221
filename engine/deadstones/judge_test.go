package deadstones

import (
	"context"
	"errors"
	"fmt"
	"math"
	"reflect"
	"slices"
	"strings"
	"testing"

	"golang.org/x/sync/errgroup"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// pictured returns a finished game from a picture with . X O for each point.
func pictured(t *testing.T, graph *board.Graph, rules game.Rules, picture string) *game.Game {
	t.Helper()
	b := board.New(graph)
	for p, c := range strings.Join(strings.Fields(picture), "") {
		if colour := strings.IndexRune(".XO", c); colour > 0 {
			b.Play(board.Point(p), board.Color(colour))
		}
	}
	return game.From(b, rules, board.Black)
}

// walls has Black to the left of White, with a dead stone in each territory.
func walls(t *testing.T, rules string) *game.Game {
	t.Helper()
	r, err := game.Preset(rules)
	if err != nil {
		t.Fatal(err)
	}
	return pictured(t, board.Square(7, 7), r, `
		. . X O . . .
		. . X O . . .
		O . X O . . .
		. . X O . . .
		. . X O . X .
		. . X O . . .
		. . X O . . .`)
}

// deadOfWalls lists the dead stones in walls.
var deadOfWalls = []board.Point{14, 33}

// honeycomb returns a position on a honeycomb with Black's stones and one of White's.
func honeycomb(t *testing.T) *game.Game {
	t.Helper()
	graph := board.Rosette(2)
	return pictured(t, graph, game.DefaultRules(graph), strings.Repeat("X", 8)+"O"+strings.Repeat(".", graph.Points()-9))
}

// counting returns a network source for honeycombs and records the rules in each call.
func counting(t *testing.T) (source func(*board.Graph, game.Rules) *neural.Network, asked *[]game.Rules) {
	t.Helper()
	network, err := neural.Random(board.Honeycomb, 1, 16, 1)
	if err != nil {
		t.Fatal(err)
	}
	asked = &[]game.Rules{}
	return func(g *board.Graph, r game.Rules) *neural.Network {
		if *asked = append(*asked, r); network.Applies(g, r) {
			return network
		}
		return nil
	}, asked
}

func propose(t *testing.T, j Judge, g *game.Game) life.Proposal {
	t.Helper()
	p, err := j.Propose(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return p
}

func ownership(t *testing.T, j Judge, g *game.Game) []float32 {
	t.Helper()
	all, err := j.Ownership(t.Context(), g)
	if err != nil {
		t.Fatal(err)
	}
	return all
}

func TestAJudgeNamesTheStonesInTheOpponentsTerritory(t *testing.T) {
	for _, rules := range []string{"chinese", "japanese"} {
		g := walls(t, rules)
		p := propose(t, Judge{Seed: 3}, g)
		if !slices.Equal(p.Dead, deadOfWalls) {
			t.Errorf("%s: dead are %q", rules, g.Graph().Names(p.Dead))
		}
		if again := propose(t, Judge{Seed: 3}, g); !reflect.DeepEqual(p, again) {
			t.Errorf("%s: it proposes %v, then %v", rules, p, again)
		}
	}
}

func TestOwnershipIsTheMeanOverBothPlayersMovingFirst(t *testing.T) {
	g, j := walls(t, "chinese"), Judge{Seed: 3}
	mean := ownership(t, j, g)
	first, err := EitherFirst(t.Context(), g, j.predictor(g))
	if err != nil {
		t.Fatal(err)
	}
	for p := range board.Point(g.Graph().Points()) {
		if want := (first[0][p] + first[1][p]) / 2; math.Abs(float64(mean[p]-want)) > 1e-6 {
			t.Errorf("%s: %v, want %v", g.Graph().PointName(p), mean[p], want)
		}
	}
	if mean[14] < 0.3 || mean[33] > -0.25 || slices.Equal(first[0], first[1]) {
		t.Errorf("the dead stones' points are Black's by %v and %v; %v and %v", mean[14], mean[33], first[0], first[1])
	}
}

func TestANetworkIsUsedWhereItKnowsTheBoard(t *testing.T) {
	network, asked := counting(t)
	with, without := Judge{Network: network, Seed: 1}, Judge{Seed: 1}
	g := honeycomb(t)
	if slices.Equal(ownership(t, with, g), ownership(t, without, g)) {
		t.Error("on a honeycomb the network changes nothing")
	}
	g = walls(t, "japanese")
	if !slices.Equal(ownership(t, with, g), ownership(t, without, g)) {
		t.Error("on a square board the network of honeycombs is used")
	}
	for _, r := range *asked {
		if r.Scoring != game.ScoringArea {
			t.Errorf("a network is asked for under %v scoring, want area", r.Scoring)
		}
	}
	if g.Rules().Scoring != game.ScoringTerritory {
		t.Errorf("the game has %v scoring now", g.Rules().Scoring)
	}
}

func TestAPositionThatIsAskedAboutTwiceCostsOne(t *testing.T) {
	network, asked := counting(t)
	cache := Cache{Judge: Judge{Network: network}}
	g := walls(t, "chinese")
	for range 3 {
		said, err := cache.Propose(t.Context(), g.Clone())
		if err != nil || !slices.Equal(said.Dead, deadOfWalls) {
			t.Errorf("dead are %q, %v", g.Graph().Names(said.Dead), err)
		}
	}
	if len(*asked) != 1 {
		t.Errorf("the judge is asked %d times", len(*asked))
	}
	if err := g.Play(0, board.Black); err != nil {
		t.Fatal(err)
	}
	if _, err := cache.Propose(t.Context(), g); err != nil || len(*asked) != 2 {
		t.Errorf("%d times with another position, %v", len(*asked), err)
	}
}

func TestACacheAnswersSeveralPlayersAtOnce(t *testing.T) {
	cache, g := Cache{}, walls(t, "chinese")
	var all errgroup.Group
	for range 2 {
		all.Go(func() error {
			said, err := cache.Propose(t.Context(), g.Clone())
			if err == nil && !slices.Equal(said.Dead, deadOfWalls) {
				err = fmt.Errorf("dead are %v", said.Dead)
			}
			return err
		})
	}
	if err := all.Wait(); err != nil {
		t.Error(err)
	}
}

func TestAFullCacheStartsAnew(t *testing.T) {
	cache := Cache{known: map[board.Hash]life.Proposal{}}
	for i := range uint64(cacheSize) {
		cache.known[board.Hash{Hi: i, Lo: 1}] = life.Proposal{}
	}
	g := walls(t, "chinese")
	said, err := cache.Propose(t.Context(), g)
	if err != nil || len(cache.known) != 1 || !slices.Equal(cache.known[g.Board().Hash()].Dead, said.Dead) {
		t.Errorf("it holds %d positions, %v", len(cache.known), err)
	}
}

func TestAJudgementThatIsNotDoneIsAnErrorAndNotRemembered(t *testing.T) {
	network, _ := counting(t)
	ctx, stop := context.WithCancelCause(t.Context())
	stop(errors.New("no time"))
	cache := Cache{Judge: Judge{Network: network}}
	for _, g := range []*game.Game{walls(t, "chinese"), honeycomb(t)} {
		said, deadErr := cache.Propose(ctx, g)
		owners, ownersErr := cache.Judge.Ownership(ctx, g)
		want := "dead stones: not done in time: no time"
		if said.Dead != nil || owners != nil || deadErr == nil || deadErr.Error() != want || ownersErr == nil || ownersErr.Error() != want {
			t.Errorf("%v, %v; %v, %v", said, deadErr, owners, ownersErr)
		}
	}
	if said, err := cache.Propose(t.Context(), walls(t, "chinese")); err != nil || !slices.Equal(said.Dead, deadOfWalls) {
		t.Errorf("later dead are %v, %v", said.Dead, err)
	}
}

func TestASearchThatDoesNotEndPredictsNothing(t *testing.T) {
	ctx, stop := context.WithCancel(t.Context())
	stop()
	if _, err := BySearch(playout.New(1), 50)(ctx, honeycomb(t), board.Black); !errors.Is(err, context.Canceled) {
		t.Errorf("%v", err)
	}
}

func TestAMeanCannotTellWhereOneOfThemCannot(t *testing.T) {
	known := func(x float32) Predictor {
		return func(_ context.Context, g *game.Game, _ board.Color) ([]float32, error) {
			return slices.Repeat([]float32{x}, g.Graph().Points()), nil
		}
	}
	g := walls(t, "chinese")
	if mean, err := Mean(known(1), known(-0.5))(t.Context(), g, board.Black); err != nil || len(mean) != 49 || mean[7] != 0.25 {
		t.Errorf("%v, %v", mean, err)
	}
	if mean, err := Mean(known(1), ByEvaluation(nil, 10))(t.Context(), g, board.Black); err != nil || mean != nil {
		t.Errorf("%v, %v", mean, err)
	}
}

// An ownedBy evaluator gives every point to one side and counts its calls.
type ownedBy struct {
	value float32
	calls *int
}

func (o ownedBy) Evaluate(g *game.Game, _ board.Color, into *engine.Evaluation) {
	*o.calls++
	into.Ownership = slices.Repeat([]float32{o.value}, g.Graph().Points())
}

func TestEvaluatorsShareTheEvaluationsEvenly(t *testing.T) {
	var counts [3]int
	predict := ByEvaluation([]engine.Evaluator{ownedBy{1, &counts[0]}, ownedBy{1, &counts[1]}, ownedBy{-1, &counts[2]}}, 8)
	mean, err := predict(t.Context(), walls(t, "chinese"), board.White)
	if err != nil || counts != [3]int{3, 3, 2} || mean[0] != 0.5 {
		t.Errorf("they evaluate %v times, the mean is %v, %v", counts, mean[0], err)
	}
}
