package solve

import (
	"context"
	"slices"
	"testing"

	"rosette/game/board"
)

// numberTests have the numbers of a position and of its moves. A move without numbers is decided
// against the mover.
var numberTests = []struct {
	name            string
	mine            bool // the prover is to move
	moves           [][2]uint32
	proof, disproof uint32
	best            int
	second          uint32
	limits          [2]uint32 // for the best move, if the position's own limits are 20
}{
	{"one move passes its numbers on", true, [][2]uint32{{3, 5}}, 3, 5, 0, infinity, [2]uint32{20, 20}},
	{"of the side's moves one is enough", true, [][2]uint32{{7, 1}, {4, 1}, {9, 1}}, 4, 3, 1, 7, [2]uint32{9, 18}},
	{"the opponent's moves: the largest, and one for each other", false, [][2]uint32{{7, 1}, {4, 2}, {9, 3}}, 11, 1, 0, 2, [2]uint32{16, 3}},
	{"what is decided counts no more", true, [][2]uint32{{}, {6, 2}, {}, {5, 8}}, 5, 9, 3, 6, [2]uint32{8, 19}},
	{"of two that need as much the first is best", true, [][2]uint32{{2, 2}, {2, 2}}, 2, 3, 0, 2, [2]uint32{3, 19}},
	{"a distant second leaves a quarter more", false, [][2]uint32{{1, 4}, {1, 16}}, 2, 4, 0, 16, [2]uint32{19, 20}},
	{"a sum never looks endless", true, [][2]uint32{{1, infinity - 1}, {1, 9}, {1, 9}}, 1, infinity - 1, 0, 1, [2]uint32{2, 20}},
}

func TestNumbersOfAPositionFollowFromItsMoves(t *testing.T) {
	for _, test := range numberTests {
		t.Run(test.name, func(t *testing.T) {
			p := &prover{boardTables: newBoardTables(graphNamed(t, "square-3")), table: NewTable(1), target: 1}
			var children []marginChild
			var list []child
			for i, n := range test.moves {
				k := marginChild{key: key{own: uint64(i)}, move: board.Point(i)}
				r := child{move: board.Point(i), proof: n[0], disproof: n[1]}
				if e := newEntry(0); n == [2]uint32{} {
					against := map[bool]answer{true: no, false: yes}[test.mine]
					k.result.answer, r.result.answer = against, against
				} else {
					e.proof, e.disproof = n[0], n[1]
					p.table.put(k.key, e)
				}
				children, list = append(children, k), append(list, r)
			}
			var e entry
			if best, second := p.selectChild(children, test.mine, &e); best != test.best || second != test.second ||
				e.proof != test.proof || e.disproof != test.disproof {
				t.Errorf("margins: move %d, then %d, numbers %d and %d", best, second, e.proof, e.disproof)
			}
			if got := p.childThresholds(&children[test.best], &e, test.mine, test.second, 20, 20); e.disproof < 20 && got != test.limits {
				t.Errorf("margins: limits %d, want %d", got, test.limits)
			}
			var k captureEntry
			if best, second := selectReply(list, test.mine, &k); best != test.best || second != test.second ||
				k.proof != test.proof || k.disproof != test.disproof {
				t.Errorf("chains: move %d, then %d, numbers %d and %d", best, second, k.proof, k.disproof)
			}
			if got := list[test.best].thresholds(&k, test.mine, test.second, 20, 20); k.disproof < 20 && got != test.limits {
				t.Errorf("chains: limits %d, want %d", got, test.limits)
			}
		})
	}
}

func TestAMoveThatDecidesIsSelected(t *testing.T) {
	for _, test := range []struct {
		mine   bool
		answer answer
		want   int
	}{{true, yes, 1}, {true, no, 0}, {false, no, 1}, {false, yes, 0}} {
		list := []child{{proof: 2, disproof: 2}, {result: captureResult{answer: test.answer}}}
		var k captureEntry
		if got, _ := selectReply(list, test.mine, &k); got != test.want {
			t.Errorf("the side moves %t, one move is %d: picked %d, want %d", test.mine, test.answer, got, test.want)
		}
	}
}

func TestEachSearchOfAQueryKeepsToTheLimitOfNodes(t *testing.T) {
	s := solver(t, "square-3x4", situational, nil)
	for effort := uint64(1); ; effort *= 2 {
		at, err := s.playLine(nil)
		if err != nil {
			t.Fatal(err)
		}
		before := s.p.nodes
		v := s.p.proveWithin(context.Background(), board.Black, 1, at, s.maxLine(), effort)
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

func TestTheEffortIsDoubledEachTime(t *testing.T) {
	s := solver(t, "square-4", situational, nil)
	ctx, stop := context.WithCancel(context.Background())
	var efforts []uint64
	s.p.report = func() {
		left := s.p.nodeLimit - s.p.nodes // at most the effort, and close to it soon after a search has begun
		for effort := uint64(initialEffort); ; effort *= 2 {
			if left <= effort {
				efforts = append(efforts, effort)
				break
			}
		}
		if s.p.nodes > 32*initialEffort {
			stop()
		}
	}
	if _, err := s.anyRuleBounds(ctx); err != nil {
		t.Fatal(err)
	}
	if first, last := efforts[0], slices.Max(efforts); first != initialEffort || last < 4*initialEffort || last > 16*initialEffort {
		t.Errorf("efforts %d: want %d at first, and after some rounds several times as much", efforts, initialEffort)
	}
}
