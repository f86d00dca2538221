package analysis

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// ground finds the board: by its name, by its size, or that of the service.
func (s *service) ground(q *query, o object) error {
	if raw, ok := o["board"]; ok {
		var name string
		if json.Unmarshal(raw, &name) != nil || name == "" {
			return fault{"board", "must be a name: " + board.Boards}
		}
		g, err := board.Named(name)
		if err != nil {
			return fault{"board", err.Error()}
		}
		q.graph = g
		return q.sized(o)
	}
	if _, wide := o["boardXSize"]; !wide && s.Board != nil && o["boardYSize"] == nil {
		q.graph = s.Board
		return nil
	}
	var side [2]int64
	for i, key := range sizes {
		n, err := integer(o[key])
		if err != nil || n < 2 || n > int64(board.MaxSide) {
			return fault{key, fmt.Sprintf("must be a whole number from 2 to %d; boards without a size have a name, in the field board", board.MaxSide)}
		}
		side[i] = n
	}
	var err error
	if q.graph, err = board.Named(fmt.Sprintf("square-%dx%d", side[0], side[1])); err != nil {
		return fault{"boardXSize", err.Error()}
	}
	return nil
}

var sizes = [2]string{"boardXSize", "boardYSize"}

// sized refuses a size that is not the named board's.
func (q *query) sized(o object) error {
	width, height := q.graph.Size()
	for i, side := range [2]int{width, height} {
		if raw, ok := o[sizes[i]]; ok && string(raw) != fmt.Sprint(side) {
			return fault{sizes[i], fmt.Sprintf("contradicts the board %s; leave it out", q.graph.Name())}
		}
	}
	return nil
}

// players are the names of the colours, in small letters.
var players = map[string]board.Color{"b": board.Black, "black": board.Black, "w": board.White, "white": board.White}

// player reads a colour.
func player(raw json.RawMessage) (board.Color, error) {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		if c, ok := players[strings.ToLower(name)]; ok {
			return c, nil
		}
	}
	return board.Empty, fmt.Errorf(`must be "B" or "W", not %s`, short(raw))
}

// place reads a point or a pass: a name, or (x,y) from the top left on a square
// board.
func (q *query) place(name string) (board.Point, error) {
	var x, y int
	width, height := q.graph.Size()
	if n, err := fmt.Sscanf(name, "(%d,%d)", &x, &y); n == 2 && err == nil && x >= 0 && x < width && y >= 0 && y < height {
		return board.Point(y*width + x), nil
	}
	return q.graph.Move(name)
}

// position reads the stones and the moves.
func (q *query) position(o object) (err error) {
	if raw, ok := o["initialStones"]; ok {
		if q.stones, err = q.pairs("initialStones", raw); err != nil {
			return err
		}
		if slices.ContainsFunc(q.stones, func(m game.Move) bool { return m.Point == board.Pass }) {
			return fault{"initialStones", "a pass is no stone; name points"}
		}
	}
	if q.moves, err = q.pairs("moves", o["moves"]); err != nil {
		return err
	}
	if raw, ok := o["initialPlayer"]; ok {
		if q.first, err = player(raw); err != nil {
			return fault{"initialPlayer", err.Error()}
		}
	}
	return nil
}

// pairs reads a list of colours and places.
func (q *query) pairs(field string, raw json.RawMessage) ([]game.Move, error) {
	var list []json.RawMessage
	wrong := fault{field, `must be an array of pairs such as ["B","C4"]`}
	if json.Unmarshal(raw, &list) != nil || list == nil {
		return nil, wrong
	}
	moves := make([]game.Move, 0, len(list))
	for _, each := range list {
		var pair []json.RawMessage
		var name string
		if json.Unmarshal(each, &pair) != nil || len(pair) != 2 || json.Unmarshal(pair[1], &name) != nil {
			return nil, wrong
		}
		c, err := player(pair[0])
		if err != nil {
			return nil, fault{field, err.Error()}
		}
		p, err := q.place(name)
		if err != nil {
			return nil, fault{field, err.Error()}
		}
		moves = append(moves, game.Move{Point: p, Color: c})
	}
	return moves, nil
}

// analyzed reads which turns are asked, the last one if nobody says.
func (q *query) analyzed(o object) error {
	raw, ok := o["analyzeTurns"]
	if !ok {
		q.turns = []int{len(q.moves)}
		return nil
	}
	turns, err := integers(raw)
	if err != nil {
		return fault{"analyzeTurns", "must be an array of whole numbers, the turns to analyse"}
	}
	for _, turn := range turns {
		if turn < 0 || turn > int64(len(q.moves)) {
			return fault{"analyzeTurns", fmt.Sprintf("no turn %d; the game has turns 0 to %d", turn, len(q.moves))}
		}
		q.turns = append(q.turns, int(turn))
	}
	slices.Sort(q.turns)
	q.turns = slices.Compact(q.turns)
	if len(q.turns) == 0 {
		return fault{"analyzeTurns", "names no turn; leave it out for the last one"}
	}
	return nil
}

func integers(raw json.RawMessage) (all []int64, err error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, fmt.Errorf("no array")
	}
	for _, each := range list {
		n, err := integer(each)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// urgencies reads a priority for each turn.
func (q *query) urgencies(o object) error {
	raw, ok := o["priorities"]
	if !ok {
		return nil
	}
	each, err := integers(raw)
	if err != nil || slices.ContainsFunc(each, func(n int64) bool { return n < -mostUrgent || n > mostUrgent }) {
		return fault{"priorities", "must be an array of whole numbers, at most 2^62"}
	}
	turns, err := integers(o["analyzeTurns"])
	if err != nil || len(turns) != len(each) {
		return fault{"priorities", "must be as many as analyzeTurns"}
	}
	q.each = map[int]int64{}
	for i, turn := range turns {
		q.each[int(turn)] = each[i]
	}
	return nil
}
