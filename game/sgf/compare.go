package sgf

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A Claim is the end of a game according to its record.
type Claim struct {
	Result    string        // RE in one line, empty if the record has none
	Territory []board.Color // by point, from TB and TW; nil if the node has neither

	score  game.Result
	scored bool // RE is a result by points or a draw
}

// ClaimAt returns what a record claims at a node, usually the last of the main
// line: RE there or above, and TB and TW of the node itself. It fails if the
// tree has no board, or a value of TB or TW cannot be read.
func ClaimAt(n *Node) (Claim, error) {
	claim := Claim{Result: strings.Map(dropControl, strings.TrimSpace(SimpleText(n.Info("RE"))))}
	result, known := n.Result()
	claim.scored = known && result.By != game.ByResign && result.By != game.ByTime
	claim.score = result
	coordinates, err := CoordinatesOf(n.Root())
	if err != nil {
		return Claim{}, err
	}
	owner, problems := coordinates.Territory(n)
	if len(problems) > 0 {
		return Claim{}, problems[0]
	}
	claim.Territory = owner
	return claim, nil
}

// dropControl drops the control characters that a terminal obeys.
func dropControl(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}

// Within reports whether the result that the record claims is one of those that are
// possible by the count, or if the game is void whether the record says so too. A
// result by resignation, on time or in unknown words is not comparable.
func (c Claim) Within(possible game.ScoreRange, void bool) (within, comparable bool) {
	if void || c.score.By == game.NoResult {
		return void && c.score.By == game.NoResult, c.scored
	}
	margin := c.score.Margin
	if c.score.Winner == board.White {
		margin = -margin
	}
	return c.scored && possible.Least <= margin && margin <= possible.Greatest, c.scored
}

// Differences returns the points where the counted territory, one colour a
// point, differs from what the record marks, in order of points. It returns
// nothing if the record marks no territory.
func (c Claim) Differences(territory []board.Color) (points []board.Point) {
	for p, color := range c.Territory {
		if color != territory[p] {
			points = append(points, board.Point(p))
		}
	}
	return points
}
