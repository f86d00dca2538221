package view

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
	"rosette/server/http/wire"
)

// A Position is a position of a line of moves, with what its last move did. Its
// fields are those of [State] where they have the same name.
type Position struct {
	Ply       int               `json:"ply"`
	Stones    string            `json:"stones"` // "b", "w" or "." for each point
	ToMove    string            `json:"toMove"` // "b" or "w"
	Last      string            `json:"last,omitempty"`
	By        string            `json:"by,omitempty"` // who made the last move
	Captured  []string          `json:"captured"`     // points that the last move emptied
	Formed    []int             `json:"formed"`       // rosettes that the last move filled
	Rosettes  []int             `json:"rosettes"`     // the filled ones, by their number in [Board]
	Immortal  []board.Point     `json:"immortal"`     // stones that can never be captured
	Passes    int               `json:"passes,omitempty"`
	Prisoners wire.Prisoners    `json:"prisoners"`
	Left      *StonesLeft       `json:"left,omitempty"` // absent where the rules do not limit stones
	Illegal   map[string]string `json:"illegal"`        // empty point → key of the reason why the player to move may not play there
}

// A Line is the positions of a line of moves.
type Line struct {
	Positions []Position   `json:"positions"` // after so many moves and after each that follows
	Refused   *IllegalMove `json:"refused,omitempty"`
}

// IllegalMove is the first move that the rules do not allow. No position follows it.
type IllegalMove struct {
	Ply    int    `json:"ply"`    // number of moves before it
	Reason string `json:"reason"` // key of a refusal
}

// PositionOf returns the position of a game with next to move. before is the position
// before its last move, nil if there is none or nobody asks what the move did. Illegal
// is left empty.
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

// changes fills in what the last move took off and which rosettes it filled.
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

// LineOf makes moves in a game with next to move first, and returns the positions
// after from moves and after each that follows, at most so many. A move is the name
// of a point or "pass", by the players in turn; with "b " or "w " before it, it is a
// move of that player. The first move that the rules refuse ends the line.
func LineOf(g *game.Game, next board.Color, moves []string, from, most int) Line {
	line := Line{Positions: []Position{}}
	var before *Position
	add := func() bool {
		if ply := g.Ply(); ply >= from-1 { // of the one before from, for what the next one changes
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

// readMove reads a move of a line. The error is a refusal.
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

// rosettesOf returns the rosettes that are filled.
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
