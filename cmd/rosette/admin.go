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
		Short: "Manage and moderate the accounts of a server",
		Long: "Manages the accounts in --data or --database, even while the server is running.\n" +
			"create prints the account's password; it also creates the folder and the\n" +
			"database if they do not exist.\n\n" +
			"Changes take effect at once. With --nats, open pages show a mute, a hidden line\n" +
			"and a closed report at once; without it, after a reload.",
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
	add("create NAME", "Create an account (the first is the administrator)", createAccount)
	add("list", "List the accounts", listAccounts)
	add("reset NAME", "Give an account a new password, print it, and end its sessions", resetPassword)
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
		fmt.Fprintf(cmd.OutOrStdout(), "%s is %s. Password: %s\n", u.Name, u.Role, wanted.Password)
	}
	return err
}

func resetPassword(cmd *cobra.Command, s *account.Service, args []string) error {
	return withUser(cmd.Context(), s, args[0], func(u account.User) error {
		password, err := s.Reset(cmd.Context(), u)
		if err == nil {
			fmt.Fprintf(cmd.OutOrStdout(), "New password of %s: %s\n", u.Name, password)
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
