package configure

import (
	"context"
	"runtime"
	"strings"
	"testing"
	"time"

	"rosette/engine"
	"rosette/engine/neural"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// randomNetwork returns a small untrained network for honeycombs.
func randomNetwork(t *testing.T) *neural.Network {
	t.Helper()
	n, err := neural.Random(board.Honeycomb, 1, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

func TestAnEvaluatorIsANetworkWhereOneKnowsBoardAndRules(t *testing.T) {
	warned := map[string]int{}
	c := Config{Network: randomNetwork(t), NetworkName: "small.rnet", Warn: func(line string) { warned[line]++ }}
	for name, knows := range map[string]bool{"rosette-1": true, "rosette-3": true, "square-5": false, "square-4": false} {
		graph, err := board.Named(name)
		if err != nil {
			t.Fatal(err)
		}
		for range 2 {
			var o engine.Evaluation
			c.Evaluator(1).Evaluate(game.New(graph, game.DefaultRules(graph)), board.Black, &o)
			if guided := len(o.Policy) > 0; guided != knows || len(o.Ownership) != graph.Points() {
				t.Errorf("%s: a policy %v", name, guided)
			}
		}
	}
	supply := game.DefaultRules(board.Rosette(2))
	supply.Supply = game.SupplyOf(5)
	m := c.Evaluator(1)
	for _, rules := range []game.Rules{game.DefaultRules(board.Rosette(2)), supply, game.DefaultRules(board.Rosette(2))} {
		var o engine.Evaluation
		m.Evaluate(game.New(board.Rosette(2), rules), board.Black, &o)
		if guided := len(o.Policy) > 0; guided != (!rules.Supply.Limited()) {
			t.Errorf("a supply of %s stones: a policy %v", rules.Supply, guided)
		}
	}
	for _, lacks := range []string{"square-5", "square-4", "supply of 5 stones"} {
		if warned["--network small.rnet does not support "+lacks+"; using playouts"] == 0 {
			t.Errorf("no warning about %s in %v", lacks, warned)
		}
	}
}

func TestABoardBeyondTrainingGetsAWarning(t *testing.T) {
	warned := map[string]int{}
	c := Config{Warn: func(line string) { warned[line]++ }}
	for name, beyond := range map[string]bool{"rosette-7": false, "rosette-8": true, "square-19": false, "square-20": true, "rosette-1": false} {
		graph := graphNamed(t, name)
		r := game.DefaultRules(graph)
		if c.BeyondTraining(graph, r) != beyond || strings.Contains(c.Caution(graph, r), "more points") != beyond {
			t.Errorf("%s: %q", name, c.Caution(graph, r))
		}
		if byPlayouts := (Config{Playouts: true}); byPlayouts.BeyondTraining(graph, r) || byPlayouts.Caution(graph, r) != "" {
			t.Errorf("%s is large for playouts", name)
		}
		if c.NetworkFor(graph, r); (warned[c.Caution(graph, r)] > 0) != (name == "rosette-1" || beyond) {
			t.Errorf("%s: %v", name, warned)
		}
	}
	if line := "rosette-8 has more points than any board that network built-in honeycomb was trained on; leads and win rates are rough"; warned[line] == 0 {
		t.Errorf("no %q in %v", line, warned)
	}
}

func TestWeakLevelsKeepPlayouts(t *testing.T) {
	c := Config{Network: randomNetwork(t)}
	for level, guided := range map[string]bool{"full": true, "": true, "10": true, "9": false, "1": false} {
		c.Level = level
		var o engine.Evaluation
		options := c.PlayerOptions()
		options.NewEvaluator(1).Evaluate(game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2))), board.Black, &o)
		if len(o.Policy) > 0 != guided {
			t.Errorf("level %q: a policy of %d moves", level, len(o.Policy))
		}
	}
}

func TestAConfigOutOfBoundsIsRefused(t *testing.T) {
	for want, c := range map[string]Config{
		`no level "dan"`:        {Level: "dan"},
		"threads -1; use 1 to ": {Threads: -1},
		"visits -1; use 1 to ":  {Visits: -1},
		"time 25h0m0s; use a":   {Time: 25 * time.Hour},
		"ladder":                {Tactics: []string{"ladder"}},
	} {
		if err := c.Check(); err == nil || !strings.Contains(err.Error(), want) {
			t.Errorf("%+v: %v, want %s", c, err, want)
		}
		if _, err := c.Player(); err == nil {
			t.Errorf("%+v makes a player", c)
		}
	}
	if err := (Config{Tactics: playout.Replies()}).Check(); err != nil {
		t.Error(err)
	}
}

func TestTheNetworkOfABoardFollowsTheConfig(t *testing.T) {
	g, rules := board.Rosette(5), game.DefaultRules(board.Rosette(5))
	own := randomNetwork(t)
	for name, test := range map[string]struct {
		config Config
		hash   string
	}{
		"shipped":  {Config{}, neural.Shipped(g, rules).Hash},
		"own":      {Config{Network: own}, own.Hash},
		"playouts": {Config{Network: own, Playouts: true}, ""},
		"tactics":  {Config{Tactics: []string{}}, ""},
	} {
		if got := test.config.NetworkHash(g, rules); got != test.hash {
			t.Errorf("%s: %q, want %q", name, got, test.hash)
		}
	}
}

func TestAnAnalysisOfTheSamePositionIsAlwaysTheSame(t *testing.T) {
	g := played(t, "rosette-2", "C3")
	a := Analyzer{Config: Config{Threads: 1, Seed: 3}, Noise: 0.1}
	q := engine.SearchParams{Visits: 30}
	first, again := a.Analyze(t.Context(), g, board.White, q), a.Analyze(t.Context(), g, board.White, q)
	if first.Visits != 30 || first.Win != again.Win || first.Candidates[0].Move != again.Candidates[0].Move {
		t.Errorf("%+v, then %+v", first, again)
	}
}

func TestAReportSaysWhatTheNetworkSaysByItself(t *testing.T) {
	ctx, cancel := context.WithCancel(t.Context())
	reports := 0
	a := Analyzer{Config: Config{Threads: 1}}
	a.Analyze(ctx, played(t, "rosette-2", "C3"), board.White, engine.SearchParams{
		ReportEvery: time.Millisecond,
		OnProgress: func(found engine.Analysis) {
			if reports++; found.Raw == nil {
				t.Error("a report lacks it")
			}
			cancel() // stops the search, which has no other limit
		},
	})
	if reports == 0 {
		t.Error("there was no report")
	}
}

func TestAConfigWithoutThreadsUsesEveryCore(t *testing.T) {
	if got := (Config{}).Cores(); got != min(runtime.GOMAXPROCS(0), MaxThreads) {
		t.Errorf("it uses %d cores of %d", got, runtime.GOMAXPROCS(0))
	}
	if got := (Config{Threads: 3}).Cores(); got != 3 {
		t.Errorf("with 3 threads it uses %d", got)
	}
}

func TestThePlayerOfAConfigHasItsLevelAndLimits(t *testing.T) {
	g := game.New(board.Rosette(2), game.DefaultRules(board.Rosette(2)))
	for _, c := range []Config{
		{Level: "3", Visits: 5, Threads: 1},
		{Level: "20", Visits: 5, Threads: 1, Network: randomNetwork(t)},
		{Level: "9", Visits: 5, Threads: 1, Tactics: []string{}},
		{Level: "9", Visits: 5, Threads: 1, Tactics: playout.Replies()},
	} {
		p, err := c.Player()
		if err != nil {
			t.Fatal(err)
		}
		choice, err := p.Choose(t.Context(), g, board.Black, engine.Time{})
		if err != nil || p.Level().Name != c.Level || choice.Visits != 5 {
			t.Errorf("%+v: level %s, %+v, %v", c, p.Level().Name, choice, err)
		}
		o := c.PlayerOptions()
		if light := o.NewLightEvaluator != nil; light != (c.Tactics == nil) {
			t.Errorf("tactics %v: light playouts for weak levels %v", c.Tactics, light)
		}
		if o.HasPolicy != nil != (c.Level == "20") || o.HasPolicy != nil && !o.HasPolicy(g) {
			t.Errorf("level %s: it tells of a policy %v", c.Level, o.HasPolicy != nil)
		}
	}
}

func TestAnAnalysisByPlayoutsHasNoRawEvaluation(t *testing.T) {
	g := played(t, "rosette-2", "C3")
	if a := (Analyzer{Config: Config{Playouts: true}}).Analyze(t.Context(), g, board.White, engine.SearchParams{Visits: 5}); a.Raw != nil || a.Visits != 5 {
		t.Errorf("%+v", a)
	}
}

func TestTheJudgeOfAConfigHasItsNetworkAndNoSeedButForExperiments(t *testing.T) {
	own := randomNetwork(t)
	c := Config{Network: own, Seed: 9}
	j := c.Judge()
	if g := board.Rosette(3); j.Seed != 0 || c.SeededJudge().Seed != 9 || j.Network(g, game.DefaultRules(g)) != own {
		t.Errorf("%+v", j)
	}
}
