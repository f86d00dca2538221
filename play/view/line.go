package view

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/play/view/position"
)

// A Line holds the positions along a line of moves.
type Line struct {
	// after the first requested number of moves and after each later one
	Positions []position.Position `json:"positions"`
	Refused   *IllegalMove        `json:"refused,omitempty"`
}

// IllegalMove is the first illegal move. No position follows it.
type IllegalMove struct {
	Ply    int    `json:"ply"`    // number of moves before it
	Reason string `json:"reason"` // key of the refusal
}

// LineOf plays moves in a game with next to move first. It returns the positions after from moves
// and after each later move, at most most. A move is a point's name or "pass", by the players in
// turn; a prefix "b " or "w " names the player. The first illegal move ends the line.
func LineOf(g *game.Game, next board.Color, moves []string, from, most int) Line {
	line := Line{Positions: []position.Position{}}
	var before *position.Position
	add := func() bool {
		if ply := g.Ply(); ply >= from-1 { // include the position before from, to find its changes
			at := position.Of(g, next, before)
			at.Illegal = position.Illegal(g, next)
			if before = &at; ply >= from {
				line.Positions = append(line.Positions, at)
			}
		}
		return len(line.Positions) < most
	}
	if !add() {
		return line
	}
	for i, text := range moves {
		c, p, err := readMove(g.Graph(), next, text)
		if err == nil {
			err = g.Play(p, c)
		}
		if err != nil {
			line.Refused = &IllegalMove{i, err.Error()}
			return line
		}
		if next = c.Opponent(); !add() {
			break
		}
	}
	return line
}

// readMove parses a move in a line. The error is a refusal.
func readMove(g *board.Graph, next board.Color, text string) (c board.Color, p board.Point, err error) {
	c = next
	if by, name, named := strings.Cut(text, " "); named {
		switch by {
		case "b":
			c, text = board.Black, name
		case "w":
			c, text = board.White, name
		}
	}
	if p, err = g.Move(text); err != nil {
		return c, p, play.ErrNoSuchPoint
	}
	return c, p, nil
}
