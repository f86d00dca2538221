package puzzle

import (
	"embed"
	"fmt"

	"rosette/game/sgf"
)

//go:embed collection/*.sgf
var collection embed.FS

// Collection returns the records of the built-in puzzles in a fixed order: by board, then from
// easiest to hardest, and then the puzzles about seki.
func Collection() (records []*sgf.Node, err error) {
	files, err := collection.ReadDir("collection")
	if err != nil {
		return nil, err
	}
	for _, file := range files {
		text, err := collection.Open("collection/" + file.Name())
		if err != nil {
			return nil, err
		}
		c, err := sgf.Parse(text, sgf.Options{})
		if err == nil {
			err = c.Err()
		}
		if err != nil {
			return nil, fmt.Errorf("%s: %w", file.Name(), err)
		}
		records = append(records, c.Trees...)
	}
	return records, nil
}
