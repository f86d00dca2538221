// Package mail sends letters as plain text and HTML e-mails through the operator's SMTP server.
package mail

import (
	"bytes"
	"context"
	"errors"
	"fmt"
	htmltemplate "html/template"
	"log/slog"
	"net"
	netmail "net/mail"
	"strconv"
	"strings"
	"time"

	"github.com/wneessen/go-mail"

	"rosette/server/notice"
)

// Options configure an outbox. [New] needs Server and From; [Outbox.Post] and [Outbox.Run] also
// need Letters and Write.
type Options struct {
	Server         string // host:port; port 465 uses TLS from the start, others STARTTLS
	User, Password string // "" for a server without authentication
	From           string // such as Rosette <go@example.org>
	Log            *slog.Logger
	Retry          time.Duration // delay before the first retry; default 10 s

	Letters notice.LetterStore
	// Write writes a letter when it is sent, with new links.
	Write func(context.Context, notice.PendingLetter) (notice.WrittenLetter, error)
	Now   func() time.Time // default time.Now
}

// New returns an outbox, or an error that describes the invalid option.
func New(o Options) (*Outbox, error) {
	host, port, err := net.SplitHostPort(o.Server)
	if err != nil {
		return nil, fmt.Errorf("an SMTP server %q: use host:port, such as mail.example.org:587", o.Server)
	}
	number, err := strconv.ParseUint(port, 10, 16)
	if err != nil || number == 0 {
		return nil, fmt.Errorf("port %q of the SMTP server: use a number such as 587", port)
	}
	if _, err := netmail.ParseAddress(o.From); err != nil {
		return nil, fmt.Errorf("a sender %q: use an address such as go@example.org", o.From)
	}
	if o.Retry == 0 {
		o.Retry = 10 * time.Second
	}
	if o.Now == nil {
		o.Now = time.Now
	}
	return &Outbox{
		Options: o, host: host, port: int(number), changed: make(chan struct{}, 1), sending: map[string]int{},
	}, nil
}

// Send sends a letter immediately.
func (o *Outbox) Send(ctx context.Context, l notice.Letter) error {
	m, err := o.message(l)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(o.host, o.options()...)
	if err != nil {
		return withoutAddress(err, l.To)
	}
	ctx, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return withoutAddress(transmit(ctx, client, m), l.To)
}

// transmit sends a message. The message counts as sent once the server has accepted it, whatever
// happens to the connection. When ctx ends, transmit closes the connection, even while it waits for
// the server.
func transmit(ctx context.Context, client *mail.Client, m *mail.Msg) error {
	session, err := client.DialToSMTPClientWithContext(ctx)
	if err != nil {
		return err
	}
	stop := context.AfterFunc(ctx, func() { _ = session.Text.Close() })
	defer stop()
	err = client.SendWithSMTPClient(session, m)
	failed := new(mail.SendError)
	if errors.As(err, &failed) && failed.ErrorCode() >= 500 && failed.Reason != mail.ErrSMTPMailFrom {
		err = refusedError{err}
	}
	if client.CloseWithSMTPClient(session) != nil {
		_ = session.Text.Close()
	}
	return err
}

// A refusedError means that the server has permanently rejected a letter's recipient. A rejected
// sender is a configuration error, which can be fixed while letters wait.
type refusedError struct{ error }

// withoutAddress removes a letter's recipient from an error.
func withoutAddress(err error, to string) error {
	if err == nil || !strings.Contains(err.Error(), to) {
		return err
	}
	hidden := errors.New(strings.ReplaceAll(err.Error(), to, "…"))
	if errors.As(err, new(refusedError)) {
		return refusedError{hidden}
	}
	return hidden
}

// options returns the connection options. Connections are encrypted unless the server is on this
// machine.
func (o *Outbox) options() []mail.Option {
	all := []mail.Option{mail.WithPort(o.port), mail.WithTimeout(patience)}
	ip := net.ParseIP(o.host)
	switch {
	case o.port == 465:
		all = append(all, mail.WithSSL())
	case o.host == "localhost" || ip != nil && ip.IsLoopback():
		all = append(all, mail.WithTLSPolicy(mail.TLSOpportunistic))
	default:
		all = append(all, mail.WithTLSPolicy(mail.TLSMandatory))
	}
	if o.User != "" {
		all = append(all, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(o.User),
			mail.WithPassword(o.Password))
	}
	return all
}

// message returns a letter as an e-mail message.
func (o *Outbox) message(l notice.Letter) (*mail.Msg, error) {
	m := mail.NewMsg(mail.WithNoDefaultUserAgent())
	if err := errors.Join(m.From(o.From), m.To(l.To)); err != nil {
		return nil, errors.New("mail: an address cannot be used")
	}
	m.Subject(l.Subject)
	m.SetDate()
	m.SetMessageID()
	m.SetGenHeader(mail.HeaderContentLang, l.Lang)
	m.SetGenHeader("Auto-Submitted", "auto-generated")
	if l.Unsubscribe != "" {
		m.SetListUnsubscribe(l.Unsubscribe)
		m.SetListUnsubscribePost()
	}
	var page bytes.Buffer
	if err := letterPage.Execute(&page, l); err != nil {
		return nil, fmt.Errorf("mail: %w", err)
	}
	m.SetBodyString(mail.TypeTextPlain, plain(l))
	m.AddAlternativeString(mail.TypeTextHTML, page.String())
	return m, nil
}

// plain returns a letter as plain text.
func plain(l notice.Letter) string {
	parts := append([]string{}, l.Lines...)
	for _, link := range l.Links {
		parts = append(parts, link.Text+"\n"+link.Address)
	}
	if l.End != "" {
		parts = append(parts, "-- \n"+strings.TrimSpace(l.End+"\n"+l.Unsubscribe))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// letterPage is the template for HTML letters.
var letterPage = htmltemplate.Must(htmltemplate.New("letter").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="font: 16px/1.5 sans-serif; color: #231c19; background: #f6f1e8; padding: 24px">
{{range .Lines}}<p>{{.}}</p>
{{end}}{{range .Links}}<p><a href="{{.Address}}" style="color: #97264d">{{.Text}}</a></p>
{{end}}{{if .End}}<p style="font-size: 14px; color: #6b625c">{{if .Unsubscribe}}<a href="{{.Unsubscribe}}" style="color: #6b625c">{{.End}}</a>{{else}}{{.End}}{{end}}</p>
{{end}}</body></html>
`))
