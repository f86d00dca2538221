// Package evaluation presents a network's raw output for a position, by color instead of by player
// to move: as JSON, as text and as a picture of the ownership.
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

// An Evaluation is a network's output for a position. Score and Margin are Black's, negative if
// White leads.
type Evaluation struct {
	File       string       `json:"file"` // network file
	Hash       string       `json:"hash"`
	Board      string       `json:"board"`
	Rules      game.Rules   `json:"rules"`
	Moves      int          `json:"moves"` // number of moves played
	Next       string       `json:"next"`  // player to move: black or white
	Average    bool         `json:"average"`
	BlackWins  float32      `json:"black"` // outcome probabilities, which sum to 1
	Draw       float32      `json:"draw"`
	WhiteWins  float32      `json:"white"`
	Score      float32      `json:"score"`     // expected score in points, including komi and compensation
	Margin     float32      `json:"margin"`    // expected margin on the board alone
	ScoreStdev float32      `json:"spread"`    // standard deviation of Score and Margin
	Policy     []PolicyMove `json:"policy"`    // legal moves, most probable first
	Ownership  []float32    `json:"ownership"` // final ownership, 1 Black … −1 White: len = points

	game *game.Game
}

// A PolicyMove is a legal move and its probability.
type PolicyMove struct {
	Move        string  `json:"move"`
	Probability float32 `json:"chance"`

	point board.Point
}

// New evaluates g with a network, which must support the board and rules. file is the network's
// display name. The player to move is g.ToMove(). With average, the result is the mean over all
// symmetries of the board. The game must not change afterwards.
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

// maxListedMoves is the maximum number of moves in the text.
const maxListedMoves = 10

// Text formats the evaluation, with boards drawn in style s: the outcome, the score, the most
// probable moves, the position, and the ownership.
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

// capitalNext returns Next with an initial capital.
func (e *Evaluation) capitalNext() string { return strings.ToUpper(e.Next[:1]) + e.Next[1:] }

// outcome formats the outcome probabilities. It omits a draw if its probability is negligible.
func (e *Evaluation) outcome() string {
	text := fmt.Sprintf("Black wins %.1f %%, White %.1f %%", 100*e.BlackWins, 100*e.WhiteWins)
	if e.Draw >= 0.0005 {
		text += fmt.Sprintf(", draw %.1f %%", 100*e.Draw)
	}
	return text
}

// leadText formats the leader and the margin, given Black's margin.
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

// Picture draws the position and its ownership. It tints areas; on points without a stone of the
// owner, larger squares mean more certain ownership.
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
