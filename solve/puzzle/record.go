package puzzle

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
	"rosette/solve"
)

// Private SGF properties: the goal, a point of the chain and the liberties with which it escapes,
// such as "captured D4 4"; and the theme.
const (
	questionProperty = "XQ"
	themeProperty    = "XT"
)

// moveProperty maps a player to the SGF property for a move.
var moveProperty = board.ByColor[string]{board.Black: "B", board.White: "W"}

// SGF returns records as a collection.
func SGF(records []*sgf.Node) ([]byte, error) {
	var text bytes.Buffer
	err := sgf.Write(&text, &sgf.Collection{Trees: records})
	return text.Bytes(), err
}

// Record returns a puzzle as an SGF tree. The root has the position with the chain marked, the task
// as a comment, the theme and, as DI, the grade. Below are the solution, marked TE, and the
// tempting wrong moves, marked BM, each with its refutation if there is one. Each refutation takes
// a capture search.
func (p *Puzzle) Record(ctx context.Context) (*sgf.Node, error) {
	root, err := sgf.FromGame(game.From(p.Board.Clone(), p.Rules, p.First))
	if err != nil {
		return nil, err
	}
	coordinates, err := sgf.NewCoordinates(p.Board.Graph())
	if err != nil {
		return nil, err
	}
	shorten(root, p.Rules)
	name := p.Board.Graph().PointName(p.Chain)
	root.Set("PL", moveProperty[p.First])
	root.Set(questionProperty, sgf.Escape(fmt.Sprintf("%s %s %d", p.Goal, name, p.EscapeLiberties)))
	root.Set(themeProperty, string(p.Theme))
	root.Set("TR", coordinates.Write(p.Chain))
	root.Set("DI", strconv.Itoa(p.Grade))
	root.Set("C", sgf.Escape(p.Task()))
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

// shorten removes XR if RU implies the rules of a puzzle.
func shorten(root *sgf.Node, rules game.Rules) {
	if preset, err := game.Preset(root.Text("RU")); err == nil && preset.CaptureRules() == rules.CaptureRules() {
		root.Delete("XR")
	}
}

// Task returns the task for the player.
func (p *Puzzle) Task() string {
	mine := p.Board.At(p.Chain) == p.First
	verb := "capture"
	if mine {
		verb = "save"
	}
	color := p.First.String()
	text := fmt.Sprintf("%s to play and %s the chain at %s", strings.ToUpper(color[:1])+color[1:], verb,
		p.Board.Graph().PointName(p.Chain))
	if p.Goal == solve.ByKo {
		text += " by a ko"
	}
	switch {
	case p.EscapeLiberties == 0:
		text += "."
	default:
		text += fmt.Sprintf(". It escapes with %d liberties when the attacker is to move.", p.EscapeLiberties)
	}
	return text
}

// Check proves that the puzzle in a record has one solution and that the record marks it. Each
// first move takes a search with at most nodes nodes. The error describes the fault in one line; it
// may be that the solver needs more nodes.
func Check(ctx context.Context, root *sgf.Node, nodes int) error {
	p, err := Parse(root)
	if err != nil {
		return err
	}
	p.Nodes = nodes
	ok, err := p.Verify(ctx)
	if err == nil && !ok {
		err = fmt.Errorf("%s is not the only solution, or the solver needs more --nodes",
			p.Board.Graph().PointName(p.Move))
	}
	return err
}

// CheckAll calls [Check] for all records, and each with every record's number, from 1, and its
// error. It returns the number of bad records, and ctx's error if that ends first.
func CheckAll(
	ctx context.Context, records []*sgf.Node, nodes int, each func(number int, err error),
) (wrong int, err error) {
	for i, root := range records {
		err := Check(ctx, root, nodes)
		if ctx.Err() != nil {
			return wrong, ctx.Err()
		}
		if err != nil {
			wrong++
		}
		each(i+1, err)
	}
	return wrong, nil
}

// Parse reads the puzzle from a record without proving it. The error is one line.
func Parse(root *sgf.Node) (p Puzzle, err error) {
	if p.CaptureProblem, p.Goal, err = parseProblem(root); err != nil {
		return p, err
	}
	coordinates, err := sgf.CoordinatesOf(root)
	if err != nil {
		return p, err
	}
	if p.Theme = Theme(root.Text(themeProperty)); p.Theme != "" && !slices.Contains(Themes(), p.Theme) {
		return p, fmt.Errorf("no theme %q", p.Theme)
	}
	p.Grade, _ = strconv.Atoi(root.Text("DI")) // 0 if not graded
	p.Move = board.Pass
	for _, n := range root.Children {
		move, err := coordinates.Move(n.Raw(moveProperty[p.First]))
		switch {
		case err != nil:
			return p, err
		case !n.Has("TE"):
			p.Tempting = append(p.Tempting, move)
		case p.Move != board.Pass:
			return p, errors.New("it has two solutions")
		default:
			p.Move = move
		}
	}
	if p.Move == board.Pass {
		return p, errors.New("it has no solution")
	}
	p.Wrong = slices.DeleteFunc(p.Moves(), func(m board.Point) bool { return m == p.Move })
	return p, nil
}

// parseProblem reads the problem in a record and its goal.
func parseProblem(root *sgf.Node) (q solve.CaptureProblem, goal solve.CaptureOutcome, err error) {
	words := strings.Fields(root.Text(questionProperty))
	if len(words) != 3 {
		return q, "", errors.New("no question; add a property such as XQ[captured D4 3]")
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
		return q, "", fmt.Errorf("XQ has %q liberties; use a whole number from 0", words[2])
	}
	if g.Board().At(chain) == board.Empty {
		return q, "", fmt.Errorf("no stone at %s; use a stone of the chain", words[1])
	}
	_, first, _ := g.Start()
	q = solve.CaptureProblem{
		Board: g.Board().Clone(), Chain: chain, First: first, Rules: g.Rules(), EscapeLiberties: liberties,
	}
	goal, mine := solve.CaptureOutcome(words[0]), solve.Captured
	if q.Board.At(chain) == first {
		mine = solve.Saved
	}
	if goal != mine && goal != solve.ByKo {
		return q, "", fmt.Errorf("XQ has %q; the player to move needs %s or %s", goal, mine, solve.ByKo)
	}
	return q, goal, nil
}
