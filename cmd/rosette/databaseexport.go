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
	"rosette/server/match"
	"rosette/server/store"
)

func databaseExportCommand() *cobra.Command {
	var selection archiveFlags
	var site string
	to := output.File{Private: true}
	cmd := &cobra.Command{
		Use:   "export [ID…]",
		Short: "Write stored games as SGF",
		Long: "Writes one record per game to the folder -o, with the date, the players and the\n" +
			"ID in the file name, or all games to one file if -o ends in .sgf or is -. Games\n" +
			"without a move are skipped. Only you can read the files (mode 0600).",
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
			written, damaged, err := export(cmd, to, recordsOf(cmd, &selection, strings.TrimSuffix(site, "/"), ids))
			if err == nil {
				fmt.Fprintf(cmd.ErrOrStderr(), "%s written to %s\n", quote.Count(written, "game"), to.Name)
			}
			return errors.Join(err, damaged)
		},
	}
	selection.register(cmd.Flags())
	cmd.Flags().StringVarP(&to.Name, "output", "o", "",
		"`folder` for one record per game, or FILE.sgf for all; - for standard output")
	cmd.Flags().StringVar(&site, "public-url", "",
		"`address` of the server, such as https://go.example.org, for the place in the records")
	cmd.Flags().BoolVar(&to.Force, "force", false, "overwrite existing records")
	return cmd
}

// An exportedRecord is a game as SGF.
type exportedRecord struct {
	opened time.Time
	name   string // file name
	sgf    []byte
}

// eachRecord calls take with the record of each selected game. damaged counts unreadable games.
type eachRecord func(take func(exportedRecord) error) (damaged, err error)

// recordsOf returns an eachRecord for the games that the flags and ids select. site is the server's
// address, or "".
func recordsOf(cmd *cobra.Command, selection *archiveFlags, site string, ids []string) eachRecord {
	return func(take func(exportedRecord) error) (damaged, err error) {
		return selection.read(cmd, ids, func(matches *match.Service, g store.ArchivedGame, m *play.Match) error {
			matches.Site = site
			record, err := matches.RecordOf(cmd.Context(), g.ID, m)
			if errors.Is(err, match.ErrNotBegun) {
				return nil
			}
			if err != nil {
				return err
			}
			return take(exportedRecord{g.Opened, record.Name + "-" + g.ID + ".sgf", record.SGF})
		})
	}
}

// exportFile writes all games into one file, the newest first.
func exportFile(cmd *cobra.Command, to output.File, each eachRecord) (written int, damaged, err error) {
	var all []exportedRecord
	damaged, err = each(func(r exportedRecord) error {
		all = append(all, r)
		return nil
	})
	if err != nil {
		return 0, damaged, err
	}
	slices.SortStableFunc(all, func(a, b exportedRecord) int { return b.opened.Compare(a.opened) })
	var text bytes.Buffer
	for _, r := range all {
		text.Write(r.sgf)
	}
	return len(all), damaged, to.Write(cmd.OutOrStdout(), text.Bytes())
}

// exportFolder writes a record of each game into a folder.
func exportFolder(cmd *cobra.Command, to output.File, each eachRecord) (written int, damaged, err error) {
	if err := os.MkdirAll(to.Name, permission.Folder); err != nil {
		return 0, nil, usageError{fmt.Errorf("-o: %w", err)}
	}
	damaged, err = each(func(r exportedRecord) error {
		written++
		file := output.File{Name: filepath.Join(to.Name, r.name), Force: to.Force, Private: true}
		return file.Write(cmd.OutOrStdout(), r.sgf)
	})
	return written, damaged, err
}
