package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"rosette/internal/quote"
	"rosette/server/store"
)

func rebuildCommand() *cobra.Command {
	var games databaseLocation
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Rebuild the index of games",
		Long: "Deletes the lists of games in --data or --database and rebuilds them from the\n" +
			"games' events, which do not change. It may run while the server runs; until it\n" +
			"ends, lists are incomplete.",
		Example: "  rosette database rebuild\n  rosette database rebuild --data /var/lib/rosette",
		RunE: func(cmd *cobra.Command, _ []string) error {
			if err := games.exists(); err != nil {
				return err
			}
			log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
			s, err := games.Open(cmd.Context(), log)
			if err != nil {
				return err
			}
			p := store.NewProjector(s, log)
			err = p.Rebuild(cmd.Context())
			if err = errors.Join(err, s.Close()); err != nil {
				return err
			}
			if n := p.Unreadable(); n > 0 {
				return fmt.Errorf("the index lacks %s with unreadable events; run rosette database doctor for the errors",
					quote.Count(n, "game"))
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the index of games is rebuilt")
			return nil
		},
	}
	games.register(cmd.Flags(), "`folder` with the games")
	return cmd
}
