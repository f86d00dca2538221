package main

import (
	"fmt"
	"io"
	"math/rand/v2"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"sync"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf/charset"
	"rosette/i18n"
	"rosette/internal/quote"
	"rosette/lab/komi"
	"rosette/lab/matches"
)

// flags are the values of the flags that several commands share. Each command
// registers those it acts on with [flags.register].
type flags struct {
	set *pflag.FlagSet // of the command that runs

	boardName string
	rulesText string
	komi      float64
	network   string
	memory    size
	charset   charsetName

	config   configure.Config // how the computer plays; complete once prepare has run
	networks neural.Files

	nodes nodeFlags // of serve and of work
}

func newFlags() *flags {
	return &flags{memory: size(search.DefaultNodes * search.NodeBytes), networks: neural.Files{}}
}

// sharedFlags adds a flag to a set; one line teaches one flag.
var sharedFlags = map[string]func(f *flags, set *pflag.FlagSet){
	"board": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.boardName, "board", "rosette-5", "the `board`: "+board.Boards)
	},
	"board" + fromFile: func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.boardName, "board", "rosette-5", "the `board`: "+board.Boards+fileToo+" with your own graph")
	},
	"rules": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.rulesText, "rules", "",
			"the `rules`: a preset, a JSON object, or a KataGo rules string (default: those of the board)")
	},
	"komi": func(f *flags, set *pflag.FlagSet) {
		set.Float64Var(&f.komi, "komi", 0, "`points` to White, a whole or half number (default: that of the rules)")
	},
	"level": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.config.Level, "level", "full", "`strength` of the computer: "+player.LevelRange())
	},
	"network": func(f *flags, set *pflag.FlagSet) {
		levels := ""
		if set.Lookup("level") != nil {
			levels = ", used at levels " + player.NetworkLevelRange()
		}
		set.StringVar(&f.network, "network", "", "network `FILE` for the boards it knows"+levels+
			", or none for playouts (default: the one that comes with the program)")
	},
	"time": func(f *flags, set *pflag.FlagSet) {
		set.DurationVar(&f.config.Time, "time", 0,
			"time for each move of the computer, such as 500ms or 2s (default: 1s, without --visits)")
	},
	"visits": func(f *flags, set *pflag.FlagSet) {
		set.IntVar(&f.config.Visits, "visits", 0,
			"largest `number` of visits for each move of the computer; 0 for no limit")
	},
	"threads": func(f *flags, set *pflag.FlagSet) {
		set.IntVar(&f.config.Threads, "threads", 0, "`number` of threads; 0 for one on each core")
	},
	"seed": func(f *flags, set *pflag.FlagSet) {
		set.Uint64Var(&f.config.Seed, "seed", 0, "random seed, a whole `number` from 0 (default: another each time)")
	},
	"memory": func(f *flags, set *pflag.FlagSet) {
		set.Var(&f.memory, "memory", "largest `size` of the search tree, such as 512M or 2G")
	},
	"charset": func(f *flags, set *pflag.FlagSet) {
		set.Var(&f.charset, "charset", "the `charset` of the files: "+strings.Join(charset.Names(), ", ")+
			" (default: the one that a file names, or a guess)")
	},
}

// fromFile ends the name of the flag --board of commands that take FILE.json too.
const (
	fromFile = " or file"
	fileToo  = ", or FILE.json"
)

// Groups of flags that go together.
var (
	gameFlags     = []string{"board", "rules", "komi"}
	graphFlags    = []string{"board" + fromFile, "rules", "komi"}
	computerFlags = []string{"level", "network", "time", "visits", "threads", "seed", "memory"}
)

// register adds the shared flags of those names to a command.
func (f *flags) register(cmd *cobra.Command, names ...[]string) {
	for _, name := range slices.Concat(names...) {
		sharedFlags[name](f, cmd.Flags())
		name, _ = strings.CutSuffix(name, fromFile)
		if complete, ok := completions[name]; ok {
			if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
				panic(err) // the flag stands above
			}
		}
	}
}

// ownThreads is what --threads means where players play each other.
const ownThreads = "`number` of threads of each built-in player (default: 1)"

// sharedThreads is what --threads means where several computations run at once, see
// jobs.ShareOfCores.
const sharedThreads = "`number` of threads of each move, estimate or other job; 0 for a quarter of the cores, one at least"

// runSeed is what --seed means to commands that do the same again without it.
const runSeed = "random seed, a whole `number` from 0 (default: 0)"

// registerMove adds the flag --move; about says what is done with the position.
func registerMove(set *pflag.FlagSet, move *int, about string) {
	set.IntVar(move, "move", -1, about+" the position after this `number` of moves (default: all)")
	set.Lookup("move").DefValue = "0" // which help does not show
}

// registerRecord adds --rules, --komi and other shared flags of a command that reads a record.
func (f *flags) registerRecord(cmd *cobra.Command, others ...string) {
	f.register(cmd, []string{"rules", "komi"}, others)
	reword(
		cmd, "rules", "the `rules`: a preset, a JSON object, or a KataGo rules string (default: those of the record)",
	)
	reword(cmd, "komi", "`points` to White, a whole or half number (default: that of the record)")
}

// reword says what a flag means to a command, where that is not what it means to others.
func reword(cmd *cobra.Command, name, usage string) { cmd.Flags().Lookup(name).Usage = usage }

// completions are what a shell proposes for the values of a flag.
var completions = map[string]cobra.CompletionFunc{
	"board": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for n := 1; n <= board.MaxBase; n++ {
			names = append(names, board.Rosette(n).Name())
		}
		return append(names, "square-9", "square-13", "square-19"), cobra.ShellCompDirectiveDefault
	},
	"charset": cobra.FixedCompletions(charset.Names(),
		cobra.ShellCompDirectiveNoFileComp|cobra.ShellCompDirectiveKeepOrder),
	"network": cobra.FixedCompletions([]cobra.Completion{"rnet"}, cobra.ShellCompDirectiveFilterFileExt),
	"rules":   cobra.FixedCompletions(game.Presets(), cobra.ShellCompDirectiveNoFileComp),
	"level": func(*cobra.Command, []string, string) ([]string, cobra.ShellCompDirective) {
		var names []string
		for _, l := range engine.Levels {
			names = append(names, cobra.CompletionWithDesc(l.Name, i18n.T("en", "level."+l.Name+".title", nil)))
		}
		return names, cobra.ShellCompDirectiveNoFileComp | cobra.ShellCompDirectiveKeepOrder
	},
}

// position returns the board and the rules of a game on it.
func (f *flags) position() (*board.Graph, game.Rules, error) {
	graph, err := f.graph()
	if err != nil {
		return nil, game.Rules{}, err
	}
	rules, err := f.rules(graph)
	return graph, rules, err
}

// graph returns the board that --board names or the file holds.
func (f *flags) graph() (*board.Graph, error) {
	too := ""
	if flag := f.set.Lookup("board"); flag != nil && strings.Contains(flag.Usage, fileToo) {
		too = fileToo
	}
	if !f.fromFile() || too == "" {
		g, err := board.Named(f.boardName)
		if err != nil {
			return nil, usageError{fmt.Errorf("%w%s", err, too)}
		}
		return g, nil
	}
	if info, err := os.Stat(f.boardName); err == nil && !info.Mode().IsRegular() {
		return nil, usageError{
			fmt.Errorf("--board %s is no ordinary file; name one that holds a board as JSON", f.boardName),
		}
	}
	file, err := os.Open(f.boardName)
	if err != nil {
		return nil, usageError{fmt.Errorf("--board: %w", err)}
	}
	defer file.Close()
	g, err := board.Read(file)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", f.boardName, err)}
	}
	return g, nil
}

// fromFile reports whether --board is a file.
func (f *flags) fromFile() bool { return strings.HasSuffix(strings.ToLower(f.boardName), ".json") }

// rules returns what --rules and --komi say of a game on that board.
func (f *flags) rules(g *board.Graph) (game.Rules, error) {
	r := game.DefaultRules(g)
	if f.set.Changed("rules") {
		var err error
		if r, err = game.ParseRules(f.rulesText); err != nil {
			return r, usageError{fmt.Errorf("--rules: %w", err)}
		}
	}
	if f.set.Changed("komi") {
		r.Komi = f.komi
	}
	if err := r.Check(); err != nil {
		return r, usageError{err}
	}
	return r, nil
}

// specReader reads players of matches, which the flags complete.
func (f *flags) specReader() matches.SpecReader {
	return matches.SpecReader{Defaults: f.config, ReadNetwork: f.readNetwork, ReadSize: func(text string) (int, error) {
		var n size
		err := n.Set(text)
		return int(n), err
	}}
}

// memoryText returns --memory as it was written, "" for the default.
func (f *flags) memoryText() string {
	if f.set.Changed("memory") {
		return f.memory.String()
	}
	return ""
}

// changed returns those of the named flags that were given, as a command that
// repeats a search writes them: a network by the name of its file alone.
func (f *flags) changed(names ...string) (all []komi.Flag) {
	for _, name := range names {
		flag := f.set.Lookup(name)
		if flag == nil || !flag.Changed {
			continue
		}
		value := flag.Value.String()
		if name == "network" {
			value = filepath.Base(value)
		}
		all = append(all, komi.Flag{Name: name, Value: value})
	}
	return all
}

// refuse makes a command explain why it has no flag of that name.
func refuse(cmd *cobra.Command, name, why string) {
	if cmd.Annotations == nil {
		cmd.Annotations = map[string]string{}
	}
	cmd.Annotations[absent+name] = why
}

// absent begins the keys of annotations that explain why there is no flag.
const absent = "no --"

// prepare checks the flags of the command that runs and completes the Config,
// before the command does anything.
func (f *flags) prepare(cmd *cobra.Command) error {
	f.set = cmd.Flags()
	if err := fillSettings(cmd); err != nil {
		return err
	}
	if f.config.Time == 0 && f.set.Changed("time") {
		return usageError{
			fmt.Errorf("--time %v; use a duration up to %v, such as 2s", f.config.Time, configure.MaxTime),
		}
	}
	f.config.Playouts, f.config.Memory = f.network == noNetwork, int(f.memory)
	if err := f.config.Check(); err != nil {
		return usageError{flagNamed(err)}
	}
	f.config.Warn = warnOnce(cmd.ErrOrStderr())
	if f.set.Lookup("network") == nil || f.network == "" || f.network == noNetwork {
		return nil
	}
	if err := f.useNetwork(f.network); err != nil {
		return usageError{fmt.Errorf("--network: %w", err)}
	}
	if !f.config.UsesNetwork() {
		f.config.Warn(fmt.Sprintf("--network plays at levels %s; at level %s playouts think",
			player.NetworkLevelRange(), f.config.Level))
	}
	return nil
}

// useNetwork makes the network in a file the one of the Config.
func (f *flags) useNetwork(name string) error {
	n, err := f.networks.Read(name)
	f.network = name
	f.config.Network = n
	f.config.NetworkName = name
	return err
}

// flagNamed says of an error of [configure.Config.Check] which flag it is about:
// its first word is the flag's name, unless it is about the level.
func flagNamed(err error) error {
	if strings.HasPrefix(err.Error(), "no level") {
		return err
	}
	return fmt.Errorf("--%w", err)
}

// randomSeed returns --seed, or another seed each time if none was given.
func (f *flags) randomSeed() uint64 {
	if f.set.Changed("seed") {
		return f.config.Seed
	}
	return rand.Uint64()
}

// seeded returns the Config with the seed of [flags.randomSeed].
func (f *flags) seeded() configure.Config {
	c := f.config
	c.Seed = f.randomSeed()
	return c
}

// warnOnce returns a function that writes each warning once.
func warnOnce(out io.Writer) func(line string) {
	var mu sync.Mutex
	written := map[string]bool{}
	return func(line string) {
		mu.Lock()
		defer mu.Unlock()
		if line = quote.Printable("%s", line); !written[line] {
			written[line] = true
			fmt.Fprintf(out, "rosette: %s\n", line)
		}
	}
}
