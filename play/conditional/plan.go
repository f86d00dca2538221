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

// Limits on a player's conditional moves in a match.
const (
	MaxLines = 50
	MaxMoves = 40 // per line
)

// A Line alternates the opponent's moves and the player's answers, from the opponent's next move to
// an answer. A move is a point's name or "pass".
type Line []string

// A Plan holds a player's conditional moves in a match.
type Plan struct {
	Lines []Line
	Ply   int    // number of moves in the match before the lines
	Mark  string // identifies the moves before the lines, see [mark]
}

// A StoredPlan is a plan in the store.
type StoredPlan struct {
	Plan
	Match string
	Color board.Color // the player's, by the original colours
	At    time.Time   // time of creation
	Ended End
}

// A Refusal is a reason to reject conditional moves. Reasons from the rules have type
// [game.Refusal]. The text is part of a translation key.
type Refusal string

// Error returns the key.
func (r Refusal) Error() string { return string(r) }

// Reasons to reject conditional moves.
const (
	ErrNotHere    Refusal = "not-here"    // the match is not a correspondence match between two people
	ErrNotNow     Refusal = "not-now"     // the match is not in the play phase
	ErrYourTurn   Refusal = "your-turn"   // the player is to move
	ErrTooMany    Refusal = "too-many"    // more than MaxLines
	ErrTooLong    Refusal = "too-long"    // more than MaxMoves
	ErrNoAnswer   Refusal = "no-answer"   // a line is empty or ends with the opponent's move
	ErrTwoAnswers Refusal = "two-answers" // two lines with the same beginning answer a move differently
	ErrStops      Refusal = "stops"       // play stops before the move, such as after two passes
	ErrNoPoint    Refusal = "no-point"    // the board has no such point
)

// A Fault is an error in a move of a line. Both are counted from 0.
type Fault struct {
	Line, Move int
	Reason     error // a [Refusal] or a [game.Refusal]
}

// Error returns the position and the reason.
func (f Fault) Error() string { return fmt.Sprintf("line %d, move %d: %v", f.Line, f.Move, f.Reason) }

// Unwrap returns the reason.
func (f Fault) Unwrap() error { return f.Reason }

// Allowed returns nil if the player of colour c may enter conditional moves now, and otherwise the
// reason.
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

// Lay checks and returns the conditional moves of player c. It normalizes the points' names and
// omits lines that are the beginning of others. The error is a [Refusal], or a [Fault] for the
// first invalid move. The match is not changed.
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

// try plays a line on a game and returns it with normalized names. The error concerns the move at.
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

// agree records a line's answers. The error concerns the move at, where another line with the same
// beginning has another answer.
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

// longest returns the lines that are not the beginning of others, without duplicates.
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

// begins reports whether other begins with l.
func (l Line) begins(other Line) bool { return len(other) >= len(l) && slices.Equal(other[:len(l)], l) }

// mark identifies the first moves of a match and the agreements before them. It changes after an
// undo, because a player who takes an answer back does not want it repeated.
func mark(m *play.Match, ply int) string {
	h := sha256.New()
	fmt.Fprintln(h, m.Undone(), m.Swapped(), m.Game().Rules().Komi)
	for i := range ply {
		move := m.Game().Move(i)
		fmt.Fprintln(h, move.Color, move.Point)
	}
	return hex.EncodeToString(h.Sum(nil)[:16])
}
