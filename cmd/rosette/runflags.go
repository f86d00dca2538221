package main

import (
	"cmp"
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"os"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/draw"
	"rosette/engine/configure"
	"rosette/game"
	"rosette/internal/progress"
	"rosette/lab/matches"
	"rosette/lab/train"
	"rosette/play"
	"rosette/server/http/web"
)

// Bounds of games, and usages that several commands share.
const (
	maxGames      = 1_000_000
	maxMoves      = 100_000
	maxMovesUsage = "games are scored as they stand after this `number` of moves (default: three for each point)"
	outUsage      = "`folder` for the finished games; the same command continues there"
)

// runFlags are the flags that match and ladder share.
type runFlags struct {
	*flags
	kind         string
	pairs        int
	reach        int
	parallel     int
	openingMoves int
	openings     string
	balanced     float64
	moveTimeout  time.Duration
	maxMoves     int
	adjudicate   float64
	out          string
	asJSON       bool
	sprt         *matches.SPRT
}

// register adds the flags to a command.
func (r *runFlags) register(cmd *cobra.Command, pairs int) {
	set := cmd.Flags()
	intFlag(set, &r.pairs, "pairs", pairs, 1, maxGames, "`number` of openings for every two players, each played twice with the colours swapped")
	intFlag(set, &r.parallel, "parallel", 1, 1, configure.MaxThreads, "`number` of games at the same time")
	intFlag(set, &r.openingMoves, "opening-moves", 4, 0, 100, "`number` of random moves in an opening")
	set.Float64Var(&r.balanced, "balanced", 0, "only openings within `x` of 50 % for a search of 1000 visits, such as 0.1; 0 allows all")
	set.StringVar(&r.openings, "openings", "", "`FILE.sgf` with a game for each opening, instead of random ones")
	set.DurationVar(&r.moveTimeout, "move-timeout", time.Minute, "a GTP engine loses the game if an answer takes longer than this `duration`")
	intFlag(set, &r.maxMoves, "max-moves", 0, 0, maxMoves, maxMovesUsage)
	r.registerAdjudicate(set)
	set.StringVar(&r.out, "out", "", outUsage)
	set.BoolVar(&r.asJSON, "json", false, "print the summary as one JSON object")
	r.flags.register(cmd, gameFlags, computerFlags, []string{"charset"})
	reword(cmd, "threads", ownThreads)
}

// registerAdjudicate adds the flag --adjudicate.
func (r *runFlags) registerAdjudicate(set *pflag.FlagSet) {
	set.Float64Var(&r.adjudicate, "adjudicate", 0,
		"end a game when both built-in players have given one side this `probability` for 8 turns, such as 0.99; 0 for never")
}

// checkAdjudicate says whether --adjudicate is out of bounds.
func (r *runFlags) checkAdjudicate() error {
	if r.adjudicate != 0 && !(r.adjudicate > 0.5 && r.adjudicate < 1) {
		return usageError{fmt.Errorf("--adjudicate %v; use a chance between 0.5 and 1, such as 0.99, or 0", r.adjudicate)}
	}
	return nil
}

// check says which flags are out of bounds or contradict each other.
func (r *runFlags) check() error {
	switch {
	case r.moveTimeout <= 0 || r.moveTimeout > configure.MaxTime:
		return usageError{fmt.Errorf("--move-timeout %v; use a duration up to %v, such as 60s", r.moveTimeout, configure.MaxTime)}
	case r.balanced != 0 && !(r.balanced > 0 && r.balanced < 0.5):
		return usageError{fmt.Errorf("--balanced %v; use a number between 0 and 0.5, such as 0.1, or 0", r.balanced)}
	case r.openings != "" && r.set.Changed("opening-moves"):
		return usageError{errors.New("--opening-moves are of random openings; leave out --opening-moves or --openings")}
	case r.balanced > 0 && r.openings != "":
		return usageError{errors.New("--balanced chooses among random openings; leave out --balanced or --openings")}
	case r.fromFile():
		return usageError{errors.New("players of a " + r.kind + " know no board from a file; use --board rosette-5 or another by name")}
	}
	return r.checkAdjudicate()
}

// open reads the players and opens the run.
func (r *runFlags) open(texts []string) (*matches.Run, []*matches.Spec, error) {
	if err := r.check(); err != nil {
		return nil, nil, err
	}
	graph, rules, err := r.position()
	if err != nil {
		return nil, nil, err
	}
	players, err := r.specReader().ReadAll(texts)
	if err != nil {
		return nil, nil, usageError{err}
	}
	p := matches.Plan{
		Kind: r.kind, Graph: graph, Rules: rules, Players: players, Defaults: r.config, Memory: r.memoryText(),
		Pairs: r.pairs, Reach: r.reach, Parallel: r.parallel, MaxMoves: r.maxMoves, OpeningMoves: r.openingMoves, Balanced: r.balanced,
		AnswerTimeout: r.moveTimeout, Adjudicate: r.adjudicate, SPRT: r.sprt,
		Dir: r.out, Seed: r.randomSeed(), FixedSeed: r.set.Changed("seed"),
	}
	if r.openings != "" {
		if p.Book, err = os.ReadFile(r.openings); err != nil {
			return nil, nil, usageError{fmt.Errorf("--openings: %w", err)}
		}
		p.BookCharset = string(r.charset)
	}
	run, err := p.Open()
	return run, players, r.openError(err)
}

// openError names the flag that an error of [matches.Plan.Open] is about.
func (r *runFlags) openError(err error) error {
	switch {
	case err == nil:
		return nil
	case errors.As(err, new(*matches.BookError)):
		return usageError{fmt.Errorf("--openings %s: %w", r.openings, err)}
	case errors.As(err, new(matches.AdjudicateGTPError)):
		return usageError{fmt.Errorf("--%w", err)}
	}
	return outError(err)
}

// outError names --out in an error about a run's directory.
func outError(err error) error {
	if errors.As(err, new(*matches.UnusableDirError)) {
		return usageError{fmt.Errorf("--out %w", err)}
	}
	return fmt.Errorf("--out: %w", err)
}

// play plays a run and reports each game, and by line how it stands then.
func (r *runFlags) play(cmd *cobra.Command, run *matches.Run, line func(matches.Game) string) error {
	p := progress.New(cmd.ErrOrStderr())
	defer p.Clear()
	if n := len(run.Games); n > 0 {
		p.Printf("%d games of %d are played already", n, run.Total())
	}
	return run.Play(cmd.Context(), func(g matches.Game) {
		p.Printf("game %d of %d: %s – %s %s (%s, %d moves); %s", g.Number+1, run.Total(), g.Black, g.White, g.Result, g.End, g.Moves, line(g))
	}, func(text string) {
		p.Clear()
		p.Printf("%s", text)
	})
}

// report prints a summary, as text or as JSON, and keeps the JSON in the run's
// directory.
func (r *runFlags) report(out io.Writer, run interface{ WriteFile(string, []byte) error }, summary any, text string) error {
	asJSON, err := json.MarshalIndent(summary, "", "  ")
	if err != nil {
		return err
	}
	asJSON = append(asJSON, '\n')
	shown := []byte(text)
	if r.asJSON {
		shown = asJSON
	}
	if _, err := out.Write(shown); err != nil {
		return err
	}
	return run.WriteFile(matches.SummaryFile, asJSON)
}

// joinLine joins two errors in one line.
func joinLine(a, b error) error {
	if a == nil || b == nil {
		return errors.Join(a, b)
	}
	return fmt.Errorf("%w; %w", a, b)
}

// Bounds of self-play, learning and matches between networks.
const (
	maxBatches   = 10_000_000 // and training steps, positions and pairs
	maxBatchSize = 100_000
	maxAtOnce    = 1 << 20 // games
	maxMinutes   = 1e6
)

// selfPlayFlags are the flags that selfplay and train share.
type selfPlayFlags struct {
	*flags
	dir, boards, also string
	games             int
	schedule          train.VisitSchedule
	asJSON            bool
}

// register adds the flags to a command.
func (s *selfPlayFlags) register(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&s.dir, "run", "", "`DIR` of the run; --board, --boards, --rules, --komi, --also, --games and --seed stay the same in it")
	set.StringVar(&s.boards, "boards", "",
		"`list` of boards with relative frequencies, such as rosette-2,rosette-3=2 (default: that of --board)")
	set.StringVar(&s.also, "also", "", "other `rules` for about half of the games")
	intFlag(set, &s.games, "games", 32, 1, maxBatchSize, "`number` of games in a batch")
	intFlag(set, &s.schedule.Full, "full", 64, 2, configure.MaxVisits, "`number` of visits for moves kept as training data")
	intFlag(set, &s.schedule.Fast, "fast", 16, 2, configure.MaxVisits, "`number` of visits for the other moves")
	set.Float64Var(&s.schedule.FullShare, "share", 0.25, "`share` of moves kept as training data")
	intFlag(set, &s.schedule.RootMoves, "moves", 16, 1, maxBatchSize, "`number` of root moves that the search of a network considers")
	intFlag(set, &s.schedule.FastMoves, "fast-moves", 4, 1, maxBatchSize, "`number` of root moves that a search with --fast visits considers")
	set.BoolVar(&s.asJSON, "json", false, "print progress as lines of JSON")
}

// selfPlay returns what the flags ask for, by playouts, and the rules as given.
func (s *selfPlayFlags) selfPlay() (p train.SelfPlay, rules game.Rules, err error) {
	if !(s.schedule.FullShare > 0 && s.schedule.FullShare <= 1) {
		return p, rules, usageError{fmt.Errorf("--share %v; use a share over 0, up to 1", s.schedule.FullShare)}
	}
	boards, err := train.ReadBoards(cmp.Or(s.boards, s.boardName))
	if err != nil {
		return p, rules, usageError{fmt.Errorf("--boards %w", err)}
	}
	if rules, err = s.rules(boards[0].Value); err != nil {
		return p, rules, err
	}
	all := train.Rulesets(rules)
	if s.also != "" {
		also, err := game.ParseRules(s.also)
		if err != nil {
			return p, rules, usageError{fmt.Errorf("--also: %w", err)}
		}
		all = append(all, train.Rulesets(also)...)
	}
	return train.SelfPlay{
		VisitSchedule: s.schedule, Sampling: train.Sampling{Boards: boards, Rules: all},
		Evaluators: train.EvaluatorsOf(nil), Seed: s.config.Seed, Games: s.games, Threads: s.config.Cores(),
	}, rules, nil
}

// keep makes the folder of a run one of the conditions of the flags, unless it is one of
// others.
func (s *selfPlayFlags) keep(dir string) error {
	c := train.Conditions{Boards: cmp.Or(s.boards, s.boardName), Seed: s.config.Seed, Games: s.games}
	return dirError(c.Keep(dir))
}

// dirError names --run in an error about a run directory.
func dirError(err error) error {
	if errors.As(err, new(*train.DirError)) {
		return usageError{fmt.Errorf("--run: %w", err)}
	}
	return err
}

// printLine prints a report as a line of text or of JSON.
func printLine(out io.Writer, asJSON bool, report interface{ Line() string }) error {
	line := report.Line()
	if asJSON {
		text, err := json.Marshal(report)
		if err != nil {
			return err
		}
		line = string(text)
	}
	_, err := fmt.Fprintln(out, line)
	return err
}

// onTerminal shows a line that the next one replaces, and shows it nowhere else
// than on a terminal.
func onTerminal(p *progress.Line, line string) {
	if p.Width > 0 {
		p.Printf("%s", line)
	}
}

// playerTexts returns the players of a command line and of a file with a player in
// each line, if one is named.
func playerTexts(file string, args []string) ([]string, error) {
	if file != "" {
		text, err := os.ReadFile(file)
		if err != nil {
			return nil, usageError{fmt.Errorf("--players: %w", err)}
		}
		args = append(args, matches.ReadPlayerList(string(text))...)
	}
	if len(args) < 2 {
		return nil, usageError{fmt.Errorf("a ladder has two players or more, not %d; each is %s", len(args), matches.SpecSyntax)}
	}
	return args, nil
}

// withLimit is [context.WithTimeout] where 0 is no limit.
func withLimit(ctx context.Context, limit time.Duration) (context.Context, context.CancelFunc) {
	if limit == 0 {
		return context.WithCancel(ctx)
	}
	return context.WithTimeout(ctx, limit)
}

// maxLimit is the largest number that a limit of the server may have.
const maxLimit = 1_000_000_000

// limitFlags adds a flag for each limit of the server.
func limitFlags(cmd *cobra.Command, l *web.Limits) {
	*l = web.Limits{}.WithDefaults()
	type limit struct {
		n           *int
		name, about string
		most        int // maxLimit if 0
	}
	for _, flag := range []limit{
		{n: &l.Connections, name: "connections", about: "open connections of an address"},
		{n: &l.AllOpen, name: "all-connections", about: "open connections of all addresses"},
		{n: &l.Sockets, name: "sockets", about: "open sockets of an address"},
		{n: &l.Topics, name: "topics", about: "games that one socket follows"},
		{n: &l.Requests, name: "requests", about: "requests of an address in a minute"},
		{n: &l.Games, name: "games", about: "games that an address opens in an hour"},
		{n: &l.Messages, name: "messages", about: "messages of a person on sockets in 20 seconds"},
		{n: &l.Thinking, name: "thinking", about: "seconds that the computer may be asked to think about a move", most: int(play.MaxThinking / time.Second)},
		{n: &l.Estimates, name: "estimates", about: "estimates for an address in a minute"},
		{n: &l.SignIns, name: "sign-ins", about: "times that an address tries to sign in within ten minutes"},
		{n: &l.SignUps, name: "sign-ups", about: "accounts that an address makes in an hour"},
		{n: &l.Positions, name: "positions", about: "lines of moves played out and records read for an address in a minute"},
	} {
		intFlag(cmd.Flags(), flag.n, "limit-"+flag.name, *flag.n, 1, cmp.Or(flag.most, maxLimit), "largest `number` of "+flag.about)
	}
}

// counted returns a picture with the dead stones and with what --territory or --count
// add to it.
func (r *rendering) counted(cmd *cobra.Command, g *game.Game, p *draw.Picture) (_ *draw.Picture, err error) {
	if p.Dead, err = deadStones(g, r.dead); err != nil || !r.count {
		if r.territory {
			p.Territory = g.Score(p.Dead...).Owner
		}
		return p, err
	}
	if !cmd.Flags().Changed("dead") && g.Rules().Ending != game.EndingAllAlive {
		proposal, err := r.config.Judge().Propose(cmd.Context(), g)
		if err != nil {
			return nil, err
		}
		p.Dead = proposal.Dead
		if possible := g.ProposalRange(proposal); !possible.Certain() {
			fmt.Fprintf(cmd.ErrOrStderr(), "--count: %s, because the game is not over or it is unsure which chains are dead; the picture has the unsure ones alive, and --dead decides\n", possible)
		}
	}
	count, err := draw.Count(g, g.Score(p.Dead...))
	if err != nil {
		return nil, fmt.Errorf("--count: %w", err)
	}
	count.Title = p.Title
	return count, nil
}

// learningFlags registers the flags of the learning in a training run.
func learningFlags(set *pflag.FlagSet, p *train.Plan) {
	set.StringVar(&p.Size, "size", "", "`size` of the network: blocks and channels, such as b6c64 (default: that of --start, or b4c48)")
	set.Float64Var(&p.Passes, "passes", 8, "`number` of times that each position is learned from")
	set.Float64Var(&p.Rate, "rate", 1e-3, "learning `rate`; 0.0005 goes on well from a strong network")
	set.Float64Var(&p.Cool, "cool", 0.5, "last `share` of the minutes or cycles, in which the learning rate falls")
	intFlag(set, &p.Window, "window", 50_000, 1, maxBatches,
		"`number` of newest positions in the replay window; grows sublinearly with the positions played")
}

// minutesOf returns so many minutes.
func minutesOf(n float64) time.Duration { return time.Duration(n * float64(time.Minute)) }
