package main

import (
	"errors"
	"fmt"
	"log/slog"

	"github.com/spf13/cobra"

	"rosette/server/store"
)

func rebuildCommand() *cobra.Command {
	var games databaseLocation
	cmd := &cobra.Command{
		Use:   "rebuild",
		Short: "Make the lists of games anew from the games",
		Long: "Empties the lists of games in --data or --database and fills them from the events of the games,\n" +
			"which stay as they are. It may run beside serve; until it ends, lists lack games.",
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
				return fmt.Errorf("the lists of games are made anew; %d games have events that cannot be read: see rosette database doctor", n)
			}
			fmt.Fprintln(cmd.OutOrStdout(), "the lists of games are complete")
			return nil
		},
	}
	games.register(cmd.Flags(), "`folder` with the games")
	return cmd
}
