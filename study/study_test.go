package study_test

import (
	"fmt"
	"math/rand/v2"
	"strings"
	"testing"

	"rosette/game/sgf"
	"rosette/study"
)

// operation returns a random operation on a study with the nodes 1 to 6 in the chapters 1 and 2.
func operation(r *rand.Rand, i int) study.Operation {
	node := study.NodeID(fmt.Sprint(1 + r.IntN(6)))
	chapter := study.ChapterID(fmt.Sprint(1 + r.IntN(2)))
	order := study.Between([]string{"", "V", "j"}[r.IntN(3)], "")
	all := []study.Operation{
		{
			Kind: study.Add, Node: study.NodeID(study.NewID(r.Uint64())), Parent: node, Order: order,
			Properties: []study.Property{{ID: "B", Values: []string{"bb"}}},
		},
		{Kind: study.Set, Node: node, Property: []string{"C", "CR", "B"}[r.IntN(3)], Values: []string{fmt.Sprint(i)}},
		{Kind: study.Set, Node: node, Property: []string{"C", "CR", "B"}[r.IntN(3)]},
		{Kind: study.Remove, Node: node},
		{Kind: study.Restore, Node: node},
		{Kind: study.Move, Node: node, Parent: study.NodeID(fmt.Sprint(1 + r.IntN(6))), Order: order},
		{Kind: study.MoveChapter, Chapter: chapter, Order: order},
		{Kind: study.RemoveChapter, Chapter: chapter},
		{Kind: study.RestoreChapter, Chapter: chapter},
	}
	return all[r.IntN(len(all))]
}

func text(t *testing.T, s *study.Study) string {
	t.Helper()
	var b strings.Builder
	if err := sgf.Write(&b, s.Collection()); err != nil {
		t.Fatal(err)
	}
	return b.String()
}

const file = "(;GM[1]SZ[5](;B[aa];W[bb])(;B[cc]))(;GM[1]SZ[5];B[dd])"

func TestOperationsWithoutConflictHaveTheSameEffectInBothOrders(t *testing.T) {
	applied := 0
	for seed := range uint64(3000) {
		r := rand.New(rand.NewPCG(seed, 1))
		a, b := operation(r, 1), operation(r, 2)
		if study.Conflict(a, b) {
			continue
		}
		var ends [2]string
		for i, order := range [][]study.Operation{{a, b}, {b, a}} {
			s := read(file)
			var refused [2]bool
			for j, o := range order {
				if _, err := s.Apply(o); err != nil {
					refused[(i+j)%2] = true
				} else {
					applied++
				}
			}
			ends[i] = fmt.Sprint(text(t, s), refused)
		}
		if ends[0] != ends[1] {
			t.Fatalf("seed %d: %+v and %+v end in\n%s\nand\n%s", seed, a, b, ends[0], ends[1])
		}
	}
	if applied < 3000 {
		t.Fatalf("only %d operations were applied", applied)
	}
}

func TestTheInverseRestoresEveryByte(t *testing.T) {
	for seed := range uint64(500) {
		r := rand.New(rand.NewPCG(seed, 2))
		s := read(file)
		before := text(t, s)
		var inverses []study.Operation
		for i := range 20 {
			if inverse, err := s.Apply(operation(r, i)); err == nil {
				inverses = append(inverses, inverse)
			}
		}
		for i := len(inverses) - 1; i >= 0; i-- {
			if _, err := s.Apply(inverses[i]); err != nil {
				t.Fatalf("seed %d: the inverse %+v is refused: %v", seed, inverses[i], err)
			}
		}
		if after := text(t, s); after != before {
			t.Fatalf("seed %d: undone to\n%s\nwant\n%s", seed, after, before)
		}
	}
}
