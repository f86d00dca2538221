package main

import (
	"cmp"
	"context"
	"errors"
	"fmt"
	"log/slog"
	netmail "net/mail"
	"net/url"
	"os"
	"slices"
	"strings"
	"time"

	"github.com/spf13/cobra"
	"golang.org/x/sync/errgroup"

	"rosette/game/board"
	"rosette/internal/permission"
	"rosette/play"
	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	matchhttp "rosette/server/http/match"
	noticehttp "rosette/server/http/notice"
	"rosette/server/lobby"
	"rosette/server/match"
	"rosette/server/notice"
	"rosette/server/notice/mail"
	"rosette/server/notice/push"
	"rosette/server/notice/turns"
	"rosette/server/pubsub"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// noticeFlags are flags of how persons are told.
type noticeFlags struct {
	contact  string
	loopback bool

	mail         mail.Options
	passwordFile string
	publicURL    string
	outbox       *mail.Outbox // nil without e-mails; prepare makes it
}

// register adds the flags to a command.
func (f *noticeFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.contact, "contact", "", "e-mail `address` or https address at which those who run push services reach you")
	cmd.Flags().StringVar(&f.mail.Server, "smtp", "", "`host:port` of an SMTP server; without it no e-mails are sent and no page offers them")
	cmd.Flags().StringVar(&f.mail.User, "smtp-user", "", "`name` by which the SMTP server knows you")
	cmd.Flags().StringVar(&f.passwordFile, "smtp-password-file", "", "`file` with the password for the SMTP server (default: $"+smtpPassword+")")
	cmd.Flags().StringVar(&f.mail.From, "mail-from", "", "`sender` of e-mails, such as \"Rosette <go@example.org>\"")
	cmd.Flags().StringVar(&f.publicURL, "public-url", "", "`address` of the server that e-mails name, such as https://go.example.org")
	cmd.Flags().BoolVar(&f.loopback, "push-loopback", false, "allow push services on this machine, for tests")
	if err := cmd.Flags().MarkHidden("push-loopback"); err != nil {
		panic(err) // only an unknown name is an error
	}
}

// smtpPassword is the variable of the environment with the password for the SMTP server.
const smtpPassword = "ROSETTE_SMTP_PASSWORD"

// prepare checks the flags of e-mails and reads the password.
func (f *noticeFlags) prepare(log *slog.Logger) error {
	if err := f.check(); err != nil || f.mail.Server == "" {
		return err
	}
	var err error
	f.mail.Password = os.Getenv(smtpPassword)
	if f.passwordFile != "" {
		text, err := os.ReadFile(f.passwordFile)
		if err != nil {
			return usageError{fmt.Errorf("--smtp-password-file: %w", err)}
		}
		f.mail.Password = strings.TrimSpace(string(text))
		permission.Warn(log, "--smtp-password-file", f.passwordFile)
	}
	f.mail.Log = log
	if f.outbox, err = mail.New(f.mail); err != nil {
		return usageError{fmt.Errorf("--smtp, --mail-from: %w", err)}
	}
	return nil
}

// check returns an error if flags do not fit, or not each other.
func (f *noticeFlags) check() error {
	contact, wrong := url.Parse(f.contact)
	if _, err := netmail.ParseAddress(f.contact); f.contact != "" && err != nil && (wrong != nil || contact.Scheme != "https" || contact.Host == "") {
		return usageError{fmt.Errorf("--contact %q; use an e-mail address or an https address", f.contact)}
	}
	at, err := url.Parse(f.publicURL)
	public := err == nil && at.Host != "" && at.Path == "" && at.RawQuery == "" && (at.Scheme == "https" || at.Scheme == "http")
	switch {
	case f.mail.Server != "" && !public:
		return usageError{fmt.Errorf("--smtp needs --public-url, the address that e-mails name: use one such as https://go.example.org, not %q", f.publicURL)}
	case f.publicURL != "" && !public:
		return usageError{fmt.Errorf("--public-url %q; use an address such as https://go.example.org", f.publicURL)}
	case f.mail.Server != "":
		return nil
	}
	for flag, value := range map[string]string{"mail-from": f.mail.From, "smtp-user": f.mail.User, "smtp-password-file": f.passwordFile} {
		if value != "" {
			return usageError{fmt.Errorf("--%s needs --smtp, the server that sends e-mails", flag)}
		}
	}
	return nil
}

// A notifier tells persons of their turns.
type notifier struct {
	*noticehttp.Server
	turns  *turns.Service
	outbox *mail.Outbox // nil without e-mails
}

// newNotifier connects what tells persons of their turns.
func newNotifier(f noticeFlags, srv *liveServer, s store.Store, accounts *account.Service) *notifier {
	kept := tables.Notices(s)
	sender := push.New(push.Options{Store: kept, Contact: f.contact, Loopback: f.loopback})
	n := &notifier{outbox: f.outbox}
	letters := newDigests(f, srv, s, kept, accounts)
	if n.outbox != nil {
		n.outbox.Letters, n.outbox.Write, n.outbox.Now = tables.Letters(s), letters.writer(srv.people), srv.api.Now
	}
	asked := &challenges{tables.Offers(s), kept, known{accounts}, nil}
	n.turns = turns.New(turns.Options{
		Store: kept, Games: followed{s, srv.host}, People: known{accounts}, Sender: sender,
		Present: func(seat turns.Seat) bool { return srv.api.Present(seat.Game, seat.Color) },
		Others:  map[notice.Kind]turns.Teller{notice.Digest: letters.tell, notice.Challenge: asked.tell}, Now: srv.api.Now, Log: srv.api.Log,
	})
	n.Server = noticehttp.New(srv.api.Server, noticehttp.Options{Store: kept, Key: sender.Key, Plain: f.loopback, Changed: func() {
		n.turns.Changed()
		srv.api.Feed.Publish(pubsub.Message{Topic: devicesTopic})
	}})
	asked.show, srv.meet.Asked = n.turns.Show, asked.add
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
	both.Go(func() error { return n.turns.Run(ctx) })
	if n.outbox != nil {
		both.Go(func() error { return n.outbox.Run(ctx) })
	}
	return both.Wait()
}

// followed are matches and the log that they are in.
type followed struct {
	store.Store
	*match.Host
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
func (f followed) End(ctx context.Context) (int64, error) { return f.Games().Position(ctx) }

// Read calls look with a match.
func (f followed) Read(ctx context.Context, id string, look func(*play.Match)) error {
	return f.Host.Read(ctx, id, look)
}

// digests are letters about the games that wait for users.
type digests struct {
	site     notice.Site
	outbox   *mail.Outbox
	games    store.Games
	host     *match.Host
	accounts *account.Service
	secret   func(ctx context.Context) (string, error)
}

// newDigests returns the letters of a server and lets pages send others, if the server
// sends any.
func newDigests(f noticeFlags, srv *liveServer, s store.Store, kept notice.Store, accounts *account.Service) digests {
	d := digests{
		site: notice.Site(f.publicURL), outbox: f.outbox, games: s.Games(), host: srv.host, accounts: accounts,
		secret: func(ctx context.Context) (string, error) { return kept.Secret(ctx, "letters", account.NewKey()) },
	}
	if f.outbox != nil {
		srv.people.Mail = accounthttp.Mail{Outbox: f.outbox, Site: d.site, Secret: d.secret, Schedule: kept.Add}
	}
	return d
}

// lateGames is how long the lists of games may be behind the games.
const lateGames = 10 * time.Second

// tell sends a user a letter about the games that wait for him, if one has changed since
// the last one or has no time left for another letter, and returns the notice of the next.
func (d digests) tell(ctx context.Context, n notice.Notice) (*notice.Notice, error) {
	id, _ := account.UserID(n.Actor)
	u, wants, err := d.reader(ctx, id)
	if err != nil || !wants {
		return nil, err
	}
	now, lang := d.accounts.Now(), cmp.Or(u.Profile.Language, "en")
	due := notice.NextDigest(now, u.Digest == account.HourlyDigest, u.Profile.Zone)
	waiting, latest, err := d.waiting(ctx, u, lang)
	if err != nil {
		return nil, err
	}
	late := len(waiting) > 0 && waiting[0].Urgency() < due.UnixMilli()
	if late || latest.After(notice.LastDigest(n)) {
		err := d.outbox.Post(ctx, notice.PendingLetter{
			ID: "digest/" + u.ID, Expires: now.Add(digestLife), LetterDetails: notice.LetterDetails{Kind: notice.DigestKind, To: u.Email, Lang: lang, User: u.ID},
		})
		if err != nil { // the next letter has it all
			next := notice.DigestNotice(n.Actor, notice.LastDigest(n).Add(time.Millisecond), due)
			return &next, err
		}
	}
	next := notice.DigestNotice(n.Actor, now.Add(-lateGames), due)
	return &next, nil
}

// digestLife is how long a digest is tried. It is written when it is sent, and one waits for
// a user at most.
const digestLife = 24 * time.Hour

// writer returns what writes the letters of a server.
func (d digests) writer(accounts *accounthttp.Server) func(context.Context, notice.PendingLetter) (notice.WrittenLetter, error) {
	return func(ctx context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
		if l.Kind == notice.DigestKind {
			return d.write(ctx, l)
		}
		return accounts.WriteLetter(ctx, l)
	}
}

// write writes a digest of the games that wait now, unless the user wants none any more.
func (d digests) write(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	u, wants, err := d.reader(ctx, l.User)
	if err != nil || !wants || u.Email != l.To {
		return w, err
	}
	waiting, _, err := d.waiting(ctx, u, l.Lang)
	if err != nil || len(waiting) == 0 {
		return w, err
	}
	key, err := d.secret(ctx)
	if err != nil {
		return w, err
	}
	letter := d.site.DigestLetter(l.Lang, l.To, waiting, account.Signed(key, u.ID))
	return notice.WrittenLetter{Letter: &letter}, nil
}

// reader returns a user and whether he wants digests.
func (d digests) reader(ctx context.Context, id string) (u account.User, wants bool, err error) {
	u, err = d.accounts.Store.User(ctx, id)
	if errors.Is(err, account.ErrNoUser) {
		return u, false, nil
	}
	return u, u.Open() && u.Verified && u.Digest != account.NoDigest && d.outbox != nil, err
}

// mostWaiting is how many games a letter names.
const mostWaiting = 50

// waiting returns the games that wait for a user, the one with the least time left first, and
// when somebody did something in one of them last.
func (d digests) waiting(ctx context.Context, u account.User, lang string) (all []notice.WaitingGame, latest time.Time, err error) {
	guests, err := d.accounts.GuestsOf(ctx, u.ID)
	if err != nil {
		return nil, latest, err
	}
	own := append(guests, u.Actor())
	for _, actor := range own {
		some, last, err := d.waitingFor(ctx, actor, own, lang)
		if err != nil {
			return nil, latest, err
		}
		if all = append(all, some...); last.After(latest) {
			latest = last
		}
	}
	slices.SortStableFunc(all, func(a, b notice.WaitingGame) int { return cmp.Compare(a.Urgency(), b.Urgency()) })
	return all[:min(len(all), mostWaiting)], latest, nil
}

// waitingFor is waiting for the games of one of a user's own actors, the one that changed last
// first.
func (d digests) waitingFor(ctx context.Context, actor string, own []string, lang string) (all []notice.WaitingGame, latest time.Time, err error) {
	for before, more := int64(0), true; more; {
		games, err := d.games.Of(ctx, actor, true, mostWaiting, before)
		if err != nil {
			return nil, latest, err
		}
		for _, g := range games {
			before = g.Position
			var opponent *play.Seat
			var deadline int64
			var last time.Time
			err := d.host.Read(ctx, g.ID, func(m *play.Match) {
				opponent, deadline = awaiting(m, own)
				last = m.Touched()
			})
			if err != nil || opponent == nil {
				continue // the host has logged what it cannot read
			}
			name, err := known{d.accounts}.NameIn(ctx, lang, *opponent)
			if err != nil {
				return nil, latest, err
			}
			if all = append(all, notice.WaitingGame{ID: g.ID, Opponent: name, Deadline: deadline}); last.After(latest) {
				latest = last
			}
		}
		more = len(games) == mostWaiting
	}
	return all, latest, nil
}

// awaiting returns the opponent of a player, one of some actors, for whom a match waits, and
// until when as [matchhttp.DeadlineOf] has it; nil if it does not. The computer, which always waits,
// does not count.
func awaiting(m *play.Match, own []string) (waits *play.Seat, deadline int64) {
	for _, c := range board.Colors {
		opponent := m.Seat(c.Opponent())
		if m.Awaits(c) && slices.Contains(own, m.Seat(c).Actor()) && !slices.Contains(own, opponent.Actor()) && !opponent.Bot() {
			return &opponent, matchhttp.DeadlineOf(m, c)
		}
	}
	return nil, 0
}

// challenges are notices that somebody asks for a game, or for another one.
type challenges struct {
	offers tables.OfferTable
	kept   notice.Store
	known  known
	show   func(ctx context.Context, n notice.Notice, words func(lang string) (notice.Message, error), e push.Envelope) error
}

// add notes that a person is asked, if any device tells him.
func (c *challenges) add(ctx context.Context, o lobby.Offer) error {
	devices, err := c.kept.Devices(ctx, o.To)
	if err != nil || len(devices) == 0 {
		return err
	}
	due := c.known.Now().Add(turns.UsualWait)
	return c.kept.Add(ctx, notice.Notice{Kind: notice.Challenge, Subject: o.ID, Actor: o.To, Occasion: string(o.Kind), Due: due})
}

// tell tells a person who asks for a game, if the offer is still open.
func (c *challenges) tell(ctx context.Context, n notice.Notice) (*notice.Notice, error) {
	o, err := c.offers.Offer(ctx, n.Subject)
	if errors.Is(err, lobby.ErrNoOffer) {
		return nil, nil
	}
	now := c.known.Now()
	if err != nil || o.At(now) != lobby.Open {
		return nil, err
	}
	return nil, c.show(ctx, n, func(lang string) (notice.Message, error) {
		name, err := c.known.NameIn(ctx, lang, o.Maker)
		return notice.ChallengeMessage(lang, o.ID, o.Game.Board, name), err
	}, push.Envelope{Topic: o.ID, Life: max(time.Minute, o.Ends.Sub(now)), Urgent: true})
}
