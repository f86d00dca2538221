package main

import (
	"cmp"
	"context"
	"fmt"
	"path/filepath"

	"rosette/engine"
	"rosette/engine/matches"
	"rosette/engine/neural"
)

// A gauge is how a network that was promoted did in games that had no part in
// promoting it. Who wins a test was more often lucky than not; ratings of tests add
// that luck up, test by test.
type gauge struct {
	Against  string           `json:"against"` // an earlier best, "playouts" at first
	Standing matches.Standing `json:"standing"`
	Elo      engine.Interval  `json:"elo"` // beside playouts, by all gauges so far; finite
}

// String is the gauge for people.
func (g *gauge) String() string {
	return fmt.Sprintf("measured beside %s %d–%d, %d drawn: Elo %s", g.Against, g.Standing.Wins, g.Standing.Losses, g.Standing.Draws, g.Rating())
}

// Rating is the Elo of the network for people.
func (g *gauge) Rating() string {
	return g.Elo.Rounded()
}

// enoughGauged is the share of its games from which on a network is what the next
// are measured by: beyond, few games tell much.
const enoughGauged = 0.85

// seedOfGauges sets the openings of gauges apart from those of tests.
const seedOfGauges = 1 << 32

// measure plays a network that was promoted in cycle against the yardstick of the
// run, as many games as a test has at most, and takes it for the next yardstick if
// it is much stronger.
func (s *schooling) measure(ctx context.Context, cycle int, name string, net *neural.Network) (*gauge, error) {
	var yardstick *neural.Network
	if s.state.Yardstick != "" {
		var err error
		if yardstick, err = readNetwork(filepath.Join(s.run, networksFolder, s.state.Yardstick)); err != nil {
			return nil, err
		}
	}
	g := &gauge{Against: cmp.Or(s.state.Yardstick, playoutsName)}
	var err error
	g.Standing, err = s.test(seedOfGauges+uint64(cycle), nil).run(ctx, minded(net), minded(yardstick), func(now matches.Standing) {
		s.watch(fmt.Sprintf("cycle %d: how strong the best is: beside %s", cycle, g.Against), now)
	})
	if err != nil {
		return nil, err
	}
	if share, _ := g.Standing.Pairs.Mean(); share >= enoughGauged {
		s.state.Yardstick = name
	}
	trials, err := readLog[trialReport](filepath.Join(s.run, trialsFile), s.note)
	if err != nil {
		return nil, err
	}
	ratings, err := rated(latest(append(trials, trialReport{Cycle: cycle, Network: name, Gauge: g})))
	g.Elo = ratings[name]
	return g, err
}

// test is a match at the visits of the run's tests.
func (s *schooling) test(seed uint64, sprt *matches.SPRT) *trial {
	return &trial{graph: s.graph, rules: s.rules, visits: s.visits, pairs: s.pairs, parallel: s.f.config.Cores(), seed: seed, sprt: sprt}
}

// watch shows on a terminal how a match stands.
func (s *schooling) watch(what string, now matches.Standing) {
	if s.say.Width > 0 {
		s.say.Printf("%s: %d–%d, %d drawn", what, now.Wins, now.Losses, now.Draws)
	}
}

// rated rates what gauges have measured, playouts at 0.
func rated(trials []trialReport) (map[string]engine.Interval, error) {
	names := []string{playoutsName}
	at := map[string]int{playoutsName: 0}
	for _, t := range trials {
		if t.Gauge != nil {
			at[t.Network] = len(names)
			names = append(names, t.Network)
		}
	}
	table := matches.NewCrossTable(names)
	for _, t := range trials {
		if t.Gauge == nil {
			continue
		}
		by := t.Gauge.Standing
		for worth, games := range map[float64]int{1: by.Wins, 0.5: by.Draws, 0: by.Losses} {
			for range games {
				table.Add(at[t.Network], at[t.Gauge.Against], worth)
			}
		}
	}
	ratings, _, err := table.Ratings(0, 0)
	all := map[string]engine.Interval{}
	for _, r := range ratings {
		all[r.Player] = r.Elo
	}
	return all, err
}
