package main

import (
	"bytes"
	"errors"
	"fmt"
	"os"
	"path/filepath"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/internal/output"
	"rosette/internal/permission"
	"rosette/internal/quote"
	"rosette/play"
	"rosette/play/view"
	"rosette/server/store"
)

func databaseExportCommand() *cobra.Command {
	var selection archiveFlags
	to := output.File{Private: true}
	cmd := &cobra.Command{
		Use:   "export [ID…]",
		Short: "Write stored games as SGF",
		Long: "Writes one record ID.sgf per game to the folder -o, or all games to one file\n" +
			"if -o ends in .sgf or is -. Games without a move are skipped. Only you can\n" +
			"read the files (mode 0600).",
		Example: "  rosette database export -o games/\n  rosette database export --since 2026-11-01 --over -o november.sgf",
		RunE: func(cmd *cobra.Command, ids []string) error {
			if to.Name == "" {
				return usageError{errors.New("no output; use -o FOLDER, -o FILE.sgf, or -o - for standard output")}
			}
			toFile := to.Standard() || strings.HasSuffix(to.Name, ".sgf")
			if toFile {
				if err := to.Check(); err != nil {
					return err
				}
			}
			export := exportFolder
			if toFile {
				export = exportFile
			}
			written, damaged, err := export(cmd, to, recordsOf(cmd, &selection, ids))
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s written to %s\n", quote.Count(written, "game"), to.Name)
			}
			return errors.Join(err, damaged)
		},
	}
	selection.register(cmd.Flags())
	cmd.Flags().StringVarP(&to.Name, "output", "o", "",
		"`folder` for one record per game, or FILE.sgf for all; - for standard output")
	cmd.Flags().BoolVar(&to.Force, "force", false, "overwrite existing records")
	return cmd
}

// eachRecord calls take with the record of each selected game. damaged counts unreadable games.
type eachRecord func(take func(opened time.Time, id, record string) error) (damaged, err error)

// recordsOf returns an eachRecord for the games that the flags and ids select.
func recordsOf(cmd *cobra.Command, selection *archiveFlags, ids []string) eachRecord {
	return func(take func(opened time.Time, id, record string) error) (damaged, err error) {
		return selection.read(cmd, ids, func(g store.ArchivedGame, m *play.Match) error {
			root, begun, err := view.Record(m)
			if err != nil || !begun {
				return err
			}
			return take(g.Opened, g.ID, root.String()+"\n")
		})
	}
}

// exportFile writes all games into one file, the newest first.
func exportFile(cmd *cobra.Command, to output.File, each eachRecord) (written int, damaged, err error) {
	type game struct {
		opened time.Time
		record string
	}
	var all []game
	damaged, err = each(func(opened time.Time, _, record string) error {
		all = append(all, game{opened, record})
		return nil
	})
	if err != nil {
		return 0, damaged, err
	}
	slices.SortStableFunc(all, func(a, b game) int { return b.opened.Compare(a.opened) })
	var text bytes.Buffer
	for _, g := range all {
		text.WriteString(g.record)
	}
	return len(all), damaged, to.Write(cmd.OutOrStdout(), text.Bytes())
}

// exportFolder writes a record of each game into a folder.
func exportFolder(cmd *cobra.Command, to output.File, each eachRecord) (written int, damaged, err error) {
	if err := os.MkdirAll(to.Name, permission.Folder); err != nil {
		return 0, nil, usageError{fmt.Errorf("-o: %w", err)}
	}
	damaged, err = each(func(_ time.Time, id, record string) error {
		written++
		file := output.File{Name: filepath.Join(to.Name, id+".sgf"), Force: to.Force, Private: true}
		return file.Write(cmd.OutOrStdout(), []byte(record))
	})
	return written, damaged, err
}
