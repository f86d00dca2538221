package mail_test

import (
	"context"
	"fmt"
	"log/slog"
	"path/filepath"
	"slices"
	"strings"
	"sync"
	"sync/atomic"
	"testing"
	"time"

	"rosette/server/notice"
	"rosette/server/notice/mail"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// A writing writes letters with a new secret for each try, and counts written and undone letters.
type writing struct {
	written, undone atomic.Int64
}

func (w *writing) write(_ context.Context, l notice.PendingLetter) (notice.WrittenLetter, error) {
	secret := fmt.Sprint("secret", w.written.Add(1))
	letter := notice.Site("https://go.example.org").ResetLetter(l.Lang, l.To, l.ID, secret)
	return notice.WrittenLetter{Letter: &letter, Undo: func(context.Context) error { w.undone.Add(1); return nil }}, nil
}

// sending returns an outbox for a store whose letters are written by w.
func (w *writing) sending(t *testing.T, at string, s store.Store) *mail.Outbox {
	t.Helper()
	o, err := mail.New(mail.Options{
		Server: at, From: "go@example.org", Log: slog.New(slog.DiscardHandler), Retry: time.Millisecond, Letters: tables.Letters(s), Write: w.write,
	})
	if err != nil {
		t.Fatal(err)
	}
	return o
}

// run runs an outbox until stop is called or the test ends.
func run(t *testing.T, o *mail.Outbox) (stop func()) {
	t.Helper()
	ctx, cancel := context.WithCancel(t.Context())
	ran := make(chan error, 1)
	go func() { ran <- o.Run(ctx) }()
	stop = sync.OnceFunc(func() {
		cancel()
		if err := <-ran; err != nil {
			t.Error(err)
		}
	})
	t.Cleanup(stop)
	return stop
}

// post posts a letter that expires in an hour.
func post(t *testing.T, o *mail.Outbox, id, to string) {
	t.Helper()
	l := notice.PendingLetter{ID: id, Expires: time.Now().Add(time.Hour), LetterDetails: notice.LetterDetails{Kind: notice.ResetKind, To: to, Lang: "en"}}
	if err := o.Post(t.Context(), l); err != nil {
		t.Fatal(err)
	}
}

// next returns the name in the next received letter.
func (b *mailbox) next(t *testing.T) string {
	t.Helper()
	select {
	case text := <-b.got:
		header, _ := parts(t, text)
		return header.Get("To")
	case <-time.After(time.Minute):
		t.Fatal("no letter came")
		return ""
	}
}

// left waits until n letters are left in the store.
func left(t *testing.T, s store.Store, n int) {
	t.Helper()
	for end := time.Now().Add(time.Minute); ; time.Sleep(time.Millisecond) {
		all, err := tables.Letters(s).Due(t.Context(), time.Now().Add(24*time.Hour), nil, 100)
		if err != nil {
			t.Fatal(err)
		}
		if len(all) == n {
			return
		}
		if time.Now().After(end) {
			t.Fatalf("left: %+v", all)
		}
	}
}

func database(t *testing.T) *store.SQLite {
	t.Helper()
	s, err := store.OpenSQLite(filepath.Join(t.TempDir(), "rosette.db"), slog.New(slog.DiscardHandler))
	if err != nil {
		t.Fatal(err)
	}
	t.Cleanup(func() {
		if err := s.Close(); err != nil {
			t.Error(err)
		}
	})
	return s
}

func TestASlowDomainDelaysNoOther(t *testing.T) {
	box, at := serve(t, 0)
	s, w := database(t), &writing{}
	o := w.sending(t, at, s)
	for i := range 40 {
		post(t, o, fmt.Sprint("slow", i), fmt.Sprintf("p%d@Slow.example", i)) // before the others
	}
	stop := run(t, o)
	for i := range 5 {
		to := fmt.Sprintf("p%d@fast%d.example", i, i)
		post(t, o, "", to)
		if got := box.next(t); !strings.Contains(got, to) {
			t.Errorf("%s came, want %s", got, to)
		}
	}
	box.mu.Lock()
	if box.wait != 2 || box.most != 2 {
		t.Errorf("%d letters to the slow domain are sent at a time, at most %d", box.wait, box.most)
	}
	box.mu.Unlock()
	close(box.slow)
	var came []string
	for range 40 {
		came = append(came, box.next(t))
	}
	left(t, s, 0)
	stop()
	slices.Sort(came)
	if n := len(slices.Compact(came)); n != 40 || w.written.Load() != 45 {
		t.Errorf("%d letters came, %d were written", n, w.written.Load())
	}
}

func TestLettersOutliveTheirServerAndOneOfSeveralSendsEach(t *testing.T) {
	box, at := serve(t, 0)
	s, w := database(t), &writing{}
	first := w.sending(t, at, s)
	post(t, first, "", "a@slow.example")
	stop := run(t, first)
	for waits := 0; waits == 0; time.Sleep(time.Millisecond) {
		box.mu.Lock()
		waits = box.wait
		box.mu.Unlock()
	}
	const more = 30
	for i := range more {
		post(t, first, "", fmt.Sprintf("b@d%d.example", i))
	}
	for range more {
		box.next(t)
	}
	left(t, s, 1) // the server has accepted all others, and the outbox has stored that
	stop()        // during the first letter, which is not sent
	if w.undone.Load() != 1 {
		t.Errorf("%d links of letters that were not sent ended", w.undone.Load())
	}
	for i := range more {
		post(t, first, "", fmt.Sprintf("c@d%d.example", i)) // while no server is running
	}
	close(box.slow)
	var came []string
	for range 3 {
		run(t, w.sending(t, at, s))
	}
	for range more + 1 {
		came = append(came, box.next(t))
	}
	left(t, s, 0)
	if len(box.got) > 0 || !slices.Contains(came, "<a@slow.example>") {
		t.Errorf("%d letters too many; %q", len(box.got), came)
	}
	slices.Sort(came)
	if n := len(slices.Compact(came)); n != more+1 {
		t.Errorf("%d different letters came", n)
	}
}

func TestALetterIsTriedAgainWithAnotherLinkUntilItExpires(t *testing.T) {
	box, at := serve(t, 3)
	s, w := database(t), &writing{}
	o := w.sending(t, at, s)
	run(t, o)
	post(t, o, "", "ana@example.org")
	text := ""
	select {
	case text = <-box.got:
	case <-time.After(time.Minute):
		t.Fatal("it never came")
	}
	if header, body := parts(t, text); header.Get("List-Unsubscribe") != "" || !strings.Contains(body["text/plain"], "code=secret4&") {
		t.Errorf("the letter after three tries: %s", text)
	}
	left(t, s, 0)
	if w.undone.Load() != 3 {
		t.Errorf("%d links of letters that were not sent ended", w.undone.Load())
	}
	post(t, o, "", "nobody@example.org") // permanently refused
	left(t, s, 0)
	if w.written.Load() != 5 {
		t.Errorf("a letter that was refused is written %d times", w.written.Load()-4)
	}
	other := database(t)
	late := w.sending(t, at, other)
	l := notice.PendingLetter{Expires: time.Now(), LetterDetails: notice.LetterDetails{Kind: notice.ResetKind, To: "late@example.org", Lang: "en"}}
	if err := late.Post(t.Context(), l); err != nil {
		t.Fatal(err)
	}
	run(t, late)
	left(t, other, 0)
	if len(box.got) > 0 || w.written.Load() != 5 {
		t.Error("a letter that has expired is sent")
	}
}
