package train

import (
	"fmt"
	"strconv"
	"strings"

	"rosette/engine/neural"
	"rosette/game/board"
)

// maxBoardWeight is the largest weight for a board.
const maxBoardWeight = 100_000

// ReadBoards parses a list of boards with relative frequencies, such as "rosette-3,rosette-4=2".
// The default frequency is 1. All boards must have the same lattice, because one network serves
// them. An error begins with the invalid part of the list.
func ReadBoards(list string) ([]Weighted[*board.Graph], error) {
	var all []Weighted[*board.Graph]
	for item := range strings.SplitSeq(list, ",") {
		name, text, weighted := strings.Cut(strings.TrimSpace(item), "=")
		weight := 1.0
		if weighted {
			var err error
			if weight, err = strconv.ParseFloat(text, 64); err != nil || !(weight > 0 && weight <= maxBoardWeight) {
				return nil, fmt.Errorf("%s; write its frequency relative to the others, such as %s=2", item, name)
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

// DirName returns the default name of the run directory for a list of boards.
func DirName(boards string) string {
	return "train-" + strings.NewReplacer(",", "-", "=", "x", " ", "").Replace(boards)
}
