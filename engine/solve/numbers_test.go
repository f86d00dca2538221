package solve

import (
	"context"
	"slices"
	"testing"

	"rosette/game/board"
)

// needs are the numbers of a position's moves and what the position comes to. A
// move without numbers is decided against the mover.
var needs = []struct {
	name         string
	mine         bool // the side that proves is to move
	moves        [][2]uint32
	proof, doubt uint32
	best         int
	second       uint32
	limits       [2]uint32 // for the best, when the position may reach 20 of each
}{
	{"one move passes its numbers on", true, [][2]uint32{{3, 5}}, 3, 5, 0, endless, [2]uint32{20, 20}},
	{"of the side's moves one is enough", true, [][2]uint32{{7, 1}, {4, 1}, {9, 1}}, 4, 3, 1, 7, [2]uint32{9, 18}},
	{"of the opponent's all are needed: the largest, and one for each other", false, [][2]uint32{{7, 1}, {4, 2}, {9, 3}}, 11, 1, 0, 2, [2]uint32{16, 3}},
	{"what is decided counts no more", true, [][2]uint32{{}, {6, 2}, {}, {5, 8}}, 5, 9, 3, 6, [2]uint32{8, 19}},
	{"of two that need as much the first is best", true, [][2]uint32{{2, 2}, {2, 2}}, 2, 3, 0, 2, [2]uint32{3, 19}},
	{"a distant second leaves a quarter more", false, [][2]uint32{{1, 4}, {1, 16}}, 2, 4, 0, 16, [2]uint32{19, 20}},
	{"a sum never looks endless", true, [][2]uint32{{1, endless - 1}, {1, 9}, {1, 9}}, 1, endless - 1, 0, 1, [2]uint32{2, 20}},
}

func TestAPositionNeedsTheLeastOfItsOwnMovesAndTheLargestOfTheOthers(t *testing.T) {
	for _, test := range needs {
		t.Run(test.name, func(t *testing.T) {
			p := &prover{ground: newGround(graphNamed(t, "square-3")), table: NewTable(1), target: 1}
			var kids []kid
			var list []reply
			for i, n := range test.moves {
				k := kid{key: key{own: uint64(i)}, move: board.Point(i)}
				r := reply{move: board.Point(i), proof: n[0], doubt: n[1]}
				if e := blank(0); n == [2]uint32{} {
					against := map[bool]answer{true: no, false: yes}[test.mine]
					k.verdict.answer, r.finding.answer = against, against
				} else {
					e.proof, e.doubt = n[0], n[1]
					p.table.put(k.key, e)
				}
				kids, list = append(kids, k), append(list, r)
			}
			var e entry
			if best, second := p.pick(kids, test.mine, &e); best != test.best || second != test.second || e.proof != test.proof || e.doubt != test.doubt {
				t.Errorf("margins: move %d, then %d, numbers %d and %d", best, second, e.proof, e.doubt)
			}
			if got := p.limits(&kids[test.best], &e, test.mine, test.second, 20, 20); e.doubt < 20 && got != test.limits {
				t.Errorf("margins: limits %d, want %d", got, test.limits)
			}
			var k note
			if best, second := pick(list, test.mine, &k); best != test.best || second != test.second || k.proof != test.proof || k.doubt != test.doubt {
				t.Errorf("chains: move %d, then %d, numbers %d and %d", best, second, k.proof, k.doubt)
			}
			if got := list[test.best].limits(&k, test.mine, test.second, 20, 20); k.doubt < 20 && got != test.limits {
				t.Errorf("chains: limits %d, want %d", got, test.limits)
			}
		})
	}
}

func TestOneMoveThatDecidesIsPicked(t *testing.T) {
	for _, test := range []struct {
		mine   bool
		answer answer
		want   int
	}{{true, yes, 1}, {true, no, 0}, {false, no, 1}, {false, yes, 0}} {
		list := []reply{{proof: 2, doubt: 2}, {finding: finding{answer: test.answer}}}
		var k note
		if got, _ := pick(list, test.mine, &k); got != test.want {
			t.Errorf("the side moves %t, one move is %d: picked %d, want %d", test.mine, test.answer, got, test.want)
		}
	}
}

func TestAQuestionTakesItsEffortForEachOfItsSearches(t *testing.T) {
	s := solver(t, "square-3x4", situational, nil)
	for effort := uint64(1); ; effort *= 2 {
		at, err := s.follow(nil)
		if err != nil {
			t.Fatal(err)
		}
		before := s.p.nodes
		v := s.p.force(context.Background(), board.Black, 1, at, s.reach(), effort)
		took, searches := s.p.nodes-before, uint64(len(s.p.killers))
		if took > effort*searches || v.answer == unknown && took < 2*effort {
			t.Errorf("effort %d took %d nodes for answer %d: want %d, and as much again", effort, took, v.answer, effort)
		}
		if v.answer == yes {
			return
		}
		if v.answer == no || effort > 1<<24 {
			t.Fatalf("effort %d: answer %d; the value is +4", effort, v.answer)
		}
	}
}

func TestAValueIsSoughtWithTwiceTheEffortEachTime(t *testing.T) {
	s := solver(t, "square-4", situational, nil)
	ctx, stop := context.WithCancel(context.Background())
	var efforts []uint64
	s.p.report = func() {
		left := s.p.most - s.p.nodes // at most the effort, and close to it soon after a search has begun
		for effort := uint64(firstEffort); ; effort *= 2 {
			if left <= effort {
				efforts = append(efforts, effort)
				break
			}
		}
		if s.p.nodes > 32*firstEffort {
			stop()
		}
	}
	if _, err := s.Value(ctx); err != nil {
		t.Fatal(err)
	}
	if first, last := efforts[0], slices.Max(efforts); first != firstEffort || last < 4*firstEffort || last > 16*firstEffort {
		t.Errorf("efforts %d: want %d at first, and after some rounds several times as much", efforts, firstEffort)
	}
}
