package account_test

import (
	"context"
	"errors"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	"rosette/server/notice"
	"rosette/server/refusal"
)

// letters is an outbox that writes each posted letter at once and stores it.
type letters struct {
	all   []notice.Letter
	write func(context.Context, notice.PendingLetter) (notice.WrittenLetter, error)
	lost  bool // no letter is sent
}

func (l *letters) Post(ctx context.Context, pending notice.PendingLetter) error {
	w, err := l.write(ctx, pending)
	for _, other := range w.Replacements {
		err = errors.Join(err, l.Post(ctx, other))
	}
	switch {
	case w.Letter != nil && l.lost && w.Undo != nil:
		err = errors.Join(err, w.Undo(ctx))
	case w.Letter != nil && !l.lost:
		l.all = append(l.all, *w.Letter)
	}
	return err
}

// take returns the letters since the last call as "to: subject", and the code in the last link.
func (l *letters) take() (said []string, code string) {
	for _, one := range l.all {
		said = append(said, one.To+": "+one.Subject)
		for _, link := range one.Links {
			if u, err := url.Parse(link.Address); err == nil {
				code = u.Query().Get("code")
			}
		}
	}
	l.all = nil
	return said, code
}

// A post is a server that sends letters, with a signed-in user.
type post struct {
	*site
	*letters
	session string // key, "" for a stranger
}

func openPost(t *testing.T) *post {
	p := &post{site: open(t, generous), letters: &letters{}}
	p.sendLetters(func(context.Context, notice.Notice) error { return nil })
	return p
}

// sendLetters has the server write letters at once. schedule gets the notices of digests.
func (p *post) sendLetters(schedule func(context.Context, notice.Notice) error) {
	mail := notice.AccountMail{
		Outbox: p.letters, Site: "https://go.example.org", Links: p.Accounts, Now: p.Clock.Now,
		Secret:   func(context.Context) (string, error) { return "key", nil },
		Schedule: schedule,
	}
	p.Accounts.Mail, p.letters.write = mail, mail.Write
}

// client returns the signed-in client, or a stranger.
func (p *post) client() account.Client {
	p.Helper()
	c := account.Client{Address: "192.0.2.1", Language: "en"}
	if p.session != "" {
		identity, err := p.Accounts.Identify(p.Context(), p.session)
		p.Check(err)
		c.Visitor = account.Visitor{Identity: identity, Actor: account.Actor(identity.Actor())}
	}
	return c
}

// user returns the signed-in user.
func (p *post) user() account.User {
	p.Helper()
	return p.client().Visitor.User
}

// register makes an account and signs it in.
func (p *post) register(name string) {
	p.Helper()
	p.session = ""
	e, err := p.Accounts.SignUp(p.Context(), p.client(), name, "correct horse")
	p.Check(err)
	p.session = e.Session
}

// reset sets a password by an e-mailed secret.
func (p *post) reset(secret, password string) error {
	_, err := p.Accounts.ResetPassword(p.Context(), p.client(), secret, password)
	return err
}

// code returns the code of a refusal, or "" if err is nil.
func code(err error) string {
	if e := refusal.Of(err); e != nil {
		return e.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// confirmed confirms an e-mail address for the signed-in user.
func (p *post) confirmed(address string) {
	p.Helper()
	if err := p.Accounts.RequestEmail(p.Context(), p.client(), address, "correct horse"); err != nil {
		p.Fatal(err)
	}
	_, secret := p.take()
	if err := p.Accounts.ConfirmEmail(p.Context(), p.client(), secret); err != nil {
		p.Fatal(err)
	}
}

func TestAnAddressBelongsToTheUserOnceConfirmed(t *testing.T) {
	p := openPost(t)
	p.register("Ana")
	for _, c := range [][3]string{
		{"ana@example.org", "wrong horse", "account.password.wrong"},
		{"ana", "correct horse", "mail.email.unknown"},
		{"Ana <ana@example.org>", "correct horse", "mail.email.unknown"},
		{"ana@example.org\r\nBcc: x@example.org", "correct horse", "mail.email.unknown"},
		{"änä@example.org", "correct horse", "mail.email.unknown"},
		{"ana@localhost", "correct horse", "mail.email.unknown"},
	} {
		if got := code(p.Accounts.RequestEmail(p.Context(), p.client(), c[0], c[1])); got != c[2] {
			t.Errorf("%q: %s", c[0], got)
		}
	}
	if err := p.Accounts.RequestEmail(p.Context(), p.client(), "Ana@Example.org", "correct horse"); err != nil {
		t.Fatal(err)
	}
	said, secret := p.take()
	if !slices.Equal(said, []string{"ana@example.org: Rosette: confirm your address"}) {
		t.Errorf("%q", said)
	}
	email := func() string { return p.user().Email }
	if got := email(); got != "" {
		t.Errorf("before it is confirmed the address is %q", got)
	}
	if got := code(p.Accounts.ConfirmEmail(p.Context(), p.client(), secret)); got != "" || email() != "ana@example.org" {
		t.Errorf("%s, %q", got, email())
	}
	if got := code(p.Accounts.ConfirmEmail(p.Context(), p.client(), secret)); got != "mail.link.used" {
		t.Errorf("twice: %q", got)
	}
	p.confirmed("new@example.org")
	if said, _ := p.take(); email() != "new@example.org" || !slices.Equal(said, []string{"ana@example.org: Rosette: your address was changed"}) {
		t.Errorf("%s, %q", email(), said)
	}
	if err := p.Accounts.RequestEmail(p.Context(), p.client(), "late@example.org", "correct horse"); err != nil {
		t.Fatal(err)
	}
	_, late := p.take()
	p.Clock.Advance(25 * time.Hour)
	got := code(p.Accounts.ConfirmEmail(p.Context(), p.client(), late))
	if got != "mail.link.used" || email() != "new@example.org" {
		t.Errorf("a day later: %q, %s", got, email())
	}
	if got := code(p.Accounts.RemoveEmail(p.Context(), p.client().Visitor, "correct horse")); got != "" || email() != "" {
		t.Errorf("%q, %s", got, email())
	}
}

// Otherwise a thief with the old password could still get in.
func TestALinkEndsWithThePasswordAndTheAddress(t *testing.T) {
	asked := func(p *post) string {
		if err := p.Accounts.RequestEmail(p.Context(), p.client(), "thief@example.org", "correct horse"); err != nil {
			t.Fatal(err)
		}
		_, secret := p.take()
		return secret
	}
	reset := func(p *post) string {
		if err := p.Accounts.RequestReset(p.Context(), p.client(), "ana@example.org"); err != nil {
			t.Fatal(err)
		}
		_, secret := p.take()
		return secret
	}
	for name, then := range map[string]func(p *post, link, other string) error{
		"another password": func(p *post, _, _ string) error {
			return p.Accounts.SetPassword(p.Context(), p.client(), "correct horse", "another horse")
		},
		"a password by mail": func(p *post, _, other string) error { return p.reset(other, "another horse") },
		"no address": func(p *post, _, _ string) error {
			return p.Accounts.RemoveEmail(p.Context(), p.client().Visitor, "correct horse")
		},
		"another address": func(p *post, _, _ string) error { p.confirmed("new@example.org"); return nil },
	} {
		p := openPost(t)
		p.register("Ana")
		p.confirmed("ana@example.org")
		p.take()
		email := asked(p)
		first := reset(p)
		second := reset(p)
		signIn := p.link("Ana")
		if got := code(then(p, email, second)); got != "" {
			t.Fatalf("%s: %s", name, got)
		}
		if got := code(p.Accounts.ConfirmEmail(p.Context(), p.client(), email)); got != "mail.link.used" {
			t.Errorf("%s: the address of another is confirmed: %q", name, got)
		}
		if got := p.enter(signIn); got != "mail.link.used" {
			t.Errorf("%s: somebody signs in by an old link: %q", name, got)
		}
		if got := code(p.reset(first, "a third horse")); got != "mail.link.used" {
			t.Errorf("%s: the password is set by an old link: %q", name, got)
		}
	}
}

func TestWhoLosesAPasswordChoosesAnother(t *testing.T) {
	p := openPost(t)
	p.register("Ben")
	p.register("Ana")
	p.confirmed("ana@example.org")
	p.session = ""
	for _, address := range []string{"ana@example.org", "ben@example.org", "nobody@example.org"} { // all look alike
		if got := code(p.Accounts.RequestReset(p.Context(), p.client(), address)); got != "" {
			t.Errorf("%s: %q", address, got)
		}
	}
	said, secret := p.take()
	if !slices.Equal(said, []string{"ana@example.org: Rosette: a new password"}) {
		t.Errorf("%q", said)
	}
	if got := code(p.reset(secret, "short")); got != "account.password.short" {
		t.Errorf("%q", got)
	}
	if got := code(p.reset("x"+secret, "another horse")); got != "mail.link.used" {
		t.Errorf("%q", got)
	}
	if got := code(p.reset(secret, "another horse")); got != "" {
		t.Errorf("%q", got)
	}
	if said, _ := p.take(); !slices.Equal(said, []string{"ana@example.org: Rosette: a change to your account"}) {
		t.Errorf("after another password: %q", said)
	}
	if got := code(p.reset(secret, "a third horse")); got != "mail.link.used" {
		t.Errorf("twice: %q", got)
	}
	for password, want := range map[string]string{"correct horse": "account.sign-in.wrong", "another horse": "", "a third horse": "account.sign-in.wrong"} {
		_, err := p.Accounts.SignIn(p.Context(), p.client(), "Ana", password)
		if got := code(err); got != want {
			t.Errorf("%s: %q, want %q", password, got, want)
		}
	}
	if err := p.Accounts.RequestReset(p.Context(), p.client(), "ana@example.org"); err != nil {
		t.Fatal(err)
	}
	_, late := p.take()
	p.Clock.Advance(61 * time.Minute)
	if got := code(p.reset(late, "another horse")); got != "mail.link.used" {
		t.Errorf("an hour later: %q", got)
	}
	for i := range 10 {
		got, want := code(p.Accounts.RequestReset(p.Context(), p.client(), "ana@example.org")), ""
		if i >= 5 {
			want = "mail.too-many"
		}
		if got != want {
			t.Errorf("letter %d: %q", i, got)
		}
	}
	if said, _ := p.take(); len(said) != 3 {
		t.Errorf("%d letters in an hour", len(said))
	}
}

func TestADigestNeedsAnAddressAndEndsByALink(t *testing.T) {
	p := openPost(t)
	p.register("Ana")
	var scheduled []notice.Notice
	p.sendLetters(func(_ context.Context, n notice.Notice) error {
		scheduled = append(scheduled, n)
		return nil
	})
	got := code(p.Accounts.SetDigest(p.Context(), p.client().Visitor, account.DailyDigest))
	if got != "mail.digest.unknown" {
		t.Errorf("without an address: %q", got)
	}
	p.confirmed("ana@example.org")
	for digest, want := range map[account.Digest]string{account.DailyDigest: "", "always": "mail.digest.unknown"} {
		if got := code(p.Accounts.SetDigest(p.Context(), p.client().Visitor, digest)); got != want {
			t.Errorf("%s: %q", digest, got)
		}
	}
	u := p.user()
	if u.Digest != account.DailyDigest {
		t.Fatalf("%+v", u)
	}
	if want := time.Date(2026, 5, 2, 8, 0, 0, 0, time.UTC); len(scheduled) != 1 || scheduled[0].Actor != u.Actor() || !scheduled[0].Due.Equal(want) {
		t.Errorf("%+v", scheduled)
	}
	signed := account.Signed("key", u.ID)
	for link, want := range map[string]string{"": "mail.link.used", u.ID + ".00": "mail.link.used", strings.ToUpper(signed): "mail.link.used", account.Signed("other", u.ID): "mail.link.used"} {
		if got := code(p.Accounts.Unsubscribe(p.Context(), p.client(), link)); got != want {
			t.Errorf("%s: %q", link, got)
		}
	}
	p.session = ""
	if got := code(p.Accounts.Unsubscribe(p.Context(), p.client(), signed)); got != "" {
		t.Error(got)
	}
	if u, err := p.Accounts.UserByName(t.Context(), "Ana"); err != nil || u.Digest != account.NoDigest {
		t.Errorf("%+v, %v", u, err)
	}
}

func TestWithoutAMailServerNothingOfItIsThere(t *testing.T) {
	p := &post{site: open(t, generous)}
	p.register("Ana")
	ctx := t.Context()
	c := p.client()
	s := p.Accounts
	for what, err := range map[string]error{
		"RequestEmail": s.RequestEmail(ctx, c, "ana@example.org", "correct horse"),
		"ConfirmEmail": s.ConfirmEmail(ctx, c, "x"),
		"RequestReset": s.RequestReset(ctx, c, "ana@example.org"), "ResetPassword": p.reset("x", "another horse"),
		"RequestSignIn": s.RequestSignIn(ctx, c, "Ana"), "SetDigest": s.SetDigest(ctx, c.Visitor, account.DailyDigest),
		"Unsubscribe": s.Unsubscribe(ctx, c, "x"),
	} {
		if code(err) != "api.no-page" {
			t.Errorf("%s: %v", what, err)
		}
	}
}
