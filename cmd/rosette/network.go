package main

import (
	"bytes"
	"encoding/json"
	"fmt"

	"github.com/spf13/cobra"

	"rosette/engine/neural"
	"rosette/game"
	"rosette/game/board"
	"rosette/internal/output"
	"rosette/internal/quote"
)

func networkCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "network",
		Short: "Inspect, evaluate or create network files",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(networkInfo(f), networkEval(f), networkRandom(f))
	return cmd
}

func networkInfo(f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:     "info [FILE]",
		Short:   "Describe a network file: lattice, size, hash, origin",
		Long:    "Describes a network file, or without FILE the built-in networks.",
		Example: "  rosette lab network info\n  rosette lab network info first.rnet",
		Args:    networkArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			networks := neural.AllShipped()
			if len(args) > 0 {
				net, err := f.readNetwork(args[0])
				if err != nil {
					return err
				}
				networks = []*neural.Network{net}
			}
			for _, net := range networks {
				name := net.ShippedName()
				if len(args) > 0 {
					name = args[0]
				}
				description, err := net.Describe(name)
				if err == nil && asJSON {
					err = json.NewEncoder(cmd.OutOrStdout()).Encode(description)
				} else if err == nil {
					_, err = fmt.Fprint(cmd.OutOrStdout(), quote.Printable("%s", description))
				}
				if err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each network")
	return cmd
}

// networkArgument allows one network file, or no file for the built-in networks.
func networkArgument(cmd *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usageError{
		fmt.Errorf("%d files; %s takes at most one, FILE%s", len(args), cmd.CommandPath(), neural.FileSuffix),
	}
}

func networkRandom(f *flags) *cobra.Command {
	var blocks, channels int
	var to output.File
	cmd := &cobra.Command{
		Use:   "random",
		Short: "Create an untrained network",
		Long: "Writes a network with random weights for all boards with the lattice of\n" +
			"--board. The weights depend only on --seed, the lattice and the size.",
		Example: "  rosette lab network random --blocks 4 --channels 48 --seed 1 -o zero.rnet",
		RunE: func(cmd *cobra.Command, _ []string) error {
			graph, err := f.graph()
			if err != nil {
				return err
			}
			if _, ok := neural.NewBoardTables(graph); !ok {
				return usageError{fmt.Errorf("networks do not support %s; use %s", graph.Name(), board.Boards)}
			}
			if err := checkOutput(to, neural.FileSuffix); err != nil {
				return err
			}
			net, err := neural.Random(graph.Lattice(), blocks, channels, f.config.Seed)
			if err != nil {
				return usageError{err}
			}
			var text bytes.Buffer
			if err := net.Write(&text); err != nil {
				return err
			}
			return to.Write(cmd.OutOrStdout(), text.Bytes())
		},
	}
	cmd.Flags().IntVar(&blocks, "blocks", 4, "`number` of residual blocks, 1 to 64")
	cmd.Flags().IntVar(&channels, "channels", 48, "`number` of channels, a multiple of 16 up to 1024")
	outputFlag(cmd.Flags(), &to, "output `file`; - for standard output")
	f.register(cmd, []string{"board", "seed"})
	reword(cmd, "seed", runSeed)
	return cmd
}

// noNetwork is the value of --network that selects playouts.
const noNetwork = "none"

// readNetwork returns the network in a file.
func (f *flags) readNetwork(name string) (*neural.Network, error) {
	n, err := f.networks.Read(name)
	if err != nil {
		return nil, usageError{err}
	}
	return n, nil
}

// networkFor returns the network in the only file, or the built-in one if files is empty, and its
// name. It returns an error if the network does not apply to the game.
func (f *flags) networkFor(g *game.Game, files []string) (*neural.Network, string, error) {
	if len(files) == 0 {
		n := neural.Shipped(g.Graph(), g.Rules())
		if n == nil {
			return nil, "",
				usageError{fmt.Errorf("no built-in network supports %s with these rules; use FILE%s",
					g.Graph().Name(), neural.FileSuffix)}
		}
		return n, n.ShippedName(), nil
	}
	n, err := f.readNetwork(files[0])
	if err != nil {
		return nil, "", err
	}
	if err := n.CheckGame(files[0], g); err != nil {
		return nil, "", usageError{err}
	}
	return n, files[0], nil
}
