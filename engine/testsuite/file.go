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

// version is that of the files; others are not read.
const version = 1

// A headWords is the first line of a file.
type headWords struct {
	Version   int             `json:"exam"`
	Board     string          `json:"board"`
	Rules     json.RawMessage `json:"rules"`
	Seed      uint64          `json:"seed"`
	Nodes     uint64          `json:"nodes"`
	Games     int             `json:"games"`
	Questions int             `json:"questions"`
}

// A questionWords is one of the others. Who is to move stands there for people.
type questionWords struct {
	Moves  []string       `json:"moves"`
	Next   string         `json:"next"`
	Margin int            `json:"margin"`
	Best   []string       `json:"best"`
	Lost   map[string]int `json:"lost"`
}

// Write writes the exam as lines of JSON: first what it is of and how many
// questions follow, then each of them.
func (e *Exam) Write(w io.Writer) error {
	rules, err := json.Marshal(e.Rules)
	if err != nil {
		return err
	}
	lines := json.NewEncoder(w)
	if err := lines.Encode(headWords{version, e.Graph.Name(), rules, e.Seed, e.Nodes, e.Games, len(e.Questions)}); err != nil {
		return err
	}
	for i := range e.Questions {
		q := &e.Questions[i]
		words := questionWords{e.Graph.Names(q.Moves), q.Next().String(), q.Margin, e.Graph.Names(q.Best), map[string]int{}}
		for move, points := range q.Lost {
			words.Lost[e.Graph.PointName(move)] = points
		}
		if err := lines.Encode(words); err != nil {
			return err
		}
	}
	return nil
}

// longestLine bounds what is read at once.
const longestLine = 1 << 20

// Read reads what Write has written, or says in one line what is wrong with it.
func Read(r io.Reader) (*Exam, error) {
	lines := bufio.NewScanner(r)
	lines.Buffer(nil, longestLine)
	lines.Scan()
	e, questions, err := readHead(lines.Bytes())
	if err != nil {
		return nil, errors.Join(err, lines.Err())
	}
	for lines.Scan() {
		q, err := e.question(lines.Bytes())
		if err != nil {
			return nil, fmt.Errorf("line %d: %w", len(e.Questions)+2, err)
		}
		e.Questions = append(e.Questions, *q)
	}
	if err := lines.Err(); err != nil {
		return nil, fmt.Errorf("line %d: %w", len(e.Questions)+2, err)
	}
	if n := len(e.Questions); n != questions {
		return nil, fmt.Errorf("%d questions where the first line promises %d: it has been cut or changed; copy it again", n, questions)
	}
	return e, nil
}

// readHead reads the first line and returns how many questions it promises.
func readHead(line []byte) (*Exam, int, error) {
	var head headWords
	if err := json.Unmarshal(line, &head); err != nil || head.Version == 0 {
		return nil, 0, errors.New(`this is no examination; one begins with a line like {"exam":1,"board":"rosette-2",…}`)
	}
	if head.Version != version {
		return nil, 0, fmt.Errorf("an examination of version %d; this program reads version %d: make it anew", head.Version, version)
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
		return nil, 0, fmt.Errorf("line 1: %d questions; there is at least one", head.Questions)
	}
	if rules.Ending != game.EndingAllAlive || rules.Komi != 0 {
		return nil, 0, fmt.Errorf("line 1: komi %v and ending %v; an examination has komi 0 and ending %v", rules.Komi, rules.Ending, game.EndingAllAlive)
	}
	return &Exam{Graph: graph, Rules: rules, Seed: head.Seed, Nodes: head.Nodes, Games: head.Games}, head.Questions, nil
}

// question reads one and holds it against the rules.
func (e *Exam) question(line []byte) (*Question, error) {
	var words questionWords
	if err := json.Unmarshal(line, &words); err != nil {
		return nil, errors.New("this is no question: it has been cut or changed; copy the file again")
	}
	q := &Question{Margin: words.Margin, Lost: map[board.Point]int{}}
	var err error
	if q.Moves, err = e.points(words.Moves); err != nil {
		return nil, err
	}
	g, err := e.replay(q)
	if err != nil {
		return nil, err
	}
	if q.Best, err = e.points(words.Best); err != nil {
		return nil, err
	}
	for _, name := range slices.Sorted(maps.Keys(words.Lost)) {
		move, err := e.Graph.Move(name)
		if err != nil {
			return nil, err
		}
		if q.Lost[move] = words.Lost[name]; q.Lost[move] < 1 {
			return nil, fmt.Errorf("%s loses %d points; it is one at least, or stands among the best", name, q.Lost[move])
		}
	}
	if next := q.Next().String(); words.Next != next {
		return nil, fmt.Errorf("%.24s to move; after %d moves %s is", words.Next, len(q.Moves), next)
	}
	return q, e.check(q, g)
}

// points reads moves.
func (e *Exam) points(names []string) (all []board.Point, err error) {
	for _, name := range names {
		move, err := e.Graph.Move(name)
		if err != nil {
			return nil, err
		}
		all = append(all, move)
	}
	return all, nil
}

// replay plays the moves of a question and says which of them is illegal.
func (e *Exam) replay(q *Question) (*game.Game, error) {
	g, next := game.New(e.Graph, e.Rules), board.Black
	for i, move := range q.Moves {
		if err := g.Play(move, next); err != nil {
			return nil, fmt.Errorf("move %d, %s, is illegal: %w", i+1, e.Graph.PointName(move), err)
		}
		if g.Passes() >= 2 {
			return nil, fmt.Errorf("move %d ends the game; nothing is left to ask", i+1)
		}
		next = next.Opponent()
	}
	return g, nil
}

// check says what does not fit together: every legal move is either among the best
// or loses points, and there are some of both.
func (e *Exam) check(q *Question, g *game.Game) error {
	moves, said := legal(g, q.Next()), map[board.Point]int{}
	for _, move := range q.Best {
		said[move]++
	}
	for move := range q.Lost {
		said[move]++
	}
	for _, move := range moves {
		if said[move] != 1 {
			return fmt.Errorf("the move %s stands %d times among best and lost; each legal one stands once", e.Graph.PointName(move), said[move])
		}
		delete(said, move)
	}
	for _, move := range slices.Sorted(maps.Keys(said)) {
		return fmt.Errorf("%s stands among best and lost, and is illegal: %w", e.Graph.PointName(move), g.Legal(move, q.Next()))
	}
	if n := e.Graph.Points(); q.Margin < -n || q.Margin > n {
		return fmt.Errorf("margin %d; a board of %d points gives %d to %d", q.Margin, n, -n, n)
	}
	if len(q.Best) == 0 || !q.asks() {
		return errors.New("it asks nothing: some move is best, and some stone loses points")
	}
	return nil
}
