package puzzle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"strconv"
	"strings"

	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// question is the private SGF property that holds the goal, a point of the chain and
// the liberties with which it escapes, such as "captured D4 3".
const question = "XQ"

// moveProperty names the SGF property of a move.
var moveProperty = board.ByColor[string]{board.Black: "B", board.White: "W"}

// SGF returns puzzles as a collection of records, see [Puzzle.Record].
func SGF(ctx context.Context, puzzles []Puzzle) ([]byte, error) {
	c := &sgf.Collection{}
	for i := range puzzles {
		root, err := puzzles[i].Record(ctx)
		if err != nil {
			return nil, err
		}
		c.Trees = append(c.Trees, root)
	}
	var text bytes.Buffer
	err := sgf.Write(&text, c)
	return text.Bytes(), err
}

// Record returns a puzzle as an SGF tree: the position with the chain marked, its
// task as a comment and its grade as DI; then the solution, marked TE, and the
// tempting wrong moves, marked BM, each with its refutation if there is one. Finding
// the refutations takes a capture search for each reply.
func (p *Puzzle) Record(ctx context.Context) (*sgf.Node, error) {
	root, err := sgf.FromGame(game.From(p.Board.Clone(), p.Rules, p.First))
	if err != nil {
		return nil, err
	}
	coordinates, err := sgf.NewCoordinates(p.Board.Graph())
	if err != nil {
		return nil, err
	}
	name := p.Board.Graph().PointName(p.Chain)
	root.Set(question, sgf.Escape(fmt.Sprintf("%s %s %d", p.Goal, name, p.EscapeLiberties)))
	root.Set("TR", coordinates.Write(p.Chain))
	root.Set("DI", strconv.Itoa(p.Grade))
	root.Set("C", sgf.Escape(p.task()))
	right := root.Add()
	right.Set(moveProperty[p.First], coordinates.Write(p.Move))
	right.Set("TE", "1")
	right.Set("C", "RIGHT")
	for _, move := range p.Tempting {
		reply, err := p.Reply(ctx, move)
		if err != nil {
			return nil, err
		}
		wrong := root.Add()
		wrong.Set(moveProperty[p.First], coordinates.Write(move))
		wrong.Set("BM", "1")
		wrong.Set("C", "WRONG")
		if reply != board.Pass {
			wrong.Add().Set(moveProperty[p.First.Opponent()], coordinates.Write(reply))
		}
	}
	return root, nil
}

// task tells the player what to do.
func (p *Puzzle) task() string {
	verb := "capture"
	if p.Goal == solve.Saved {
		verb = "save"
	}
	goal := "It lives when nothing can take it."
	if p.EscapeLiberties > 0 {
		goal = fmt.Sprintf("It escapes with %d liberties when the attacker is to move.", p.EscapeLiberties)
	}
	color := p.First.String()
	return fmt.Sprintf("%s to play and %s the chain at %s. %s Grade %d.",
		strings.ToUpper(color[:1])+color[1:], verb, p.Board.Graph().PointName(p.Chain), goal, p.Grade)
}

// Check proves that the puzzle of a record has one solution and that the record
// marks it. The error says in one line what is wrong; it may be that the solver
// needs more nodes for each move.
func Check(ctx context.Context, root *sgf.Node, nodes int) error {
	q, goal, err := parseProblem(root)
	if err != nil {
		return err
	}
	q.Nodes = nodes
	p, ok, err := solve.FindPuzzle(ctx, q)
	if err != nil {
		return err
	}
	if !ok || string(p.Goal) != goal {
		return errors.New("it has not one solution, or the solver needs more --nodes to see it")
	}
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return err
	}
	for _, n := range root.Children {
		if n.Has("TE") != (n.Raw(moveProperty[q.First]) == coordinates.Write(p.Move)) {
			return fmt.Errorf("the solution is %s, and the record marks otherwise", q.Board.Graph().PointName(p.Move))
		}
	}
	if len(root.Children) == 0 {
		return errors.New("it shows no solution")
	}
	return nil
}

// parseProblem reads the problem of a record and its goal.
func parseProblem(root *sgf.Node) (q solve.CaptureProblem, goal string, err error) {
	words := strings.Fields(root.Text(question))
	if len(words) != 3 {
		return q, "", errors.New("it asks nothing: property XQ has to be like captured D4 3")
	}
	line, err := sgf.MainLine(root, 0)
	if err == nil {
		err = line.Err()
	}
	if err != nil {
		return q, "", err
	}
	g := line.Game
	chain, err := g.Graph().Point(words[1])
	if err != nil {
		return q, "", err
	}
	liberties, err := strconv.Atoi(words[2])
	if err != nil || liberties < 0 {
		return q, "", fmt.Errorf("XQ has %q liberties: use a whole number from 0", words[2])
	}
	_, first, _ := g.Start()
	q = solve.CaptureProblem{
		Board: g.Board().Clone(), Chain: chain, First: first, Rules: g.Rules(), EscapeLiberties: liberties,
	}
	return q, words[0], nil
}
