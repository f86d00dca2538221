package configure

import (
	"rosette/engine"
	"rosette/engine/player"
	"rosette/engine/playout"
	"rosette/game"
)

// Player returns a new computer player, or the error from [Config.Check].
func (c Config) Player() (*player.Player, error) {
	if err := c.Check(); err != nil {
		return nil, err
	}
	return player.New(c.PlayerOptions())
}

// PlayerOptions returns the player options that c describes.
func (c Config) PlayerOptions() player.Options {
	o := player.Options{
		Level:        c.Level,
		Time:         c.Time,
		Visits:       c.Visits,
		Threads:      c.Cores(),
		Seed:         c.Seed,
		Memory:       c.Memory,
		NewEvaluator: c.PlayoutEvaluator,
	}
	if c.Tactics == nil {
		o.NewLightEvaluator = func(seed uint64) engine.Evaluator { return playout.NewLight(seed) }
	}
	if c.UsesNetwork() {
		o.NewEvaluator = c.Evaluator
		o.HasPolicy = func(g *game.Game) bool { return c.NetworkFor(g.Graph(), g.Rules()) != nil }
	}
	return o
}
