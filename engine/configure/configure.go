// Package configure implements the configuration of engines: which evaluator, a
// network or playouts, serves which board and rules, and with which limits. From
// one [Config] it builds evaluators, players, analyzers, position estimates and
// judges of dead stones.
package configure

import (
	"cmp"
	"fmt"
	"runtime"
	"time"

	"rosette/engine"
	"rosette/engine/deadstones"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
	"rosette/game/board"
)

// Bounds of a Config.
const (
	MaxThreads = 256
	MaxVisits  = 1_000_000_000
	MaxTime    = 24 * time.Hour
)

// DefaultTime is the time for a move where neither a time, visits nor a clock limit
// it.
const DefaultTime = player.DefaultTime

// A Config describes an engine. The zero Config is full strength with the
// networks that come with the program, with seed 0. A Config is a value: a copy
// with another level or seed is another player. Its networks and slices are not
// changed, so copies are safe for concurrent use.
type Config struct {
	Level   string        // a name from [engine.Levels]; full strength if empty
	Time    time.Duration // at most per search; 0 for [DefaultTime], unless Visits or a clock limit it
	Visits  int           // at most per search; 0 for no limit but the level's
	Threads int           // per search; 0 for one a core
	Seed    uint64        // of evaluators and of weak levels
	Memory  int           // bytes of the search tree; 0 for the default

	Network     *neural.Network // nil for the networks that come with the program
	NetworkName string          // how Network is called in warnings
	Float32     bool            // compute networks in 32 bits even where 8 are faster
	Playouts    bool            // evaluate by playouts even where a network serves the board
	Tactics     []string        // the tactical replies of playouts (see [playout.With]); nil for the default ones

	// Warn is called with a line when playouts stand in for Network because it
	// does not serve a board or its rules. It may be nil, and may be called several
	// times with the same line, from several goroutines.
	Warn func(line string)
}

// Check returns an error that names the allowed values if a number is out of
// bounds, or the level or a tactic is unknown.
func (c Config) Check() error {
	if _, err := player.LevelNamed(c.Level); err != nil {
		return err
	}
	if c.Tactics != nil {
		if _, err := playout.NewWith(0, c.Tactics...); err != nil {
			return err
		}
	}
	switch {
	case c.Threads < 0 || c.Threads > MaxThreads:
		return fmt.Errorf("threads %d; use 1 to %d, or 0 for one on each core", c.Threads, MaxThreads)
	case c.Visits < 0 || c.Visits > MaxVisits:
		return fmt.Errorf("visits %d; use 1 to %d, or 0 for no bound", c.Visits, MaxVisits)
	case c.Time < 0 || c.Time > MaxTime:
		return fmt.Errorf("time %v; use a duration up to %v, such as 2s", c.Time, MaxTime)
	}
	return nil
}

// Cores returns the number of threads of a search: Threads, or one for each core.
func (c Config) Cores() int {
	if c.Threads > 0 {
		return c.Threads
	}
	return min(runtime.GOMAXPROCS(0), MaxThreads)
}

// UsesNetwork reports whether the level evaluates by a network where one serves the
// board; weaker levels evaluate by playouts.
func (c Config) UsesNetwork() bool {
	l, ok := engine.LevelNamed(cmp.Or(c.Level, engine.FullStrength))
	return ok && l.UsesNetwork()
}

// NetworkFor returns the network that evaluates games on g under r at full
// strength, nil where playouts do.
func (c Config) NetworkFor(g *board.Graph, r game.Rules) *neural.Network {
	switch {
	case c.Playouts || c.Tactics != nil:
		return nil
	case c.Network == nil:
		if n := neural.Shipped(g, r); n != nil {
			return n
		}
	case c.Network.Applies(g, r):
		return c.Network
	}
	if c.Warn != nil {
		c.Warn(c.lack(g, r))
	}
	return nil
}

// ThinksByPlayouts reports whether no network evaluates games on g under r, at any level.
func (c Config) ThinksByPlayouts(g *board.Graph, r game.Rules) bool {
	c.Warn = nil
	return c.NetworkFor(g, r) == nil
}

// Lack returns why the network, or those that come with the program, do not evaluate games on
// g under r, "" if one does or playouts are asked for.
func (c Config) Lack(g *board.Graph, r game.Rules) string {
	if c.Playouts || c.Tactics != nil || !c.ThinksByPlayouts(g, r) {
		return ""
	}
	return c.lack(g, r)
}

func (c Config) lack(g *board.Graph, r game.Rules) string {
	if c.Network == nil {
		return fmt.Sprintf("no network has learned %s; playouts think there", lacking(true, g, r))
	}
	lacks := lacking(c.Network.Applies(g, game.Rules{}), g, r)
	return fmt.Sprintf("--network %s does not support %s; playouts think there", c.NetworkName, lacks)
}

// lacking says what no network knows: the supply of stones of the rules, on a board that is
// served with others, or else the board.
func lacking(served bool, g *board.Graph, r game.Rules) string {
	if served && !r.Supply.Suffices(g) {
		return "supply of " + r.Supply.String() + " stones"
	}
	return g.Name()
}

// NetworkHash returns the hash of the network that evaluates games on g under r,
// by which runs compare their conditions, or "" where playouts do.
func (c Config) NetworkHash(g *board.Graph, r game.Rules) string {
	if n := c.NetworkFor(g, r); n != nil {
		return n.Hash
	}
	return ""
}

// Judge returns the judge of dead stones of this network. Its answer depends on the position
// alone, not on the seed, so that it is the same wherever it is asked for.
func (c Config) Judge() deadstones.Judge {
	return deadstones.Judge{Network: c.NetworkFor}
}

// SeededJudge is [Config.Judge] with the seed of the Config added to its own, for experiments.
func (c Config) SeededJudge() deadstones.Judge {
	return deadstones.Judge{Network: c.NetworkFor, Seed: c.Seed}
}
