package conditional

import (
	"slices"

	"rosette/game/board"
	"rosette/play"
)

// An End is why nothing is left of conditional moves. It is also a part of a translation
// key.
type End string

// The ends.
const (
	Running End = ""        // there is something left
	Played  End = "played"  // all moves of a line were made
	Left    End = "left"    // the opponent made a move that no line has
	Own     End = "own"     // the player made a move that is not the answer
	Back    End = "back"    // moves were taken back
	Stopped End = "stopped" // play has stopped, or the match is over
	Refused End = "refused" // the rules refused the answer
)

// A Remainder is what is left of conditional moves.
type Remainder struct {
	Lines  []Line // from the present position on, none if the plan has ended
	Answer string // the move that the player is to make now; "" while it is the opponent's turn
	Ended  End
}

// Remainder returns what is left of the plan of the player of a colour after the moves that
// the match has now.
func (p Plan) Remainder(m *play.Match, c board.Color) Remainder {
	g := m.Game()
	switch {
	case m.Phase() != play.PhasePlay:
		return Remainder{Ended: Stopped}
	case len(p.Lines) == 0:
		return Remainder{Ended: Played}
	case g.Ply() < p.Ply || mark(m, p.Ply) != p.Mark:
		return Remainder{Ended: Back}
	}
	rest := p.Lines
	for i := p.Ply; i < g.Ply(); i++ {
		name := g.Graph().PointName(g.Move(i).Point)
		done := slices.ContainsFunc(rest, func(l Line) bool { return len(l) == 0 })
		rest = after(rest, name)
		switch {
		case len(rest) > 0:
		case done:
			return Remainder{Ended: Played}
		case g.Move(i).Color == c:
			return Remainder{Ended: Own}
		default:
			return Remainder{Ended: Left}
		}
	}
	return standing(rest, m.ToMove() == c)
}

// standing returns the standing of the lines that go on from the present position.
func standing(rest []Line, due bool) Remainder {
	rest = slices.DeleteFunc(slices.Clone(rest), func(l Line) bool { return len(l) == 0 })
	switch {
	case len(rest) == 0:
		return Remainder{Ended: Played}
	case !due:
		return Remainder{Lines: rest}
	}
	return Remainder{Lines: rest, Answer: rest[0][0]}
}

// after returns what follows a move in the lines that have it.
func after(lines []Line, name string) (rest []Line) {
	for _, l := range lines {
		if len(l) > 0 && l[0] == name {
			rest = append(rest, l[1:])
		}
	}
	return rest
}
