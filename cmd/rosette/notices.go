package main

import (
	"cmp"
	"context"
	"errors"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"rosette/account"
	"rosette/api"
	"rosette/api/notices"
	"rosette/notify/push"
	"rosette/notify/turns"
	"rosette/play"
	"rosette/play/host"
	"rosette/play/view"
	"rosette/pubsub"
	"rosette/store"
	"rosette/store/tables"
)

// noticeFlags are flags of how persons are told.
type noticeFlags struct {
	contact  string
	loopback bool
}

// register adds the flags to a command.
func (f *noticeFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.contact, "contact", "", "e-mail `address` or https address at which those who run push services reach you")
	cmd.Flags().BoolVar(&f.loopback, "push-loopback", false, "allow push services on this machine, for tests")
	if err := cmd.Flags().MarkHidden("push-loopback"); err != nil {
		panic(err) // only an unknown name is an error
	}
}

// newAccounts returns the accounts of a server. Whose session ends is told, so that his
// open sockets end with it.
func newAccounts(s store.Store, publish func(pubsub.Message)) *account.Service {
	accounts := account.NewService(tables.Accounts(s), time.Now)
	accounts.Ended = func(actor string) { publish(api.EndedMessage(actor)) }
	return accounts
}

// A notifier tells persons of their turns.
type notifier struct {
	*notices.Server
	turns *turns.Service
	there *turns.Attendance
}

// newNotifier connects what tells persons of their turns.
func newNotifier(f noticeFlags, srv *liveServer, s store.Store, accounts *account.Service, feed *pubsub.Local) *notifier {
	kept := tables.Notices(s)
	sender := push.New(push.Options{Store: kept, Contact: f.contact, Loopback: f.loopback})
	n := &notifier{
		there: &turns.Attendance{
			Feed: feed, Wait: 500 * time.Millisecond, Key: account.NewKey, Log: srv.api.Log,
			Here: func(seat turns.Seat) bool { return srv.api.Present(seat.Game, seat.Color) },
		},
	}
	n.turns = turns.New(turns.Options{
		Store: kept, Games: followed{s, srv.host}, People: known{accounts}, Sender: sender, Present: n.there.Present,
		Now: time.Now, Log: srv.api.Log,
	})
	n.Server = notices.New(srv.api.Server, notices.Options{Store: kept, Key: sender.Key, Plain: f.loopback, Changed: n.turns.Changed})
	ended := accounts.Ended
	accounts.Ended = func(actor string) {
		ended(actor)
		n.turns.Ended(actor)
	}
	srv.people.Notices = kept
	return n
}

// Run tells persons until ctx ends.
func (n *notifier) Run(ctx context.Context) error {
	both, ctx := errgroup.WithContext(ctx)
	both.Go(func() error { return n.there.Run(ctx) })
	both.Go(func() error { return n.turns.Run(ctx) })
	return both.Wait()
}

// followed are matches and the log that they are in.
type followed struct {
	store.Store
	*host.Host
}

// Changed returns the matches of the events after a position.
func (f followed) Changed(ctx context.Context, after int64, limit int) (ids []string, err error) {
	records, err := f.Since(ctx, after, limit)
	for _, r := range store.UntilGap(records, after) {
		ids = append(ids, r.Match())
	}
	return ids, err
}

// End returns the position up to which the lists of games are known.
func (f followed) End(ctx context.Context) (int64, error) { return f.Projection().Position(ctx) }

// Read calls look with a match.
func (f followed) Read(ctx context.Context, id string, look func(*play.Match)) error {
	return f.Host.Read(ctx, id, look)
}

// known are accounts as notices need them.
type known struct{ *account.Service }

// GuestsOf returns the actors of guests that an actor was.
func (k known) GuestsOf(ctx context.Context, actor string) ([]string, error) {
	id, ok := account.UserID(actor)
	if !ok {
		return nil, nil
	}
	return k.Service.GuestsOf(ctx, id)
}

// SignedIn reports whether a session has not ended.
func (k known) SignedIn(ctx context.Context, session string) (bool, error) {
	_, err := k.Store.Session(ctx, session)
	if errors.Is(err, account.ErrNoSession) {
		return false, nil
	}
	return err == nil, err
}

// NameIn returns what a language calls a player.
func (k known) NameIn(ctx context.Context, lang string, seat play.Seat) (string, error) {
	p := view.Player{Kind: string(seat.Kind), Name: seat.Name}
	var err error
	switch seat.Kind {
	case play.SeatUser:
		p.Name, err = k.NameOf(ctx, seat.Actor())
		p.Name = cmp.Or(p.Name, api.ClosedName)
	case play.SeatBot:
		p.Level = seat.ID
	}
	return api.PersonIn(lang, p).Name, err
}
