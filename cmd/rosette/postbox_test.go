package main

import (
	"errors"
	"io"
	"mime/quotedprintable"
	"net"
	"regexp"
	"testing"
	"time"

	"github.com/emersion/go-smtp"
)

// A postbox is an SMTP server that hands on what it gets.
type postbox chan string

func (b postbox) NewSession(*smtp.Conn) (smtp.Session, error) { return b, nil }
func (b postbox) Mail(string, *smtp.MailOptions) error        { return nil }
func (b postbox) Rcpt(string, *smtp.RcptOptions) error        { return nil }
func (b postbox) Reset()                                      {}
func (b postbox) Logout() error                               { return nil }

func (b postbox) Data(r io.Reader) error {
	text, err := io.ReadAll(quotedprintable.NewReader(r))
	b <- string(text)
	return err
}

// listenForMail runs an SMTP server and returns its address.
func listenForMail(t *testing.T, box postbox) string {
	t.Helper()
	listener, err := net.Listen("tcp", "127.0.0.1:0")
	if err != nil {
		t.Fatal(err)
	}
	server := smtp.NewServer(box)
	done := make(chan error, 1)
	go func() { done <- server.Serve(listener) }()
	t.Cleanup(func() {
		server.Close()
		if err := <-done; err != nil && !errors.Is(err, smtp.ErrServerClosed) {
			t.Error(err)
		}
	})
	return listener.Addr().String()
}

// code reads the code of the link of the next letter.
func (b postbox) code(t *testing.T) string {
	t.Helper()
	select {
	case text := <-b:
		if found := regexp.MustCompile(`\?code=([a-z2-7]+)`).FindStringSubmatch(text); found != nil {
			return found[1]
		}
		t.Fatalf("no link in %s", text)
	case <-time.After(time.Minute):
		t.Fatal("no letter came")
	}
	return ""
}
