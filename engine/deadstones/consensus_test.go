package deadstones

import (
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

func TestReadingsThatDifferLeaveAChainUnsure(t *testing.T) {
	const dead, alive, unsure = life.Dead, life.Alive, life.Unsure
	for _, c := range []struct {
		statuses [seeds]life.Status
		want     life.Status
		differ   bool
	}{
		{[seeds]life.Status{dead, dead, dead}, dead, false},
		{[seeds]life.Status{dead, unsure, dead}, unsure, true},
		{[seeds]life.Status{unsure, alive, alive}, unsure, true},
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

// Package solve proves W+8 whoever moves first: White's eye at C7 is false, so White fills it
// before dame. Points in it count nothing in a seki. docs/bench/endings.jsonl also has the
// position.
func TestAFalseEyeAgainstNoneOnTheHoneycombIsSeki(t *testing.T) {
	graph := board.Rosette(2)
	rules, err := game.Preset("mindsports-chinese")
	if err != nil {
		t.Fatal(err)
	}
	rules.Komi = 0
	b := board.New(graph)
	for c, names := range map[board.Color]string{
		board.Black: "D3 D4 C3 C4 B3 B4 B5",
		board.White: "D6 C1 C2 C5 C6 B1 B2 B6 B7 A2 A3 A4 A5 A6",
	} {
		for name := range strings.FieldsSeq(names) {
			p, err := graph.Point(name)
			if err != nil {
				t.Fatal(err)
			}
			b.Play(p, c)
		}
	}
	g := game.From(b, rules, board.Black)
	for seed := range uint64(2) {
		p := propose(t, Judge{Seed: seed}, g)
		if r := g.ScoreRange(p.Dead, p.Unsure); !r.Certain() || r.String() != "W+7" {
			t.Errorf("seed %d: %s, want W+7", seed, r)
		}
	}
}

func TestDeadChainsOfBothColoursDoNotTouch(t *testing.T) {
	g := pictured(t, board.Square(5, 1), japanese(t), ". X O . X")
	p := life.Proposal{Status: make([]life.Status, 5), Chains: []life.ChainStatus{
		{Stones: []board.Point{1}, Status: life.Dead, Reason: life.ByReading},
		{Stones: []board.Point{2}, Status: life.Dead, Reason: life.ByProof},
		{Stones: []board.Point{4}, Status: life.Dead, Reason: life.ByReading},
	}}
	p.Collect()
	spareTouching(g, &p)
	want := []life.Status{life.Unsure, life.Dead, life.Dead}
	for i, c := range p.Chains {
		if c.Status != want[i] {
			t.Errorf("chain %d is %s, want %s", i, c.Status, want[i])
		}
	}
}

func TestTheSpaceOfADeadChainIsNoTwoEyesForItsTakers(t *testing.T) {
	for picture, weak := range map[string]bool{
		"X X X X X X X . X X X X X X / O O O O O O X X X X X X X X / . X X X . O X X X X X X X X": true,
		"X X X X X X X X X X X X X X / O O O O O O O O O O O O O X / . X X X . . . . . . . . O X": false,
	} {
		g := pictured(t, board.Square(14, 3), japanese(t), strings.ReplaceAll(picture, "/", ""))
		dead := life.ChainStatus{Stones: []board.Point{29, 30, 31}, Color: board.Black, Status: life.Dead}
		p := life.Proposal{Dead: dead.Stones, Status: make([]life.Status, g.Graph().Points())}
		for at := range p.Status {
			if g.Board().At(board.Point(at)) == board.White {
				p.Status[at] = life.Alive
			}
		}
		if got := weakTakers(g, &p, &dead, mostNakade); len(got) > 0 != weak {
			t.Errorf("%s: takers %v, want some: %v", picture, g.Graph().Names(got), weak)
		}
	}
}

func TestAChainInSekiIsNoWall(t *testing.T) {
	own := func(o float32) *life.ChainStatus {
		return &life.ChainStatus{Status: life.Alive, Ownership: [2]float32{o, o}}
	}
	for _, c := range []struct {
		name  string
		chain reading
		solid bool
	}{
		{"decided by exhaustive search", reading{ChainStatus: own(0.1), decided: life.Alive, firm: true}, true},
		{"decided, but of doubtful ownership", reading{ChainStatus: own(0.1), decided: life.Alive}, false},
		{"decided, as ownership has it", reading{ChainStatus: own(0.3), decided: life.Alive}, true},
		{"read, but of doubtful ownership", reading{ChainStatus: own(0.1), read: true, estimate: 1}, false},
		{"not read", reading{ChainStatus: own(0.6)}, true},
	} {
		if got := c.chain.solid(); got != c.solid {
			t.Errorf("a chain %s is a wall: %v, want %v", c.name, got, c.solid)
		}
	}
}

func TestAChainIsInDoubtWhereItsTakersAreToo(t *testing.T) {
	g := pictured(t, board.Square(14, 4), japanese(t), `
		X X . X X X X X X X X X X X
		X X X X X X X X X X X X X X
		O O O O O O O O O O O O O X
		. X X X . . . . . . . . O X`)
	for _, c := range []struct {
		dead, taker float32
		stones      int // of the taker
		doubted     bool
	}{{-0.1, 0.1, 4, true}, {-0.1, 0.1, 3, false}, {-0.1, 0.5, 4, false}, {-0.6, 0.1, 4, false}} {
		dead := life.ChainStatus{
			Stones: []board.Point{43, 44, 45}, Color: board.Black, Status: life.Dead, Ownership: [2]float32{c.dead, c.dead},
		}
		taker := life.ChainStatus{Color: board.White, Status: life.Alive, Ownership: [2]float32{c.taker, c.taker}}
		p := life.Proposal{Dead: dead.Stones, Status: make([]life.Status, g.Graph().Points())}
		for at := range p.Status {
			if g.Board().At(board.Point(at)) == board.White {
				p.Status[at] = life.Alive
				taker.Stones = append(taker.Stones, board.Point(at))
			}
		}
		taker.Stones = taker.Stones[:c.stones]
		p.Chains = []life.ChainStatus{dead, taker}
		if got := doubted(g, &p, &dead); got != c.doubted {
			t.Errorf("ownership %v, %d stones with %v: in doubt %v, want %v", c.dead, c.stones, c.taker, got, c.doubted)
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

// sekiWithDame has three black stones in a white eye space with five points, and a dame at H3.
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
