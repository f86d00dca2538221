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
	"rosette/lab/matches"
	"rosette/protocol/gtp"
	"rosette/protocol/katago"
)

func gtpCommand(f *flags) *cobra.Command {
	var ponder bool
	cmd := &cobra.Command{
		Use:   "gtp",
		Short: "Run the GTP engine, for Sabaki, GoGui and other programs",
		Long: "Speaks GTP 2 on standard input and output. list_commands lists all commands;\n" +
			"rosette-board NAME changes the board, kata-set-rules the rules. boardsize works\n" +
			"on square boards only. loadsgf FILE [MOVE] [game=N] reads any file; it uses the\n" +
			"rules in --rules or kata-set-rules, if any, instead of the record's. printsgf\n" +
			"FILE never overwrites a file. With --as katago the engine starts on square-19.",
		Example: "  rosette gtp --board rosette-5 --rules mindsports-chinese\n" +
			"  rosette gtp --board square-19 --time 5s\n" +
			"  rosette gtp --as katago\n" +
			"  echo showboard | rosette gtp --board rosette-2",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.as == katagoName && !f.set.Changed("board") {
				f.boardName = katagoBoard
			}
			session, err := f.session(ponder)
			if err != nil {
				return err
			}
			if f.as == katagoName {
				session.Name, session.Version = katago.Name, katago.Version
			}
			session.Remarks = cmd.ErrOrStderr()
			return session.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
	cmd.Flags().BoolVar(&ponder, "ponder", false, "also search on the opponent's time, after the first genmove")
	f.register(cmd, graphFlags, computerFlags, []string{"as", "charset"})
	return cmd
}

// katagoBoard is the board on which KataGo starts.
const katagoBoard = "square-19"

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
		CPUTime: matches.ProcessCPU, Now: time.Now,
	}
	for _, e := range f.config.EvaluatorNames() {
		session.Models = append(session.Models, katago.Model(e))
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
	session.ClearCache = renew
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
	analyzer := p.Analyzer()
	session.Analyzer, session.Network = analyzer, analyzer
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
