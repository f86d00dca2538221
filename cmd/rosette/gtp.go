package main

import (
	"github.com/spf13/cobra"

	"rosette/protocol/gtp"
)

func gtpCommand(f *flags) *cobra.Command {
	return &cobra.Command{
		Use:   "gtp",
		Short: "Play through the Go Text Protocol, for Sabaki, GoGui and other programs",
		Long: "Gtp answers GTP version 2 on standard input and output. list_commands shows\n" +
			"every command; rosette-board NAME changes the board, kata-set-rules the rules.",
		Example: "  rosette gtp --board rosette-5 --rules mindsports-chinese\n" +
			"  rosette gtp --board square-19 --time 5s\n" +
			"  echo showboard | rosette gtp --board rosette-2",
		RunE: func(cmd *cobra.Command, _ []string) error {
			session, err := f.session()
			if err != nil {
				return err
			}
			return session.Serve(cmd.Context(), cmd.InOrStdin(), cmd.OutOrStdout())
		},
	}
}

// session seats a bot at a GTP session on the board of the flags. Rules and
// komi that the flags leave open follow the board.
func (f *flags) session() (*gtp.Session, error) {
	graph, rules, err := f.ground()
	if err != nil {
		return nil, err
	}
	player, err := newBot(f)
	if err != nil {
		return nil, err
	}
	session := &gtp.Session{Mover: mover{player}, Board: graph, Version: version()}
	if f.set.Changed("rules") {
		session.Rules = &rules
	}
	if f.set.Changed("komi") {
		session.Komi = &rules.Komi
	}
	return session, nil
}
