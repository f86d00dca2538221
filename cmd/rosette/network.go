package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"maps"
	"slices"
	"strings"

	"github.com/spf13/cobra"

	"rosette/engine/neural"
	"rosette/game/board"
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

// A networkAccount is what a file of weights says of itself, as JSON.
type networkAccount struct {
	File       string                     `json:"file"`
	Lattice    string                     `json:"lattice"`
	Blocks     int                        `json:"blocks"`
	Channels   int                        `json:"channels"`
	Parameters int                        `json:"parameters"`
	Bytes      int                        `json:"bytes"`
	Hash       string                     `json:"hash"`
	Origin     map[string]json.RawMessage `json:"origin"`
}

// accountOf sums a network up.
func accountOf(name string, net *neural.Network) (networkAccount, error) {
	var text bytes.Buffer
	err := net.Write(&text)
	return networkAccount{
		File: name, Lattice: neural.LatticeName(net.Lattice), Blocks: net.Blocks, Channels: net.Channels,
		Parameters: net.Parameters(), Bytes: text.Len(), Hash: net.Hash, Origin: net.Origin,
	}, err
}

// String is the account for people, a line for each thing.
func (a networkAccount) String() string {
	var b strings.Builder
	fmt.Fprintf(&b, "%s\n", a.File)
	for _, line := range []struct {
		what string
		is   any
	}{
		{"lattice", a.Lattice},
		{"blocks", a.Blocks},
		{"channels", a.Channels},
		{"parameters", a.Parameters},
		{"bytes", a.Bytes},
		{"hash", a.Hash},
	} {
		fmt.Fprintf(&b, "  %-11s %v\n", line.what, line.is)
	}
	for i, key := range slices.Sorted(maps.Keys(a.Origin)) {
		what := ""
		if i == 0 {
			what = "origin"
		}
		var value bytes.Buffer
		if json.Compact(&value, a.Origin[key]) != nil {
			continue // it was read as JSON
		}
		fmt.Fprintf(&b, "  %-11s %s\n", what, plain("%s %s", key, &value))
	}
	return b.String()
}

func networkInfo(f *flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:     "info [FILE]",
		Short:   "Show what is in a network file: lattice, size, hash, origin",
		Long:    "Describes a network file, or without FILE the networks that come with the program.",
		Example: "  rosette network info\n  rosette network info first.rnet",
		Args:    networkArgument,
		RunE: func(cmd *cobra.Command, args []string) error {
			networks := neural.AllShipped()
			if len(args) > 0 {
				net, err := f.networks.read(args[0])
				if err != nil {
					return err
				}
				networks = []*neural.Network{net}
			}
			for _, net := range networks {
				name := shippedName(net)
				if len(args) > 0 {
					name = args[0]
				}
				account, err := accountOf(name, net)
				if err != nil {
					return err
				}
				if err := account.print(cmd.OutOrStdout(), asJSON); err != nil {
					return err
				}
			}
			return nil
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print a line of JSON for each network")
	return cmd
}

// print writes the account.
func (a networkAccount) print(out io.Writer, asJSON bool) error {
	if asJSON {
		return json.NewEncoder(out).Encode(a)
	}
	_, err := fmt.Fprint(out, a)
	return err
}

// shippedName is what stands for the file of a network that comes with the
// program.
func shippedName(net *neural.Network) string { return "built-in " + neural.LatticeName(net.Lattice) }

// networkArgument takes a file of weights, or none for what comes with the
// program.
func networkArgument(cmd *cobra.Command, args []string) error {
	if len(args) <= 1 {
		return nil
	}
	return usageError{fmt.Errorf("%d files; %s takes one, FILE%s, or none", len(args), cmd.CommandPath(), networkSuffix)}
}

func networkRandom(f *flags) *cobra.Command {
	var blocks, channels int
	var to string
	var force bool
	cmd := &cobra.Command{
		Use:   "random",
		Short: "Create an untrained network",
		Long: "Writes a network with random weights drawn by --seed (default 0), for all boards\n" +
			"of the lattice of --board.",
		Example: "  rosette network random --board rosette-5 --blocks 4 --channels 48 --seed 1 -o zero.rnet",
		RunE: func(cmd *cobra.Command, _ []string) error {
			graph, err := f.graph()
			if err != nil {
				return err
			}
			if _, ok := neural.NewBoardTables(graph); !ok {
				return usageError{fmt.Errorf("no network knows %s; use %s", graph.Name(), board.Boards)}
			}
			if to == "" {
				return usageError{errors.New("no file to write; use -o FILE" + networkSuffix)}
			}
			net, err := neural.Random(graph.Lattice(), blocks, channels, f.config.Seed)
			if err != nil {
				return usageError{err}
			}
			var text bytes.Buffer
			if err := net.Write(&text); err != nil {
				return err
			}
			return writeFile(cmd.OutOrStdout(), to, force, text.Bytes())
		},
	}
	cmd.Flags().IntVar(&blocks, "blocks", 4, "`number` of residual blocks")
	cmd.Flags().IntVar(&channels, "channels", 48, "`number` of channels, a multiple of 16")
	cmd.Flags().StringVarP(&to, "output", "o", "", "the `file` to write; - is standard output")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite an existing file")
	f.register(cmd, []string{"board", "seed"})
	return cmd
}
