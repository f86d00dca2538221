package main

import (
	"fmt"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/protocol/analysis"
)

// An analyser is what the flags of rosette analysis ask for.
type analyser struct {
	*flags
	katago    katago
	configs   []string
	overrides []string
	positions int
	hasty     bool
	model     string
}

func analysisCommand(f *flags) *cobra.Command {
	a := &analyser{flags: f}
	cmd := &cobra.Command{
		Use:   "analysis",
		Short: "Answer KataGo's analysis queries, for KaTrain and scripts",
		Long: "Answers queries, one JSON object on each line, like KataGo's parallel analysis\n" +
			"engine. Boards that are not square are named with \"board\":\"rosette-5\". The flags\n" +
			"are KataGo's, with one dash or two. Of --config and --override-config, the\n" +
			"settings that this program knows are used; --model is the same as --network if\n" +
			"the name ends with .rnet, and ignored otherwise. Numbers are for Black unless\n" +
			"a setting says otherwise.",
		Example: "  rosette analysis -config analysis.cfg -model first.rnet -analysis-threads 2\n" +
			"  echo '{\"id\":\"a\",\"board\":\"rosette-5\",\"moves\":[[\"B\",\"E9\"]]}' | rosette analysis --visits 500",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.serve(cmd) },
	}
	var human string
	set := cmd.Flags()
	set.StringArrayVar(&a.configs, "config", nil, "a `file` with settings in KataGo's format")
	set.StringArrayVar(&a.overrides, "override-config", nil, "`settings` over those of the file: KEY=VALUE,KEY=VALUE")
	set.StringVar(&a.model, "model", "", "a network `file`, FILE.rnet; KataGo's files are accepted and ignored")
	set.StringVar(&human, "human-model", "", "a `file` of KataGo's, accepted and ignored")
	set.IntVar(&a.positions, "analysis-threads", 0, "positions to search at the same time, a `number` (default: one for each core)")
	set.BoolVar(&a.hasty, "quit-without-waiting", false, "exit at the end of the input without finishing queries")
	f.register(cmd, gameFlags, []string{"network", "time", "visits", "threads", "seed"})
	refuse(cmd, "level", "analysis takes no --level: it always thinks as well as it can")
	return cmd
}

// doubled gives KataGo's flags, which have one dash, the two that ours have.
func doubled(args []string) []string {
	if len(args) == 0 || args[0] != "analysis" {
		return args
	}
	all := []string{args[0]}
	for _, arg := range args[1:] {
		name, _, _ := strings.Cut(arg, "=")
		switch name {
		case "-config", "-override-config", "-model", "-human-model", "-analysis-threads", "-quit-without-waiting":
			arg = "-" + arg
		}
		all = append(all, arg)
	}
	return all
}

func (a *analyser) serve(cmd *cobra.Command) error {
	if err := a.settle(cmd); err != nil {
		return err
	}
	service, err := a.service()
	if err != nil {
		return err
	}
	// Programs wait for these words of KataGo's.
	fmt.Fprintf(cmd.ErrOrStderr(), "Rosette %s, %d positions at a time\nStarted, ready to begin handling requests\n", version(), service.Positions)
	return service.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
}

// settle reads KataGo's settings, the files first.
func (a *analyser) settle(cmd *cobra.Command) error {
	for _, name := range a.configs {
		if err := a.katago.file(name); err != nil {
			return usageError{err}
		}
	}
	for _, text := range a.overrides {
		for pair := range strings.SplitSeq(text, ",") {
			if err := a.katago.heed("--override-config", pair); err != nil {
				return usageError{err}
			}
		}
	}
	a.katago.tell(cmd.ErrOrStderr())
	if err := a.takeModel(); err != nil {
		return usageError{err}
	}
	if a.positions < 0 || a.positions > configure.MaxThreads {
		return usageError{fmt.Errorf("--analysis-threads %d; use 1 to %d, or 0 for one each core", a.positions, configure.MaxThreads)}
	}
	return nil
}

// takeModel takes the network that KataGo's flag names for that of ours.
func (a *analyser) takeModel() error {
	if !strings.HasSuffix(strings.ToLower(a.model), networkSuffix) {
		return nil
	}
	if a.set.Changed("network") && a.network != a.model {
		return fmt.Errorf("--network %s and --model %s are two networks; leave one out", a.network, a.model)
	}
	if err := a.useNetwork(a.model); err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}

// models are those that judge positions: the network of the flags, or those that
// come with the program; playouts where there is none.
func (a *analyser) models() (all []analysis.Model) {
	if net := a.config.Network; net != nil {
		return []analysis.Model{{Name: filepath.Base(a.network), Hash: net.Hash}}
	}
	if a.network != noNetwork {
		for _, net := range neural.AllShipped() {
			all = append(all, analysis.Model{Name: shippedName(net), Hash: net.Hash})
		}
	}
	return append(all, analysis.Model{Name: playoutsName})
}

// service is what the flags and the settings ask for; a flag of ours overrules a
// setting.
func (a *analyser) service() (*analysis.Service, error) {
	k := a.katago
	s := &analysis.Service{
		Visits: k.visits, Time: k.time, PVLen: k.line, LCBStdevs: k.doubt, View: k.view, IgnoreUnusedFields: k.trusting,
		WideRootNoise: float32(k.noise), RootPolicyTemperature: float32(k.temperature),
		Positions: a.positions, QuitWithoutWaiting: a.hasty, Version: version(), Models: a.models(),
	}
	if a.config.Visits > 0 {
		s.Visits = a.config.Visits
	}
	if a.config.Time > 0 {
		s.Time = a.config.Time
	}
	if s.Positions == 0 {
		s.Positions = k.positions
	}
	if s.Positions == 0 {
		s.Positions = a.config.Cores()
	}
	config := a.seeded()
	config.Threads = max(1, a.config.Cores()/s.Positions)
	if k.threads > 0 && a.config.Threads == 0 {
		config.Threads = min(k.threads, a.config.Cores())
	}
	s.Analyzer = configure.Analyzer{Config: config}
	graph, rules, err := a.position()
	if err != nil {
		return nil, err
	}
	if a.set.Changed("board") {
		s.Board = graph
	}
	if a.set.Changed("rules") || a.set.Changed("komi") {
		s.Rules = &rules
	}
	return s, nil
}
