package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"io"
	"log/slog"
	"strconv"
	"text/tabwriter"
	"time"

	"github.com/spf13/cobra"

	"rosette/server"
	"rosette/server/account"
	"rosette/server/moderation"
)

// addModeration adds the moderation commands to rosette admin.
func addModeration(cmd *cobra.Command, games *databaseLocation, nodes *nodeFlags) {
	for _, c := range []struct {
		use, short string
		run        func(console, []string) error
	}{
		{"role NAME ROLE", "Set the role of an account: player, moderator or admin", console.role},
		{"close NAME REASON", "Close an account for good; its games stay without the name", console.close},
		{"bot NAME", "Turn an account into a bot, for good", console.makeBot},
		{"rename NAME NEW", "Rename an account", console.rename},
		{
			"mute NAME HOURS REASON",
			"Mute an account for 1 to 8784 hours (it can write to moderators)",
			console.mute,
		},
		{"unmute NAME", "End the mute of an account", console.unmute},
		{"reports", "List open reports with the quoted lines", console.reports},
		{"close-report ID STATE REASON", "Close a report; STATE is acted or dismissed", console.closeReport},
		{"hide ROOM NUMBER REASON", "Hide a line in a room, such as line 12 in room/lounge", console.hide},
		{"rooms", "List the rooms that users have created", console.rooms},
		{"close-room ID", "Close a room", console.closeRoom},
		{"annul GAME REASON", "Annul a rated game and recompute ratings without it", console.annul},
		{"reinstate GAME REASON", "Count an annulled game again", console.reinstate},
		{"log", "Print the moderation log, newest entry first", console.log},
	} {
		cmd.AddCommand(&cobra.Command{
			Use: c.use, Short: c.short, Args: namedArguments,
			RunE: func(cmd *cobra.Command, args []string) error {
				if err := games.exists(); err != nil {
					return err
				}
				err := withConsole(cmd, games, nodes, func(o console) error { return c.run(o, args) })
				if errors.Is(err, account.ErrNoUser) {
					return noUser(args[0])
				}
				return refused(err)
			},
		})
	}
}

// A console carries out the operator's commands by a server's services.
type console struct {
	*server.Console
	ctx context.Context
	out io.Writer
}

// withConsole calls f with a server's services. Changes are published to the server's processes if
// nodes names NATS.
func withConsole(cmd *cobra.Command, games *databaseLocation, nodes *nodeFlags, f func(console) error) (err error) {
	log := slog.New(slog.NewTextHandler(cmd.ErrOrStderr(), nil))
	s, err := games.Open(cmd.Context(), log)
	if err != nil {
		return err
	}
	defer func() { err = errors.Join(err, s.Close()) }()
	nats, err := nodes.dial(log)
	if err != nil {
		return err
	}
	if nats != nil {
		defer nats.Close()
	}
	o, err := server.NewConsole(cmd.Context(), s, nats)
	if err != nil {
		return err
	}
	defer o.Close()
	return f(console{o, cmd.Context(), cmd.OutOrStdout()})
}

// mostListed bounds printed lists.
const mostListed = 1000

func (o console) reports([]string) error {
	all, err := o.Moderation.Table.Reports(o.ctx, true, moderation.Report{}, mostListed)
	for _, r := range all {
		at := r.At.Format(time.DateTime)
		fmt.Fprintf(o.out, "%s %s %s about %q by %q: %s\n", r.ID, at, r.Kind, r.AccusedName, r.ByName, r.Text)
		if r.Room+r.Game != "" {
			fmt.Fprintf(o.out, "  room %q, line %d, game %q\n", r.Room, r.Number, r.Game)
		}
		for _, q := range r.Quote {
			fmt.Fprintf(o.out, "  %s %s: %s\n", map[bool]string{true: ">", false: " "}[q.About], q.Name, q.Text)
		}
	}
	return err
}

func (o console) rooms([]string) error {
	all, err := o.Chat.RoomStore.Rooms(o.ctx, mostListed)
	table := tabwriter.NewWriter(o.out, 0, 0, 2, ' ', 0)
	for _, r := range all {
		fmt.Fprintf(table, "%s\t%s\t%s\n", r.ID, r.Title, r.About)
	}
	return errors.Join(err, table.Flush())
}

func (o console) log([]string) error {
	all, err := o.Moderation.Table.Entries(o.ctx, 0, mostListed)
	for _, e := range all {
		by, reason := cmp.Or(e.ByName, moderation.OperatorName), account.Clean(e.Reason)
		fmt.Fprintf(o.out, "%s %s: %s %q %q %s\n", e.At.Format(time.DateTime), by, e.Act, e.Person, e.About, reason)
	}
	return err
}

func (o console) closeRoom(args []string) error {
	return o.Chat.CloseRoom(o.ctx, account.Operator(), args[0])
}

func (o console) role(args []string) error {
	return o.Moderation.SetRole(o.ctx, account.Operator(), args[0], args[1])
}

func (o console) close(args []string) error {
	return o.Moderation.CloseAccount(o.ctx, account.Operator(), args[0], args[1])
}

func (o console) makeBot(args []string) error {
	return o.Moderation.MakeBot(o.ctx, account.Operator(), args[0])
}

func (o console) rename(args []string) error {
	return o.Moderation.Rename(o.ctx, account.Operator(), args[0], args[1])
}

func (o console) mute(args []string) error {
	hours, err := strconv.Atoi(args[1])
	if err != nil {
		return usageError{fmt.Errorf("%q hours: use 1 to 8784", args[1])}
	}
	return o.Moderation.Mute(o.ctx, account.Operator(), moderation.NewMute{
		Name: args[0], Hours: hours, Reason: args[2],
	})
}

func (o console) unmute(args []string) error {
	u, err := o.Moderation.Accounts.UserByName(o.ctx, args[0])
	if err != nil {
		return err
	}
	return o.Moderation.Unmute(o.ctx, account.Operator(), u.Actor())
}

func (o console) closeReport(args []string) error {
	return o.Moderation.CloseReport(o.ctx, account.Operator(), args[0], moderation.State(args[1]), args[2])
}

func (o console) hide(args []string) error {
	number, err := strconv.Atoi(args[1])
	if err != nil {
		return usageError{fmt.Errorf("line %q; use its number", args[1])}
	}
	return o.Moderation.HideLine(o.ctx, account.Operator(), moderation.LineRef{Room: args[0], Number: number}, args[2])
}

func (o console) annul(args []string) error {
	return o.Moderation.Annul(o.ctx, account.Operator(), args[0], args[1], false)
}

func (o console) reinstate(args []string) error {
	return o.Moderation.Annul(o.ctx, account.Operator(), args[0], args[1], true)
}
