package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"
	"time"

	"rosette/account"
	"rosette/store/tables"

	"github.com/spf13/cobra"
)

// withAccounts calls f with the accounts in a folder.
func withAccounts(cmd *cobra.Command, data string, f func(*account.Service) error) error {
	s, err := openStore(data, slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
	if err != nil {
		return err
	}
	err = f(account.NewService(tables.Accounts(s), time.Now))
	if refusal := (account.Refusal{}); errors.As(err, &refusal) {
		err = usageError{errors.New(refusal.In("en"))}
	}
	return errors.Join(err, s.Close())
}

// withUser calls f with the user of a name.
func withUser(ctx context.Context, s *account.Service, name string, f func(account.User) error) error {
	u, err := s.Named(ctx, name)
	if errors.Is(err, account.ErrNoUser) {
		return usageError{fmt.Errorf("nobody is called %q: see rosette admin list", name)}
	}
	if err != nil {
		return err
	}
	return f(u)
}
