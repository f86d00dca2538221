package storetest

import (
	"errors"
	"fmt"
	"reflect"
	"testing"
	"time"

	"golang.org/x/sync/errgroup"

	"rosette/server/notice"
	"rosette/server/store"
	"rosette/server/store/tables"
)

// letter returns a letter that is due some minutes after noon and expires at two.
func letter(id, to string, minutes int) notice.PendingLetter {
	return notice.PendingLetter{
		ID: id, Due: noon.Add(time.Duration(minutes) * time.Minute), Expires: noon.Add(2 * time.Hour),
		LetterDetails: notice.LetterDetails{
			Kind: notice.ResetKind, To: to, Lang: "ht", User: "u", Name: "Ana", Change: notice.TokenChange,
		},
	}
}

func lettersAreDueInOrderAndNotOfSomeDomains(t *testing.T, s store.Store) {
	kept := tables.Letters(s)
	due := func(minutes int, domains ...string) (found []notice.PendingLetter) {
		t.Helper()
		found, err := kept.Due(t.Context(), noon.Add(time.Duration(minutes)*time.Minute), domains, 2)
		check(t, err)
		return found
	}
	first := letter("3", "a@Slow.example", 1)
	second := letter("1", "b@fast.example", 2)
	third := letter("2", "c@fast.example", 3)
	check(t, kept.Add(t.Context(), 10, third, second, first))
	check(t, kept.Add(t.Context(), 10, letter("3", "again@fast.example", 0))) // this ID already waits
	if got := due(9); !reflect.DeepEqual(got, []notice.PendingLetter{first, second}) {
		t.Errorf("the first two: %+v", got)
	}
	if got := due(9, "slow.example", "other.example"); !reflect.DeepEqual(got, []notice.PendingLetter{second, third}) {
		t.Errorf("without a domain: %+v", got)
	}
	if err := kept.Add(t.Context(), 3, letter("4", "d@fast.example", 4)); !errors.Is(err, notice.ErrManyLetters) {
		t.Errorf("too many: %v", err)
	}
	other := letter("5", "e@fast.example", 5)
	check(t, kept.Replace(t.Context(), "1", other))
	check(t, kept.Replace(t.Context(), "2"))
	if got := due(9, "slow.example"); !reflect.DeepEqual(got, []notice.PendingLetter{other}) {
		t.Errorf("after two were replaced: %+v", got)
	}
	later := letter("6", "f@fast.example", 0)
	later.Expires = noon.Add(3 * time.Hour)
	check(t, kept.Add(t.Context(), 10, later))
	for i, want := range []int64{0, 2} {
		if n, err := kept.Expire(t.Context(), noon.Add(time.Duration(119+i)*time.Minute)); err != nil || n != want {
			t.Errorf("%d letters expire, want %d; %v", n, want, err)
		}
	}
	if got := due(9); len(got) != 1 || got[0].ID != "6" {
		t.Errorf("after the others have expired: %+v", got)
	}
}

func aLetterIsTakenByOneAndByAnotherWhenThatIsGone(t *testing.T, s store.Store) {
	kept := tables.Letters(s)
	check(t, kept.Add(t.Context(), 10, letter("1", "a@example.org", 0)))
	take := func(l notice.PendingLetter, minutes int) (taken int) {
		t.Helper()
		mine := make(chan bool, 10)
		var takers errgroup.Group
		for range 10 {
			takers.Go(func() error {
				ok, err := kept.Take(t.Context(), l, noon.Add(time.Duration(minutes)*time.Minute))
				mine <- ok
				return err
			})
		}
		check(t, takers.Wait())
		for range 10 {
			if <-mine {
				taken++
			}
		}
		return taken
	}
	l := letter("1", "a@example.org", 0)
	for i, minutes := range []int{2, 4} { // the second time after the first sender has failed
		if n := take(l, minutes); n != 1 {
			t.Fatalf("%d took it", n)
		}
		if n := take(l, minutes); n != 0 {
			t.Errorf("%d took it again", n)
		}
		l.Due, l.Tries = noon.Add(time.Duration(minutes)*time.Minute), i+1
	}
	older := notice.PendingLetter{ID: l.ID, Due: l.Due, Tries: l.Tries - 1}
	check(t, kept.Postpone(t.Context(), older, noon.Add(9*time.Minute))) // too late
	check(t, kept.Postpone(t.Context(), l, noon.Add(3*time.Minute)))
	l.Due = noon.Add(3 * time.Minute)
	if got, err := kept.Due(t.Context(), l.Due, nil, 10); err != nil ||
		fmt.Sprint(got) != fmt.Sprint([]notice.PendingLetter{l}) {
		t.Errorf("%+v, %v; want %+v", got, err, l)
	}
}
