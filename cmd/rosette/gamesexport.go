package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"strings"

	"github.com/spf13/cobra"

	"rosette/play/view"
	"rosette/store"
)

func gamesExportCommand(*flags) *cobra.Command {
	var asked archiveFlags
	var to string
	var force bool
	cmd := &cobra.Command{
		Use:   "export [ID…]",
		Short: "Write the games of a server as SGF",
		Long: "Writes a record ID.sgf of each game into the folder that -o names, or all games into\n" +
			"one file if the name ends in .sgf or is -. Games that have not begun have no record.",
		Example: "  rosette games export -o games/\n  rosette games export --since 2026-11-01 --over -o november.sgf",
		RunE: func(cmd *cobra.Command, ids []string) error {
			if to == "" {
				return usageError{errors.New("-o names no folder and no file")}
			}
			toFile := to == "-" || strings.HasSuffix(to, ".sgf")
			if toFile {
				if err := checkFree(to, force); err != nil {
					return err
				}
			}
			found, damaged, err := asked.read(cmd, ids)
			if err != nil {
				return err
			}
			if toFile {
				err = exportFile(cmd, found, to, force)
			} else {
				err = exportFolder(cmd, found, to, force)
			}
			return errors.Join(err, damaged)
		},
	}
	asked.register(cmd.Flags())
	cmd.Flags().StringVarP(&to, "output", "o", "", "`folder` for a record of each game, or file .sgf for all; - is standard output")
	cmd.Flags().BoolVar(&force, "force", false, "overwrite existing records")
	return cmd
}

// exportFile writes all games into one file.
func exportFile(cmd *cobra.Command, games []store.Archived, to string, force bool) error {
	var text bytes.Buffer
	written := 0
	for _, g := range games {
		root, begun, err := view.Record(g.Match)
		if err != nil {
			return fmt.Errorf("%s: %w", g.ID, err)
		}
		if begun {
			written++
			text.WriteString(root.String() + "\n")
		}
	}
	if err := writeFile(cmd.OutOrStdout(), to, force, text.Bytes()); err != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d games in %s\n", written, to)
	return nil
}

// exportFolder writes a record of each game into a folder.
func exportFolder(cmd *cobra.Command, games []store.Archived, to string, force bool) error {
	if err := os.MkdirAll(to, 0o755); err != nil {
		return usageError{fmt.Errorf("-o: %w", err)}
	}
	written := 0
	for _, g := range games {
		root, begun, err := view.Record(g.Match)
		if err != nil {
			return fmt.Errorf("%s: %w", g.ID, err)
		}
		if !begun {
			continue
		}
		if err := writeFile(cmd.OutOrStdout(), filepath.Join(to, g.ID+".sgf"), force, []byte(root.String()+"\n")); err != nil {
			return err
		}
		written++
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%d games in %s\n", written, to)
	return nil
}
