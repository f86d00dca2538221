package view

import (
	"rosette/game"
	"rosette/game/board"
)

// illegal returns the empty points where c may not play, with the key of the reason.
func illegal(g *game.Game, c board.Color) map[string]string {
	why := map[string]string{}
	for _, p := range g.Board().Empties() {
		if err := g.Legal(p, c); err != nil {
			why[g.Graph().PointName(p)] = err.Error()
		}
	}
	return why
}
