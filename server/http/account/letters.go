package account

import (
	"context"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rosette/server/account"
	"rosette/server/notice"
)

// noticeLife is how long letters without a link are tried. Those with a link are tried as long as
// it would work, such as [account.ResetLife].
const noticeLife = 24 * time.Hour

// postLetter stores a letter that expires unsent after some time.
func (s *Server) postLetter(r *http.Request, life time.Duration, l notice.LetterDetails) error {
	return s.Mail.Outbox.Post(r.Context(), notice.PendingLetter{Expires: s.Now().Add(life), LetterDetails: l})
}

// A letterWriter writes letters of a kind.
type letterWriter func(s *Server, ctx context.Context, l notice.PendingLetter) (notice.WrittenLetter, error)

// letterWriters returns what writes the letters about accounts, by kind.
func letterWriters() map[notice.LetterKind]letterWriter {
	return map[notice.LetterKind]letterWriter{
		notice.ConfirmKind: (*Server).writeConfirmation, notice.ResetRequest: (*Server).expandReset, notice.ResetKind: (*Server).writeReset,
		notice.SignInRequest: (*Server).expandSignIn, notice.SignInKind: (*Server).writeSignIn,
		notice.ChangedKind: func(s *Server, _ context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
			return written(s.Mail.Site.ChangedLetter(l.Lang, l.To, l.Name)), nil
		},
		notice.SecuredKind: func(_ *Server, _ context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
			return written(notice.SecuredLetter(l.Lang, l.To, l.Name, l.Change)), nil
		},
	}
}

// WriteLetter writes a letter about an account as it is now, with a new link.
func (s *Server) WriteLetter(ctx context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
	write, ok := letterWriters()[l.Kind]
	if !ok {
		return notice.WrittenLetter{}, fmt.Errorf("people: a letter of kind %q", l.Kind)
	}
	return write(s, ctx, l)
}

func written(l notice.Letter) notice.WrittenLetter { return notice.WrittenLetter{Letter: &l} }

// holder returns the user of a letter; ok is false if the account is closed.
func (s *Server) holder(ctx context.Context, l notice.PendingLetter) (u account.User, ok bool, err error) {
	u, err = s.Accounts.Store.User(ctx, l.User)
	if errors.Is(err, account.ErrNoUser) {
		return u, false, nil
	}
	return u, u.Open(), err
}

// linked returns a letter with a link, which ends if the letter is not sent.
func (s *Server) linked(l notice.Letter, kind account.Kind, secret string) notice.WrittenLetter {
	return notice.WrittenLetter{Letter: &l, Undo: func(ctx context.Context) error { return s.Accounts.EndLink(ctx, kind, secret) }}
}

// writeConfirmation writes a letter that asks whether an address is a user's.
func (s *Server) writeConfirmation(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	u, ok, err := s.holder(ctx, l)
	if err != nil || !ok {
		return w, err
	}
	secret, ok, err := s.Accounts.AskEmail(ctx, u, l.To)
	if err != nil || !ok {
		return w, err
	}
	return s.linked(s.Mail.Site.ConfirmLetter(l.Lang, l.To, u.Name, secret), account.KindEmail, secret), nil
}

// expandReset returns a letter for each user of an address.
func (s *Server) expandReset(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	users, err := s.Accounts.Resettable(ctx, l.To)
	for _, u := range users {
		other := l
		other.ID, other.Kind, other.User = "", notice.ResetKind, u.ID
		w.Instead = append(w.Instead, other)
	}
	return w, err
}

// writeReset writes a letter about a lost password, unless the user has another address now.
func (s *Server) writeReset(ctx context.Context, l notice.PendingLetter) (w notice.WrittenLetter, err error) {
	u, ok, err := s.holder(ctx, l)
	if err != nil || !ok || !u.Verified || u.Email != l.To {
		return w, err
	}
	secret, ok, err := s.Accounts.AskReset(ctx, u)
	if err != nil || !ok {
		return w, err
	}
	return s.linked(s.Mail.Site.ResetLetter(l.Lang, l.To, u.Name, secret), account.KindReset, secret), nil
}
