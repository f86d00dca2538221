package analysis

import (
	"encoding/json"
	"fmt"

	"rosette/game/board"
)

// bans holds, by color, the depth below which each move is excluded: len = points+1, pass last. It
// is nil for a color without exclusions.
type bans board.ByColor[[]int64]

// avoid is an [engine.Avoid].
func (b *bans) avoid(p board.Point, c board.Color, depth int) bool {
	until := b[c]
	if until == nil {
		return false
	}
	if p == board.Pass {
		return int64(depth) < until[len(until)-1]
	}
	return int64(depth) < until[p]
}

// readBans parses the fields allowMoves and avoidMoves.
func (q *query) readBans(o object) error {
	allowed, allow := o["allowMoves"]
	avoided, avoid := o["avoidMoves"]
	switch {
	case allow && avoid:
		return fieldError{"allowMoves", "use allowMoves or avoidMoves, not both"}
	case allow:
		return q.parseBans("allowMoves", allowed, true)
	case avoid:
		return q.parseBans("avoidMoves", avoided, false)
	}
	return nil
}

func (q *query) parseBans(field string, raw json.RawMessage, allow bool) error {
	var list []object
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return fieldError{field, "must be an array of objects with player, moves and untilDepth"}
	}
	b := new(bans)
	for _, each := range list {
		c, moves, until, err := q.parseBan(each)
		if err != nil {
			return fieldError{field, err.Error()}
		}
		if allow && b[c] != nil {
			return fieldError{field, fmt.Sprintf("has two entries for %s; merge them", c)}
		}
		b.add(q.graph, c, moves, until, allow)
	}
	if len(list) > 0 {
		q.params.Avoid = b.avoid
	}
	return nil
}

// parseBan parses an entry of allowMoves or avoidMoves.
func (q *query) parseBan(o object) (c board.Color, moves []board.Point, until int64, err error) {
	if c, err = parsePlayer(o["player"]); err != nil {
		return c, nil, 0, fmt.Errorf("player %w", err)
	}
	var names []string
	if json.Unmarshal(o["moves"], &names) != nil || names == nil {
		return c, nil, 0, fmt.Errorf(`moves must be an array such as ["C3","pass"]`)
	}
	for _, name := range names {
		p, err := q.parseMove(name)
		if err != nil {
			return c, nil, 0, err
		}
		moves = append(moves, p)
	}
	if until, err = parseInteger(o["untilDepth"]); err != nil || until < 1 {
		return c, nil, 0, fmt.Errorf("untilDepth must be a whole number from 1")
	}
	return c, moves, until, nil
}

// add excludes moves by c down to a depth, or all other moves if allow is set.
func (b *bans) add(g *board.Graph, c board.Color, moves []board.Point, until int64, allow bool) {
	if b[c] == nil {
		b[c] = make([]int64, g.Points()+1)
	}
	depth := until
	if allow {
		for i := range b[c] {
			b[c][i] = until
		}
		depth = 0
	}
	for _, p := range moves {
		if p == board.Pass {
			p = board.Point(g.Points())
		}
		b[c][p] = depth
	}
}
