package view

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/wire"
)

// A Position is a position in a line, with the effect of its last move. Fields have the same
// meaning as in [State].
type Position struct {
	Ply       int               `json:"ply"`
	Stones    string            `json:"stones"` // "b", "w" or "." for each point
	ToMove    string            `json:"toMove"` // "b" or "w"
	Last      string            `json:"last,omitempty"`
	By        string            `json:"by,omitempty"` // player of the last move
	Captured  []string          `json:"captured"`     // points emptied by the last move
	Formed    []int             `json:"formed"`       // rosettes filled by the last move
	Rosettes  []int             `json:"rosettes"`     // filled ones, by index in [Board]
	Immortal  []board.Point     `json:"immortal"`     // stones that can never be captured
	Passes    int               `json:"passes,omitempty"`
	Prisoners wire.Prisoners    `json:"prisoners"`
	Left      *StonesLeft       `json:"left,omitempty"` // absent unless the rules limit stones
	Illegal   map[string]string `json:"illegal"`        // empty point → reason key, for the player to move
}

// A Line holds the positions along a line of moves.
type Line struct {
	Positions []Position   `json:"positions"` // after the first requested number of moves and after each later one
	Refused   *IllegalMove `json:"refused,omitempty"`
}

// IllegalMove is the first illegal move. No position follows it.
type IllegalMove struct {
	Ply    int    `json:"ply"`    // number of moves before it
	Reason string `json:"reason"` // key of the refusal
}

// PositionOf returns a game's position with next to move. Before is the position before the last
// move, nil if there is none or the move's effect is not needed. Illegal is left empty.
func PositionOf(g *game.Game, next board.Color, before *Position) Position {
	b := g.Board()
	at := Position{
		Ply: g.Ply(), Stones: stonesOf(b), ToMove: letter(next),
		Captured: []string{}, Formed: []int{}, Rosettes: notNil(rosettesOf(b)), Immortal: notNil(immortalOf(b)),
		Passes: g.PassesInRow(), Prisoners: prisonersOf(g), Left: stonesLeft(g), Illegal: map[string]string{},
	}
	last, moved := g.Last()
	if !moved {
		return at
	}
	at.Last, at.By = g.Graph().PointName(last.Point), letter(last.Color)
	if before != nil {
		at.changes(g.Graph(), before)
	}
	return at
}

// changes fills in the stones captured and the rosettes filled by the last move.
func (p *Position) changes(g *board.Graph, before *Position) {
	for i := range p.Stones {
		if p.Stones[i] == '.' && before.Stones[i] != '.' {
			p.Captured = append(p.Captured, g.PointName(board.Point(i)))
		}
	}
	known := map[int]bool{}
	for _, h := range before.Rosettes {
		known[h] = true
	}
	for _, h := range p.Rosettes {
		if !known[h] {
			p.Formed = append(p.Formed, h)
		}
	}
}

// LineOf plays moves in a game with next to move first. It returns the positions after from moves
// and after each later move, at most most. A move is a point's name or "pass", by the players in
// turn; a prefix "b " or "w " names the player. The first illegal move ends the line.
func LineOf(g *game.Game, next board.Color, moves []string, from, most int) Line {
	line := Line{Positions: []Position{}}
	var before *Position
	add := func() bool {
		if ply := g.Ply(); ply >= from-1 { // include the position before from, to find its changes
			at := PositionOf(g, next, before)
			at.Illegal = illegal(g, next)
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

func prisonersOf(g *game.Game) wire.Prisoners {
	return wire.Prisoners{Black: g.Prisoners(board.Black), White: g.Prisoners(board.White)}
}

// rosettesOf returns the filled rosettes.
func rosettesOf(b *board.View) (filled []int) {
	for h, points := range b.Graph().Rosettes() {
		if b.RosetteCount(h, board.Black) == len(points) || b.RosetteCount(h, board.White) == len(points) {
			filled = append(filled, h)
		}
	}
	return filled
}

// immortalOf returns the stones that can never be captured.
func immortalOf(b *board.View) (stones []board.Point) {
	for p := range board.Point(b.Graph().Points()) {
		if b.Immortal(p) {
			stones = append(stones, p)
		}
	}
	return stones
}
