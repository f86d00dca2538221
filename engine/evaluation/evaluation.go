// Package evaluation presents the direct output of a network for a position, by
// colours instead of by the player to move: as JSON, as text and as a picture of
// the ownership of points.
package evaluation

import (
	"cmp"
	"fmt"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
)

// An Evaluation is the output of a network for a position. Score and Margin are
// Black's, negative if White is ahead.
type Evaluation struct {
	File       string       `json:"file"` // of the network
	Hash       string       `json:"hash"`
	Board      string       `json:"board"`
	Rules      game.Rules   `json:"rules"`
	Moves      int          `json:"moves"` // before the position
	Next       string       `json:"next"`  // black or white: who moves
	Average    bool         `json:"average"`
	BlackWins  float32      `json:"black"` // the probabilities of the outcomes; they sum to 1
	Draw       float32      `json:"draw"`
	WhiteWins  float32      `json:"white"`
	Score      float32      `json:"score"`     // expected, in points, with komi and compensation
	Margin     float32      `json:"margin"`    // expected on the board alone
	ScoreStdev float32      `json:"spread"`    // the standard deviation of both
	Policy     []PolicyMove `json:"policy"`    // legal moves, the most probable first
	Ownership  []float32    `json:"ownership"` // [points]: 1 Black's, −1 White's, at the end of the game

	game *game.Game
}

// A PolicyMove is a legal move with its probability.
type PolicyMove struct {
	Move        string  `json:"move"`
	Probability float32 `json:"chance"`

	point board.Point
}

// New evaluates the position of a game by a network, which must apply to it. File
// is what the network is called. The player to move is the one who did not move
// last, before the first move the one who begins. With average, the evaluation is
// the mean over all symmetries of the board. The game must not change afterwards.
func New(net *neural.Network, file string, g *game.Game, average bool) *Evaluation {
	next := g.ToMove()
	o, komiOffset := neural.Once(net, g, next, average)
	e := &Evaluation{
		File: file, Hash: net.Hash, Board: g.Graph().Name(), Rules: g.Rules(), Moves: g.Ply(), Next: next.String(),
		Average:   average,
		BlackWins: o.Win, WhiteWins: o.Loss, Draw: o.Draw, Score: o.Margin + komiOffset, Margin: o.Margin,
		ScoreStdev: o.MarginStdev,
		Ownership:  slices.Clone(o.Ownership), game: g,
	}
	if next == board.White {
		e.BlackWins, e.WhiteWins = e.WhiteWins, e.BlackWins
		e.Score, e.Margin = -e.Score, -e.Margin
		for p := range e.Ownership {
			e.Ownership[p] = -e.Ownership[p]
		}
	}
	for p, x := range o.Policy {
		point := board.Point(p)
		if p == len(o.Policy)-1 {
			point = board.Pass
		}
		if x > 0 {
			e.Policy = append(e.Policy, PolicyMove{g.Graph().PointName(point), x, point})
		}
	}
	slices.SortStableFunc(e.Policy, func(a, b PolicyMove) int { return cmp.Compare(b.Probability, a.Probability) })
	return e
}

// maxListedMoves is how many moves the text lists.
const maxListedMoves = 10

// Text returns the evaluation as text, with boards in this style: the outcome, the
// score, the most probable moves, the position, and the ownership of its points.
func (e *Evaluation) Text(s draw.Style) string {
	var b strings.Builder
	after := "before the first move"
	if e.Moves > 0 {
		after = fmt.Sprintf("after move %d", e.Moves)
	}
	rules := cmp.Or(e.Rules.Preset, "rules of its own")
	fmt.Fprintf(&b, "%s, %s, %s to move, %s, komi %v\n", e.Board, after, e.capitalNext(), rules, e.Rules.Komi)
	fmt.Fprintf(&b, "outcome   %s\n", e.outcome())
	fmt.Fprintf(&b, "score     %s, give or take %.1f; %s on the board\n", leadText(e.Score), e.ScoreStdev,
		leadText(e.Margin))
	for i, m := range e.Policy[:min(maxListedMoves, len(e.Policy))] {
		title := ""
		if i == 0 {
			title = "moves"
		}
		fmt.Fprintf(&b, "%-9s %-4s %5.1f %%\n", title, m.Move, 100*m.Probability)
	}
	fmt.Fprintf(&b, "\n%s\n%s\n%s\n", draw.Game(e.game, s), draw.Ownership(e.game.Graph(), s, e.Ownership),
		draw.OwnershipLegend(s))
	return b.String()
}

// capitalNext returns Next as the first word of a sentence.
func (e *Evaluation) capitalNext() string { return strings.ToUpper(e.Next[:1]) + e.Next[1:] }

// outcome writes the probabilities of the outcomes; that of a draw if it is not 0.
func (e *Evaluation) outcome() string {
	text := fmt.Sprintf("Black wins %.1f %%, White %.1f %%", 100*e.BlackWins, 100*e.WhiteWins)
	if e.Draw >= 0.0005 {
		text += fmt.Sprintf(", draw %.1f %%", 100*e.Draw)
	}
	return text
}

// leadText writes who is ahead by a margin of Black's.
func leadText(margin float32) string {
	switch by := fmt.Sprintf("%+.1f", margin); {
	case by == "+0.0" || by == "-0.0":
		return "even"
	case margin > 0:
		return "Black by " + by[1:]
	default:
		return "White by " + by[1:]
	}
}

// Picture returns a picture of the position and of the ownership of its points:
// areas are tinted, and where no stone of the owner stands, larger squares mean
// more certain ownership.
func (e *Evaluation) Picture(theme draw.Theme) *draw.Picture {
	b := e.game.Board()
	squares := slices.Clone(e.Ownership)
	for p, x := range squares {
		if c := b.At(board.Point(p)); c == board.Black && x > 0 || c == board.White && x < 0 {
			squares[p] = 0
		}
	}
	last, moved := e.game.Last()
	after := ""
	if moved {
		after = " after " + b.Graph().PointName(last.Point)
	}
	p := &draw.Picture{
		Board: b, Theme: theme, Coordinates: true, Ownership: squares, Tint: e.Ownership, Title: e.outcome(),
		Caption: fmt.Sprintf("%s to move%s, score %s ± %.1f", e.capitalNext(), after, leadText(e.Score), e.ScoreStdev),
	}
	if moved && last.Point != board.Pass && b.At(last.Point) == last.Color && squares[last.Point] == 0 {
		p.Marks = append(p.Marks, draw.Mark{Shape: draw.Last, At: last.Point})
	}
	return p
}
