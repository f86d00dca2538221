package mail_test

import (
	"errors"
	"io"
	"log/slog"
	"mime"
	"mime/multipart"
	"mime/quotedprintable"
	"net"
	netmail "net/mail"
	"strings"
	"sync"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"rosette/server/notice"
	"rosette/server/notice/mail"
)

// A mailbox is an SMTP server that stores the letters it receives.
type mailbox struct {
	mu   sync.Mutex
	busy int // number of letters to refuse first
	got  chan string
	slow chan struct{} // letters to slow.example wait until it is closed
	most int           // maximum number of letters that waited at once
	wait int           // number of waiting letters
}

func (b *mailbox) NewSession(*smtp.Conn) (smtp.Session, error) { return b, nil }
func (b *mailbox) Mail(string, *smtp.MailOptions) error        { return nil }
func (b *mailbox) Reset()                                      {}
func (b *mailbox) Logout() error                               { return nil }

func (b *mailbox) Rcpt(to string, _ *smtp.RcptOptions) error {
	if strings.HasSuffix(strings.ToLower(to), "@slow.example") {
		b.count(1)
		<-b.slow
		b.count(-1)
	}
	b.mu.Lock()
	defer b.mu.Unlock()
	if b.busy > 0 {
		b.busy--
		return &smtp.SMTPError{Code: 451, Message: "try again " + to}
	}
	if strings.HasPrefix(to, "nobody@") {
		return &smtp.SMTPError{Code: 550, Message: "no such user " + to}
	}
	return nil
}

// count adds more to the number of waiting letters.
func (b *mailbox) count(more int) {
	b.mu.Lock()
	defer b.mu.Unlock()
	b.wait += more
	b.most = max(b.most, b.wait)
}

func (b *mailbox) Data(r io.Reader) error {
	text, err := io.ReadAll(r)
	b.got <- string(text)
	return err
}

// serve starts a mailbox and returns its address.
func serve(t *testing.T, busy int) (*mailbox, string) {
	t.Helper()
	b := &mailbox{busy: busy, got: make(chan string, 100), slow: make(chan struct{})}
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(b)
	server.Domain, server.AllowInsecureAuth = "localhost", true
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-done; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return b, listener.Addr().String()
}

// parts returns a letter's header and its parts by type.
func parts(t *testing.T, text string) (netmail.Header, map[string]string) {
	t.Helper()
	m, err := netmail.ReadMessage(strings.NewReader(text))
	if err != nil {
		t.Fatal(err)
	}
	_, params, err := mime.ParseMediaType(m.Header.Get("Content-Type"))
	if err != nil {
		t.Fatal(err)
	}
	all := map[string]string{}
	for r := multipart.NewReader(m.Body, params["boundary"]); ; {
		p, err := r.NextRawPart()
		if err != nil {
			return m.Header, all
		}
		kind, _, _ := strings.Cut(p.Header.Get("Content-Type"), ";")
		body, err := io.ReadAll(quotedprintable.NewReader(p))
		if err != nil {
			t.Fatal(err)
		}
		all[kind] = strings.ReplaceAll(string(body), "\r\n", "\n")
	}
}

func outbox(t *testing.T, server string) *mail.Outbox {
	t.Helper()
	o, err := mail.New(mail.Options{Server: server, From: "Rosette <go@example.org>", Log: slog.New(slog.DiscardHandler), Retry: time.Millisecond})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

func TestALetterIsPlainTextAndHTMLInItsLanguage(t *testing.T) {
	box, at := serve(t, 0)
	site := notice.Site("https://go.example.org")
	games := []notice.WaitingGame{{ID: "abc", Opponent: "Zoé <b>"}}
	if err := outbox(t, at).Send(t.Context(), site.DigestLetter("fr", "ana@example.org", games, "u.f00")); err != nil {
		t.Fatal(err)
	}
	header, body := parts(t, <-box.got)
	subject, err := new(mime.WordDecoder).DecodeHeader(header.Get("Subject"))
	if err != nil || subject != "Rosette\u202f: 1 partie vous attend" {
		t.Errorf("%q, %v", subject, err)
	}
	for _, name := range []string{"X-Mailer", "User-Agent"} {
		if got := header.Get(name); got != "" {
			t.Errorf("%s: %q", name, got)
		}
	}
	for name, want := range map[string]string{
		"To": "<ana@example.org>", "From": `"Rosette" <go@example.org>`, "Content-Language": "fr", "Auto-Submitted": "auto-generated",
		"List-Unsubscribe": "<https://go.example.org/unsubscribe?code=u.f00&lang=fr>", "List-Unsubscribe-Post": "List-Unsubscribe=One-Click",
	} {
		if got := header.Get(name); got != want {
			t.Errorf("%s: %q, want %q", name, got, want)
		}
	}
	if want := "C’est à vous de jouer dans 1 partie.\n\nLa partie contre Zoé <b>\nhttps://go.example.org/games/abc\n\n-- \nArrêter ces messages\nhttps://go.example.org/unsubscribe?code=u.f00&lang=fr\n"; body["text/plain"] != want {
		t.Errorf("%q\nwant %q", body["text/plain"], want)
	}
	for _, want := range []string{`<html lang="fr">`, `<a href="https://go.example.org/games/abc"`, `La partie contre Zoé &lt;b&gt;`, `href="https://go.example.org/unsubscribe?code=u.f00&amp;lang=fr"`} {
		if !strings.Contains(body["text/html"], want) {
			t.Errorf("no %s in %s", want, body["text/html"])
		}
	}
}

func TestALetterThatIsRefusedNamesNoAddressInItsError(t *testing.T) {
	_, at := serve(t, 0)
	o := outbox(t, at)
	err := o.Send(t.Context(), notice.Letter{To: "nobody@example.org", Subject: "x"})
	if err == nil || strings.Contains(err.Error(), "nobody@") {
		t.Errorf("the error names the address: %v", err)
	}
	if err := o.Send(t.Context(), notice.Letter{To: "ana@example.org\r\nBcc: eve@example.org", Subject: "x"}); err == nil {
		t.Error("a line break in an address is accepted")
	}
}

func TestWhatIsWrongWithTheServerIsSaid(t *testing.T) {
	for _, o := range []mail.Options{
		{Server: "mail.example.org", From: "go@example.org"},
		{Server: "mail.example.org:x", From: "go@example.org"},
		{Server: "mail.example.org:0", From: "go@example.org"},
		{Server: "mail.example.org:587", From: ""},
	} {
		if _, err := mail.New(o); err == nil || !strings.Contains(err.Error(), "use ") {
			t.Errorf("%+v: %v", o, err)
		}
	}
}
