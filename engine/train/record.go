package train

import (
	"fmt"

	"rosette/game/sgf"
)

// Record returns the game as an SGF file.
func Record(p *Played) ([]byte, error) {
	root, err := sgf.FromGame(p.Game)
	if err != nil {
		return nil, fmt.Errorf("a game has no record: %w", err)
	}
	root.Set("RE", p.Score.Result().String())
	return []byte(root.String()), nil
}
