package study_test

import (
	"fmt"
	"os"
	"strings"

	"rosette/game/sgf"
	"rosette/study"
)

func read(text string) *study.Study {
	c, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
	if err != nil {
		panic(err)
	}
	s, err := study.FromCollection(c)
	if err != nil {
		panic(err)
	}
	return s
}

// Two people change one study at a time. Changes of different things may come in either order.
func ExampleConflict() {
	comment := study.Operation{Kind: study.Set, Node: "2", Property: "C", Values: []string{"Good."}}
	mark := study.Operation{Kind: study.Set, Node: "2", Property: "CR", Values: []string{"aa"}}
	other := study.Operation{Kind: study.Set, Node: "2", Property: "C", Values: []string{"Bad."}}
	fmt.Println(study.Conflict(comment, mark), study.Conflict(comment, other))

	s := read("(;GM[1]SZ[5];B[aa])")
	for _, o := range []study.Operation{mark, comment} {
		if _, err := s.Apply(o); err != nil {
			fmt.Println(err)
		}
	}
	_ = sgf.Write(os.Stdout, s.Collection())
	// Output:
	// false true
	// (;GM[1]SZ[5]FF[4]CA[UTF-8];B[aa]C[Good.]CR[aa])
}
