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
		Short: "Answer KataGo's analysis queries, for KaTrain and scripts",
		Long: "Answers queries, one JSON object on each line, like KataGo's parallel analysis\n" +
			"engine. Boards that are not square are named with \"board\":\"rosette-5\". The flags\n" +
			"are KataGo's, with one dash or two. Of --config and --override-config, the\n" +
			"settings that this program knows are used; --model is the same as --network if\n" +
			"the name ends with .rnet, and ignored otherwise. Numbers are for Black unless\n" +
			"a setting says otherwise.",
		Example: "  rosette analysis -config analysis.cfg -model first.rnet -analysis-threads 2\n" +
			"  echo '{\"id\":\"a\",\"board\":\"rosette-5\",\"moves\":[[\"B\",\"E9\"]]}' | rosette analysis --visits 500",
		RunE: func(cmd *cobra.Command, _ []string) error { return a.run(cmd) },
	}
	set := cmd.Flags()
	set.StringArrayVar(&a.configs, "config", nil, "a `file` with settings in KataGo's format")
	set.StringArrayVar(&a.overrides, "override-config", nil, "`settings` over those of the file: KEY=VALUE,KEY=VALUE")
	set.StringVar(&a.model, "model", "", "a network `file`, FILE.rnet; KataGo's files are accepted and ignored")
	set.String("human-model", "", "a `file` of KataGo's, accepted and ignored")
	set.IntVar(&a.positions, "analysis-threads", 0,
		"`number` of positions to search at the same time (default: one for each core)")
	set.BoolVar(&a.quit, "quit-without-waiting", false, "exit at the end of the input without finishing queries")
	f.register(cmd, graphFlags, []string{"as", "network", "time", "visits", "threads", "seed"})
	reword(cmd, "time", "time for each position, such as 500ms or 2s (default: maxTime of the settings, or no limit)")
	reword(cmd, "visits", "largest `number` of visits for each position (default: maxVisits of the settings, or 1000)")
	refuse(cmd, "level", "analysis takes no --level: it always thinks as well as it can")
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
			fmt.Errorf("--analysis-threads %d; use 1 to %d, or 0 for one on each core", a.positions,
				configure.MaxThreads),
		}
	}
	service, err := a.service()
	if err != nil {
		return err
	}
	// Programs that start KataGo wait for this line.
	fmt.Fprintf(cmd.ErrOrStderr(), "Rosette %s, %d positions at a time\nStarted, ready to begin handling requests\n",
		version(), service.Positions)
	return service.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
}

// useModel treats --model as --network.
func (a *analysisFlags) useModel() error {
	if !strings.HasSuffix(strings.ToLower(a.model), neural.FileSuffix) {
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
	s.Analyzer, s.Lack = configure.Analyzer{Config: config}, config.Lack
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
