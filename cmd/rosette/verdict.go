package main

import (
	"fmt"
	"slices"
	"strings"

	"rosette/draw"
	"rosette/engine/matches"
	"rosette/game"
	"rosette/game/board"
)

// A networkEvaluation is what a network says of a position, by the names of the colours.
// Margins are Black's, those of White below 0.
type networkEvaluation struct {
	File      string       `json:"file"`
	Hash      string       `json:"hash"`
	Board     string       `json:"board"`
	Rules     game.Rules   `json:"rules"`
	Moves     int          `json:"moves"`
	Next      string       `json:"next"`
	Average   bool         `json:"average"`
	Black     float32      `json:"black"` // the chances of the outcomes
	Draw      float32      `json:"draw"`
	White     float32      `json:"white"`
	Score     float32      `json:"score"`  // komi and what else is given counted
	Margin    float32      `json:"margin"` // of the points of the board alone
	Spread    float32      `json:"spread"` // the standard deviation of both
	Policy    []policyMove `json:"policy"` // every legal move, the likeliest first
	Ownership []float32    `json:"ownership"`

	game *game.Game
}

// A policyMove move, with its chance.
type policyMove struct {
	Move   string  `json:"move"`
	Chance float32 `json:"chance"`

	at board.Point
}

// likeliest is how many moves people are shown.
const likeliest = 10

// text is the verdict for people.
func (v *networkEvaluation) text(s draw.Style) string {
	var b strings.Builder
	after := "before the first move"
	if v.Moves > 0 {
		after = fmt.Sprintf("after move %d", v.Moves)
	}
	fmt.Fprintf(&b, "%s, %s, %s to move, %s, komi %v\n", v.Board, after, v.mover(), matches.RulesetName(v.Rules), v.Rules.Komi)
	fmt.Fprintf(&b, "outcome   %s\n", v.outcome())
	fmt.Fprintf(&b, "score     %s, give or take %.1f; %s on the board\n", ahead(v.Score), v.Spread, ahead(v.Margin))
	for i, m := range v.Policy[:min(likeliest, len(v.Policy))] {
		what := ""
		if i == 0 {
			what = "moves"
		}
		fmt.Fprintf(&b, "%-9s %-4s %5.1f %%\n", what, m.Move, 100*m.Chance)
	}
	fmt.Fprintf(&b, "\n%s\n%s\n%s\n", draw.Game(v.game, s), draw.Ownership(v.game.Graph(), s, v.Ownership), draw.OwnershipLegend(s))
	return b.String()
}

// mover names who is to move.
func (v *networkEvaluation) mover() string { return strings.ToUpper(v.Next[:1]) + v.Next[1:] }

// since names the last move, if there was one.
func (v *networkEvaluation) since() string {
	last, moved := v.game.Last()
	if !moved {
		return ""
	}
	return " after " + v.game.Graph().PointName(last.Point)
}

// outcome says the chances of the outcomes.
func (v *networkEvaluation) outcome() string {
	text := fmt.Sprintf("Black wins %.1f %%, White %.1f %%", 100*v.Black, 100*v.White)
	if v.Draw >= 0.0005 {
		text += fmt.Sprintf(", draw %.1f %%", 100*v.Draw)
	}
	return text
}

// ahead says who is ahead by a margin of Black's.
func ahead(margin float32) string {
	switch by := fmt.Sprintf("%+.1f", margin); {
	case by == "+0.0" || by == "-0.0":
		return "even"
	case margin > 0:
		return "Black by " + by[1:]
	default:
		return "White by " + by[1:]
	}
}

// picture is the position with whose the points will be: the ground is tinted, and
// squares tell it more exactly where no stone of that colour stands.
func (v *networkEvaluation) picture(theme draw.Theme) *draw.Picture {
	heat := slices.Clone(v.Ownership)
	for p, x := range heat {
		if c := v.game.Board().At(board.Point(p)); c == board.Black && x > 0 || c == board.White && x < 0 {
			heat[p] = 0
		}
	}
	p := &draw.Picture{
		Board: v.game.Board(), Theme: theme, Coordinates: true, Ownership: heat, Tint: v.Ownership,
		Title:   plain("%s", v.outcome()),
		Caption: fmt.Sprintf("%s to move%s, score %s ± %.1f", v.mover(), v.since(), ahead(v.Score), v.Spread),
	}
	if last, moved := v.game.Last(); moved && last.Point != board.Pass && v.game.Board().At(last.Point) == last.Color && heat[last.Point] == 0 {
		p.Marks = append(p.Marks, draw.Mark{Shape: draw.Last, At: last.Point})
	}
	return p
}
