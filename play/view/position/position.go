package position

import (
	"rosette/game"
	"rosette/game/board"
	"rosette/server/http/wire"
)

// A Position is a position in a line, with its last move's effect.
type Position struct {
	Ply       int               `json:"ply"`
	Stones    string            `json:"stones"` // "b", "w" or "." for each point
	ToMove    string            `json:"toMove"` // "b" or "w"
	Last      string            `json:"last,omitempty"`
	By        string            `json:"by,omitempty"` // the last move's player
	Captured  []string          `json:"captured"`     // points emptied by the last move
	Formed    []int             `json:"formed"`       // rosettes filled by the last move
	Rosettes  []int             `json:"rosettes"`     // filled ones, by index in [Board]
	Immortal  []board.Point     `json:"immortal"`     // stones that can never be captured
	Passes    int               `json:"passes,omitempty"`
	Prisoners wire.Prisoners    `json:"prisoners"`
	Left      *StonesLeft       `json:"left,omitempty"` // absent unless the rules limit stones
	Illegal   map[string]string `json:"illegal"`        // empty point → reason key, for the player to move
}

// StonesLeft counts the stones that each player can still play.
type StonesLeft struct {
	Black int `json:"b"`
	White int `json:"w"`
}

// Of returns a game's position with next to move. Before is the position before the last
// move, nil without one or if the move's effect is not needed. Illegal is left empty.
func Of(g *game.Game, next board.Color, before *Position) Position {
	b := g.Board()
	at := Position{
		Ply: g.Ply(), Stones: Stones(b), ToMove: Letter(next),
		Captured: []string{}, Formed: []int{}, Rosettes: notNil(Rosettes(b)), Immortal: notNil(Immortal(b)),
		Passes: g.PassesInRow(), Prisoners: Prisoners(g), Left: LeftOf(g), Illegal: map[string]string{},
	}
	last, moved := g.Last()
	if !moved {
		return at
	}
	at.Last, at.By = g.Graph().PointName(last.Point), Letter(last.Color)
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

// Letter returns the letter for a colour: "b", "w", or "" for Empty.
func Letter(c board.Color) string { return [...]string{"", "b", "w"}[c] }

// Stones writes ".", "b" or "w" for each point in a position.
func Stones(b *board.View) string {
	text := make([]byte, b.Graph().Points())
	for p := range text {
		text[p] = ".bw"[b.At(board.Point(p))]
	}
	return string(text)
}

// Prisoners returns the stones that each player has captured.
func Prisoners(g *game.Game) wire.Prisoners {
	return wire.Prisoners{Black: g.Prisoners(board.Black), White: g.Prisoners(board.White)}
}

// LeftOf returns the stones left in a game, or nil if they are not limited.
func LeftOf(g *game.Game) *StonesLeft {
	black, limited := g.StonesLeft(board.Black)
	if !limited {
		return nil
	}
	white, _ := g.StonesLeft(board.White)
	return &StonesLeft{black, white}
}

// Rosettes returns the filled rosettes, or nil.
func Rosettes(b *board.View) (filled []int) {
	for h, points := range b.Graph().Rosettes() {
		if b.RosetteCount(h, board.Black) == len(points) || b.RosetteCount(h, board.White) == len(points) {
			filled = append(filled, h)
		}
	}
	return filled
}

// Immortal returns the stones that can never be captured, or nil.
func Immortal(b *board.View) (stones []board.Point) {
	for p := range board.Point(b.Graph().Points()) {
		if b.Immortal(p) {
			stones = append(stones, p)
		}
	}
	return stones
}

// Illegal returns the empty points where c may not play, with the reason's key.
func Illegal(g *game.Game, c board.Color) map[string]string {
	why := map[string]string{}
	for _, p := range g.Board().Empties() {
		if err := g.Legal(p, c); err != nil {
			why[g.Graph().PointName(p)] = err.Error()
		}
	}
	return why
}
