package main

import (
	"encoding/json"
	"fmt"
	"slices"
	"text/tabwriter"

	"github.com/spf13/cobra"

	"rosette/internal/progress"
	"rosette/internal/quote"
	"rosette/lab/records"
	"rosette/lab/train"
)

func archiveCommand(f *flags) *cobra.Command {
	cmd := &cobra.Command{
		Use:   "archive",
		Short: "List, thin and use the games kept for training",
		RunE:  func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	cmd.AddCommand(archiveList(f), archiveThin(f), archiveShards(f), archiveRecords(f))
	return cmd
}

// folderArguments accepts exactly that many arguments, described by usage.
func folderArguments(n int, usage string) cobra.PositionalArgs {
	return func(cmd *cobra.Command, args []string) error {
		if len(args) == n {
			return nil
		}
		return usageError{fmt.Errorf("%s takes %s", cmd.CommandPath(), usage)}
	}
}

func archiveList(*flags) *cobra.Command {
	asJSON := false
	cmd := &cobra.Command{
		Use:   "list DIR",
		Short: "List the games and rows in a folder by board",
		Long: "Lists the games that rosette lab selfplay --archive DIR has kept: for each board\n" +
			"how many, the rows of training data in them, and the bytes. Rows without a\n" +
			"policy come from finished positions; only outcome, score and ownership are\n" +
			"learned from them.",
		Example: "  rosette lab archive list lab/train/archive",
		Args:    folderArguments(1, "the folder: DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			counts, err := train.Archive{Dir: args[0]}.Count()
			if err != nil {
				return usageError{err}
			}
			if asJSON {
				encoder := json.NewEncoder(cmd.OutOrStdout())
				for _, c := range counts {
					if err := encoder.Encode(c); err != nil {
						return err
					}
				}
				return nil
			}
			table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', tabwriter.AlignRight)
			fmt.Fprintln(table, "board\tgames\trows\twithout policy\tfiles\tbytes\t")
			sum := train.ArchiveCount{Board: "all"}
			for _, c := range counts {
				sum.Add(c)
			}
			for _, c := range append(counts, sum) {
				fmt.Fprintf(table, "%s\t%d\t%d\t%d\t%d\t%d\t\n", c.Board, c.Games, c.Rows, c.Value, c.Files, c.Bytes)
			}
			return table.Flush()
		},
	}
	cmd.Flags().BoolVar(&asJSON, "json", false, "print one line of JSON for each board")
	return cmd
}

func archiveThin(*flags) *cobra.Command {
	limit := 0.0
	cmd := &cobra.Command{
		Use:   "thin DIR",
		Short: "Remove the oldest games from a folder that is too large",
		Long: "Removes the oldest file of the board with the most bytes until all files are\n" +
			"within --limit. The newest file of each board stays. Games that are added with\n" +
			"--archive also do so, with the default limit.",
		Example: "  rosette lab archive thin lab/train/archive --limit 40",
		Args:    folderArguments(1, "the folder: DIR"),
		RunE: func(cmd *cobra.Command, args []string) error {
			if !(limit > 0 && limit <= maxArchiveMB) {
				return usageError{fmt.Errorf("--limit %v; use a number of megabytes above 0", limit)}
			}
			removed, err := train.Archive{Dir: args[0], Limit: int64(limit * 1e6)}.Thin()
			for _, file := range removed {
				fmt.Fprintln(cmd.OutOrStdout(), quote.Printable("removed %s, %d bytes", file.Path, file.Bytes))
			}
			if err != nil {
				return usageError{err}
			}
			return nil
		},
	}
	cmd.Flags().Float64Var(&limit, "limit", train.DefaultArchiveLimit/1e6, "`megabytes` of all files")
	return cmd
}

// maxArchiveMB is the largest --limit, in megabytes.
const maxArchiveMB = 1e6

func archiveShards(*flags) *cobra.Command {
	return &cobra.Command{
		Use:   "shards DIR OUT",
		Short: "Write the games in a folder as training data",
		Long: "Replays and checks every game in DIR and writes a shard for each batch to OUT,\n" +
			"as rosette lab selfplay would have written it. With OUT = RUN/shards, the\n" +
			"trainer of a run begins with these positions.",
		Example: "  rosette lab archive shards lab/train/archive second/shards",
		Args:    folderArguments(2, "the folder and the folder for the shards: DIR OUT"),
		RunE: func(cmd *cobra.Command, args []string) error {
			p := progress.New(cmd.ErrOrStderr())
			defer p.Clear()
			shards, rows := 0, 0
			err := train.Archive{Dir: args[0]}.WriteShards(args[1], func(name string, n int) error {
				shards, rows = shards+1, rows+n
				onTerminal(p, name)
				return cmd.Context().Err()
			})
			if err != nil {
				return err
			}
			p.Clear()
			_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d rows in %d shards\n", rows, shards)
			return err
		},
	}
}

// archiveRecordsFlags are the flags for archive records.
type archiveRecordsFlags struct {
	*flags
	except string
	games  int
}

func archiveRecords(f *flags) *cobra.Command {
	r := &archiveRecordsFlags{flags: f}
	cmd := &cobra.Command{
		Use:   "records DIR SGFDIR",
		Short: "Add finished games from SGF records to a folder",
		Long: "Adds to DIR the games below SGFDIR that ended with a count, if the judge of dead\n" +
			"stones is sure of every stone and its count is the recorded result. The last\n" +
			"positions become rows without a policy, half of them under other rules. From\n" +
			"these a network learns that positions with dead stones can be finished.\n" +
			"--except names a list of records to leave out, such as the records that\n" +
			"measure networks.",
		Example: "  rosette lab archive records lab/train/archive collections \\\n" +
			"      --except docs/bench/records.txt",
		Args: folderArguments(2, "the folder and the folder with SGF records: DIR SGFDIR"),
		RunE: func(cmd *cobra.Command, args []string) error { return r.run(cmd, args[0], args[1]) },
	}
	cmd.Flags().StringVar(&r.except, "except", "", "`LIST` of records to leave out")
	intFlag(cmd.Flags(), &r.games, "games", 32, 1, maxBatchSize, "`number` of games in a batch")
	f.register(cmd, []string{"network"})
	return cmd
}

func (r *archiveRecordsFlags) run(cmd *cobra.Command, dir, sgfDir string) error {
	found, err := records.Find(sgfDir)
	if err != nil {
		return usageError{err}
	}
	m := train.RecordImport{
		Archive: train.Archive{Dir: dir}, Judge: r.config.Judge(), Except: map[string]bool{}, Games: r.games,
	}
	if r.except != "" {
		list, err := records.ReadFile(r.except, nil)
		if err != nil {
			return usageError{fmt.Errorf("--except: %w", err)}
		}
		for _, record := range list {
			m.Except[record.Hash] = true
		}
	}
	hashes := make([]string, 0, len(found))
	for hash := range found {
		hashes = append(hashes, hash)
	}
	slices.Sort(hashes) // an order without meaning
	files := make([]string, len(hashes))
	for i, hash := range hashes {
		files[i] = found[hash]
	}
	if len(files) == 0 {
		return usageError{fmt.Errorf("%s has no file with .sgf at the end", sgfDir)}
	}
	bar := progress.NewBar(cmd.ErrOrStderr(), len(files))
	defer bar.Clear()
	done, added := 0, 0
	m.OnRecord = func(_ string, err error) {
		if done++; err == nil {
			added++
		}
		bar.Set(done)
	}
	err = m.Run(cmd.Context(), files)
	bar.Clear()
	if err != nil {
		return err
	}
	_, err = fmt.Fprintf(cmd.OutOrStdout(), "%d of %d records added\n", added, done)
	return err
}
