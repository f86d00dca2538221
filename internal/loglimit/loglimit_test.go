package loglimit

import (
	"bytes"
	"fmt"
	"log/slog"
	"net/http"
	"strings"
	"sync"
	"testing"
	"testing/synctest"
	"time"
)

// A buffer is safe for concurrent reading and writing.
type buffer struct {
	mu   sync.Mutex
	text bytes.Buffer
}

func (b *buffer) Write(p []byte) (int, error) {
	b.mu.Lock()
	defer b.mu.Unlock()
	return b.text.Write(p)
}

// count returns the number of lines that contain a text.
func (b *buffer) count(text string) int {
	b.mu.Lock()
	defer b.mu.Unlock()
	return strings.Count(b.text.String(), text)
}

// logger returns a logger limited to three lines per message and second.
func logger() (*slog.Logger, *buffer) {
	out := &buffer{}
	exempt := func(r slog.Record) bool { return r.Message == "account" }
	return slog.New(New(slog.NewTextHandler(out, nil), Options{Lines: 3, Window: time.Second, Exempt: exempt})), out
}

func TestAMessageIsRepeatedAFewTimesAndTheRestIsCounted(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, out := logger()
		for i := range 100 {
			log.With("node", 1).Warn("a message is lost", "number", i)
			log.Info("account", "event", "signed-in")
		}
		log.Error("a message is lost") // another level
		if n := out.count(`level=WARN msg="a message is lost"`); n != 3 {
			t.Errorf("%d lines", n)
		}
		if out.count("level=ERROR") != 1 || out.count("msg=account") != 100 || out.count("suppressed") != 0 {
			t.Errorf("another message: %d, %d", out.count("level=ERROR"), out.count("msg=account"))
		}
		time.Sleep(time.Second)
		synctest.Wait()
		if out.count(`level=WARN msg="lines of the log were suppressed" node=1 lines=97 message="a message is lost"`) != 1 {
			t.Error(out.text.String())
		}
		log.Warn("a message is lost", "number", 100)
		if out.count("number=100") != 1 {
			t.Error("a window does not end")
		}
	})
}

func TestMessagesWithoutEndAreBoundedToo(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, out := logger()
		for i := range 10 * maxMessages {
			log.Error(fmt.Sprint("message ", i))
		}
		if n := out.count("\n"); n != maxMessages+3 {
			t.Errorf("%d lines", n)
		}
		time.Sleep(2 * time.Second)
		synctest.Wait()
		if out.count(fmt.Sprintf("lines=%d message=\"\"", 9*maxMessages-3)) != 1 {
			t.Error("the others are not counted")
		}
		log.Error("another message")
		if out.count("another message") != 1 {
			t.Error("a message is lost after the window")
		}
	})
}

func TestErrorsOfHTTPThatNameAddressesAreOneMessage(t *testing.T) {
	synctest.Test(t, func(t *testing.T) {
		log, out := logger()
		server := http.Server{ErrorLog: Lines(log)}
		for i := range 50 {
			server.ErrorLog.Printf("http: TLS handshake error from 192.0.2.%d:4711: EOF", i)
		}
		if out.count("msg=http err=\"http: TLS handshake error from 192.0.2.") != 3 {
			t.Error(out.text.String())
		}
		time.Sleep(time.Second)
		synctest.Wait()
	})
}
