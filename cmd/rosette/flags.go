package main

import (
	"fmt"
	"math/rand/v2"
	"path/filepath"
	"slices"
	"strings"

	"github.com/spf13/cobra"
	"github.com/spf13/pflag"

	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/engine/search"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/komi"
	"rosette/lab/matches"
	"rosette/protocol/katago"
)

// flags are the values for flags that several commands share. A command registers the flags that it
// uses with [flags.register].
type flags struct {
	set *pflag.FlagSet // of the running command

	boardName string
	rulesText string
	komi      float64
	network   string
	memory    size
	charset   charsetName
	as        programName

	config   configure.Config // the computer's settings; complete after prepare
	networks neural.Files

	nodes nodeFlags // for serve and work
}

func newFlags() *flags {
	return &flags{memory: size(search.DefaultNodes * search.NodeBytes), networks: neural.Files{}}
}

// sharedFlags has, for each shared flag, a function that adds it to a set.
var sharedFlags = map[string]func(f *flags, set *pflag.FlagSet){
	"board": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.boardName, "board", "rosette-5", "`board`: "+board.Boards)
	},
	"board" + fromFile: func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.boardName, "board", "rosette-5", "`board`: "+board.Boards+fileToo+" with your own graph")
	},
	"rules": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.rulesText, "rules", "",
			"`rules`: a preset, a JSON object or a KataGo rules string (default: the board's)")
	},
	"komi": func(f *flags, set *pflag.FlagSet) {
		set.Float64Var(&f.komi, "komi", 0, "`points` for White, a whole or half number (default: the rules' komi)")
	},
	"level": func(f *flags, set *pflag.FlagSet) {
		set.StringVar(&f.config.Level, "level", "full", "`strength` of the computer: "+player.LevelRange())
	},
	"network": func(f *flags, set *pflag.FlagSet) {
		levels := ""
		if set.Lookup("level") != nil {
			levels = " for levels " + player.NetworkLevelRange()
		}
		set.StringVar(&f.network, "network", "", "network `FILE`"+levels+"; none for playouts only (default: a built-in network for the board)")
	},
	"time": func(f *flags, set *pflag.FlagSet) {
		set.DurationVar(&f.config.Time, "time", 0,
			"time for each move, a `duration` such as 500ms or 2s (default: 1s, unless --visits is given)")
	},
	"visits": func(f *flags, set *pflag.FlagSet) {
		set.IntVar(&f.config.Visits, "visits", 0,
			"maximum `number` of visits for each move; 0 for no limit")
	},
	"threads": func(f *flags, set *pflag.FlagSet) {
		set.IntVar(&f.config.Threads, "threads", 0, "`number` of threads; 0 for one per core")
	},
	"seed": func(f *flags, set *pflag.FlagSet) {
		set.Uint64Var(&f.config.Seed, "seed", 0, "random seed, a whole `number` (default: random)")
	},
	"memory": func(f *flags, set *pflag.FlagSet) {
		set.Var(&f.memory, "memory", "maximum `size` of the search tree, such as 512M or 2G")
	},
	"as": func(f *flags, set *pflag.FlagSet) {
		set.Var(&f.as, "as", "report the name and version of another `program`, for clients that require it: "+
			katagoName+" for "+katago.Name+" "+katago.Version)
	},
	"charset": func(f *flags, set *pflag.FlagSet) {
		set.Var(&f.charset, "charset", "`charset` of the input, such as Shift_JIS (default: named in the file, or detected)")
	},
}

// fromFile is the suffix of the name --board for commands that also accept FILE.json.
const (
	fromFile = " or file"
	fileToo  = ", or FILE.json"
)

// Groups of related flags.
var (
	gameFlags     = []string{"board", "rules", "komi"} // for boards with a name
	graphFlags    = []string{"board" + fromFile, "rules", "komi"}
	computerFlags = []string{"level", "network", "time", "visits", "threads", "seed", "memory"}
)

// register adds the named shared flags to a command.
func (f *flags) register(cmd *cobra.Command, names ...[]string) {
	for _, name := range slices.Concat(names...) {
		sharedFlags[name](f, cmd.Flags())
		name, _ = strings.CutSuffix(name, fromFile)
		if complete, ok := completions[name]; ok {
			if err := cmd.RegisterFlagCompletionFunc(name, complete); err != nil {
				panic(err) // sharedFlags has the flag
			}
		}
	}
}

// ownThreads describes --threads for commands in which players play each other.
const ownThreads = "`number` of threads for each built-in player (default: 1)"

// sharedThreads describes --threads for commands with several computations at once. See
// jobs.ShareOfCores.
const sharedThreads = "`number` of threads for each job; 0 for a quarter of the cores"

// runSeed describes --seed for commands that are deterministic without it.
const runSeed = "random seed, a whole `number` (default: 0)"

// registerMove adds the flag --move. about describes the use of the position.
func registerMove(set *pflag.FlagSet, move *int, about string) {
	set.IntVar(move, "move", -1, about+" the position after this `number` of moves (default: all)")
	set.Lookup("move").DefValue = "0" // hides the default in help
}

// registerRecord adds --rules, --komi and other shared flags to a command that reads a record.
func (f *flags) registerRecord(cmd *cobra.Command, others ...string) {
	f.register(cmd, []string{"rules", "komi"}, others)
	reword(
		cmd, "rules", "`rules`: a preset, a JSON object or a KataGo rules string (default: the record's)",
	)
	reword(cmd, "komi", "`points` for White, a whole or half number (default: the record's komi)")
}

// reword replaces a flag's description for one command.
func reword(cmd *cobra.Command, name, usage string) { cmd.Flags().Lookup(name).Usage = usage }

// position returns the board and the rules from the flags.
func (f *flags) position() (*board.Graph, game.Rules, error) {
	graph, err := f.graph()
	if err != nil {
		return nil, game.Rules{}, err
	}
	rules, err := f.rules(graph)
	return graph, rules, err
}

// graph returns the board that --board names, or the one in its file, which gets a name in this
// process.
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
	return readBoard("--board", f.boardName)
}

// fromFile reports whether --board is a file.
func (f *flags) fromFile() bool { return strings.HasSuffix(strings.ToLower(f.boardName), ".json") }

// rules returns the rules on a board from --rules and --komi.
func (f *flags) rules(g *board.Graph) (game.Rules, error) {
	r := game.DefaultRules(g)
	if f.set.Changed("rules") {
		var err error
		if r, err = game.ParseRules(f.rulesText); err != nil {
			return r, usageError{fmt.Errorf("--rules: %w", err)}
		}
	}
	if f.set.Changed("komi") {
		r.Komi = f.komi + 0 // 0 rather than -0
	}
	if err := r.Check(); err != nil {
		return r, usageError{err}
	}
	return r, nil
}

// specReader returns a reader for match players. The flags are their defaults.
func (f *flags) specReader() matches.SpecReader {
	return matches.SpecReader{Defaults: f.config, ReadNetwork: f.readNetwork, ReadSize: func(text string) (int, error) {
		var n size
		err := n.Set(text)
		return int(n), err
	}}
}

// memoryText returns the text of --memory, "" for the default.
func (f *flags) memoryText() string {
	if f.set.Changed("memory") {
		return f.memory.String()
	}
	return ""
}

// changed returns the named flags that were given, for a command that repeats a search. A network
// is reduced to its file name.
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

// prepare checks the running command's flags and completes the Config before the command starts.
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
		f.config.Warn(fmt.Sprintf("--network has no effect at level %[2]s; levels %[1]s use it",
			player.NetworkLevelRange(), f.config.Level))
	}
	return nil
}

// useNetwork reads a network file and puts the network into the Config.
func (f *flags) useNetwork(name string) error {
	n, err := f.networks.Read(name)
	f.network = name
	f.config.Network = n
	f.config.NetworkName = name
	return err
}

// flagNamed names the flag in an error from [configure.Config.Check]. Unless the error is about the
// level, its first word is the flag's name.
func flagNamed(err error) error {
	if strings.HasPrefix(err.Error(), "no level") {
		return err
	}
	return fmt.Errorf("--%w", err)
}

// randomSeed returns --seed, or a random seed if the flag was not given.
func (f *flags) randomSeed() uint64 {
	if f.set.Changed("seed") {
		return f.config.Seed
	}
	return rand.Uint64()
}

// seeded returns the Config with the seed from [flags.randomSeed].
func (f *flags) seeded() configure.Config {
	c := f.config
	c.Seed = f.randomSeed()
	return c
}
