package main

import (
	"cmp"
	"fmt"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/internal/quote"
	"rosette/protocol/analysis"
	"rosette/protocol/katago"
)

// analysisFlags are the flags for analysis.
type analysisFlags struct {
	*flags
	katago    *analysis.Config
	configs   []string
	overrides []string
	positions int
	quit      bool // without finishing queries
	model     string
}

func analysisCommand(f *flags) *cobra.Command {
	a := &analysisFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "analysis",
		Short: "Run KataGo's analysis protocol, for KaTrain and scripts",
		Long: "Answers queries in KataGo's analysis format, one JSON object per line. For\n" +
			"boards that are not square, a query names the board: \"board\":\"rosette-5\". The\n" +
			"flags are KataGo's, with one dash or two. Settings without effect in --config\n" +
			"and --override-config are reported and ignored. Win rates and scores are for\n" +
			"Black unless a setting says otherwise.",
		Example: "  rosette analysis -config analysis.cfg -model first.rnet -analysis-threads 2\n" +
			"  echo '{\"id\":\"a\",\"board\":\"rosette-5\",\"moves\":[[\"B\",\"E9\"]]}' |\n      rosette analysis --visits 500",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.run(cmd) },
	}
	set := cmd.Flags()
	set.StringArrayVar(&a.configs, "config", nil, "settings `file` in KataGo's format")
	set.StringArrayVar(&a.overrides, "override-config", nil, "`settings` that override the file: KEY=VALUE,KEY=VALUE")
	set.StringVar(&a.model, "model", "", "network `file`, as --network, if it ends in .rnet; others are ignored")
	set.String("human-model", "", "a KataGo `file`, ignored")
	set.IntVar(&a.positions, "analysis-threads", 0,
		"`number` of positions to search at once (default: one per core)")
	set.BoolVar(&a.quit, "quit-without-waiting", false, "exit at the end of the input without finishing the queries")
	f.register(cmd, graphFlags, []string{"as", "network", "time", "visits", "threads", "seed"})
	reword(cmd, "time", "time for each position, a `duration` such as 500ms or 2s (default: maxTime, or no limit)")
	reword(cmd, "visits", "maximum `number` of visits for each position (default: maxVisits, or 1000)")
	refuse(cmd, "level", "analysis has no --level: it always plays at full strength")
	return cmd
}

func (a *analysisFlags) run(cmd *cobra.Command) (err error) {
	if a.katago, err = analysis.ReadConfig(a.configs, a.overrides); err != nil {
		return usageError{err}
	}
	for _, line := range a.katago.Warnings() {
		fmt.Fprintf(cmd.ErrOrStderr(), "rosette: %s\n", quote.Printable("%s", line))
	}
	if err := a.useModel(); err != nil {
		return usageError{err}
	}
	if a.positions < 0 || a.positions > configure.MaxThreads {
		return usageError{
			fmt.Errorf("--analysis-threads %d; use 1 to %d, or 0 for one per core", a.positions,
				configure.MaxThreads),
		}
	}
	service, err := a.service()
	if err != nil {
		return err
	}
	// Programs that start KataGo wait for this line.
	fmt.Fprintf(cmd.ErrOrStderr(), "Rosette %s, %d positions at once\nStarted, ready to begin handling requests\n",
		version(), service.Positions)
	return service.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
}

// useModel treats --model as --network.
func (a *analysisFlags) useModel() error {
	if !strings.HasSuffix(strings.ToLower(a.model), neural.FileSuffix) {
		return nil
	}
	if a.set.Changed("network") && a.network != a.model {
		return fmt.Errorf("--network %s and --model %s are different networks; use one of them", a.network, a.model)
	}
	if err := a.useNetwork(a.model); err != nil {
		return fmt.Errorf("--model: %w", err)
	}
	return nil
}

// service returns the service that the flags and KataGo's settings describe. Flags that KataGo does
// not have override settings.
func (a *analysisFlags) service() (*analysis.Service, error) {
	s := a.katago.Service()
	s.QuitWithoutWaiting, s.Version = a.quit, version()
	if a.as == katagoName {
		s.Version = katago.Version
	}
	for _, e := range a.config.EvaluatorNames() {
		s.Models = append(s.Models, katago.Model(e))
	}
	s.Visits = cmp.Or(a.config.Visits, s.Visits)
	s.Time = cmp.Or(a.config.Time, s.Time)
	s.Positions = cmp.Or(a.positions, s.Positions, a.config.Cores())
	config := a.seeded()
	config.Threads = max(1, a.config.Cores()/s.Positions)
	if a.katago.Threads > 0 && a.config.Threads == 0 {
		config.Threads = min(a.katago.Threads, a.config.Cores())
	}
	s.Analyzer, s.Caution = configure.Analyzer{Config: config}, config.Caution
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
