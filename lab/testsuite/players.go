package testsuite

import (
	"context"
	"errors"
	"fmt"
	"math"
	"strings"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
	"rosette/lab/train"
)

// LevelPrefix precedes a level in a player's name, such as level=5.
const LevelPrefix = "level="

// A NamedPlayer is a network, the playouts or a level.
type NamedPlayer struct {
	Name    string
	Network *neural.Network // nil for playouts and levels
	Level   string          // "" for networks and playouts
	Steps   float64         // learning steps, NaN if unknown
}

// ReadPlayers returns the players with those names: a level after [LevelPrefix], [train.Playouts],
// or a network file, which it reads with read.
func (s *Suite) ReadPlayers(
	names []string, read func(name string) (*neural.Network, error),
) (players []NamedPlayer, err error) {
	for _, name := range names {
		p := NamedPlayer{Name: name, Steps: math.NaN()}
		if level, ok := strings.CutPrefix(name, LevelPrefix); ok {
			if _, err := player.LevelNamed(level); err != nil {
				return nil, err
			}
			p.Level = level
		} else if name != train.Playouts {
			if p.Network, err = read(name); err != nil {
				return nil, fmt.Errorf("%w; use a network file, %s, or %s and a level", err, train.Playouts,
					LevelPrefix)
			}
			if !p.Network.Applies(s.Graph, s.Rules) {
				lattice := neural.LatticeName(p.Network.Lattice)
				return nil, fmt.Errorf("%s does not support %s: its lattice is the %s", name, s.Graph.Name(), lattice)
			}
			if steps, err := matches.NetworkSteps(p.Network); err == nil {
				p.Steps = steps
			}
		}
		players = append(players, p)
	}
	return players, nil
}

// Options adds the player to a run's options. Config applies to levels.
func (p NamedPlayer) Options(o RunOptions, config configure.Config) RunOptions {
	o.NewEvaluator = train.EvaluatorsOf(p.Network).New
	if p.Level != "" {
		o.NewPlayer = levelPlayer(config, p.Level)
	}
	return o
}

// Report tests the player in every position of a suite. It sets the evaluator and the player in o.
func (p NamedPlayer) Report(ctx context.Context, s *Suite, o RunOptions, config configure.Config) (Report, error) {
	r, err := s.Report(ctx, p.Options(o, config))
	if r.Player = p.Name; p.Network != nil {
		r.Network = p.Network.Hash
	}
	if errors.Is(err, context.Canceled) {
		err = fmt.Errorf("interrupted; no result for %s", p.Name)
	}
	return r, err
}

// levelPlayer returns a function that creates players of a level, with the level's thinking time.
func levelPlayer(config configure.Config, level string) func(seed uint64) (Player, error) {
	config.Level = level
	config.Visits = 0
	config.Threads = 1
	return func(seed uint64) (Player, error) {
		config := config
		config.Seed = seed
		options := config.PlayerOptions()
		options.NeverResign = true
		p, err := player.New(options)
		return func(ctx context.Context, g *game.Game, next board.Color) (Answer, error) {
			c, err := p.Choose(ctx, g, next, engine.Time{})
			return Answer{Move: c.Move, Win: float64(c.Win), Score: float64(c.Score)}, err
		}, err
	}
}
