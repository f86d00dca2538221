package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"path/filepath"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rosette/i18n"
	"rosette/server/account"
	"rosette/server/chat"
	"rosette/server/moderation"
	"rosette/server/refusal"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// withAccounts calls f with the accounts of a server.
func withAccounts(cmd *cobra.Command, games *place, f func(*account.Service) error) error {
	s, err := games.open(cmd.Context(), slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
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

// refused returns a refusal as a wrong usage.
func refused(err error) error {
	if e := refusal.Of(err); e != nil {
		return usageError{errors.New(i18n.T("en", e.Code, e.Args))}
	}
	return err
}

// known returns an error if there is no database for a command to work on. Only the one that
// makes accounts makes one, for a new server, and says so.
func (p *place) known(cmd *cobra.Command) error {
	err := p.exists()
	if err == nil || cmd.Name() != "create" || p.data == inMemory || p.check() != nil {
		return err
	}
	fmt.Fprintf(cmd.ErrOrStderr(), "%s is new: the first account is the administrator's\n", filepath.Join(p.data, databaseFile))
	return nil
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

// operatorName is what reports say that the operator has closed.
const operatorName = "rosette admin"

// A console is the tables of a server for its operator on the command line.
type console struct {
	ctx      context.Context
	out      io.Writer
	now      func() time.Time
	store    store.Store
	accounts *account.Service
	table    tables.ModerationTable
	lines    tables.ChatTable
	lists    tables.RoomTable
}

// withConsole calls f with the tables of a server. What it refuses is a wrong usage.
func withConsole(cmd *cobra.Command, games *place, f func(console) error) error {
	s, err := games.open(cmd.Context(), slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil)))
	if err != nil {
		return err
	}
	now, err := store.Clock(cmd.Context(), s)
	if err == nil {
		o := console{ctx: cmd.Context(), out: cmd.OutOrStdout(), now: now, accounts: account.NewService(nil, now)}
		err = f(o.on(s))
	}
	for refusal, why := range refusals {
		if errors.Is(err, refusal) {
			err = usageError{errors.New(why)}
		}
	}
	err = refused(err)
	return errors.Join(err, s.Close())
}

// refusals are what an operator may be told.
var refusals = map[error]string{
	moderation.ErrNotMuted: "this person is not muted",
	moderation.ErrNoReport: "there is no such report: see rosette admin reports",
	moderation.ErrDone:     "this report is closed already",
	moderation.ErrJudged:   "this game is annulled already, or counts already",
	moderation.ErrOutcome:  "use acted or dismissed",
	chat.ErrNoLine:         "there is no such line; use a room such as room/lobby and the number of a line",
	chat.ErrNoRoom:         "there is no such open room: see rosette admin rooms",
}

// mostListed bounds the lists that are printed.
const mostListed = 1000

func (o console) reports([]string) error {
	all, err := o.table.Reports(o.ctx, true, moderation.Report{}, mostListed)
	for _, r := range all {
		fmt.Fprintf(o.out, "%s %s %s about %q by %q: %s\n", r.ID, r.At.Format(time.DateTime), r.Kind, r.OnName, r.ByName, r.Text)
		if r.Room+r.Game != "" {
			fmt.Fprintf(o.out, "  room %q, line %d, game %q\n", r.Room, r.Number, r.Game)
		}
		for _, said := range r.Quote {
			fmt.Fprintf(o.out, "  %s %s: %s\n", map[bool]string{true: ">", false: " "}[said.About], said.Name, said.Text)
		}
	}
	return err
}

func (o console) rooms([]string) error {
	all, err := o.lists.Rooms(o.ctx, mostListed)
	table := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	for _, r := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, r.Title, r.About)
	}
	return errors.Join(err, table.Flush())
}

func (o console) closeRoom(args []string) error {
	r, err := o.lists.Room(o.ctx, args[0])
	if err == nil {
		err = o.acting(moderation.Entry{Act: moderation.ActRoom, About: r.Title}).lists.Close(o.ctx, args[0], o.now())
	}
	return err
}

func (o console) log([]string) error {
	all, err := o.table.Entries(o.ctx, 0, mostListed)
	for _, e := range all {
		fmt.Fprintf(o.out, "%s %s: %s %q %q %s\n", e.At.Format(time.DateTime), cmp.Or(e.ByName, operatorName), e.Act, e.On, e.About, e.Reason)
	}
	return err
}

func (o console) role(args []string) error {
	role, err := account.RoleNamed(args[1])
	if err != nil {
		return usageError{err}
	}
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		e := moderation.Entry{Act: moderation.ActRole, On: u.Name, About: role.String()}
		_, err := o.acting(e).accounts.SetRole(o.ctx, u, role)
		return err
	})
}

func (o console) close(args []string) error {
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		return o.acting(moderation.Entry{Act: moderation.ActEnd, On: u.Name}).accounts.Close(o.ctx, u.ID)
	})
}

// makeBot makes somebody's account a bot's.
func (o console) makeBot(args []string) error {
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		e := moderation.Entry{Act: moderation.ActRename, On: u.Name, About: u.AsBot().Name}
		_, err := o.acting(e).accounts.MakeBot(o.ctx, u)
		return err
	})
}

func (o console) rename(args []string) error {
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		renamed, err := u.Renamed(args[1])
		if err != nil {
			return err
		}
		e := moderation.Entry{Act: moderation.ActRename, On: u.Name, About: renamed.Name}
		_, err = o.acting(e).accounts.Rename(o.ctx, u, args[1])
		return err
	})
}

// on returns a console that uses s.
func (o console) on(s store.Store) console {
	o.store, o.accounts, o.table = s, o.accounts.On(tables.Accounts(s)), tables.Moderation(s)
	o.lines, o.lists = tables.Chat(s), tables.Rooms(s)
	return o
}

// acting returns a console whose writes add e to the moderators' log in the same transaction.
func (o console) acting(e moderation.Entry) console {
	e.At = o.now()
	return o.on(tables.Logged(o.store, e))
}
