package deadstones

import (
	"math/rand/v2"
	"reflect"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

// placed returns a position with its stones placed in random order.
func placed(t *testing.T, g *board.Graph, rules game.Rules, black, white string, random *rand.Rand) *game.Game {
	t.Helper()
	color := map[string]board.Color{}
	for _, name := range strings.Fields(black) {
		color[name] = board.Black
	}
	for _, name := range strings.Fields(white) {
		color[name] = board.White
	}
	names := strings.Fields(black + " " + white)
	random.Shuffle(len(names), func(i, j int) { names[i], names[j] = names[j], names[i] })
	b := board.New(g)
	for _, name := range names {
		p, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		b.Play(p, color[name])
	}
	return game.From(b, rules, board.Black)
}

func TestTheOrderOfTheStonesDoesNotMatter(t *testing.T) {
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	var first life.Proposal
	for i := range 2 {
		random := rand.New(rand.NewPCG(uint64(i), 1))
		found := propose(t, Judge{}, placed(t, board.Rosette(3), rules,
			"F5 F7 F8 E3 E5 E9 E10 D8 D9 D11 C2 C3 C6 C7 C8 C9 C10 B3 B5 B6 B10 A3",
			"E2 E4 E6 E7 E8 D1 D3 D4 D5 D6 D7 C4 C5 B4 B7 B8 B9 A5 A7 A8", random))
		if i == 0 {
			first = found
		} else if !reflect.DeepEqual(found, first) {
			t.Errorf("%+v, then %+v", first.Chains, found.Chains)
		}
	}
}
