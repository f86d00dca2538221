package storetest

import (
	"errors"
	"fmt"
	"sync"
	"sync/atomic"
	"testing"

	"rosette/play"
	"rosette/server/store"
)

// judgedOnce tests that only one moderator succeeds if several give the same verdict.
func judgedOnce(t *testing.T, s store.Store) {
	for i, reinstate := range []bool{false, true, false} {
		var all sync.WaitGroup
		var judged atomic.Int32
		for j := range 8 {
			all.Go(func() {
				v := store.Verdict{Game: "a", Reason: fmt.Sprint("reason ", j), Reinstate: reinstate}
				err := store.Judge(t.Context(), s, fmt.Sprint("user/moderator-", j), v, noon)
				if err == nil {
					judged.Add(1)
				} else if !errors.Is(err, store.ErrJudged) {
					t.Error(err)
				}
			})
		}
		all.Wait()
		if is, err := store.Annulled(t.Context(), s, "a"); judged.Load() != 1 || err != nil || is == reinstate {
			t.Errorf("verdict %d was given by %d moderators; annulled: %t, %v", i+1, judged.Load(), is, err)
		}
	}
	if err := store.Judge(t.Context(), s, "user/moderator", store.Verdict{Game: "b", Reinstate: true},
		noon); !errors.Is(err, store.ErrJudged) {
		t.Errorf("a game counts again that counts: %v", err)
	}
}

// judgeTwice appends the last verdict about a game again, as older programs did.
func (a annulment) judgeTwice() {
	a.Helper()
	before, err := a.Read(a.Context(), store.ModerationStream, 0)
	if err != nil {
		a.Fatal(err)
	}
	again := before[len(before)-1]
	again.Seq++
	if err := a.Append(a.Context(), store.ModerationStream, len(before), []store.Record{again},
		play.Schedule{}); err != nil {
		a.Fatal(err)
	}
	catchUp(a, projector(a))
}
