package conditional

import (
	"crypto/sha256"
	"encoding/hex"
	"fmt"
	"slices"
	"strings"
	"time"

	"rosette/game"
	"rosette/game/board"
	"rosette/play"
)

// Bounds of the conditional moves of a player in a match.
const (
	MaxLines = 50
	MaxMoves = 40 // of a line
)

// A Line is a move of the opponent, the answer, the opponent's next move and so on, in
// turn. A move is the name of a point or "pass". The last one is an answer.
type Line []string

// A Plan is the conditional moves of a player of a match.
type Plan struct {
	Lines []Line
	Ply   int    // the lines begin after so many moves of the match
	Mark  string // tells these moves from others, see [mark]
}

// A StoredPlan plan is one as it is stored.
type StoredPlan struct {
	Plan
	Match string
	Color board.Color // of the player, by the colours of the opening
	At    time.Time   // when it was laid down
	Ended End
}

// A Refusal is the reason for which conditional moves are refused. Reasons of the rules
// are of type [game.Refusal]. The text is also a part of a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// The reasons for which conditional moves are refused.
const (
	ErrNotHere    Refusal = "not-here"    // the match is not played by correspondence between two persons
	ErrNotNow     Refusal = "not-now"     // nobody plays stones at the moment, or no longer
	ErrYourTurn   Refusal = "your-turn"   // the player is to move
	ErrTooMany    Refusal = "too-many"    // more than MaxLines
	ErrTooLong    Refusal = "too-long"    // more than MaxMoves
	ErrNoAnswer   Refusal = "no-answer"   // a line is empty or ends with a move of the opponent
	ErrTwoAnswers Refusal = "two-answers" // two lines begin alike and answer the same move differently
	ErrStops      Refusal = "stops"       // play has stopped before the move, such as after two passes
	ErrNoPoint    Refusal = "no-point"    // the board has no such point
)

// A Fault is what is wrong with one move of a line, both counted from 0.
type Fault struct {
	Line, Move int
	Reason     error // a [Refusal] or a [game.Refusal]
}

// Error says which move it is and what is wrong with it.
func (f Fault) Error() string { return fmt.Sprintf("line %d, move %d: %v", f.Line, f.Move, f.Reason) }

// Unwrap returns the reason.
func (f Fault) Unwrap() error { return f.Reason }

// Allowed returns why the player of a colour cannot lay conditional moves down now, nil
// if the player can.
func Allowed(m *play.Match, c board.Color) error {
	switch {
	case !m.Correspondence() || !m.OriginalSettings().BetweenPeople():
		return ErrNotHere
	case m.Phase() != play.PhasePlay:
		return ErrNotNow
	case m.ToMove() != c.Opponent():
		return ErrYourTurn
	}
	return nil
}

// Lay returns the conditional moves that the player of a colour lays down, with names of
// points as the board has them and without lines that are the begin of others. The error
// is a [Refusal], or a [Fault] for the first move that is wrong. The match stays as it is.
func Lay(m *play.Match, c board.Color, lines []Line) (Plan, error) {
	if err := Allowed(m, c); err != nil {
		return Plan{}, err
	}
	if len(lines) > MaxLines {
		return Plan{}, ErrTooMany
	}
	answers, named := map[string]string{}, make([]Line, len(lines))
	for i, l := range lines {
		g := m.Game().Clone()
		var at int
		var err error
		if named[i], at, err = try(g, c, l); err == nil {
			at, err = agree(answers, named[i])
		}
		if err != nil {
			return Plan{}, Fault{i, at, err}
		}
	}
	ply := m.Game().Ply()
	return Plan{Lines: longest(named), Ply: ply, Mark: mark(m, ply)}, nil
}

// try plays a line on a game and returns it with the names of the board. The error is of
// the move at.
func try(g *game.Game, c board.Color, l Line) (named Line, at int, err error) {
	switch {
	case len(l) == 0:
		return nil, 0, ErrNoAnswer
	case len(l) > MaxMoves:
		return nil, MaxMoves, ErrTooLong
	}
	stopped := false
	for at, name := range l {
		by := c.Opponent()
		if at%2 == 1 {
			by = c
		}
		p, err := g.Graph().Move(name)
		if err != nil {
			return nil, at, ErrNoPoint
		}
		if stopped {
			return nil, at, ErrStops
		}
		if err := g.Play(p, by); err != nil {
			return nil, at, err
		}
		stopped = g.Passes() >= 2 || g.NoResult() || g.GivesUpTurn(by.Opponent())
		named = append(named, g.Graph().PointName(p))
	}
	if len(l)%2 == 1 {
		return nil, len(l) - 1, ErrNoAnswer
	}
	return named, 0, nil
}

// agree notes the answers of a line. The error is of the move at, where another line that
// begins alike has another answer.
func agree(answers map[string]string, l Line) (at int, err error) {
	for at := 1; at < len(l); at += 2 {
		before := strings.Join(l[:at], " ")
		if known, ok := answers[before]; ok && known != l[at] {
			return at, ErrTwoAnswers
		}
		answers[before] = l[at]
	}
	return 0, nil
}

// longest returns the lines that are not the begin of another one, each once.
func longest(lines []Line) []Line {
	var all []Line
	for i, l := range lines {
		covered := slices.ContainsFunc(lines[i+1:], l.begins) ||
			slices.ContainsFunc(lines[:i], func(other Line) bool { return len(other) > len(l) && l.begins(other) })
		if !covered {
			all = append(all, l)
		}
	}
	return all
}

// begins reports whether another line begins with l.
func (l Line) begins(other Line) bool { return len(other) >= len(l) && slices.Equal(other[:len(l)], l) }

// mark tells the first moves of a match, and what was agreed on before them, from others.
// It is another one after an undo: whoever takes an answer back does not want it again.
func mark(m *play.Match, ply int) string {
	h := sha256.New()
	fmt.Fprintln(h, m.Undone(), m.Swapped(), m.Game().Rules().Komi)
	for i := range ply {
		move := m.Game().Move(i)
		fmt.Fprintln(h, move.Color, move.Point)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
