package analysis

import (
	"encoding/json"
	"fmt"

	"rosette/game/board"
)

// A ban is how deep each move is left out, by colour; the pass comes last.
type ban board.ByColor[[]int64]

// avoid is the ban as the search asks it.
func (b *ban) avoid(p board.Point, c board.Color, depth int) bool {
	until := b[c]
	if until == nil {
		return false
	}
	if p == board.Pass {
		return int64(depth) < until[len(until)-1]
	}
	return int64(depth) < until[p]
}

// banned reads allowMoves or avoidMoves.
func (q *query) banned(o object) error {
	allowed, allow := o["allowMoves"]
	avoided, avoid := o["avoidMoves"]
	switch {
	case allow && avoid:
		return fault{"allowMoves", "use allowMoves or avoidMoves, not both"}
	case allow:
		return q.ban("allowMoves", allowed, true)
	case avoid:
		return q.ban("avoidMoves", avoided, false)
	}
	return nil
}

func (q *query) ban(field string, raw json.RawMessage, allow bool) error {
	var list []object
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return fault{field, "must be an array of objects with player, moves and untilDepth"}
	}
	b := new(ban)
	for _, each := range list {
		c, moves, until, err := q.barred(each)
		if err != nil {
			return fault{field, err.Error()}
		}
		if allow && b[c] != nil {
			return fault{field, fmt.Sprintf("has two entries for %s; make them one", c)}
		}
		b.add(q.graph, c, moves, until, allow)
	}
	if len(list) > 0 {
		q.question.Avoid = b.avoid
	}
	return nil
}

// barred reads one entry.
func (q *query) barred(o object) (c board.Color, moves []board.Point, until int64, err error) {
	if c, err = player(o["player"]); err != nil {
		return c, nil, 0, fmt.Errorf("player %w", err)
	}
	var names []string
	if json.Unmarshal(o["moves"], &names) != nil || names == nil {
		return c, nil, 0, fmt.Errorf(`moves must be an array such as ["C3","pass"]`)
	}
	for _, name := range names {
		p, err := q.place(name)
		if err != nil {
			return c, nil, 0, err
		}
		moves = append(moves, p)
	}
	if until, err = integer(o["untilDepth"]); err != nil || until < 1 {
		return c, nil, 0, fmt.Errorf("untilDepth must be a whole number from 1")
	}
	return c, moves, until, nil
}

// add leaves moves of a player out so deep, or all others.
func (b *ban) add(g *board.Graph, c board.Color, moves []board.Point, until int64, allow bool) {
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
