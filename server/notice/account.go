package notice

import (
	"cmp"
	"context"
	"fmt"
	"time"

	"rosette/server/account"
)

// An Outbox sends letters. Post stores one and does not wait until it is sent.
type Outbox interface {
	Post(ctx context.Context, l PendingLetter) error
}

// Links makes the links in letters about accounts. An [account.Service] implements it.
type Links interface {
	MakeLink(ctx context.Context, kind account.Kind, user, address string) (u account.User, secret string, err error)
	EndLink(ctx context.Context, kind account.Kind, secret string) error
	UsersToReset(ctx context.Context, address string) ([]account.User, error)
	UserToSignIn(ctx context.Context, name string) (u account.User, ok bool, err error)
}

// AccountMail posts and writes letters about accounts. It implements [account.Mail].
type AccountMail struct {
	Outbox Outbox
	Site   Site
	Links  Links
	// Secret returns the key with which links to unsubscribe are signed.
	Secret func(ctx context.Context) (string, error)
	// Schedule stores the notice for the next digest of a user.
	Schedule func(ctx context.Context, n Notice) error
	Now      func() time.Time
}

// noticeLife is how long letters without a link are tried. Those with a link are tried as long
// as it would work, such as [account.ResetLife].
const noticeLife = 24 * time.Hour

// post stores a letter that expires unsent after some time.
func (m AccountMail) post(ctx context.Context, life time.Duration, l LetterDetails) error {
	return m.Outbox.Post(ctx, PendingLetter{Expires: m.Now().Add(life), LetterDetails: l})
}

// Confirm implements [account.Mail].
func (m AccountMail) Confirm(ctx context.Context, u account.User, lang, address string) error {
	return m.post(ctx, account.EmailLife, LetterDetails{Kind: ConfirmKind, To: address, Lang: lang, User: u.ID})
}

// AddressChange implements [account.Mail].
func (m AccountMail) AddressChange(ctx context.Context, u account.User, lang, former string) error {
	return m.post(ctx, noticeLife, LetterDetails{Kind: AddressChangeKind, To: former, Lang: lang, Name: u.Name})
}

// changes has the change that a letter names, by the event of an account.
var changes = map[string]Change{
	account.PasswordChanged: PasswordChange,
	account.PasswordReset:   PasswordChange,
	account.PasskeyAdded:    PasskeyChange,
	account.PasskeyRemoved:  PasskeyChange,
	account.TokenMade:       TokenChange,
}

// SecurityChange implements [account.Mail].
func (m AccountMail) SecurityChange(ctx context.Context, u account.User, lang, event string) error {
	l := LetterDetails{Kind: SecurityChangeKind, To: u.Email, Lang: lang, Name: u.Name, Change: changes[event]}
	return m.post(ctx, noticeLife, l)
}

// Reset implements [account.Mail].
func (m AccountMail) Reset(ctx context.Context, lang, address string) error {
	return m.post(ctx, account.ResetLife, LetterDetails{Kind: ResetRequest, To: address, Lang: lang})
}

// SignIn implements [account.Mail].
func (m AccountMail) SignIn(ctx context.Context, lang, name string) error {
	return m.post(ctx, account.SignInLife, LetterDetails{Kind: SignInRequest, Lang: lang, Name: name})
}

// Digest implements [account.Mail].
func (m AccountMail) Digest(ctx context.Context, u account.User) error {
	now := m.Now()
	next := NextDigest(now, u.Digest == account.HourlyDigest, u.Profile.Zone)
	return m.Schedule(ctx, DigestNotice(u.Actor(), now.Truncate(time.Millisecond), next))
}

// Key implements [account.Mail].
func (m AccountMail) Key(ctx context.Context) (string, error) { return m.Secret(ctx) }

// Write writes a letter about an account as it is now, with a new link.
func (m AccountMail) Write(ctx context.Context, l PendingLetter) (w WrittenLetter, err error) {
	switch l.Kind {
	case AddressChangeKind:
		letter := m.Site.AddressChangeLetter(l.Lang, l.To, l.Name)
		return WrittenLetter{Letter: &letter}, nil
	case SecurityChangeKind:
		letter := SecurityChangeLetter(l.Lang, l.To, l.Name, l.Change)
		return WrittenLetter{Letter: &letter}, nil
	case ResetRequest:
		return m.expandReset(ctx, l)
	case SignInRequest:
		return m.expandSignIn(ctx, l)
	case ConfirmKind:
		return m.writeWithLink(ctx, l, account.KindEmail, m.Site.ConfirmLetter)
	case ResetKind:
		return m.writeWithLink(ctx, l, account.KindReset, m.Site.ResetLetter)
	case SignInKind:
		return m.writeWithLink(ctx, l, account.KindSignIn, m.Site.SignInLetter)
	}
	return w, fmt.Errorf("notice: a letter of kind %q", l.Kind)
}

// writeWithLink writes a letter with a link, which ends if the letter is not sent.
func (m AccountMail) writeWithLink(
	ctx context.Context, l PendingLetter, kind account.Kind, write func(lang, to, user, secret string) Letter,
) (w WrittenLetter, err error) {
	u, secret, err := m.Links.MakeLink(ctx, kind, l.User, l.To)
	if err != nil || secret == "" {
		return w, err
	}
	letter := write(l.Lang, l.To, u.Name, secret)
	undo := func(ctx context.Context) error { return m.Links.EndLink(ctx, kind, secret) }
	return WrittenLetter{Letter: &letter, Undo: undo}, nil
}

// expandReset returns a letter for each user of an address.
func (m AccountMail) expandReset(ctx context.Context, l PendingLetter) (w WrittenLetter, err error) {
	users, err := m.Links.UsersToReset(ctx, l.To)
	for _, u := range users {
		other := l
		other.ID = ""
		other.Kind = ResetKind
		other.User = u.ID
		w.Replacements = append(w.Replacements, other)
	}
	return w, err
}

// expandSignIn returns the letter to the user of a name.
func (m AccountMail) expandSignIn(ctx context.Context, l PendingLetter) (w WrittenLetter, err error) {
	u, ok, err := m.Links.UserToSignIn(ctx, l.Name)
	if err != nil || !ok {
		return w, err
	}
	l.ID = ""
	l.Kind = SignInKind
	l.User = u.ID
	l.To = u.Email
	l.Lang = cmp.Or(u.Profile.Language, l.Lang)
	return WrittenLetter{Replacements: []PendingLetter{l}}, nil
}
