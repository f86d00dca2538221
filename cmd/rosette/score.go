package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
)

// A scoring is what rosette score was asked for.
type scoring struct {
	*flags
	move        int
	dead, alive []string
	noDead      bool
	asJSON      bool
	lenient     bool
}

func scoreCommand(f *flags) *cobra.Command {
	s := &scoring{flags: f}
	cmd := &cobra.Command{
		Use:   "score FILE…",
		Short: "Count the games of records, and say what was taken as dead and why",
		Long: "Score counts each game of a file at the end of its main line, or after --move,\n" +
			"by the rules and komi of the file, or by those of --rules and --komi. Which\n" +
			"stones are dead is proposed by what is certain, by playouts and, where a network\n" +
			"knows the board, by its search; what is not sure counts as alive and is named,\n" +
			"for --dead and --alive to decide. The same seed gives the same answer; without\n" +
			"one it is 0.",
		Example: "  rosette score game.sgf\n  rosette score game.sgf --rules japanese --dead C3,G7\n  rosette score *.sgf --json",
		Args:    fileArguments(0),
		RunE:    func(cmd *cobra.Command, args []string) error { return s.run(cmd, args) },
	}
	cmd.Flags().IntVar(&s.move, "move", -1, "count the position after that `number` of moves (default: all)")
	cmd.Flags().StringSliceVar(&s.dead, "dead", nil, "chains that are dead whatever is proposed, by a `point` of each, with commas")
	cmd.Flags().StringSliceVar(&s.alive, "alive", nil, "chains that are alive whatever is proposed, by a `point` of each, with commas")
	cmd.Flags().BoolVar(&s.noDead, "no-dead", false, "propose no dead stones: those of --dead alone are")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print JSON")
	cmd.Flags().BoolVar(&s.lenient, "lenient", false, "keep what is good of a file that is not")
	f.register(cmd, []string{"rules", "komi", "network", "seed"})
	return cmd
}

// run counts every file, those after one that cannot be counted too.
func (s *scoring) run(cmd *cobra.Command, names []string) error {
	if s.move < -1 {
		return usageError{fmt.Errorf("--move %d; use 0 for the start, or a move's number", s.move)}
	}
	if s.set.Changed("rules") {
		if _, err := game.ParseRules(s.rulesText); err != nil {
			return usageError{fmt.Errorf("--rules: %w", err)}
		}
	}
	all, wrong := []account{}, []error{}
	for _, name := range names {
		accounts, err := s.file(cmd, name)
		all = append(all, accounts...)
		if err != nil {
			wrong = append(wrong, err)
		}
	}
	if s.asJSON {
		if err := json.NewEncoder(cmd.OutOrStdout()).Encode(all); err != nil {
			return err
		}
	}
	if len(wrong) > 1 || len(wrong) == 1 && len(names) > 1 {
		for _, err := range wrong {
			fmt.Fprintf(cmd.ErrOrStderr(), "%v\n", err)
		}
		return fmt.Errorf("%d of %d files cannot be counted", len(wrong), len(names))
	}
	return errors.Join(wrong...)
}

// file counts the games of one file, up to the first that cannot be counted.
func (s *scoring) file(cmd *cobra.Command, name string) (accounts []account, err error) {
	c, err := readRecord(cmd, name, s.lenient)
	if err != nil {
		return nil, err
	}
	warn(cmd, name, c.Problems)
	for i, root := range c.Trees {
		called := name
		if len(c.Trees) > 1 {
			called = fmt.Sprintf("%s, game %d", name, i+1)
		}
		a, err := s.count(cmd, called, root)
		if err != nil {
			return accounts, fmt.Errorf("%s: %w", called, err)
		}
		accounts = append(accounts, a)
		if !s.asJSON {
			fmt.Fprint(cmd.OutOrStdout(), a)
		}
	}
	return accounts, nil
}

// count counts one game.
func (s *scoring) count(cmd *cobra.Command, name string, root *sgf.Node) (account, error) {
	g, at, err := sgf.MainLine(root, s.move)
	if err != nil && (!s.lenient || g == nil) {
		return account{}, err
	}
	if err != nil {
		fmt.Fprintf(cmd.ErrOrStderr(), "%s: %v\n", name, err)
	}
	if g, err = s.under(root, g); err != nil {
		return account{}, err
	}
	findings, err := s.findings(cmd.Context(), g)
	if err != nil {
		return account{}, err
	}
	a := newAccount(name, g, made(root, at), findings)
	if s.move < 0 {
		a.compareResult(at)
		if err := a.compareTerritory(at); err != nil {
			return account{}, err
		}
	}
	return a, nil
}

// under returns the game by the rules of the flags. Komi is what --komi says,
// then the file, then the rules.
func (s *scoring) under(root *sgf.Node, g *game.Game) (*game.Game, error) {
	rules := g.Rules()
	if s.set.Changed("rules") {
		given, err := game.ParseRules(s.rulesText)
		if err != nil {
			return nil, usageError{fmt.Errorf("--rules: %w", err)}
		}
		if strings.TrimSpace(root.Last().Info("KM")) != "" {
			given.Komi = rules.Komi
		}
		rules = given
	}
	if s.set.Changed("komi") {
		rules.Komi = s.komi
	}
	if err := rules.Check(); err != nil {
		return nil, usageError{err}
	}
	under, known := g.WithRules(rules)
	if !known {
		return nil, errors.New("the game does not know how it began")
	}
	return under, nil
}

// given is the reason of what --dead and --alive decide.
const given life.Reason = "given"

// findings returns what is taken for each chain: what is proposed, then what
// the flags decide.
func (s *scoring) findings(ctx context.Context, g *game.Game) ([]life.ChainStatus, error) {
	proposal := life.Propose(g.Board(), g.Rules().CaptureRules())
	if s.noDead || g.Rules().Ending == game.EndingAllAlive {
		for i := range proposal.Chains {
			if c := &proposal.Chains[i]; c.Status == life.Dead || c.Status == life.Unsure {
				c.Status = life.Alive
			}
		}
	} else {
		var err error
		if proposal, err = s.config.Judge().Propose(ctx, g); err != nil {
			return nil, err
		}
	}
	for _, told := range []struct {
		flag   string
		names  []string
		status life.Status
	}{{"--alive", s.alive, life.Alive}, {"--dead", s.dead, life.Dead}} {
		for _, name := range told.names {
			if err := decide(g, proposal.Chains, name, told.status); err != nil {
				return nil, usageError{fmt.Errorf("%s: %w", told.flag, err)}
			}
		}
	}
	return proposal.Chains, nil
}

// decide gives the chain at a point a status.
func decide(g *game.Game, chains []life.ChainStatus, name string, status life.Status) error {
	p, err := g.Graph().Point(strings.TrimSpace(name))
	if err != nil {
		return err
	}
	if g.Board().At(p) == board.Empty {
		return fmt.Errorf("no stone at %s; name a point of a chain", g.Graph().PointName(p))
	}
	for i := range chains {
		c := &chains[i]
		switch {
		case g.Board().Root(c.Stones[0]) != g.Board().Root(p):
		case status == life.Dead && g.Board().Immortal(p):
			return fmt.Errorf("the %s chain at %s holds a rosette, which is never captured; it cannot be dead", c.Color, g.Graph().PointName(p))
		case c.Reason == given && c.Status != status:
			return fmt.Errorf("the %s chain at %s is in --alive too; name it once", c.Color, g.Graph().PointName(p))
		default:
			c.Status, c.Reason = status, given
		}
	}
	return nil
}
