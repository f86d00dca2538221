package main

import (
	"context"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/deadstones"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
	"rosette/protocol/gtp"
)

func gtpCommand(f *flags) *cobra.Command {
	var ponder bool
	cmd := &cobra.Command{
		Use:   "gtp",
		Short: "Run the GTP engine, for Sabaki, GoGui and other programs",
		Long: "Speaks GTP 2 on standard input and output. The GTP command list_commands shows\n" +
			"all commands, rosette-board NAME changes the board, and kata-set-rules the rules.\n" +
			"loadsgf reads any file that the controller names, and keeps rules that --rules or\n" +
			"kata-set-rules named; printsgf FILE writes a file but never overwrites one.",
		Example: "  rosette gtp --board rosette-5 --rules mindsports-chinese\n" +
			"  rosette gtp --board square-19 --time 5s\n" +
			"  echo showboard | rosette gtp --board rosette-2",
		RunE: func(cmd *cobra.Command, _ []string) error {
			session, err := f.session(ponder)
			if err != nil {
				return err
			}
			session.Remarks = cmd.ErrOrStderr()
			return session.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&ponder, "ponder", false, "also think in the opponent's time, after the first genmove")
	f.register(cmd, graphFlags, computerFlags, []string{"charset"})
	return cmd
}

// session returns a GTP session on the board from the flags, with the computer as its player. Rules
// and komi that the flags leave open follow the board.
func (f *flags) session(ponder bool) (*gtp.Session, error) {
	graph, rules, err := f.position()
	if err != nil {
		return nil, err
	}
	session := &gtp.Session{
		Judge: gtpJudge{f.config.Judge()}, Board: graph, Version: version(),
		Parameters: map[string]gtp.Parameter{}, Open: openRecord, Create: createRecord, Charset: string(f.charset),
		Now: time.Now,
	}
	if f.set.Changed("rules") {
		session.Rules = &rules
	}
	if f.set.Changed("komi") {
		session.Komi = &rules.Komi
	}
	parameters := &configure.Parameters{Config: f.config, Ponder: ponder}
	renew := func() error { return f.renewPlayer(session, parameters) }
	for name, p := range parameters.All(renew) {
		session.Parameters[name] = gtp.Parameter(p)
	}
	return session, renew()
}

// renewPlayer gives a session a new player and analyzer with these parameters.
func (f *flags) renewPlayer(session *gtp.Session, p *configure.Parameters) error {
	p.Config.Seed = f.randomSeed()
	computer, err := p.Player()
	if err != nil {
		return usageError{err}
	}
	session.Player = gtpPlayer{computer}
	session.Analyzer = p.Analyzer()
	session.Ponderer = nil
	if p.Ponder {
		session.Ponderer = computer
	}
	return nil
}

// openRecord opens a file that the controller names.
func openRecord(name string) (io.ReadCloser, error) { return os.Open(name) }

// createRecord creates a file. It never overwrites one.
func createRecord(name string) (io.WriteCloser, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// A gtpPlayer adapts the computer as the player in a GTP session.
type gtpPlayer struct{ *player.Player }

// Choose returns the player's choice in plain values.
func (p gtpPlayer) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (board.Point, bool, error) {
	choice, err := p.Player.Choose(ctx, g, c, t)
	return choice.Move, choice.Resign, err
}

// ChooseAnalyzing is Choose with reports from the running search.
func (p gtpPlayer) ChooseAnalyzing(
	ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams,
) (board.Point, bool, error) {
	choice, err := p.Player.ChooseAnalyzing(ctx, g, c, t, q)
	return choice.Move, choice.Resign, err
}

// A gtpJudge adapts the judge for dead stones to a GTP session.
type gtpJudge struct{ deadstones.Judge }

// Dead proposes dead stones.
func (j gtpJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return j.Propose(ctx, g)
}
