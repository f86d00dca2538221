package conditional

import (
	"slices"

	"rosette/game/board"
	"rosette/play"
)

// An End is the reason why no conditional moves are left. It is part of a translation key.
type End string

// The ends.
const (
	Running End = ""        // some lines are left
	Played  End = "played"  // all moves in a line were made
	Left    End = "left"    // the opponent made a move that is in no line
	Own     End = "own"     // the player made a move other than the answer
	Back    End = "back"    // moves were taken back
	Stopped End = "stopped" // play has stopped, or the match is over
	Refused End = "refused" // the rules refused the answer
)

// A Remainder holds the conditional moves that are left.
type Remainder struct {
	Lines  []Line // from the current position, nil if the plan has ended
	Answer string // the player's move to make now; "" during the opponent's turn
	Ended  End
}

// Remainder returns the conditional moves of player c that are left after the match's moves.
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

// standing returns the Remainder for lines that start at the current position.
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

// after returns the continuations after a move in the lines that begin with it.
func after(lines []Line, name string) (rest []Line) {
	for _, l := range lines {
		if len(l) > 0 && l[0] == name {
			rest = append(rest, l[1:])
		}
	}
	return rest
}
