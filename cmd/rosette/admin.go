package main

import (
	"fmt"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rosette/server/account"
)

func adminCommand(*flags) *cobra.Command {
	var games databaseLocation
	var nodes nodeFlags
	cmd := &cobra.Command{
		Use:   "admin",
		Short: "Manage the accounts of a server, and moderate it",
		Long: "Works on the accounts in --data or --database, and may run beside serve. The first\n" +
			"account is the administrator's; create makes the folder and the database of a new\n" +
			"server, and says so.\n\n" +
			"A change counts at once, also for a server that runs. Open pages of a server with\n" +
			"--nats show a mute, a hidden line and the outcome of a report at once if --nats is\n" +
			"given here too. Other pages show them when they are loaded again.",
		Example: "  rosette admin create Ana\n  rosette admin role Ben moderator",
		RunE:    func(cmd *cobra.Command, _ []string) error { return cmd.Help() },
	}
	games.register(cmd.PersistentFlags(), "`folder` of the server")
	nodes.register(cmd.PersistentFlags(), adminNATS)
	add := func(use, short string, run func(*cobra.Command, *account.Service, []string) error) {
		cmd.AddCommand(&cobra.Command{
			Use: use, Short: short, Args: namedArguments,
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := games.known(cmd); err != nil {
					return err
				}
				return withAccounts(cmd, &games, func(s *account.Service) error { return run(cmd, s, args) })
			},
		})
	}
	add("create NAME", "Make an account and print its password", createAccount)
	add("list", "List the accounts", listAccounts)
	add("reset NAME", "Print a new password for an account, and sign it out everywhere", resetPassword)
	addModeration(cmd, &games, &nodes)
	return cmd
}

func createAccount(cmd *cobra.Command, s *account.Service, args []string) error {
	has, err := s.HasAdmin(cmd.Context())
	if err != nil {
		return err
	}
	wanted := account.Registration{Name: args[0], Password: account.NewPassword()}
	if !has {
		wanted.Role = account.Admin
	}
	u, err := s.Register(cmd.Context(), wanted)
	if err == nil {
		fmt.Fprintf(cmd.OutOrStdout(), "%s is %s. The password is %s\n", u.Name, u.Role, wanted.Password)
	}
	return err
}

func resetPassword(cmd *cobra.Command, s *account.Service, args []string) error {
	return withUser(cmd.Context(), s, args[0], func(u account.User) error {
		password, err := s.Reset(cmd.Context(), u)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "The new password of %s is %s\n", u.Name, password)
		}
		return err
	})
}

func listAccounts(cmd *cobra.Command, s *account.Service, _ []string) error {
	table := tabwriter.NewWriter(cmd.OutOrStdout(), 0, 0, 2, ' ', 0)
	for u, err := range s.All(cmd.Context()) {
		if err != nil {
			return err
		}
		fmt.Fprintf(table, "%s\t%s\tsince %s\n", u.Name, u.Role, u.Created.Format(time.DateOnly))
	}
	return table.Flush()
}
