package deadstones

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

func TestReadingsThatContradictEachOtherLeaveAChainUnsure(t *testing.T) {
	const dead, alive, unsure = life.Dead, life.Alive, life.Unsure
	for _, c := range []struct {
		statuses [seeds]life.Status
		want     life.Status
		differ   bool
	}{
		{[seeds]life.Status{dead, dead, dead}, dead, false},
		{[seeds]life.Status{dead, unsure, dead}, dead, false},
		{[seeds]life.Status{unsure, alive, alive}, alive, false},
		{[seeds]life.Status{dead, alive, dead}, unsure, true},
		{[seeds]life.Status{life.InSeki, alive, unsure}, unsure, true},
		{[seeds]life.Status{unsure, unsure, unsure}, unsure, false},
	} {
		var readings []life.Proposal
		for _, s := range c.statuses {
			readings = append(readings, life.Proposal{Chains: []life.ChainStatus{{Status: s}}})
		}
		if got, differ := consensus(readings, 0); got != c.want || differ != c.differ {
			t.Errorf("%v: %s, %v, want %s, %v", c.statuses, got, differ, c.want, c.differ)
		}
	}
	most := []life.Proposal{
		{Chains: []life.ChainStatus{{Status: dead}}}, {Chains: []life.ChainStatus{{Status: unsure}}}, {Chains: []life.ChainStatus{{Status: unsure}}},
	}
	if _, differ := consensus(most, 0); !differ {
		t.Error("one certain reading decides against two that are unsure")
	}
}

func TestASekiWithAnOpenDameIsNoTerritory(t *testing.T) {
	g := pictured(t, board.Square(9, 9), japanese(t), sekiWithDame)
	for seed := range uint64(10) {
		p := propose(t, Judge{Seed: seed}, g)
		if r := g.ScoreRange(p.Dead, p.Unsure); !r.Certain() || r.String() != "B+42" {
			t.Errorf("seed %d: %s, want B+42", seed, r)
		}
	}
}

func TestAMoveThatIsLeftIsPending(t *testing.T) {
	p := propose(t, Judge{}, pictured(t, board.Square(6, 5), japanese(t), `
		. X . X . X
		X X X X X .
		O O O O X X
		. . . O X .
		O O O O X X`))
	t.Log(p.Chains, p.Pending)
	if len(p.Pending) != 1 || len(p.Unsure) == 0 || p.Pending[0].Gain[board.Black]+p.Pending[0].Gain[board.White] < 4 {
		t.Errorf("pending is %v, unsure %v", p.Pending, p.Unsure)
	}
}

func japanese(t *testing.T) game.Rules {
	t.Helper()
	r, err := game.Preset("japanese")
	if err != nil {
		t.Fatal(err)
	}
	r.Komi = 0
	return r
}

// sekiWithDame has three black stones in a white eye space of five, and a dame at H3.
const sekiWithDame = `
	. . . . . . . . .
	. . . . . . . . .
	. . . . . . . . .
	X X X X X X X X X
	. . . . . . . . .
	. . . . . . X X X
	X X X X X X X . X
	X O O O O O O O X
	X O . X X X . O X`
