package analysis

import (
	"encoding/json"
	"fmt"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// readBoard sets the board: by name from the field board, by size, or the service's board.
func (s *server) readBoard(q *query, o object) error {
	if raw, ok := o["board"]; ok {
		var name string
		if json.Unmarshal(raw, &name) != nil || name == "" {
			return fieldError{"board", "must be a name: " + board.Boards}
		}
		g, err := board.Named(name)
		if err != nil {
			return fieldError{"board", err.Error()}
		}
		q.graph = g
		return q.checkSize(o)
	}
	if _, wide := o["boardXSize"]; !wide && s.Board != nil && o["boardYSize"] == nil {
		q.graph = s.Board
		return nil
	}
	var side [2]int64
	for i, key := range sizes {
		n, err := parseInteger(o[key])
		if err != nil || n < 2 || n > int64(board.MaxSide) {
			return fieldError{
				key,
				fmt.Sprintf("must be a whole number from 2 to %d; for other boards use the field board", board.MaxSide),
			}
		}
		side[i] = n
	}
	var err error
	if q.graph, err = board.Named(fmt.Sprintf("square-%dx%d", side[0], side[1])); err != nil {
		return fieldError{"boardXSize", err.Error()}
	}
	return nil
}

// sizes are the fields for width and height.
var sizes = [2]string{"boardXSize", "boardYSize"}

// checkSize rejects a size that differs from the named board's.
func (q *query) checkSize(o object) error {
	width, height := q.graph.Size()
	for i, side := range [2]int{width, height} {
		if raw, ok := o[sizes[i]]; ok && string(raw) != fmt.Sprint(side) {
			return fieldError{sizes[i], fmt.Sprintf("contradicts the board %s; omit it", q.graph.Name())}
		}
	}
	return nil
}

// players are the players' names, in lower case.
var players = map[string]board.Color{"b": board.Black, "black": board.Black, "w": board.White, "white": board.White}

// parsePlayer parses a player.
func parsePlayer(raw json.RawMessage) (board.Color, error) {
	var name string
	if json.Unmarshal(raw, &name) == nil {
		if c, ok := players[strings.ToLower(name)]; ok {
			return c, nil
		}
	}
	return board.Empty, fmt.Errorf(`must be "B" or "W", not %s`, excerpt(raw))
}

// parseMove parses a point's name or a pass, or a point on a square board as (x,y) from the top
// left.
func (q *query) parseMove(name string) (board.Point, error) {
	var x, y int
	width, height := q.graph.Size()
	if n, err := fmt.Sscanf(name, "(%d,%d)", &x, &y); n == 2 && err == nil && x >= 0 && x < width && y >= 0 &&
		y < height {
		return board.Point(y*width + x), nil
	}
	return q.graph.Move(name)
}

// readMoves reads the fields initialStones, moves and initialPlayer.
func (q *query) readMoves(o object) (err error) {
	if raw, ok := o["initialStones"]; ok {
		if q.stones, err = q.parseMoves("initialStones", raw); err != nil {
			return err
		}
		if slices.ContainsFunc(q.stones, func(m game.Move) bool { return m.Point == board.Pass }) {
			return fieldError{"initialStones", "a pass is not a stone; use points only"}
		}
	}
	if q.moves, err = q.parseMoves("moves", o["moves"]); err != nil {
		return err
	}
	if raw, ok := o["initialPlayer"]; ok {
		if q.initialPlayer, err = parsePlayer(raw); err != nil {
			return fieldError{"initialPlayer", err.Error()}
		}
	}
	return nil
}

// parseMoves parses an array of player and move pairs.
func (q *query) parseMoves(field string, raw json.RawMessage) ([]game.Move, error) {
	var list []json.RawMessage
	wrong := fieldError{field, `must be an array of pairs such as ["B","C4"]`}
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
		c, err := parsePlayer(pair[0])
		if err != nil {
			return nil, fieldError{field, err.Error()}
		}
		p, err := q.parseMove(name)
		if err != nil {
			return nil, fieldError{field, err.Error()}
		}
		moves = append(moves, game.Move{Point: p, Color: c})
	}
	return moves, nil
}

// readTurns reads the field analyzeTurns; the default is the last turn.
func (q *query) readTurns(o object) error {
	raw, ok := o["analyzeTurns"]
	if !ok {
		q.turns = []int{len(q.moves)}
		return nil
	}
	turns, err := parseIntegers(raw)
	if err != nil {
		return fieldError{"analyzeTurns", "must be an array of whole numbers, the turns to analyse"}
	}
	for _, turn := range turns {
		if turn < 0 || turn > int64(len(q.moves)) {
			return fieldError{"analyzeTurns", fmt.Sprintf("no turn %d; the game has turns 0 to %d", turn, len(q.moves))}
		}
		q.turns = append(q.turns, int(turn))
	}
	slices.Sort(q.turns)
	q.turns = slices.Compact(q.turns)
	if len(q.turns) == 0 {
		return fieldError{"analyzeTurns", "is empty; omit the field to analyse the last turn"}
	}
	return nil
}

// parseIntegers parses an array of whole numbers.
func parseIntegers(raw json.RawMessage) (all []int64, err error) {
	var list []json.RawMessage
	if err := json.Unmarshal(raw, &list); err != nil || list == nil {
		return nil, fmt.Errorf("no array")
	}
	for _, each := range list {
		n, err := parseInteger(each)
		if err != nil {
			return nil, err
		}
		all = append(all, n)
	}
	return all, nil
}

// readPriorities reads the field priorities, which has a number for each turn.
func (q *query) readPriorities(o object) error {
	raw, ok := o["priorities"]
	if !ok {
		return nil
	}
	each, err := parseIntegers(raw)
	if err != nil || slices.ContainsFunc(each, func(n int64) bool { return n < -maxPriority || n > maxPriority }) {
		return fieldError{"priorities", "must be an array of whole numbers, at most 2^62"}
	}
	turns, err := parseIntegers(o["analyzeTurns"])
	if err != nil || len(turns) != len(each) {
		return fieldError{"priorities", "must have as many numbers as analyzeTurns"}
	}
	q.turnPriorities = map[int]int64{}
	for i, turn := range turns {
		q.turnPriorities[int(turn)] = each[i]
	}
	return nil
}
