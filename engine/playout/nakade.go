package playout

import "rosette/game/board"

// room is the largest eye that a nakade is looked for in.
const room = 6

// An eyeShape is what an eye looks like: so many points, so many
// lines between them, and so many of these at the busiest point.
type eyeShape struct{ points, lines, most int }

// vital are the eyes that become one if the opponent takes the point with the
// most lines: three in a row, the pyramid, the cross, the bulky five and the
// rabbity six; on a honeycomb, three in a row and the star of four.
var vital = map[eyeShape]bool{
	{3, 2, 2}: true,
	{4, 3, 3}: true,
	{5, 4, 4}: true,
	{5, 5, 3}: true,
	{6, 6, 4}: true,
}

// nakade takes the vital point of an eye that the last stone has closed or made
// smaller.
func (e *Evaluator) nakade(last board.Point, c board.Color) board.Point {
	b := &e.board
	for _, q := range b.Graph().Near(last) {
		if b.At(q) != board.Empty || b.Neighbours(q, board.Empty) == 0 || b.Neighbours(q, c) > 0 {
			continue
		}
		if p := e.vital(q, c); p != board.Pass {
			return p
		}
	}
	return board.Pass
}

// vital returns the one point that makes the eye around q hard to divide.
func (e *Evaluator) vital(q board.Point, c board.Color) board.Point {
	b := &e.board
	var points [room]board.Point
	points[0] = q
	n, lines, most := 1, 0, 0
	at := board.Pass
	for i := 0; i < n; i++ {
		p := points[i]
		if b.Neighbours(p, c) > 0 {
			return board.Pass
		}
		near := b.Neighbours(p, board.Empty)
		lines += near
		switch {
		case near > most:
			at, most = p, near
		case near == most:
			at = board.Pass
		}
		for _, r := range b.Graph().Near(p) {
			if b.At(r) != board.Empty || contains(points[:n], r) {
				continue
			}
			if n == room {
				return board.Pass
			}
			points[n] = r
			n++
		}
	}
	if !vital[eyeShape{n, lines / 2, most}] {
		return board.Pass
	}
	return at
}

func contains(points []board.Point, p board.Point) bool {
	for _, q := range points {
		if q == p {
			return true
		}
	}
	return false
}
