package train

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/engine/neural"
	"rosette/game/board"
)

// maxBoardWeight bounds the weight of a board.
const maxBoardWeight = 100_000

// ReadBoards reads a list of boards with their relative frequencies, such as
// "rosette-3,rosette-4=2"; a board without a frequency has 1. One network must
// serve all of them, so they have one lattice. Errors begin with the part of the
// list that they are about.
func ReadBoards(list string) ([]Weighted[*board.Graph], error) {
	var all []Weighted[*board.Graph]
	for item := range strings.SplitSeq(list, ",") {
		name, text, weighted := strings.Cut(strings.TrimSpace(item), "=")
		weight := 1.0
		if weighted {
			var err error
			if weight, err = strconv.ParseFloat(text, 64); err != nil || !(weight > 0 && weight <= maxBoardWeight) {
				return nil, fmt.Errorf("%s; write how often beside the others, such as %s=2", item, name)
			}
		}
		graph, err := board.Named(name)
		if err != nil {
			return nil, fmt.Errorf("%s: %w", list, err)
		}
		if _, ok := neural.NewBoardTables(graph); !ok || len(all) > 0 && graph.Lattice() != all[0].Value.Lattice() {
			return nil, fmt.Errorf("%s: a network serves honeycombs or square boards, not both", list)
		}
		all = append(all, Weighted[*board.Graph]{Value: graph, Weight: weight})
	}
	return all, nil
}

// DirName returns the name of the run directory for a list of boards where none
// was chosen.
func DirName(boards string) string {
	return "train-" + strings.NewReplacer(",", "-", "=", "x", " ", "").Replace(boards)
}
