package sgf

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// A Claim is the final result and territory according to a record.
type Claim struct {
	Result    string        // RE in one line, "" if the record has none
	Territory []board.Color // by point, from TB and TW; nil if the node has neither

	score  game.Result
	scored bool // RE is a result by points or a draw
}

// ClaimAt returns the claim of a record at a node, usually the last in the main line: RE there or
// above, and TB and TW in the node itself. It fails if the tree has no valid board, or if TB or TW
// is invalid.
func ClaimAt(n *Node) (Claim, error) {
	claim := Claim{Result: strings.Map(dropControl, strings.TrimSpace(SimpleText(n.Info("RE"))))}
	result, known := n.Result()
	claim.scored = known && (result.By == game.ByScore || result.By == game.NoResult)
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

// dropControl drops control characters, which a terminal would obey.
func dropControl(r rune) rune {
	if r < ' ' || r >= 0x7f && r < 0xa0 {
		return -1
	}
	return r
}

// Within reports whether the count allows the result in the record; if the game is void, whether
// the record is void too. comparable is false for a result by resignation, on time or in unknown
// words.
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

// Differences returns the points, in order, where territory (owner by point) differs from the marks
// in the record. It returns nil if the record marks no territory.
func (c Claim) Differences(territory []board.Color) (points []board.Point) {
	for p, color := range c.Territory {
		if color != territory[p] {
			points = append(points, board.Point(p))
		}
	}
	return points
}
