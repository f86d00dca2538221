package main

import (
	"cmp"
	"fmt"
	"math/rand/v2"
	"os"
	"runtime"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine/player"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
)

// flags are those of every subcommand, read once.
type flags struct {
	set *pflag.FlagSet

	boardName string
	rulesText string
	komi      float64
	level     string
	network   string
	shelf     *shelf // of the networks that were read
	move      time.Duration
	visits    int
	threads   int
	seed      uint64
	memory    size
	replies   []string // what playouts answer at once; nil for all they know
}

// Bounds of what the flags take.
const (
	mostThreads = 256
	mostVisits  = 1_000_000_000
	longestMove = 24 * time.Hour
)

func newFlags(root *cobra.Command) *flags {
	f := &flags{set: root.PersistentFlags(), memory: size(search.DefaultNodes * search.NodeBytes), shelf: newShelf()}
	f.set.StringVar(&f.boardName, "board", "rosette-5", "the `board`: "+board.Boards+", or FILE.json with a graph of your own")
	f.set.StringVar(&f.rulesText, "rules", "", "the `rules`: a preset's name, JSON of choices or KataGo's words (default: the board's own)")
	f.set.Float64Var(&f.komi, "komi", 0, "`points` to White, a whole or half number (default: that of the rules)")
	f.set.StringVar(&f.level, "level", "full", "`strength` of the computer: "+player.LevelWords())
	f.set.StringVar(&f.network, "network", "", "`FILE` of a network that thinks on boards it knows, at levels "+player.LearnedWords()+", or none for playouts (default: the one that comes with the program)")
	f.set.DurationVar(&f.move, "time", 0, "time for each move of the computer, such as 500ms or 2s (default: 1s, without --visits)")
	f.set.IntVar(&f.visits, "visits", 0, "most visits for each move of the computer, a `number`; 0 sets no bound")
	f.set.IntVar(&f.threads, "threads", 0, "threads that think, a `number`; 0 takes one for each core")
	f.set.Uint64Var(&f.seed, "seed", 0, "luck of the computer, a whole `number` from 0 (default: another each time)")
	f.set.Var(&f.memory, "memory", "most memory for what the computer has thought, such as 512M or 2G")
	for flag, complete := range completions {
		if err := root.RegisterFlagCompletionFunc(flag, complete); err != nil {
			panic(err) // the flag stands above
		}
	}
	return f
}

// completions are what a shell proposes for the values of a flag.
var completions = map[string]cobra.CompletionFunc{
	"board": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for n := 1; n <= board.MaxBase; n++ {
			names = append(names, board.Rosette(n).Name())
		}
		return append(names, "square-9", "square-13", "square-19"), cobra.ShellCompDirectiveDefault
	},
	"network": cobra.FixedCompletions([]cobra.Completion{"rnet"}, cobra.ShellCompDirectiveFilterFileExt),
	"rules":   cobra.FixedCompletions(game.Presets(), cobra.ShellCompDirectiveNoFileComp),
	"level": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, l := range player.Levels {
			names = append(names, cobra.CompletionWithDesc(l.Name, l.Title))
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	},
}

// ground returns the board and the rules of a game on it.
func (f *flags) ground() (*board.Graph, game.Rules, error) {
	graph, err := f.graph()
	if err != nil {
		return nil, game.Rules{}, err
	}
	rules, err := f.rules(graph)
	return graph, rules, err
}

// graph returns the board that --board names or the file holds.
func (f *flags) graph() (*board.Graph, error) {
	if !f.fromFile() {
		g, err := board.Named(f.boardName)
		if err != nil {
			return nil, misused{fmt.Errorf("%w, or FILE.json", err)}
		}
		return g, nil
	}
	if info, err := os.Stat(f.boardName); err == nil && !info.Mode().IsRegular() {
		return nil, misused{fmt.Errorf("--board %s is no ordinary file; name one that holds a board as JSON", f.boardName)}
	}
	file, err := os.Open(f.boardName)
	if err != nil {
		return nil, misused{fmt.Errorf("--board: %w", err)}
	}
	defer file.Close()
	g, err := board.Read(file)
	if err != nil {
		return nil, misused{fmt.Errorf("%s: %w", f.boardName, err)}
	}
	return g, nil
}

// fromFile tells whether --board is a file.
func (f *flags) fromFile() bool { return strings.HasSuffix(strings.ToLower(f.boardName), ".json") }

// rules returns what --rules and --komi say of a game on that board.
func (f *flags) rules(g *board.Graph) (game.Rules, error) {
	r := game.DefaultRules(g)
	if f.set.Changed("rules") {
		var err error
		if r, err = game.ParseRules(f.rulesText); err != nil {
			return r, misused{fmt.Errorf("--rules: %w", err)}
		}
	}
	if f.set.Changed("komi") {
		r.Komi = f.komi
	}
	if err := r.Check(); err != nil {
		return r, misused{err}
	}
	return r, nil
}

// heed checks the flags before any command runs, those too that it has no use
// for: a slip is no less a slip there.
func (f *flags) heed(cmd *cobra.Command) error {
	if err := f.check(); err != nil {
		return err
	}
	if err := f.checkLevel(); err != nil {
		return err
	}
	f.shelf.out = cmd.ErrOrStderr()
	net, err := f.named()
	if err != nil {
		return misused{fmt.Errorf("--network: %w", err)}
	}
	if net != nil && !f.learnedLevel() {
		f.shelf.sayf("--network plays at levels %s; at level %s playouts think", player.LearnedWords(), f.level)
	}
	return nil
}

// checkLevel says that there is no such level.
func (f *flags) checkLevel() error {
	if !slices.Contains(player.LevelNames(), f.level) {
		return misused{fmt.Errorf("no level %q: use %s", f.level, player.LevelWords())}
	}
	return nil
}

// learnedLevel tells whether a network thinks at the level that is asked for.
func (f *flags) learnedLevel() bool {
	at := slices.IndexFunc(player.Levels, func(l player.Level) bool { return l.Name == cmp.Or(f.level, "full") })
	return at >= 0 && player.Levels[at].Learned()
}

// check says which of the computer's numbers are out of bounds.
func (f *flags) check() error {
	switch {
	case f.threads < 0 || f.threads > mostThreads:
		return misused{fmt.Errorf("--threads %d; use 1 to %d, or 0 for one each core", f.threads, mostThreads)}
	case f.visits < 0 || f.visits > mostVisits:
		return misused{fmt.Errorf("--visits %d; use 1 to %d, or 0 for no bound", f.visits, mostVisits)}
	case f.move < 0 || f.move > longestMove || f.move == 0 && f.set.Changed("time"):
		return misused{fmt.Errorf("--time %v; use a duration up to %v, such as 2s", f.move, longestMove)}
	}
	return nil
}

// cores returns how many threads shall think.
func (f *flags) cores() int {
	if f.threads > 0 {
		return f.threads
	}
	return min(runtime.GOMAXPROCS(0), mostThreads)
}

// luck returns the seed, another each time if none is given.
func (f *flags) luck() uint64 {
	if f.set.Changed("seed") {
		return f.seed
	}
	return rand.Uint64()
}
