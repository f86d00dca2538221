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

// withAccounts calls f with the account service of a server.
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

// noUser returns the error for a name without an account.
func noUser(name string) error {
	return usageError{fmt.Errorf("no account %q; see rosette admin list", name)}
}

// refused turns a refusal into a usage error.
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

// hints are refusal texts for operators, where the texts for players do not fit.
var hints = map[string]string{
	moderation.ErrNoReport.Code: "no such report; see rosette admin reports",
	moderation.ErrOutcome.Code:  "use acted or dismissed",
	moderation.ErrRole.Code:     "use player, moderator or admin",
	moderation.ErrNoGame.Code:   "no game has this ID; see rosette database list",
	chat.ErrNoLine.Code:         "no such line; use a room such as room/lounge and a line number",
	chat.ErrNoRoom.Code:         "no such open room; see rosette admin rooms",
}

// known returns an error if the database does not exist. Only the command create may make a new
// one, and prints a note then.
func (l *databaseLocation) known(cmd *cobra.Command) error {
	err := l.exists()
	if err == nil || cmd.Name() != "create" || l.Folder == location.Memory || l.Check() != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "created %s; the first account is the administrator\n", l.File())
	return nil
}

// withUser calls f with the user called name.
func withUser(ctx context.Context, s *account.Service, name string, f func(account.User) error) error {
	u, err := s.UserByName(ctx, name)
	if errors.Is(err, account.ErrNoUser) {
		return noUser(name)
	}
	if err != nil {
		return err
	}
	return f(u)
}
