package main

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	"io"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/player"
	"rosette/engine/search"
	"rosette/engine/solve"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// A maker is what the flags of puzzle make say.
type maker struct {
	*flags
	count int
	nodes int
	free  int
	tries int
	out   string
	force bool
}

func puzzleCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "puzzle",
		Short: "Make and check problems with a single solution",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(puzzleMake(f), puzzleCheck(f))
	return cmd
}

func puzzleMake(f *flags) *cobra.Command {
	m := &maker{flags: f}
	cmd := &cobra.Command{
		Use:   "make",
		Short: "Find positions of self-play in which only one move works",
		Long: "Plays games and looks in them for chains that exactly one first move captures or\n" +
			"saves; the solver proves every move right or wrong. The grade, from 1 to 9, is the\n" +
			"number of visits that the search needs to find the move; with --network, the search\n" +
			"by that network. The same seed makes the same puzzles.",
		Example: "  rosette puzzle make --board rosette-3 --count 10 --seed 7 --out puzzles.sgf",
		Args:    noArguments,
		RunE:    func(cmd *cobra.Command, _ []string) error { return m.run(cmd) },
	}
	cmd.Flags().IntVar(&m.count, "count", 10, "`number` of puzzles, 1 to 10000")
	cmd.Flags().IntVar(&m.free, "free", 3, "`number` of liberties with which a chain has escaped, from 3; 0 for unconditional life")
	cmd.Flags().IntVar(&m.nodes, "nodes", 3000, "`number` of nodes for the solver in each move, from 100")
	cmd.Flags().IntVar(&m.tries, "tries", 1000, "largest `number` of games to search")
	cmd.Flags().StringVar(&m.out, "out", "-", "the `file` to write; - is standard output")
	cmd.Flags().BoolVar(&m.force, "force", false, "overwrite an existing file")
	f.register(cmd, gameFlags, []string{"network", "seed"})
	return cmd
}

func (m *maker) run(cmd *cobra.Command) error {
	graph, rules, err := m.position()
	if err != nil {
		return err
	}
	switch {
	case m.count < 1 || m.count > 10000:
		return usageError{fmt.Errorf("--count %d; use 1 to 10000", m.count)}
	case m.free < 0 || m.free > 0 && m.free < 3:
		return usageError{fmt.Errorf("--free %d; use 3 or more liberties, or 0 for life", m.free)}
	case m.nodes < 100 || m.nodes > 1<<24 || m.tries < 1:
		return usageError{fmt.Errorf("--nodes %d, --tries %d; use 100 to %d nodes and at least one try", m.nodes, m.tries, 1<<24)}
	}
	if _, err := sgf.NewCoordinates(graph); err != nil {
		return usageError{err}
	}
	if err := checkFree(m.out, m.force); err != nil {
		return err
	}
	luck := rand.New(rand.NewPCG(m.randomSeed(), 1975))
	c := &sgf.Collection{}
	for game := 1; len(c.Trees) < m.count && game <= m.tries; game++ {
		found, err := m.game(cmd.Context(), graph, rules, luck.Uint64(), m.count-len(c.Trees))
		if err != nil {
			return err
		}
		c.Trees = append(c.Trees, found...)
		fmt.Fprintf(cmd.ErrOrStderr(), "game %d: %d of %d puzzles\n", game, len(c.Trees), m.count)
	}
	if len(c.Trees) == 0 {
		return fmt.Errorf("no puzzle in %d games; try more --tries, more --nodes or another --board", m.tries)
	}
	var text bytes.Buffer
	if err := sgf.Write(&text, c); err != nil {
		return err
	}
	return writeFile(cmd.OutOrStdout(), m.out, m.force, text.Bytes())
}

// quick is how many visits a move of the games takes.
const quick = 30

// game plays one game and returns the puzzles in it, at most so many.
func (m *maker) game(ctx context.Context, graph *board.Graph, rules game.Rules, seed uint64, most int) ([]*sgf.Node, error) {
	b, err := player.New(player.Options{Level: "full", Visits: quick, Threads: 1, Seed: seed, NeverResign: true, NewEvaluator: m.config.Evaluator})
	if err != nil {
		return nil, err
	}
	at, c := game.New(graph, rules), board.Black
	var found []*sgf.Node
	asked := map[string]bool{}
	for at.Passes() < 2 && at.Ply() < 3*graph.Points() && len(found) < most {
		for _, q := range m.questions(at, c) {
			h := at.Board().Hash()
			if name := fmt.Sprint(h, q.Chain); asked[name] || at.Board().Ko() != board.Pass {
				continue
			} else {
				asked[name] = true
			}
			p, ok, err := solve.FindPuzzle(ctx, q)
			if err != nil {
				return nil, err
			}
			if !ok || len(found) == most {
				continue
			}
			tree, err := m.tree(ctx, p, seed)
			if err != nil {
				return nil, err
			}
			found = append(found, tree)
			break // one a position
		}
		choice, err := b.Choose(ctx, at, c, engine.Time{})
		if err != nil {
			return nil, err
		}
		at.Make(choice.Move, c)
		c = c.Opponent()
	}
	return found, ctx.Err()
}

// questions are those about chains that could be in danger.
func (m *maker) questions(at *game.Game, first board.Color) (all []solve.CaptureProblem) {
	b := at.Board()
	for p := range board.Point(at.Graph().Points()) {
		libs := len(b.Liberties(p))
		if b.At(p) == board.Empty || b.Root(p) != p || b.Immortal(p) || b.Size(p) < 2 || libs > 2 || libs == 1 && b.At(p) != first {
			continue
		}
		all = append(all, solve.CaptureProblem{Board: b.Clone(), Chain: p, First: first, Rules: at.Rules(), EscapeLiberties: m.free, Nodes: m.nodes})
	}
	return all
}

// tree writes a puzzle as a record: the solution first, then moves that fail
// with what answers them.
func (m *maker) tree(ctx context.Context, p solve.Puzzle, seed uint64) (*sgf.Node, error) {
	g := game.From(p.Board.Clone(), p.Rules, p.First)
	root, err := sgf.FromGame(g)
	if err != nil {
		return nil, err
	}
	ground, err := sgf.NewCoordinates(p.Board.Graph())
	if err != nil {
		return nil, err
	}
	grade, tempting := m.grade(ctx, g, p, seed)
	name := p.Board.Graph().PointName(p.Chain)
	root.Set("XQ", sgf.Escape(fmt.Sprintf("%s %s %d", p.Goal, name, p.EscapeLiberties)))
	root.Set("TR", ground.Write(p.Chain))
	root.Set("DI", strconv.Itoa(grade))
	root.Set("C", sgf.Escape(task(p, name, grade)))
	mover := map[board.Color]string{board.Black: "B", board.White: "W"}
	right := root.Add()
	right.Set(mover[p.First], ground.Write(p.Move))
	right.Set("TE", "1")
	right.Set("C", "RIGHT")
	for _, wrong := range tempting {
		reply, err := p.Reply(ctx, wrong)
		if err != nil {
			return nil, err
		}
		n := root.Add()
		n.Set(mover[p.First], ground.Write(wrong))
		n.Set("BM", "1")
		n.Set("C", "WRONG")
		if reply != board.Pass {
			n.Add().Set(mover[p.First.Opponent()], ground.Write(reply))
		}
	}
	return root, nil
}

// task says what there is to do.
func task(p solve.Puzzle, chain string, grade int) string {
	what := map[solve.CaptureOutcome]string{solve.Captured: "capture", solve.Saved: "save"}[p.Goal]
	until := "It lives when nothing can take it."
	if p.EscapeLiberties > 0 {
		until = fmt.Sprintf("It escapes with %d liberties when the attacker is to move.", p.EscapeLiberties)
	}
	return fmt.Sprintf("%s to play and %s the chain at %s. %s Grade %d.", strings.ToUpper(p.First.String()[:1])+p.First.String()[1:], what, chain, until, grade)
}

// Grades: the first is found with so many visits, each further one with twice
// as many.
const (
	firstGrade = 64
	lastGrade  = 9
	tempters   = 4 // wrong moves that a record shows
)

// grade returns how many doublings of visits the search needs to find the move,
// from 1, and the wrong moves that it looked at most.
func (m *maker) grade(ctx context.Context, g *game.Game, p solve.Puzzle, seed uint64) (grade int, tempting []board.Point) {
	visits := firstGrade
	for grade = 1; grade < lastGrade; grade++ {
		r := search.Run(ctx, g, p.First, []engine.Evaluator{m.config.Evaluator(seed)}, engine.SearchParams{Visits: visits})
		if grade == 1 {
			for _, c := range r.Candidates {
				if len(tempting) < tempters && slices.Contains(p.Wrong, c.Move) {
					tempting = append(tempting, c.Move)
				}
			}
		}
		if len(r.Candidates) > 0 && r.Candidates[0].Move == p.Move {
			return grade, tempting
		}
		visits *= 2
	}
	return grade, tempting
}

func puzzleCheck(_ *flags) *cobra.Command {
	var nodes int
	cmd := &cobra.Command{
		Use:     "check FILE…",
		Short:   "Prove that every puzzle has exactly the marked solution",
		Example: "  rosette puzzle check puzzles.sgf",
		Args:    fileArguments(0),
		RunE: func(cmd *cobra.Command, args []string) error {
			if nodes < 100 || nodes > 1<<24 {
				return usageError{fmt.Errorf("--nodes %d; use 100 to %d", nodes, 1<<24)}
			}
			for _, name := range args {
				if err := checkPuzzles(cmd, name, nodes); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().IntVar(&nodes, "nodes", 100_000, "`number` of nodes for the solver in each move, from 100")
	return cmd
}

// checkPuzzles checks one file and says of every puzzle what is wrong with it.
func checkPuzzles(cmd *cobra.Command, name string, nodes int) error {
	c, err := readRecord(cmd, name, false)
	if err != nil {
		return err
	}
	bad := 0
	for i, root := range c.Trees {
		if err := checkPuzzle(cmd.Context(), root, nodes); err != nil {
			bad++
			fmt.Fprintf(cmd.OutOrStdout(), "%s, puzzle %d: %v\n", name, i+1, err)
		}
	}
	if bad > 0 {
		return fmt.Errorf("%s: %d of %d puzzles are not right", name, bad, len(c.Trees))
	}
	_, err = io.WriteString(cmd.OutOrStdout(), fmt.Sprintf("%s: %d puzzles, each with its one solution\n", name, len(c.Trees)))
	return err
}

// checkPuzzle says what is wrong with a puzzle, or nil.
func checkPuzzle(ctx context.Context, root *sgf.Node, nodes int) error {
	words := strings.Fields(root.Text("XQ"))
	if len(words) != 3 {
		return errors.New("it asks nothing: property XQ has to be like captured D4 3")
	}
	g, _, err := sgf.MainLine(root, 0)
	if err != nil {
		return err
	}
	chain, err := g.Graph().Point(words[1])
	if err != nil {
		return err
	}
	free, err := strconv.Atoi(words[2])
	if err != nil || free < 0 {
		return fmt.Errorf("XQ has %q liberties: use a whole number from 0", words[2])
	}
	_, first, _ := g.Start()
	q := solve.CaptureProblem{Board: g.Board().Clone(), Chain: chain, First: first, Rules: g.Rules(), EscapeLiberties: free, Nodes: nodes}
	p, ok, err := solve.FindPuzzle(ctx, q)
	if err != nil {
		return err
	}
	if !ok || string(p.Goal) != words[0] {
		return errors.New("it has not one solution, or the solver needs more --nodes to see it")
	}
	ground, err := sgf.CoordinatesOf(root)
	if err != nil {
		return err
	}
	mover := map[board.Color]string{board.Black: "B", board.White: "W"}[first]
	for _, n := range root.Children {
		if n.Has("TE") != (n.Raw(mover) == ground.Write(p.Move)) {
			return fmt.Errorf("the solution is %s, and the record marks otherwise", g.Graph().PointName(p.Move))
		}
	}
	if len(root.Children) == 0 {
		return errors.New("it shows no solution")
	}
	return nil
}
