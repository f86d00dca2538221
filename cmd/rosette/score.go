package main

import (
	"cmp"
	"encoding/json"
	"errors"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/game/sgf"
	"rosette/internal/quote"
)

// scoreFlags are the flags for score.
type scoreFlags struct {
	*flags
	move           int
	dead, alive    []string
	noDead, asJSON bool
}

func scoreCommand(f *flags) *cobra.Command {
	s := &scoreFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "score FILE…",
		Short: "Score games, with the reasons for dead stones",
		Long: "Scores each game in the files at the end of its main line, or at --move, by\n" +
			"its rules and komi unless --rules or --komi is given. Proofs, playouts, a\n" +
			"network (on honeycombs) and local search propose the dead stones. If the\n" +
			"status of a chain is unsure, the result is a range; decide with --dead and\n" +
			"--alive. The result depends only on the position and the network; --seed\n" +
			"varies the playouts, for experiments.",
		Example: "  rosette score game.sgf\n  rosette score game.sgf --rules japanese --dead C3,G7\n  rosette score *.sgf --json",
		Args:    fileArguments(0),
		RunE:    s.run,
	}
	registerMove(cmd.Flags(), &s.move, "score")
	cmd.Flags().StringSliceVar(&s.dead, "dead", nil, "dead chains: one `point` each, separated by commas")
	cmd.Flags().StringSliceVar(&s.alive, "alive", nil, "living chains: one `point` each, separated by commas")
	cmd.Flags().BoolVar(&s.noDead, "no-dead", false, "do not propose dead stones; only use --dead")
	cmd.Flags().BoolVar(&s.asJSON, "json", false, "print JSON")
	f.registerRecord(cmd, "network", "seed", "charset")
	reword(cmd, "seed", runSeed)
	return cmd
}

// run counts every file. It continues after a file that cannot be counted.
func (s *scoreFlags) run(cmd *cobra.Command, names []string) error {
	_, err := s.override()
	if err := cmp.Or(checkMove(cmd.Flags(), s.move), err); err != nil {
		return err
	}
	all, errs := []*sgf.ScoreReport{}, []error{}
	for _, name := range names {
		reports, err := s.file(cmd, name)
		all = append(all, reports...)
		if err != nil {
			errs = append(errs, err)
		}
	}
	if s.asJSON {
		if err := json.NewEncoder(cmd.OutOrStdout()).Encode(all); err != nil {
			return err
		}
	}
	return failures(cmd, len(names), "scored", errs)
}

// file counts the games in one file, up to the first game that cannot be counted.
func (s *scoreFlags) file(cmd *cobra.Command, name string) (reports []*sgf.ScoreReport, err error) {
	c, err := readRecord(cmd, name)
	if err != nil {
		return nil, err
	}
	for i := range c.Trees {
		title := name
		if len(c.Trees) > 1 {
			title = fmt.Sprintf("%s, game %d", name, i+1)
		}
		report, err := s.count(cmd, title, c, i)
		if err != nil {
			return reports, fmt.Errorf("%s: %w", title, err)
		}
		reports = append(reports, report)
		if !s.asJSON {
			fmt.Fprint(cmd.OutOrStdout(), quote.Printable("%s", report))
		}
	}
	return reports, nil
}

// count counts game i in a file.
func (s *scoreFlags) count(cmd *cobra.Command, name string, c *sgf.Collection, i int) (*sgf.ScoreReport, error) {
	line, err := s.replay(c, i, s.move)
	if err != nil {
		return nil, err
	}
	warn(cmd, name, line.Problems)
	g := line.Game
	if err := g.Board().CheckLiberties(); err != nil {
		return nil, err
	}
	proposal := life.Propose(g.Board(), g.Rules().CaptureRules())
	if s.noDead || g.Rules().Ending == game.EndingAllAlive {
		proposal.SpareAll()
	} else if proposal, err = s.config.SeededJudge().Propose(cmd.Context(), g); err != nil {
		return nil, err
	}
	if err := decide(&proposal, g.Board(), "--alive", s.alive, life.Alive); err != nil {
		return nil, err
	}
	if err := decide(&proposal, g.Board(), "--dead", s.dead, life.Dead); err != nil {
		return nil, err
	}
	report := sgf.NewScoreReport(name, line, proposal)
	if s.move >= 0 {
		return report, nil
	}
	claim, err := sgf.ClaimAt(line.At)
	report.Compare(claim)
	return report, err
}

// decide sets the status of the chains at points that a flag names.
func decide(p *life.Proposal, b *board.View, flag string, names []string, s life.Status) error {
	for _, name := range names {
		if name = strings.TrimSpace(name); name == "" {
			continue
		}
		at, err := b.Graph().Point(name)
		if err == nil {
			err = p.Decide(b, at, s)
		}
		if errors.Is(err, life.ErrDecided) {
			err = fmt.Errorf("the %s chain at %s is in --dead and --alive; keep one", b.At(at), b.Graph().PointName(at))
		}
		if err != nil {
			return usageError{fmt.Errorf("%s: %w", flag, err)}
		}
	}
	return nil
}

// deadStones returns the stones in the chains at the named points.
func deadStones(g *game.Game, names string) ([]board.Point, error) {
	proposal := life.Propose(g.Board(), g.Rules().CaptureRules())
	proposal.SpareAll()
	err := decide(&proposal, g.Board(), "--dead", strings.Split(names, ","), life.Dead)
	return proposal.Dead, err
}
