package storm

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"maps"
	"os/exec"
	"slices"
	"strings"
	"time"

	"rosette/lab/storm/flood"
	"rosette/play/clock"
)

// A Plan is a scenario with its parameters. A parameter that is 0 or empty means the scenario's
// default.
type Plan struct {
	Options
	Games      []int // concurrent; one measurement for each
	Spectators []int // one measurement for each
	Plies      []int // played before the measurement; one measurement for each
	Sockets    int
	Kills      int
	Requests   int           // per flood case; 0 for the default
	Out        string        // folder for a run that can continue, see [KillOptions] and [RowsFile]
	Data       string        // folder on a small file system, see [FaultOptions]
	NATS       string        // for several servers, see [NodesOptions]
	Within     time.Duration // see [NodesOptions]
	Namespaces bool          // see [NodesOptions]
	Pin        bool          // pin the server and the generator to a core each

	// Given reports whether a flag was given; nil means that no flag was.
	Given func(flag string) bool
	// Result is called with each result.
	Result func(Result) error
}

// A Result is a Row, HoldReport, IdleReport, KillReport, FaultReport, flood.Report, NodesReport,
// SoakSample or SoakReport. Line returns it as a line, or as a table line.
type Result interface{ Line() string }

// A scenario is a load with default parameters.
type scenario struct {
	about string
	usual Plan
	run   func(*Plan, context.Context) error
}

// scenarios holds all scenarios by name.
var scenarios = map[string]scenario{
	"games": {
		"concurrent games: durable moves per second, time to acknowledge",
		Plan{
			Games: []int{200, 800, 1500, 5000}, Spectators: []int{0},
			Options: Options{Rate: 4.5, Duration: 20 * time.Second},
		},
		measureAll("games"),
	},
	"spectators": {
		"one game, more and more spectators: latency, bytes each",
		Plan{
			Games: []int{1}, Spectators: []int{0, 10, 100, 1000},
			Options: Options{Rate: 4.5, Duration: 20 * time.Second},
		},
		measureAll("spectators"),
	},
	"history": {
		"long games: page, join, moves per second, memory per game",
		Plan{
			Games: []int{200}, Plies: []int{10, 100, 300, 1000},
			Options: Options{Rate: 4.5, Duration: 10 * time.Second},
		},
		measureHistories,
	},
	"sockets": {
		"open sockets that watch games: memory of the server",
		Plan{Games: []int{100}, Sockets: 10_000, Options: Options{Duration: 20 * time.Second}},
		(*Plan).hold,
	},
	"idle": {
		"stored games with running clocks: start, memory, reading a page",
		Plan{Games: []int{100_000}, Options: Options{Duration: 10 * time.Second}},
		(*Plan).idle,
	},
	"kill": {
		"kill -9 under load: acknowledged moves that are lost or duplicated",
		Plan{Games: []int{64}, Kills: 200, Options: Options{Control: "1s+1x10s", Duration: 2 * time.Second}},
		(*Plan).kill,
	},
	"flood": {
		"expensive requests from one address at once: memory, others' waits",
		Plan{Options: Options{Duration: time.Second}},
		func(p *Plan, ctx context.Context) error {
			return p.Flood(ctx, p.Requests, func(r flood.Report) error { return p.Result(r) })
		},
	},
	"faults": {
		"full disk, read-only or removed folder, lost database connections",
		Plan{Games: []int{20}, Options: Options{Rate: 20, Duration: 4 * time.Second}},
		(*Plan).faults,
	},
	"soak": {
		"hours of steady load: memory, goroutines and files must not grow",
		Plan{Games: []int{40}, Options: Options{Rate: 2, Duration: 2 * time.Hour}},
		(*Plan).soak,
	},
	"nodes": {
		"two servers on one database: failures of a server, NATS, network",
		Plan{Games: []int{40}, Options: Options{Rate: 10, Duration: 10 * time.Second}},
		(*Plan).nodes,
	},
}

// Scenarios describes all scenarios with their default flags.
func Scenarios() string {
	var text strings.Builder
	for _, name := range slices.Sorted(maps.Keys(scenarios)) {
		fmt.Fprintf(&text, "  %-11s %s\n", name, scenarios[name].about)
		if flags := scenarios[name].usual.flags(); flags != "" {
			fmt.Fprintf(&text, "%14s%s\n", "", flags)
		}
	}
	return text.String()
}

// flags returns a plan's parameters as command-line flags.
func (p Plan) flags() string {
	var all []string
	for _, f := range []struct {
		name  string
		value any
		given bool
	}{
		{"games", p.Games, len(p.Games) > 0},
		{"spectators", p.Spectators, len(p.Spectators) > 1},
		{"plies", p.Plies, len(p.Plies) > 0},
		{"sockets", p.Sockets, p.Sockets > 0},
		{"kills", p.Kills, p.Kills > 0},
		{"rate", p.Rate, p.Rate > 0},
		{"clock", p.Control, p.Control != ""},
		{"duration", p.Duration, len(p.Games) > 0},
	} {
		if f.given {
			all = append(all,
				fmt.Sprintf("--%s %s", f.name, strings.Trim(strings.ReplaceAll(fmt.Sprint(f.value), " ", ","), "[]")))
		}
	}
	return strings.Join(all, " ")
}

// ScenarioNames returns the scenarios' names, sorted.
func ScenarioNames() []string { return slices.Sorted(maps.Keys(scenarios)) }

// Default settings of the command.
const (
	WarmUp     = 2 * time.Second
	PerAddress = 10 // sockets; each player may send 100 messages in 20 s
)

// Run runs a scenario.
func (p *Plan) Run(ctx context.Context, name string) error {
	s, ok := scenarios[name]
	if !ok {
		return PlanError{fmt.Errorf("no scenario %q; use %s", name, strings.Join(ScenarioNames(), ", "))}
	}
	p.complete(s.usual)
	if err := cmp.Or(p.idleFlag(name), p.check()); err != nil {
		return PlanError{err}
	}
	var err error
	if p.Launch.Program, err = exec.LookPath(p.Launch.Program); err != nil && p.URL == "" {
		return err
	}
	p.Launch.Core = -1
	if p.Pin {
		all, err := cores()
		if err != nil {
			return err
		}
		if err := pinSelf(all[len(all)-1]); err != nil {
			return err
		}
		p.Launch.Core = all[0]
		p.Cores = all[:max(1, len(all)-1)]
	}
	if p.Servers > 1 {
		p.Launch.Args = append(slices.Clone(p.Launch.Args), "--nats", p.NATS)
	}
	return s.run(p, ctx)
}

// errSharing describes the requirements for several servers.
var errSharing = errors.New("several servers need a PostgreSQL database and NATS; use --database and --nats")

// A PlanError means that a plan has an invalid parameter.
type PlanError struct{ error }

// ofScenarios lists, for some flags, the scenarios that use them.
var ofScenarios = map[string][]string{
	"spectators": {"games", "spectators"}, "plies": {"history"}, "sockets": {"sockets"}, "kills": {"kill"},
	"requests": {"flood"},
	"server":   {"flood", "games", "spectators", "sockets"}, "pid": {"flood", "games", "spectators", "sockets"},
	"within": {"nodes"}, "namespaces": {"nodes"}, "data": {"faults"}, "out": {"games", "spectators", "history", "kill"},
}

// idleFlag returns an error for a given flag that the scenario does not use.
func (p *Plan) idleFlag(scenario string) error {
	for _, flag := range slices.Sorted(maps.Keys(ofScenarios)) {
		if all := ofScenarios[flag]; p.Given != nil && p.Given(flag) && !slices.Contains(all, scenario) {
			return fmt.Errorf("--%s is for %s; omit it", flag, strings.Join(all, ", "))
		}
	}
	return nil
}

// check returns an error if a parameter is invalid.
func (p *Plan) check() error {
	for name, all := range map[string][]int{"games": p.Games, "spectators": p.Spectators, "plies": p.Plies} {
		for _, n := range all {
			if n < 0 || n == 0 && name != "spectators" || n > 1_000_000 {
				return fmt.Errorf("%d %s; use up to a million", n, name)
			}
		}
	}
	if p.Servers > 1 && (p.Database == "" || p.NATS == "" || p.URL != "") {
		return errSharing
	}
	if p.Duration <= 0 || p.Duration > 24*time.Hour || p.WarmUp < 0 || p.WarmUp > time.Hour {
		return fmt.Errorf("a duration of %v after %v; use up to a day after up to an hour", p.Duration, p.WarmUp)
	}
	if !(p.Rate <= 1000) {
		return fmt.Errorf("%v moves per second; use up to 1000 in each game", p.Rate)
	}
	if _, err := clock.ParseControl(p.Control); err != nil {
		return err
	}
	return nil
}

// complete fills in the default parameters. A negative rate means as fast as possible.
func (p *Plan) complete(usual Plan) {
	if len(p.Games) == 0 {
		p.Games = usual.Games
	}
	if len(p.Spectators) == 0 {
		p.Spectators = usual.Spectators
	}
	if len(p.Plies) == 0 {
		p.Plies = usual.Plies
	}
	for field, value := range map[*int]int{&p.Sockets: usual.Sockets, &p.Kills: usual.Kills} {
		if *field == 0 {
			*field = value
		}
	}
	if p.Rate == 0 {
		p.Rate = usual.Rate
	}
	if p.Duration == 0 {
		p.Duration = usual.Duration
	}
	if p.Control == "" {
		p.Control = usual.Control
	}
	if p.Control == "" {
		p.Control = "none"
	}
}

func (p *Plan) hold(ctx context.Context) error {
	r, err := p.Hold(ctx, p.Sockets, p.Games[0])
	if err != nil {
		return err
	}
	return p.Result(r)
}

// idlePages is the number of pages fetched.
const idlePages = 500

func (p *Plan) idle(ctx context.Context) error {
	for _, games := range p.Games {
		r, err := p.Idle(ctx, IdleOptions{Games: games, Pages: idlePages})
		if err != nil {
			return err
		}
		if err := p.Result(r); err != nil {
			return err
		}
	}
	return nil
}

// Every tenth kill is followed by a downtime longer than a player's time for a move.
const (
	killBatch = 20
	longEvery = 10
	longTime  = 12 * time.Second
)

func (p *Plan) kill(ctx context.Context) error {
	r, err := p.Kill(ctx, KillOptions{
		Kills: p.Kills, Games: p.Games[0], Out: p.Out, Batch: killBatch, Life: p.Duration,
		LongEvery: longEvery, Downtime: longTime,
	})
	if r.Kills == 0 {
		return err
	}
	return errors.Join(err, p.Result(r))
}

// The largest file size in KB when the disk is full: a base for the tables, and an amount per game.
const (
	fullAt     = 600
	fullAtGame = 40
)

// soakSamples is the number of samples in a soak.
const soakSamples = 120

func (p *Plan) soak(ctx context.Context) error {
	r, err := p.Soak(ctx, SoakOptions{
		Games: p.Games[0], Every: p.Duration / (soakSamples + 1),
		Sample: func(s SoakSample) error { return p.Result(s) },
	})
	if r.Moves == 0 && err != nil {
		return err
	}
	if err = errors.Join(err, p.Result(r)); err == nil && r.Problem != "" {
		err = errors.New(r.Problem)
	}
	return err
}

func (p *Plan) nodes(ctx context.Context) error {
	if p.Database == "" || p.NATS == "" {
		return PlanError{errSharing}
	}
	wrong := 0
	options := NodesOptions{
		Games: p.Games[0], NATS: p.NATS, Span: p.Duration, Within: p.Within, Namespaces: p.Namespaces,
	}
	err := p.Nodes(ctx, options, func(r NodesReport) error {
		if r.Problem != "" {
			wrong++
		}
		return p.Result(r)
	})
	if err == nil && wrong > 0 {
		err = fmt.Errorf("cases with unexpected behaviour: %d", wrong)
	}
	return err
}

func (p *Plan) faults(ctx context.Context) error {
	wrong := 0
	options := FaultOptions{
		Games: p.Games[0], Limit: fullAt + fullAtGame*p.Games[0], Span: p.Duration, Data: p.Data,
	}
	err := p.Faults(ctx, options, func(r FaultReport) error {
		if r.Problem != "" {
			wrong++
		}
		return p.Result(r)
	})
	if err == nil && wrong > 0 {
		err = fmt.Errorf("cases with unexpected behaviour: %d", wrong)
	}
	return err
}
