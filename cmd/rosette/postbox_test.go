package main

import (
	"bytes"
	"errors"
	"io"
	"mime/quotedprintable"
	"net"
	"regexp"
	"strings"
	"testing"
	"time"

	"github.com/emersion/go-smtp"

	"rosette/internal/waittest"
)

// A postbox receives the mails that an SMTP server accepts.
type postbox chan string

func (b postbox) NewSession(*smtp.Conn) (smtp.Session, error) { return b, nil }
func (b postbox) Mail(string, *smtp.MailOptions) error        { return nil }
func (b postbox) Rcpt(string, *smtp.RcptOptions) error        { return nil }
func (b postbox) Reset()                                      {}
func (b postbox) Logout() error                               { return nil }

func (b postbox) Data(r io.Reader) error {
	raw, err := io.ReadAll(r)
	if err != nil {
		return err
	}
	head, body, _ := bytes.Cut(raw, []byte("\r\n\r\n")) // only the body is encoded
	text, err := io.ReadAll(quotedprintable.NewReader(bytes.NewReader(body)))
	b <- string(head) + "\r\n\r\n" + string(text)
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

// code returns the code in the next letter's link.
func (b postbox) code(t *testing.T) string {
	t.Helper()
	select {
	case text := <-b:
		if found := regexp.MustCompile(`\?code=([a-z2-7]+)`).FindStringSubmatch(text); found != nil {
			return found[1]
		}
		t.Fatalf("no link in %s", text)
	case <-time.After(waittest.Limit):
		t.Fatal("no letter came")
	}
	return ""
}

// signsInByLetter signs in by an e-mailed link and out again. GET must not use the link up.
func (n *noticed) signsInByLetter(keep func(string) string) {
	n.Helper()
	n.send(200, "POST", "/sign-in/letter", "name=ana&password=")
	code := keep(n.box.code(n.T))
	for range 2 {
		if page := n.send(200, "GET", "/sign-in/link?code="+code, ""); !strings.Contains(page, "You sign in as Ana.") || !strings.Contains(page, code) {
			n.Errorf("the page of the link: %s", page)
		}
	}
	n.send(200, "POST", "/sign-in/link", "code="+code)
	n.keepCookies(keep)
	n.send(200, "GET", "/api/account", "")
	for _, method := range []string{"GET", "POST"} {
		if page := n.send(410, method, "/sign-in/link?code="+code, "code="+code); strings.Contains(page, "You sign in as") {
			n.Errorf("%s twice: %s", method, page)
		}
	}
	n.send(200, "POST", "/sign-out", "")
}
