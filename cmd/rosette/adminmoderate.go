package main

import (
	"cmp"
	"errors"
	"fmt"
	"strconv"
	"strings"
	"time"

	"github.com/spf13/cobra"

	"rosette/play"
	"rosette/server/account"
	"rosette/server/http/chat"
	"rosette/server/moderation"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// addModeration adds what moderators do on their pages to rosette admin.
func addModeration(cmd *cobra.Command, games *place) {
	add := func(use, short string, run func(console, []string) error) {
		cmd.AddCommand(&cobra.Command{
			Use: use, Short: short, Args: namedArguments,
			RunE: func(cmd *cobra.Command, args []string) error {
				if strings.HasSuffix(use, " REASON") && strings.TrimSpace(args[len(args)-1]) == "" {
					return usageError{errors.New("the reason is empty; say why, in a few words")}
				}
				if err := games.exists(); err != nil {
					return err
				}
				return withConsole(cmd, games, func(o console) error { return run(o, args) })
			},
		})
	}
	add("role NAME ROLE", "Make an account a player, a moderator or an admin", console.role)
	add("close NAME", "Close an account for good; its games stay, without the name", console.close)
	add("bot NAME", "Make an account a bot's for good, even one that has played", console.makeBot)
	add("rename NAME NEW", "Give an account another name", console.rename)
	add("mute NAME HOURS REASON", "Mute an account for 1 to 8784 hours: it can write to moderators only, and is told the reason", console.mute)
	add("unmute NAME", "Let an account write again", console.unmute)
	add("reports", "List the open reports, with the passages that they quote", console.reports)
	add("close-report ID STATE REASON", "Close a report; STATE is acted or dismissed", console.closeReport)
	add("hide ROOM NUMBER REASON", "Hide a line of a room such as room/lobby, by its number", console.hide)
	add("rooms", "List the rooms that people have made", console.rooms)
	add("close-room ID", "Close a room", console.closeRoom)
	add("annul GAME REASON", "Annul a rated game by its ID: ratings are computed again without it", console.annul)
	add("reinstate GAME REASON", "Let an annulled game count again", console.reinstate)
	add("log", "Print what moderators have done, the latest first", console.log)
}

func (o console) mute(args []string) error {
	hours, err := strconv.Atoi(args[1])
	span := time.Duration(min(max(hours, 0), 1<<14)) * time.Hour
	if err != nil || moderation.CheckSpan(span) != nil {
		return usageError{fmt.Errorf("%q hours: use 1 to 8784", args[1])}
	}
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		now := o.now()
		m := moderation.Mute{Actor: u.Actor(), Name: u.Name, Until: now.Add(span), Reason: args[2], At: now}
		e := moderation.Entry{Act: moderation.ActMute, On: u.Name, Until: m.Until, Reason: m.Reason}
		return o.acting(e).table.SetMute(o.ctx, m)
	})
}

func (o console) unmute(args []string) error {
	return withUser(o.ctx, o.accounts, args[0], func(u account.User) error {
		_, err := o.acting(moderation.Entry{Act: moderation.ActUnmute, On: u.Name}).table.EndMute(o.ctx, u.Actor(), o.now())
		return err
	})
}

func (o console) closeReport(args []string) error {
	r, err := o.table.ReportOf(o.ctx, args[0])
	if err == nil {
		r, err = r.Close(moderation.State(args[1]), operatorName, args[2], o.now())
	}
	if err == nil {
		err = o.acting(moderation.Entry{Act: moderation.ActClose, On: r.OnName, About: args[1], Reason: args[2]}).table.Settle(o.ctx, r)
	}
	if err == nil {
		err = chat.KeepOutcome(o.ctx, o.accounts.Store, r)
	}
	return err
}

func (o console) hide(args []string) error {
	number, err := strconv.Atoi(args[1])
	if err != nil {
		return usageError{fmt.Errorf("%q is no number of a line", args[1])}
	}
	l, err := o.lines.Line(o.ctx, args[0], number)
	if err == nil {
		e := moderation.Entry{Act: moderation.ActHide, On: l.Name, About: args[0], Quote: l.Text, Reason: args[2]}
		_, err = o.acting(e).lines.Hide(o.ctx, args[0], number)
	}
	return err
}

func (o console) annul(args []string) error {
	events, err := (store.Matches{Log: o.store}).Events(o.ctx, args[0], 0)
	if err != nil && !errors.Is(err, play.ErrNoMatch) {
		return err
	}
	is, err := store.Annulled(o.ctx, o.store, args[0])
	if rated := len(events) > 0 && events[0].Settings != nil && events[0].Settings.Rated; err != nil || is || !rated {
		return cmp.Or(err, error(usageError{fmt.Errorf("no rated game that counts has the id %q", args[0])}))
	}
	return tables.Judge(o.ctx, o.store, moderation.Entry{At: o.now(), Act: moderation.ActAnnul, About: args[0], Reason: args[1]})
}

func (o console) reinstate(args []string) error {
	if is, err := store.Annulled(o.ctx, o.store, args[0]); err != nil || !is {
		return cmp.Or(err, error(usageError{fmt.Errorf("no annulled game has the id %q", args[0])}))
	}
	return tables.Judge(o.ctx, o.store, moderation.Entry{At: o.now(), Act: moderation.ActReinstate, About: args[0], Reason: args[1]})
}
