package remote

import (
	"bytes"
	"testing"
	"time"

	"rosette/internal/goldentest"
	"rosette/server/pubsub/natstest"
	"rosette/server/work"
)

func TestEveryMessageIsDescribed(t *testing.T) {
	goldentest.SchemaOf(t, "../../../docs/work.schema.json", map[string]any{
		"question": question{}, "offer": offer{}, "job": job{}, "beating": beating{}, "orders": orders{}, "result": result{}, "verdict": verdict{},
		"wanted": wanted{}, "part": part{}, "nodeState": nodeState{}, "workerState": workerState{}, "charge": work.Charge{},
	})
}

func FuzzMessages(f *testing.F) {
	for _, m := range []any{
		question{"w", work.Review},
		offer{"n", true, work.Offer{Turn: 1}},
		job{1, work.Move, []byte("x")},
		beating{"w", []uint64{1}},
		orders{"n", []uint64{1}, nil},
		result{"w", 1, []byte("x"), ""},
		verdict{"w"},
		wanted{"h", 1},
		part{1, bytes.Repeat([]byte("x"), gzipFrom)},
		nodeState{"n", 1, false},
		workerState{"w", 1, true},
		work.Charge{Took: 1},
	} {
		f.Add(pack(m))
	}
	f.Add([]byte{0x1f, 0x8b, 8})
	f.Fuzz(func(t *testing.T, data []byte) {
		for _, m := range []any{
			&question{}, &offer{}, &job{}, &beating{}, &orders{}, &result{}, &verdict{}, &wanted{}, &part{}, &nodeState{}, &workerState{}, &work.Charge{},
		} {
			if unpack(data, m) != nil {
				continue
			}
			again := pack(m)
			if err := unpack(again, m); err != nil || !bytes.Equal(pack(m), again) {
				t.Errorf("%T is another one when it is read again: %v", m, err)
			}
		}
	})
}

func BenchmarkAJobElsewhere(b *testing.B) {
	s := natstest.Start(b)
	q, n := aNode(b, s, NodeOptions{})
	_, _, _ = aWorker(b, s, 1, echo)
	for workers := 0; workers == 0; workers, _ = n.Workers() {
		time.Sleep(time.Millisecond)
	}
	for b.Loop() {
		if _, err := do(b.Context(), q, work.Job{}, "x"); err != nil {
			b.Fatal(err)
		}
	}
}
