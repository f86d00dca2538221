// Package configure configures engines: the evaluator for each board and rules, a network or
// playouts, and the search limits. A [Config] builds evaluators, players, analyzers, position
// estimates and judges of dead stones.
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

// These are the bounds of Config fields.
const (
	MaxThreads = 256
	MaxVisits  = 1_000_000_000
	MaxTime    = 24 * time.Hour
)

// DefaultTime is the time for a move without any limit by time, visits or clock.
const DefaultTime = player.DefaultTime

// A Config describes an engine. The zero Config has full strength, the built-in networks and seed
// 0. A Config is a value: changing the level or seed in a copy does not affect the original. Its
// networks and slices are never modified, so copies are safe for concurrent use.
type Config struct {
	Level   string        // name from [engine.Levels]; "" for full strength
	Time    time.Duration // maximum for a search; 0 for [DefaultTime], unless Visits or a clock limit it
	Visits  int           // maximum for a search; 0 for the level's limit alone
	Threads int           // threads for a search; 0 for the number of cores
	Seed    uint64        // seed for evaluators and weak levels
	Memory  int           // maximum bytes for the search tree; 0 for the default

	Network     *neural.Network // nil for the built-in networks
	NetworkName string          // name of Network in warnings
	Float32     bool            // compute networks in 32-bit floats even if 8-bit integers are faster
	Playouts    bool            // evaluate with playouts even if a network supports the board
	Tactics     []string        // tactical replies in playouts (see [playout.With]); nil for the default

	// Warn is called with the line from Caution when a network is looked up and there is one. It may
	// be nil. It may be called repeatedly with the same line, and from several goroutines.
	Warn func(line string)
}

// Check returns an error if a number is out of bounds or the level or a tactic is unknown. The
// error lists the allowed values.
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
		return fmt.Errorf("threads %d; use 1 to %d, or 0 for one per core", c.Threads, MaxThreads)
	case c.Visits < 0 || c.Visits > MaxVisits:
		return fmt.Errorf("visits %d; use 1 to %d, or 0 for no limit", c.Visits, MaxVisits)
	case c.Time < 0 || c.Time > MaxTime:
		return fmt.Errorf("time %v; use a duration up to %v, such as 2s", c.Time, MaxTime)
	}
	return nil
}

// Cores returns the number of threads for a search: Threads, or the number of cores.
func (c Config) Cores() int {
	if c.Threads > 0 {
		return c.Threads
	}
	return min(runtime.GOMAXPROCS(0), MaxThreads)
}

// UsesNetwork reports whether the level uses a network on boards that a network supports. Weaker
// levels use playouts.
func (c Config) UsesNetwork() bool {
	l, ok := engine.LevelNamed(cmp.Or(c.Level, engine.FullStrength))
	return ok && l.UsesNetwork()
}

// NetworkFor returns the network that evaluates games on g under r at full strength, or nil with
// playouts.
func (c Config) NetworkFor(g *board.Graph, r game.Rules) *neural.Network {
	n := c.network(g, r)
	if c.Warn != nil {
		if text := c.caution(n, g, r); text != "" {
			c.Warn(text)
		}
	}
	return n
}

// network is [Config.NetworkFor] without a warning.
func (c Config) network(g *board.Graph, r game.Rules) *neural.Network {
	switch {
	case c.Playouts || c.Tactics != nil:
		return nil
	case c.Network == nil:
		return neural.Shipped(g, r)
	case c.Network.Applies(g, r):
		return c.Network
	}
	return nil
}

// ThinksByPlayouts reports whether all levels evaluate games on g under r with playouts.
func (c Config) ThinksByPlayouts(g *board.Graph, r game.Rules) bool { return c.network(g, r) == nil }

// BeyondTraining reports whether a network evaluates games on g under r although g is larger than
// every board on which it was trained. Its estimates are less reliable there.
func (c Config) BeyondTraining(g *board.Graph, r game.Rules) bool {
	n := c.network(g, r)
	return n != nil && n.BeyondTraining(g)
}

// Caution returns why estimates and moves for games on g under r are less reliable: no network
// evaluates them, or the board is larger than every board on which the network was trained. It
// returns "" for other boards, and if playouts are configured.
func (c Config) Caution(g *board.Graph, r game.Rules) string { return c.caution(c.network(g, r), g, r) }

// caution is [Config.Caution] with the network that evaluates the games.
func (c Config) caution(n *neural.Network, g *board.Graph, r game.Rules) string {
	switch {
	case c.Playouts || c.Tactics != nil:
		return ""
	case n != nil && n.BeyondTraining(g):
		name := cmp.Or(c.NetworkName, n.ShippedName())
		return fmt.Sprintf("%s has more points than any board that network %s was trained on; leads and win rates are rough",
			g.Name(), name)
	case n != nil:
		return ""
	case c.Network == nil:
		return fmt.Sprintf("no built-in network supports %s; using playouts", lacking(true, g, r))
	}
	lacks := lacking(c.Network.Applies(g, game.Rules{}), g, r)
	return fmt.Sprintf("--network %s does not support %s; using playouts", c.NetworkName, lacks)
}

// lacking returns what no network supports: the rules' supply of stones if the board is supported
// otherwise, or the board.
func lacking(served bool, g *board.Graph, r game.Rules) string {
	if served && !r.Supply.Suffices(g) {
		return "supply of " + r.Supply.String() + " stones"
	}
	return g.Name()
}

// NetworkHash returns the hash for the network that evaluates games on g under r, or "" with
// playouts. Runs use it to compare their conditions.
func (c Config) NetworkHash(g *board.Graph, r game.Rules) string {
	if n := c.NetworkFor(g, r); n != nil {
		return n.Hash
	}
	return ""
}

// Judge returns the judge of dead stones for the configured networks. Its result depends only on
// the position, not on c.Seed, so that it is the same everywhere.
func (c Config) Judge() deadstones.Judge {
	return deadstones.Judge{Network: c.NetworkFor}
}

// SeededJudge is like [Config.Judge], but adds c.Seed to the judge's seed, for experiments.
func (c Config) SeededJudge() deadstones.Judge {
	return deadstones.Judge{Network: c.NetworkFor, Seed: c.Seed}
}
