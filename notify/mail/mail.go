// Package mail sends e-mails: letters as plain text and as HTML, through an SMTP server of
// the operator.
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

	"rosette/notify"
	"rosette/panics"
)

// Options are what an outbox needs. Server and From must be set.
type Options struct {
	Server         string // host:port; port 465 is encrypted from the start, others by STARTTLS
	User, Password string // "" for a server that asks for none
	From           string // such as Rosette <go@example.org>
	Log            *slog.Logger
	Retry          time.Duration // before a letter is tried again; 10 s
}

// An Outbox sends letters one after the other. Run it.
type Outbox struct {
	Options
	host    string
	port    int
	waiting chan func(context.Context) []notify.Letter
}

const (
	mostWaiting = 200
	mostTries   = 3
	patience    = 30 * time.Second
)

// New returns an outbox. The error says what of the options is wrong.
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
	return &Outbox{Options: o, host: host, port: int(number), waiting: make(chan func(context.Context) []notify.Letter, mostWaiting)}, nil
}

// ErrBusy says that too many letters wait.
var ErrBusy = errors.New("mail: too many letters wait")

// Post calls write soon and sends the letters that it returns. It does not wait, so that
// nobody can tell by the time whether there is a letter.
func (o *Outbox) Post(write func(context.Context) []notify.Letter) error {
	select {
	case o.waiting <- write:
		return nil
	default:
		return ErrBusy
	}
}

// Run sends what is posted until ctx ends.
func (o *Outbox) Run(ctx context.Context) error {
	for {
		select {
		case <-ctx.Done():
			return nil
		case write := <-o.waiting:
			err := panics.Catch(o.Log, func() error { return o.sendAll(ctx, write(ctx)) }, "of", "a letter")
			if err != nil && ctx.Err() == nil {
				o.Log.Error("a letter was not sent", "err", err)
			}
		}
	}
}

func (o *Outbox) sendAll(ctx context.Context, letters []notify.Letter) (err error) {
	for _, l := range letters {
		err = errors.Join(err, o.sendPatiently(ctx, l))
	}
	return err
}

// sendPatiently sends a letter, a few times where that fails.
func (o *Outbox) sendPatiently(ctx context.Context, l notify.Letter) error {
	for try := 1; ; try++ {
		err := o.Send(ctx, l)
		if failed := new(mail.SendError); err == nil || try == mostTries || errors.As(err, &failed) && !failed.IsTemp() {
			return err
		}
		select {
		case <-ctx.Done():
			return err
		case <-time.After(o.Retry):
		}
	}
}

// Send sends a letter now.
func (o *Outbox) Send(ctx context.Context, l notify.Letter) error {
	m, err := o.message(l)
	if err != nil {
		return err
	}
	client, err := mail.NewClient(o.host, o.options()...)
	if err != nil {
		return withoutAddress(err, l.To)
	}
	limited, cancel := context.WithTimeout(ctx, patience)
	defer cancel()
	return withoutAddress(client.DialAndSendWithContext(limited, m), l.To)
}

// withoutAddress returns an error that does not tell whom a letter is to.
func withoutAddress(err error, to string) error {
	if err == nil || !strings.Contains(err.Error(), to) {
		return err
	}
	return errors.New(strings.ReplaceAll(err.Error(), to, "…"))
}

// options returns how the server is spoken to: encrypted, unless it is this machine.
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
		all = append(all, mail.WithSMTPAuth(mail.SMTPAuthAutoDiscover), mail.WithUsername(o.User), mail.WithPassword(o.Password))
	}
	return all
}

// message returns a letter as it is sent.
func (o *Outbox) message(l notify.Letter) (*mail.Msg, error) {
	m := mail.NewMsg()
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
func plain(l notify.Letter) string {
	parts := append([]string{}, l.Lines...)
	for _, link := range l.Links {
		parts = append(parts, link.Text+"\n"+link.Address)
	}
	if l.End != "" {
		parts = append(parts, "-- \n"+strings.TrimSpace(l.End+"\n"+l.Unsubscribe))
	}
	return strings.Join(parts, "\n\n") + "\n"
}

// letterPage is a letter as HTML.
var letterPage = htmltemplate.Must(htmltemplate.New("letter").Parse(`<!doctype html>
<html lang="{{.Lang}}"><head><meta charset="utf-8"><title>{{.Subject}}</title></head>
<body style="font: 16px/1.5 sans-serif; color: #231c19; background: #f6f1e8; padding: 24px">
{{range .Lines}}<p>{{.}}</p>
{{end}}{{range .Links}}<p><a href="{{.Address}}" style="color: #97264d">{{.Text}}</a></p>
{{end}}{{if .End}}<p style="font-size: 14px; color: #6b625c">{{if .Unsubscribe}}<a href="{{.Unsubscribe}}" style="color: #6b625c">{{.End}}</a>{{else}}{{.End}}{{end}}</p>
{{end}}</body></html>
`))
