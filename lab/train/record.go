package train

import (
	"fmt"

	"rosette/game/sgf"
)

// Record returns the game as an SGF file.
func Record(p *PlayedGame) ([]byte, error) {
	root, err := sgf.FromGame(p.Game)
	if err != nil {
		return nil, fmt.Errorf("not a record of a self-play game: %w", err)
	}
	root.Set("RE", p.Score.Result().String())
	return []byte(root.String()), nil
}
