package server

import (
	"cmp"
	"context"
	"errors"
	"slices"
	"time"

	"rosette/game/board"
	"rosette/play"
	"rosette/server/account"
	"rosette/server/match"
	"rosette/server/notice"
	"rosette/server/notice/mail"
	"rosette/server/store"
)

// digests are letters about the games that wait for users.
type digests struct {
	site     notice.Site
	outbox   *mail.Outbox // nil if the server sends no e-mails
	games    store.Games
	matches  *match.Host
	accounts *account.Service
	secret   func(ctx context.Context) (string, error) // signs links
}

// newDigests returns the server's digests.
func (s *Server) newDigests(table notice.Store) digests {
	return digests{
		site: notice.Site(s.config.Mail.Site), outbox: s.config.Mail.Outbox, games: s.Store.Games(), matches: s.Matches,
		accounts: s.Accounts,
		secret:   func(ctx context.Context) (string, error) { return table.Secret(ctx, "letters", account.NewKey()) },
	}
}

// newAccountMail returns the sender of letters about accounts.
func (s *Server) newAccountMail(d digests, schedule func(context.Context, notice.Notice) error) notice.AccountMail {
	return notice.AccountMail{
		Outbox: d.outbox, Site: d.site, Links: s.Accounts, Secret: d.secret, Schedule: schedule, Now: s.config.Now,
	}
}

// listDelay is the maximum delay between a game's change and its entry in lists.
const listDelay = 10 * time.Second

// send posts a letter about the games that wait for a user, if one has changed since the last
// letter or has no time left for a later one. It returns the notice for the next letter.
func (d digests) send(ctx context.Context, n notice.Notice) (*notice.Notice, error) {
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
			ID: "digest/" + u.ID, Expires: now.Add(digestLife),
			LetterDetails: notice.LetterDetails{Kind: notice.DigestKind, To: u.Email, Lang: lang, User: u.ID},
		})
		if err != nil { // the next letter includes everything
			next := notice.DigestNotice(n.Actor, notice.LastDigest(n).Add(time.Millisecond), due)
			return &next, err
		}
	}
	next := notice.DigestNotice(n.Actor, now.Add(-listDelay), due)
	return &next, nil
}

// digestLife is the time limit for sending a digest. A digest is written when it is sent, and at
// most one waits for each user.
const digestLife = 24 * time.Hour

// write writes a digest about the games that wait now, unless the user no longer wants digests.
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

// reader returns a user, and whether the user wants digests.
func (d digests) reader(ctx context.Context, id string) (u account.User, wants bool, err error) {
	u, err = d.accounts.Store.User(ctx, id)
	if errors.Is(err, account.ErrNoUser) {
		return u, false, nil
	}
	return u, u.Open() && u.Verified && u.Digest != account.NoDigest && d.outbox != nil, err
}

// maxWaiting is the maximum number of games in a letter.
const maxWaiting = 50

// waiting returns the games that wait for a user, the one with the least time left first, and
// the time when one last changed.
func (d digests) waiting(
	ctx context.Context, u account.User, lang string,
) (games []notice.WaitingGame, latest time.Time, err error) {
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
		if games = append(games, some...); last.After(latest) {
			latest = last
		}
	}
	slices.SortStableFunc(games, func(a, b notice.WaitingGame) int { return cmp.Compare(a.Urgency(), b.Urgency()) })
	return games[:min(len(games), maxWaiting)], latest, nil
}

// waitingFor is waiting for one actor, the game that changed last first.
func (d digests) waitingFor(
	ctx context.Context, actor string, own []string, lang string,
) (waiting []notice.WaitingGame, latest time.Time, err error) {
	for before, more := int64(0), true; more; {
		games, err := d.games.Of(ctx, actor, true, maxWaiting, before)
		if err != nil {
			return nil, latest, err
		}
		for _, g := range games {
			before = g.Position
			var opponent *play.Seat
			var deadline int64
			var last time.Time
			err := d.matches.Read(ctx, g.ID, func(m *play.Match) {
				opponent, deadline = awaiting(m, own)
				last = m.Touched()
			})
			if err != nil || opponent == nil {
				continue // the host has logged the error
			}
			name, err := people{d.accounts}.NameIn(ctx, lang, *opponent)
			if err != nil {
				return nil, latest, err
			}
			if waiting = append(waiting, notice.WaitingGame{
				ID: g.ID, Opponent: name, Deadline: deadline,
			}); last.After(latest) {
				latest = last
			}
		}
		more = len(games) == maxWaiting
	}
	return waiting, latest, nil
}

// awaiting returns the opponent if a match waits for an actor in own, and the deadline as
// [match.DeadlineOf] returns it; otherwise nil. The computer as an opponent does not count,
// because it always waits.
func awaiting(m *play.Match, own []string) (opponent *play.Seat, deadline int64) {
	for _, c := range board.Colors {
		other := m.Seat(c.Opponent())
		if m.Awaits(c) && slices.Contains(own, m.Seat(c).Actor()) && !slices.Contains(own, other.Actor()) &&
			!other.Bot() {
			return &other, match.DeadlineOf(m, c)
		}
	}
	return nil, 0
}
