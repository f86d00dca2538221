package remote

import (
	"log/slog"
	"strings"
	"testing"

	"rosette/server/pubsub/natstest"
	"rosette/server/work"
)

// Text from a worker is logged, but only up to a limit.
func TestTheLogQuotesLittleOfWhatAWorkerSays(t *testing.T) {
	s, log := natstest.Start(t), &buffer{}
	q, n := aNode(t, s, NodeOptions{Log: slog.New(slog.NewTextHandler(log, nil))})
	long := strings.Repeat("word ", 1<<18)
	jobs := make(chan error, 3)
	for range 3 {
		go func() {
			_, err := do(t.Context(), q, work.Job{Class: work.Move}, "task")
			jobs <- err
		}()
	}
	taken := func(worker string) (r result) {
		t.Helper()
		await(t, "a job is lent to "+worker, func() bool {
			r = result{Worker: worker, Loan: n.lend(t.Context(), question{Worker: worker, Lowest: work.SelfPlay}).Loan}
			return r.Loan != 0
		})
		return r
	}
	declined := taken("a")
	declined.Declined = long
	n.finish(declined)
	wrong := taken("b")
	wrong.Answer = []byte(long)
	n.finish(wrong)
	if j := n.lend(t.Context(), question{Worker: long, Lowest: work.SelfPlay}); j.Loan != 0 {
		t.Error("a worker has a name of a megabyte")
	}
	n.hear(workerState{ID: long, Slots: 1})
	if workers, _ := n.Workers(); workers != 0 {
		t.Error("it counts")
	}
	if said := log.String(); len(said) > 4096 || !strings.Contains(said, "word word") {
		t.Errorf("the log has %d bytes", len(said))
	}
	for range 3 {
		good := taken("c")
		good.Answer = []byte("task")
		n.finish(good)
	}
	for range 3 {
		if err := <-jobs; err != nil {
			t.Error(err)
		}
	}
}
