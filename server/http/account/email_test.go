package account_test

import (
	"context"
	"errors"
	"net/http"
	"net/http/httptest"
	"net/url"
	"slices"
	"strings"
	"testing"
	"time"

	"rosette/server/account"
	accounthttp "rosette/server/http/account"
	"rosette/server/http/web"
	"rosette/server/notice"
)

// letters are an outbox that writes at once what is posted, and keeps it.
type letters struct {
	all   []notice.Letter
	write func(context.Context, notice.PendingLetter) (notice.WrittenLetter, error)
	lost  bool // no letter is sent
}

func (l *letters) Post(ctx context.Context, pending notice.PendingLetter) error {
	w, err := l.write(ctx, pending)
	for _, other := range w.Instead {
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

// take returns the letters since the last call as "to: subject", and the code of the last
// link.
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

// A post is a server that sends letters, with a user who is signed in.
type post struct {
	*site
	*letters
	cookie *http.Cookie
}

func openPost(t *testing.T) *post {
	s := open(t, generous)
	p := &post{s, &letters{write: s.Account.WriteLetter}, nil}
	s.Account.Mail = accounthttp.Mail{
		Outbox: p.letters, Site: "https://go.example.org",
		Secret:   func(context.Context) (string, error) { return "key", nil },
		Schedule: func(context.Context, notice.Notice) error { return nil },
	}
	return p
}

// request returns a request of who is signed in, or of a stranger.
func (p *post) request() *http.Request {
	r := httptest.NewRequest(http.MethodPost, "http://localhost/", nil)
	if p.cookie != nil {
		r.AddCookie(p.cookie)
	}
	return r
}

// register makes an account and signs it in.
func (p *post) register(name string) {
	p.Helper()
	p.cookie = nil
	_, cookies, err := p.Account.SignUp(p.request(), accounthttp.Registration{Name: name, Password: "correct horse"})
	if err != nil {
		p.Fatal(err)
	}
	p.cookie = cookies[0]
}

// reset sets a password by an e-mailed secret.
func (p *post) reset(r *http.Request, secret, password string) error {
	_, err := p.Account.Reset(r, secret, password)
	return err
}

// code returns the code of the problem that an error is, "" for none.
func code(err error) string {
	if p, ok := err.(web.Problem); ok {
		return p.Code
	}
	if err != nil {
		return err.Error()
	}
	return ""
}

// confirmed makes an address that of who is signed in.
func (p *post) confirmed(address string) {
	p.Helper()
	if err := p.Account.AskEmail(p.request(), address, "correct horse"); err != nil {
		p.Fatal(err)
	}
	_, secret := p.take()
	if err := p.Account.ConfirmEmail(p.request(), secret); err != nil {
		p.Fatal(err)
	}
}

func TestAnAddressIsOnesOwnOnceItIsConfirmed(t *testing.T) {
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
		if got := code(p.Account.AskEmail(p.request(), c[0], c[1])); got != c[2] {
			t.Errorf("%q: %s", c[0], got)
		}
	}
	if err := p.Account.AskEmail(p.request(), "Ana@Example.org", "correct horse"); err != nil {
		t.Fatal(err)
	}
	said, secret := p.take()
	if !slices.Equal(said, []string{"ana@example.org: Rosette: confirm your address"}) {
		t.Errorf("%q", said)
	}
	email := func() string {
		u, _, err := p.Account.User(p.request())
		if err != nil {
			t.Fatal(err)
		}
		return u.Email
	}
	if got := email(); got != "" {
		t.Errorf("before it is confirmed the address is %q", got)
	}
	if got := code(p.Account.ConfirmEmail(p.request(), secret)); got != "" || email() != "ana@example.org" {
		t.Errorf("%s, %q", got, email())
	}
	if got := code(p.Account.ConfirmEmail(p.request(), secret)); got != "mail.link.used" {
		t.Errorf("twice: %q", got)
	}
	p.confirmed("new@example.org")
	if said, _ := p.take(); email() != "new@example.org" || !slices.Equal(said, []string{"ana@example.org: Rosette: your address was changed"}) {
		t.Errorf("%s, %q", email(), said)
	}
	if err := p.Account.AskEmail(p.request(), "late@example.org", "correct horse"); err != nil {
		t.Fatal(err)
	}
	_, late := p.take()
	p.Clock.Advance(25 * time.Hour)
	if got := code(p.Account.ConfirmEmail(p.request(), late)); got != "mail.link.used" || email() != "new@example.org" {
		t.Errorf("a day later: %q, %s", got, email())
	}
	if got := code(p.Account.RemoveEmail(p.request(), "correct horse")); got != "" || email() != "" {
		t.Errorf("%q, %s", got, email())
	}
}

// Else who has known the old password could keep a way in.
func TestALinkEndsWithThePasswordAndTheAddress(t *testing.T) {
	asked := func(p *post) string {
		if err := p.Account.AskEmail(p.request(), "thief@example.org", "correct horse"); err != nil {
			t.Fatal(err)
		}
		_, secret := p.take()
		return secret
	}
	reset := func(p *post) string {
		if err := p.Account.AskReset(p.request(), "ana@example.org"); err != nil {
			t.Fatal(err)
		}
		_, secret := p.take()
		return secret
	}
	for name, then := range map[string]func(p *post, link, other string) error{
		"another password": func(p *post, _, _ string) error {
			return p.Account.SetPassword(p.request(), accounthttp.NewPassword{Old: "correct horse", New: "another horse"})
		},
		"a password by mail": func(p *post, _, other string) error { return p.reset(p.request(), other, "another horse") },
		"no address":         func(p *post, _, _ string) error { return p.Account.RemoveEmail(p.request(), "correct horse") },
		"another address":    func(p *post, _, _ string) error { p.confirmed("new@example.org"); return nil },
	} {
		p := openPost(t)
		p.register("Ana")
		p.confirmed("ana@example.org")
		p.take()
		email, first, second, signIn := asked(p), reset(p), reset(p), p.link("Ana")
		if got := code(then(p, email, second)); got != "" {
			t.Fatalf("%s: %s", name, got)
		}
		if got := code(p.Account.ConfirmEmail(p.request(), email)); got != "mail.link.used" {
			t.Errorf("%s: the address of another is confirmed: %q", name, got)
		}
		if got := p.enter(signIn); got != "mail.link.used" {
			t.Errorf("%s: somebody signs in by an old link: %q", name, got)
		}
		if got := code(p.reset(p.request(), first, "a third horse")); got != "mail.link.used" {
			t.Errorf("%s: the password is set by an old link: %q", name, got)
		}
	}
}

func TestWhoLosesAPasswordChoosesAnother(t *testing.T) {
	p := openPost(t)
	p.register("Ben")
	p.register("Ana")
	p.confirmed("ana@example.org")
	p.cookie = nil
	for _, address := range []string{"ana@example.org", "ben@example.org", "nobody@example.org"} { // all look alike
		if got := code(p.Account.AskReset(p.request(), address)); got != "" {
			t.Errorf("%s: %q", address, got)
		}
	}
	said, secret := p.take()
	if !slices.Equal(said, []string{"ana@example.org: Rosette: a new password"}) {
		t.Errorf("%q", said)
	}
	if got := code(p.reset(p.request(), secret, "short")); got != "account.password.short" {
		t.Errorf("%q", got)
	}
	if got := code(p.reset(p.request(), "x"+secret, "another horse")); got != "mail.link.used" {
		t.Errorf("%q", got)
	}
	if got := code(p.reset(p.request(), secret, "another horse")); got != "" {
		t.Errorf("%q", got)
	}
	if said, _ := p.take(); !slices.Equal(said, []string{"ana@example.org: Rosette: a change to your account"}) {
		t.Errorf("after another password: %q", said)
	}
	if got := code(p.reset(p.request(), secret, "a third horse")); got != "mail.link.used" {
		t.Errorf("twice: %q", got)
	}
	for password, want := range map[string]string{"correct horse": "account.sign-in.wrong", "another horse": "", "a third horse": "account.sign-in.wrong"} {
		_, _, err := p.Account.SignIn(p.request(), accounthttp.Credentials{Name: "Ana", Password: password})
		if got := code(err); got != want {
			t.Errorf("%s: %q, want %q", password, got, want)
		}
	}
	if err := p.Account.AskReset(p.request(), "ana@example.org"); err != nil {
		t.Fatal(err)
	}
	_, late := p.take()
	p.Clock.Advance(61 * time.Minute)
	if got := code(p.reset(p.request(), late, "another horse")); got != "mail.link.used" {
		t.Errorf("an hour later: %q", got)
	}
	for i := range 10 {
		got, want := code(p.Account.AskReset(p.request(), "ana@example.org")), ""
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
	p.Account.Mail.Schedule = func(_ context.Context, n notice.Notice) error {
		scheduled = append(scheduled, n)
		return nil
	}
	if got := code(p.Account.SetDigest(p.request(), account.DailyDigest)); got != "mail.digest.unknown" {
		t.Errorf("without an address: %q", got)
	}
	p.confirmed("ana@example.org")
	for digest, want := range map[account.Digest]string{account.DailyDigest: "", "always": "mail.digest.unknown"} {
		if got := code(p.Account.SetDigest(p.request(), digest)); got != want {
			t.Errorf("%s: %q", digest, got)
		}
	}
	u, _, err := p.Account.User(p.request())
	if err != nil || u.Digest != account.DailyDigest {
		t.Fatalf("%+v, %v", u, err)
	}
	if want := time.Date(2026, 5, 2, 8, 0, 0, 0, time.UTC); len(scheduled) != 1 || scheduled[0].Actor != u.Actor() || !scheduled[0].Due.Equal(want) {
		t.Errorf("%+v", scheduled)
	}
	signed := account.Signed("key", u.ID)
	for link, want := range map[string]string{"": "mail.link.used", u.ID + ".00": "mail.link.used", strings.ToUpper(signed): "mail.link.used", account.Signed("other", u.ID): "mail.link.used"} {
		if got := code(p.Account.Unsubscribe(p.request(), link)); got != want {
			t.Errorf("%s: %q", link, got)
		}
	}
	p.cookie = nil
	if got := code(p.Account.Unsubscribe(p.request(), signed)); got != "" {
		t.Error(got)
	}
	if u, err := p.Accounts.Named(t.Context(), "Ana"); err != nil || u.Digest != account.NoDigest {
		t.Errorf("%+v, %v", u, err)
	}
}

func TestWithoutAMailServerNothingOfItIsThere(t *testing.T) {
	s := open(t, generous)
	p := &post{s, &letters{}, nil}
	p.register("Ana")
	r := p.request()
	for what, err := range map[string]error{
		"AskEmail": s.Account.AskEmail(r, "ana@example.org", "correct horse"), "ConfirmEmail": s.Account.ConfirmEmail(r, "x"),
		"AskReset": s.Account.AskReset(r, "ana@example.org"), "Reset": p.reset(r, "x", "another horse"), "AskSignIn": s.Account.AskSignIn(r, "Ana"),
		"SetDigest": s.Account.SetDigest(r, account.DailyDigest), "Unsubscribe": s.Account.Unsubscribe(r, "x"),
	} {
		if code(err) != "api.no-page" {
			t.Errorf("%s: %v", what, err)
		}
	}
}
