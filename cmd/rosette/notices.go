package main

import (
	"fmt"
	"log/slog"
	netmail "net/mail"
	"net/url"
	"os"
	"strings"

	"github.com/spf13/cobra"

	"rosette/internal/permission"
	"rosette/server/notice/mail"
)

// noticeFlags are the flags for e-mails and push messages.
type noticeFlags struct {
	contact  string
	loopback bool

	mail         mail.Options
	passwordFile string
	publicURL    string
	outbox       *mail.Outbox // nil without e-mails; prepare creates it
}

// register adds the flags to a command.
func (f *noticeFlags) register(cmd *cobra.Command) {
	cmd.Flags().StringVar(&f.contact, "contact", "",
		"contact `address` for push services (VAPID): an e-mail address or an https URL")
	cmd.Flags().StringVar(&f.mail.Server, "smtp", "",
		"`host:port` of an SMTP server (default: no e-mails)")
	cmd.Flags().StringVar(&f.mail.User, "smtp-user", "", "user `name` for the SMTP server")
	cmd.Flags().StringVar(&f.passwordFile, "smtp-password-file", "",
		"`file` with the SMTP password (default: $"+smtpPassword+")")
	cmd.Flags().StringVar(&f.mail.From, "mail-from", "", "`sender` of the e-mails, such as \"Rosette <go@example.org>\"")
	cmd.Flags().StringVar(&f.publicURL, "public-url", "",
		"`URL` of this server for links in e-mails, such as https://go.example.org")
	cmd.Flags().BoolVar(&f.loopback, "push-loopback", false, "allow push services on this machine, for tests")
	if err := cmd.Flags().MarkHidden("push-loopback"); err != nil {
		panic(err) // only an unknown name is an error
	}
}

// smtpPassword is the environment variable for the SMTP server's password.
const smtpPassword = "ROSETTE_SMTP_PASSWORD"

// prepare checks the e-mail flags and reads the password.
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

// check returns an error if flags are invalid or contradict each other.
func (f *noticeFlags) check() error {
	contact, contactErr := url.Parse(f.contact)
	if _, err := netmail.ParseAddress(f.contact); f.contact != "" && err != nil && (contactErr != nil ||
		contact.Scheme != "https" || contact.Host == "") {
		return usageError{fmt.Errorf("--contact %q; use an e-mail address or an https URL", f.contact)}
	}
	public, err := url.Parse(f.publicURL)
	valid := err == nil && public.Host != "" && public.Path == "" && public.RawQuery == "" &&
		(public.Scheme == "https" || public.Scheme == "http")
	switch {
	case f.mail.Server != "" && !valid:
		return usageError{
			fmt.Errorf("--smtp needs --public-url for links in e-mails: use a URL such as https://go.example.org, not %q", f.publicURL),
		}
	case f.publicURL != "" && !valid:
		return usageError{fmt.Errorf("--public-url %q; use a URL such as https://go.example.org", f.publicURL)}
	case f.mail.Server != "":
		return nil
	}
	for flag, value := range map[string]string{
		"mail-from": f.mail.From, "smtp-user": f.mail.User, "smtp-password-file": f.passwordFile,
	} {
		if value != "" {
			return usageError{fmt.Errorf("--%s needs --smtp with the mail server", flag)}
		}
	}
	return nil
}
