package testsuite

import (
	"bufio"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"

	"rosette/game"
	"rosette/game/board"
)

// fileVersion is the file format's version. Read accepts no other version.
const fileVersion = 1

// header is a file's first line.
type header struct {
	Version   int             `json:"exam"`
	Board     string          `json:"board"`
	Rules     json.RawMessage `json:"rules"`
	Seed      uint64          `json:"seed"`
	Nodes     uint64          `json:"nodes"`
	Games     int             `json:"games"`
	Questions int             `json:"questions"`
}

// positionLine is any later line. Without set-up stones, Next is redundant and serves human
// readers.
type positionLine struct {
	Black  []string       `json:"black,omitempty"` // set up
	White  []string       `json:"white,omitempty"`
	Moves  []string       `json:"moves"`
	Next   string         `json:"next"`
	Margin int            `json:"margin"`
	Best   []string       `json:"best"`
	Lost   map[string]int `json:"lost"`
}

// Write writes the suite as JSON lines: a header with the number of positions, then one line per
// position. [Read] reads it.
func (s *Suite) Write(w io.Writer) error {
	rules, err := json.Marshal(s.Rules)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(w)
	if err := lines.Encode(header{
		fileVersion, s.Graph.Name(), rules, s.Seed, s.Nodes, s.Games, len(s.Positions),
	}); err != nil {
		return err
	}
	for i := range s.Positions {
		q := &s.Positions[i]
		line := positionLine{
			Black: s.stonesOf(q, board.Black), White: s.stonesOf(q, board.White), Moves: s.Graph.Names(q.Moves),
			Next: q.Next().String(), Margin: q.Margin, Best: s.Graph.Names(q.Best), Lost: map[string]int{},
		}
		for move, points := range q.Loss {
			line.Lost[s.Graph.PointName(move)] = points
		}
		if err := lines.Encode(line); err != nil {
			return err
		}
	}
	return nil
}

// stonesOf returns the points with set-up stones of a colour, by name.
func (s *Suite) stonesOf(q *Position, c board.Color) (names []string) {
	for p, at := range q.Stones {
		if at == c {
			names = append(names, s.Graph.PointName(board.Point(p)))
		}
	}
	return names
}

// maxLineBytes is the largest line.
const maxLineBytes = 1 << 20

// Read reads a suite written by [Suite.Write] and checks every position against the rules. The
// error is one line with the problem and the line number.
func Read(r io.Reader) (*Suite, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, maxLineBytes)
	lines.Scan()
	s, positions, err := readHeader(lines.Bytes())
	if err != nil {
		return nil, errors.Join(err, lines.Err())
	}
	for lines.Scan() {
		q, err := s.parsePosition(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(s.Positions)+2, err)
		}
		s.Positions = append(s.Positions, *q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(s.Positions)+2, err)
	}
	if n := len(s.Positions); n != positions {
		return nil, fmt.Errorf(
			"%d positions where the first line promises %d: it has been cut or changed; copy it again", n, positions,
		)
	}
	return s, nil
}

// readHeader parses the first line and returns the number of positions that follow.
func readHeader(line []byte) (*Suite, int, error) {
	var head header
	if err := json.Unmarshal(line, &head); err != nil || head.Version == 0 {
		return nil, 0, errors.New(
			`this is not a test suite; one begins with a line like {"exam":1,"board":"rosette-2",…}`,
		)
	}
	if head.Version != fileVersion {
		return nil, 0, fmt.Errorf("test suite version %d; this program reads version %d: generate the suite again",
			head.Version, fileVersion)
	}
	graph, err := board.Named(head.Board)
	if err != nil {
		return nil, 0, fmt.Errorf("line 1: %w", err)
	}
	rules, err := game.ParseRules(string(head.Rules))
	if err == nil {
		err = errors.Join(rules.Check(), provable(graph, rules))
	}
	if err != nil {
		return nil, 0, fmt.Errorf("line 1: %w", err)
	}
	if head.Questions < 1 {
		return nil, 0, fmt.Errorf("line 1: %d positions; use at least one", head.Questions)
	}
	if rules.Ending != game.EndingAllAlive || rules.Komi != 0 {
		return nil, 0, fmt.Errorf("line 1: komi %v and ending %v; a test suite has komi 0 and ending %v",
			rules.Komi, rules.Ending, game.EndingAllAlive)
	}
	return &Suite{
		Graph: graph, Rules: rules, Seed: head.Seed, Nodes: head.Nodes, Games: head.Games,
	}, head.Questions, nil
}

// parsePosition parses a position and checks it against the rules.
func (s *Suite) parsePosition(line []byte) (*Position, error) {
	var position positionLine
	if err := json.Unmarshal(line, &position); err != nil {
		return nil, errors.New("not a position; the file is truncated or modified: copy it again")
	}
	q := &Position{Margin: position.Margin, Loss: map[board.Point]int{}}
	var err error
	if q.Moves, err = s.parseMoves(position.Moves); err != nil {
		return nil, err
	}
	if err := s.parseStones(q, &position); err != nil {
		return nil, err
	}
	g, err := s.replay(q)
	if err != nil {
		return nil, err
	}
	if q.Best, err = s.parseMoves(position.Best); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(position.Lost)) {
		move, err := s.Graph.Move(name)
		if err != nil {
			return nil, err
		}
		if q.Loss[move] = position.Lost[name]; q.Loss[move] < 1 {
			return nil, fmt.Errorf("%s loses %d points; use at least one, or list it among the best moves", name,
				q.Loss[move])
		}
	}
	if next := q.Next().String(); position.Next != next {
		return nil, fmt.Errorf("%.24s to move; after %d moves %s is", position.Next, len(q.Moves), next)
	}
	return q, s.check(q, g)
}

// parseStones parses the set-up stones. With them, either player may be to move.
func (s *Suite) parseStones(q *Position, line *positionLine) error {
	if len(line.Black)+len(line.White) == 0 {
		return nil
	}
	q.Stones = make([]board.Color, s.Graph.Points())
	for c, names := range map[board.Color][]string{board.Black: line.Black, board.White: line.White} {
		for _, name := range names {
			p, err := s.Graph.Move(name)
			if err != nil {
				return err
			}
			if p == board.Pass || q.Stones[p] != board.Empty {
				return fmt.Errorf("%s is set up as a stone; each is a point of its own", s.Graph.PointName(p))
			}
			q.Stones[p] = c
		}
	}
	if q.First = board.Black; q.Next().String() != line.Next {
		q.First = board.White
	}
	return nil
}

// parseMoves parses moves.
func (s *Suite) parseMoves(names []string) (all []board.Point, err error) {
	for _, name := range names {
		move, err := s.Graph.Move(name)
		if err != nil {
			return nil, err
		}
		all = append(all, move)
	}
	return all, nil
}

// replay plays a position's moves. The error names the first illegal move.
func (s *Suite) replay(q *Position) (*game.Game, error) {
	g, err := s.start(q, s.Rules)
	if err != nil {
		return nil, err
	}
	next := q.first()
	for i, move := range q.Moves {
		if err := g.Play(move, next); err != nil {
			return nil, fmt.Errorf("move %d, %s, is illegal: %w", i+1, s.Graph.PointName(move), err)
		}
		if g.Passes() >= 2 {
			return nil, fmt.Errorf("move %d ends the game; no move is left to test", i+1)
		}
		next = next.Opponent()
	}
	return g, nil
}

// check returns an error unless every legal move is either best or loses points, and some play
// other than a pass loses points.
func (s *Suite) check(q *Position, g *game.Game) error {
	moves, count := legal(g, q.Next()), map[board.Point]int{}
	for _, move := range q.Best {
		count[move]++
	}
	for move := range q.Loss {
		count[move]++
	}
	for _, move := range moves {
		if count[move] != 1 {
			return fmt.Errorf("move %s is listed %d times in best and lost; list each legal move once",
				s.Graph.PointName(move), count[move])
		}
		delete(count, move)
	}
	for _, move := range slices.Sorted(maps.Keys(count)) {
		return fmt.Errorf("%s is listed in best or lost and illegal: %w", s.Graph.PointName(move),
			g.Legal(move, q.Next()))
	}
	if n := s.Graph.Points(); q.Margin < -n || q.Margin > n {
		return fmt.Errorf("margin %d; a board of %d points gives %d to %d", q.Margin, n, -n, n)
	}
	if len(q.Best) == 0 || !q.discriminates() {
		return errors.New("no test: a position needs a best move and a move that loses points")
	}
	return nil
}
