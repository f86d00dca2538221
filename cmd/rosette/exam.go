package main

import (
	"context"
	"fmt"
	"io"
	"math"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine"
	"rosette/engine/configure"
	"rosette/engine/neural"
	"rosette/engine/player"
	"rosette/game"
	"rosette/game/board"
	"rosette/lab/matches"
	"rosette/lab/testsuite"
)

func examCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "exam",
		Short: "Test networks and levels on solved positions, and counts on finished games",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(examMake(f), examSit(f), examRecords(f), examEndings(f))
	return cmd
}

// readSuite reads a file, or the standard input for -.
func readSuite(in io.Reader, name string) (*testsuite.Suite, error) {
	if name != "-" {
		file, err := os.Open(name)
		if err != nil {
			return nil, usageError{err}
		}
		defer file.Close()
		in = file
	}
	suite, err := testsuite.Read(in)
	if err != nil {
		return nil, usageError{fmt.Errorf("%s: %w", name, err)}
	}
	return suite, nil
}

// levelPrefix stands before the level of a player.
const levelPrefix = "level="

// suitePlayer is a player of exam sit.
type suitePlayer struct {
	name    string
	network *neural.Network // nil for playouts and levels
	level   string          // "" for networks and playouts
	steps   float64         // of training, NaN if unknown
}

// suitePlayers reads all networks and levels before any is tested.
func suitePlayers(f *flags, suite *testsuite.Suite, names []string) (players []suitePlayer, err error) {
	for _, name := range names {
		p := suitePlayer{name: name, steps: math.NaN()}
		if level, is := strings.CutPrefix(name, levelPrefix); is {
			if _, err := player.LevelNamed(level); err != nil {
				return nil, usageError{err}
			}
			p.level = level
		} else if name != playoutsName {
			if p.network, err = f.networks.read(name); err != nil {
				return nil, usageError{fmt.Errorf("%w; name a network file, %s, or %s and a level", err, playoutsName, levelPrefix)}
			}
			if !p.network.Applies(suite.Graph, suite.Rules) {
				lattice := neural.LatticeName(p.network.Lattice)
				return nil, usageError{fmt.Errorf("%s knows no %s: its lattice is the %s", name, suite.Graph.Name(), lattice)}
			}
			if steps, err := matches.NetworkSteps(p.network); err == nil {
				p.steps = steps
			}
		}
		players = append(players, p)
	}
	return players, nil
}

// levelPlayer returns a function that makes players of a level, which think as long as it does.
func levelPlayer(config configure.Config, level string) func(seed uint64) (testsuite.Player, error) {
	config.Level, config.Visits, config.Threads = level, 0, 1
	return func(seed uint64) (testsuite.Player, error) {
		config := config
		config.Seed = seed
		options := config.PlayerOptions()
		options.NeverResign = true
		p, err := player.New(options)
		return func(ctx context.Context, g *game.Game, next board.Color) (testsuite.Answer, error) {
			c, err := p.Choose(ctx, g, next, engine.Time{})
			return testsuite.Answer{Move: c.Move, Win: float64(c.Win), Score: float64(c.Score)}, err
		}, err
	}
}
