package main

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"path/filepath"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/engine/neural/remote"
	"rosette/engine/playout"
	"rosette/engine/train"
	"rosette/game/board"
	"rosette/progress"
	"rosette/runlog"
)

// A training is a folder in which a network learns, and what games are played for
// it.
type training struct {
	f       *flags
	run     string
	boards  string
	network string // the file of the one that plays, none for playouts
	batches int
	games   int
	style   train.Style
	asJSON  bool

	evaluator string         // the socket of a server that thinks
	client    *remote.Client // of that server, nil without one
	parallel  int            // games at once, 0 for one each core
}

// The names in the folder of a run.
const (
	shardsFolder = "shards"
	shardSuffix  = ".rshard"
	sgfFolder    = "games"
	selfplayFile = "selfplay.jsonl"
)

func selfplayCommand(f *flags) *cobra.Command {
	y := &training{f: f}
	cmd := &cobra.Command{
		Use:   "selfplay --run DIR",
		Short: "Generate training data by self-play",
		Long: "Plays games of the computer against itself and writes training data to DIR/shards,\n" +
			"one file for some games on one board; a file is written whole or not at all. Moves\n" +
			"that are kept as training data are searched with --full visits, the others with\n" +
			"--fast; komi, rules and handicaps vary. Without --network, playouts play, which is\n" +
			"how a run begins. A batch depends only on --seed and its number, so the same\n" +
			"command continues an interrupted run. The first game of each batch is written to\n" +
			"DIR/games. With --evaluator, a server evaluates positions on a graphics processor;\n" +
			"its answers may differ in the last digits, and so may the games.",
		Example: "  rosette selfplay --run first --boards rosette-2,rosette-3=3 --batches 100\n" +
			"  rosette selfplay --run first --network first/networks/000004.rnet --batches 200\n" +
			"  rosette selfplay --run first --evaluator /tmp/serve.sock --parallel 4096 --games 256",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if f.network != noNetwork {
				y.network = f.network
			}
			return y.command(cmd)
		},
	}
	y.teach(cmd)
	set := cmd.Flags()
	set.StringVar(&y.evaluator, "evaluator", "", "`SOCKET` of an evaluation server: python3 -m learn.serve NET --socket SOCKET")
	set.IntVar(&y.parallel, "parallel", 0, "`number` of games at once, thousands with --evaluator; 0 for one on each core")
	set.IntVar(&y.batches, "batches", 10, "`number` of batches in DIR at the end")
	f.register(cmd, gameFlags, []string{"network", "threads", "seed"})
	return cmd
}

// teach adds the flags of self-play to a command.
func (y *training) teach(cmd *cobra.Command) {
	set := cmd.Flags()
	set.StringVar(&y.run, "run", "", "`DIR` of the run")
	set.StringVar(&y.boards, "boards", "",
		"`list` of boards with relative frequencies, such as rosette-2,rosette-3=2 (default: that of --board)")
	set.IntVar(&y.games, "games", 32, "`number` of games in a batch")
	set.IntVar(&y.style.Full, "full", 64, "`number` of visits for moves kept as training data")
	set.IntVar(&y.style.Fast, "fast", 16, "`number` of visits for the other moves")
	set.Float64Var(&y.style.Share, "share", 0.25, "`share` of moves kept as training data")
	set.IntVar(&y.style.Moves, "moves", 16, "`number` of root moves that the search of a network considers")
	set.BoolVar(&y.asJSON, "json", false, "print progress as lines of JSON")
}

// Bounds of what the flags take.
const (
	mostBatches = 10_000_000
	mostOfBatch = 100_000
)

func (y *training) check() error {
	if y.run == "" {
		return usageError{errors.New("--run is missing: name a folder for what is played, such as --run first")}
	}
	for _, bound := range []struct {
		name       string
		n          int
		least, top int
	}{
		{"games", y.games, 1, mostOfBatch},
		{"full", y.style.Full, 2, configure.MaxVisits},
		{"fast", y.style.Fast, 2, configure.MaxVisits},
		{"moves", y.style.Moves, 1, mostOfBatch},
	} {
		if bound.n < bound.least || bound.n > bound.top {
			return usageError{fmt.Errorf("--%s %d; use %d to %d", bound.name, bound.n, bound.least, bound.top)}
		}
	}
	if !(y.style.Share > 0 && y.style.Share <= 1) {
		return usageError{fmt.Errorf("--share %v; use a share over 0, up to 1", y.style.Share)}
	}
	return nil
}

// command is rosette selfplay.
func (y *training) command(cmd *cobra.Command) error {
	if err := y.check(); err != nil {
		return err
	}
	if y.batches < 1 || y.batches > mostBatches {
		return usageError{fmt.Errorf("--batches %d; use 1 to %d", y.batches, mostBatches)}
	}
	if y.parallel < 0 || y.parallel > mostParallel {
		return usageError{fmt.Errorf("--parallel %d; use 1 to %d, or 0 for one each core", y.parallel, mostParallel)}
	}
	ctx, stop := context.WithCancelCause(cmd.Context())
	defer stop(nil)
	play, err := y.play(stop)
	if err != nil {
		return err
	}
	say := progress.New(cmd.ErrOrStderr())
	defer say.Clear()
	start := time.Now()
	_, err = y.fill(ctx, say, cmd.OutOrStdout(), play, func() bool { return false })
	if y.client == nil {
		return err
	}
	say.Clear()
	positions, batches := y.client.Sent()
	fmt.Fprintf(cmd.ErrOrStderr(), "the evaluator was asked about %d positions in %d batches, %.0f a second\n", positions, batches, float64(positions)/time.Since(start).Seconds())
	return errors.Join(err, y.client.Close())
}

// play is self-play as the flags describe it; hear is told if a server that
// thinks is lost.
func (y *training) play(hear context.CancelCauseFunc) (*train.Play, error) {
	boards, err := y.readBoards()
	if err != nil {
		return nil, err
	}
	p := &train.Play{
		Style: y.style, Variety: train.Variety{Boards: boards}, Network: "playouts", Seed: y.f.config.Seed, Games: y.games, Threads: y.f.config.Cores(),
		Mind: func(_ *board.Graph, seed uint64) engine.Evaluator { return playout.New(seed) },
	}
	rules, err := y.f.rules(boards[0].Of)
	if err != nil {
		return nil, err
	}
	p.Rules = train.Rulesets(rules)
	if y.parallel > 0 {
		p.Threads = min(y.parallel, y.games)
	}
	if y.evaluator != "" {
		return p, y.ask(p, rules, hear)
	}
	if y.network == "" {
		return p, nil
	}
	net, err := readNetwork(y.network)
	if err != nil {
		return nil, err
	}
	for _, b := range boards {
		if !net.Applies(b.Of, rules) {
			return nil, usageError{fmt.Errorf("--network %s knows no %s", y.network, b.Of.Name())}
		}
	}
	p.Network = net.Hash
	p.Mind = func(_ *board.Graph, seed uint64) engine.Evaluator { return neural.New(net, seed) }
	return p, nil
}

// readBoards reads which boards are played on, and how often.
func (y *training) readBoards() (all []train.Share[*board.Graph], err error) {
	if y.boards == "" {
		y.boards = y.f.boardName
	}
	for item := range strings.SplitSeq(y.boards, ",") {
		name, text, told := strings.Cut(strings.TrimSpace(item), "=")
		part := 1.0
		if told {
			if part, err = strconv.ParseFloat(text, 64); err != nil || !(part > 0 && part <= mostOfBatch) {
				return nil, usageError{fmt.Errorf("--boards %s; write how often beside the others, such as %s=2", item, name)}
			}
		}
		graph, err := board.Named(name)
		if err != nil {
			return nil, usageError{fmt.Errorf("--boards: %w", err)}
		}
		if _, ok := neural.NewBoardTables(graph); !ok || len(all) > 0 && graph.Lattice() != all[0].Of.Lattice() {
			return nil, usageError{fmt.Errorf("--boards %s: a network serves honeycombs or square boards, not both", y.boards)}
		}
		all = append(all, train.Share[*board.Graph]{Of: graph, Part: part})
	}
	return all, nil
}

// played returns which batches have been played, by what their names begin with:
// their numbers.
func (y *training) played() (map[string]bool, error) {
	found, err := filepath.Glob(filepath.Join(y.run, shardsFolder, "*-*"+shardSuffix))
	there := make(map[string]bool, len(found))
	for _, name := range found {
		number, _, _ := strings.Cut(filepath.Base(name), "-")
		there[number] = true
	}
	return there, err
}

func batchName(number int) string { return fmt.Sprintf("%06d", number+1) }

// keep writes a batch down.
func (y *training) keep(out io.Writer, b *train.Batch, number int, network string, took time.Duration) error {
	text, err := b.Bytes()
	if err != nil {
		return err
	}
	record, err := train.Record(b.Played[0])
	if err != nil {
		return err
	}
	name := batchName(number) + "-" + b.Graph.Name()
	if err := writeFile(nil, filepath.Join(y.run, sgfFolder, name+".sgf"), true, record); err != nil {
		return err
	}
	if err := writeFile(nil, filepath.Join(y.run, shardsFolder, name+shardSuffix), false, text); err != nil {
		return err
	}
	return y.tell(out, reportOf(b, number, network, took))
}

// tell keeps what is to be said of a batch, and says it.
func (y *training) tell(out io.Writer, r batchReport) error {
	line, err := json.Marshal(r)
	if err != nil {
		return err
	}
	if err := runlog.Append(filepath.Join(y.run, selfplayFile), r); err != nil {
		return err
	}
	said := r.String()
	if y.asJSON {
		said = string(line)
	}
	_, err = fmt.Fprintln(out, said)
	return err
}
