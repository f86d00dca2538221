package main

import (
	"context"
	"errors"
	"fmt"
	"log/slog"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/refusal"
	"rosette/server/store"
	"rosette/server/store/location"
	"rosette/server/store/tables"

	"github.com/spf13/cobra"
)

// withAccounts calls f with the accounts of a server.
func withAccounts(cmd *cobra.Command, games *databaseLocation, f func(*account.Service) error) error {
	s, err := games.Open(cmd.Context(), slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
	if err != nil {
		return err
	}
	now, err := store.Clock(cmd.Context(), s)
	if err == nil {
		err = f(account.NewService(tables.Accounts(s), now))
	}
	err = refused(err)
	return errors.Join(err, s.Close())
}

// noUser returns the error of a name that no account has.
func noUser(name string) error {
	return usageError{fmt.Errorf("nobody is called %q: see rosette admin list", name)}
}

// refused returns a refusal as a wrong usage.
func refused(err error) error {
	e := refusal.Of(err)
	if e == nil {
		return err
	}
	if hint, ok := hints[e.Code]; ok {
		return usageError{errors.New(hint)}
	}
	return usageError{errors.New(i18n.T("en", e.Code, e.Args))}
}

// hints are the texts of refusals for an operator where the texts of pages do not fit.
var hints = map[string]string{
	moderation.ErrNoReport.Code: "there is no such report: see rosette admin reports",
	moderation.ErrOutcome.Code:  "use acted or dismissed",
	moderation.ErrRole.Code:     "use player, moderator or admin",
	moderation.ErrNoGame.Code:   "no game has this id",
	chat.ErrNoLine.Code:         "there is no such line; use a room such as room/lobby and the number of a line",
	chat.ErrNoRoom.Code:         "there is no such open room: see rosette admin rooms",
}

// known returns an error if there is no database for a command to work on. Only the one that
// makes accounts makes one, for a new server, and says so.
func (l *databaseLocation) known(cmd *cobra.Command) error {
	err := l.exists()
	if err == nil || cmd.Name() != "create" || l.Folder == location.Memory || l.Check() != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s is new: the first account is the administrator's\n", l.File())
	return nil
}

// withUser calls f with the user of a name.
func withUser(ctx context.Context, s *account.Service, name string, f func(account.User) error) error {
	u, err := s.Named(ctx, name)
	if errors.Is(err, account.ErrNoUser) {
		return noUser(name)
	}
	if err != nil {
		return err
	}
	return f(u)
}
