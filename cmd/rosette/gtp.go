package main

import (
	"context"
	"io"
	"os"

	"github.com/spf13/cobra"

	"rosette/engine"
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
			"loadsgf reads any file that the controller names; printsgf FILE writes a file but\n" +
			"never overwrites one.",
		Example: "  rosette gtp --board rosette-5 --rules mindsports-chinese\n" +
			"  rosette gtp --board square-19 --time 5s\n" +
			"  echo showboard | rosette gtp --board rosette-2",
		RunE: func(cmd *cobra.Command, _ []string) error {
			session, err := f.session(ponder)
			if err != nil {
				return err
			}
			return session.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&ponder, "ponder", false, "also think in the opponent's time, after the first genmove")
	f.register(cmd, gameFlags, computerFlags)
	return cmd
}

// session seats a bot at a GTP session on the board of the flags. Rules and
// komi that the flags leave open follow the board.
func (f *flags) session(ponder bool) (*gtp.Session, error) {
	graph, rules, err := f.position()
	if err != nil {
		return nil, err
	}
	session := &gtp.Session{Judge: deadJudge{f.seeded().Judge()}, Board: graph, Version: version(), Open: openRecord, Create: createRecord}
	if f.set.Changed("rules") {
		session.Rules = &rules
	}
	if f.set.Changed("komi") {
		session.Komi = &rules.Komi
	}
	p := &panel{flags: f, config: f.config, session: session, ponder: ponder}
	session.Parameters = p.dials()
	return session, p.seat()
}

// openRecord opens a file that a controller names.
func openRecord(name string) (io.ReadCloser, error) { return os.Open(name) }

// createRecord makes a file that is not there yet: nothing is written over.
func createRecord(name string) (io.WriteCloser, error) {
	return os.OpenFile(name, os.O_WRONLY|os.O_CREATE|os.O_EXCL, 0o666)
}

// A deadJudge answers a GTP session about dead stones.
type deadJudge struct{ deadstones.Judge }

// Dead proposes the dead stones of a game.
func (j deadJudge) Dead(ctx context.Context, g *game.Game) (life.Proposal, error) {
	return j.Propose(ctx, g)
}

// A mover lets a player sit at a GTP session.
type mover struct{ *player.Player }

// Choose returns the player's choice in plain values.
func (m mover) Choose(ctx context.Context, g *game.Game, c board.Color, t engine.Time) (board.Point, bool, error) {
	choice, err := m.Player.Choose(ctx, g, c, t)
	return choice.Move, choice.Resign, err
}

// ChooseAnalyzing is Choose, and reports what the search has found so far.
func (m mover) ChooseAnalyzing(ctx context.Context, g *game.Game, c board.Color, t engine.Time, q engine.SearchParams) (board.Point, bool, error) {
	choice, err := m.Player.ChooseAnalyzing(ctx, g, c, t, q)
	return choice.Move, choice.Resign, err
}
