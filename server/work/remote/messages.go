// Package remote has jobs of a queue done by other processes over NATS. A [Node] is a process
// that has a queue, a [Worker] one that does jobs of all nodes. Jobs stay with their node until
// the answer is there. docs/work.md describes what travels.
package remote

import (
	"bytes"
	"compress/gzip"
	"encoding/json"
	"errors"
	"io"
	"log/slog"
	"time"

	"github.com/nats-io/nats.go"

	"rosette/internal/panics"
	"rosette/server/work"
)

// The subjects of messages. The number is the version of what travels: processes of different
// versions do not hear each other.
const (
	prefix     = "rosette.work.1."
	toAsk      = prefix + "ask"      // a question of a worker to all nodes
	toNodes    = prefix + "spent"    // a charge, to all nodes
	fromNode   = prefix + "nodes"    // a nodeState, every second
	fromWorker = prefix + "workers"  // a workerState, every second
	waiting    = prefix + "waiting." // and a rank: a node has a job; one worker that is free hears it
	node       = prefix + "node."    // and an id and one of the next: a request to a node
	worker     = prefix + "worker."  // and an id: jobs that nobody wants any more
	take       = ".take"
	beat       = ".beat"
	done       = ".done"
	file       = ".file"
)

// group is the queue group of the workers that are free.
const group = "workers"

// The ranks of jobs that wait. Workers that play games of self-play do other jobs meanwhile.
const (
	urgent     = "urgent"
	background = "background"
)

// rankOf returns the rank of a class.
func rankOf(c work.Class) string {
	if c == work.SelfPlay {
		return background
	}
	return urgent
}

// Limits of what travels.
const (
	gzipFrom = 16 << 10 // bytes from which a message is compressed
	maxBytes = 32 << 20 // of a message that is not compressed any more
	partSize = 256 << 10
	maxParts = 4096 // of a file

	maxName   = 300 // bytes of the name of a worker: no other gets a job
	maxReason = 300 // columns of what is logged of a reason or an error
)

// A question of a worker: what is the next job that it may do?
type question struct {
	Worker string     `json:"worker"`
	Lowest work.Class `json:"lowest"` // class that it takes
}

// An offer is the answer of a node.
type offer struct {
	Node string `json:"node"`
	Has  bool   `json:"has,omitempty"`
	work.Offer
}

// A job is what a worker takes from a node. Its loan is 0 if there is none.
type job struct {
	Loan  uint64     `json:"loan,omitempty"`
	Class work.Class `json:"class,omitempty"`
	Task  []byte     `json:"task,omitempty"`
}

// A beating tells a node that a worker does jobs.
type beating struct {
	Worker string   `json:"worker"`
	Loans  []uint64 `json:"loans"`
}

// An orders message says which of these jobs nobody wants any more, and which should end soon.
type orders struct {
	Node  string   `json:"node,omitempty"`
	Drop  []uint64 `json:"drop,omitempty"`
	Hurry []uint64 `json:"hurry,omitempty"`
}

// A result is what became of a job.
type result struct {
	Worker   string `json:"worker"`
	Loan     uint64 `json:"loan"`
	Answer   []byte `json:"answer,omitempty"`
	Declined string `json:"declined,omitempty"` // why the worker does not do the job
}

// A verdict says what a node thinks of a result.
type verdict struct {
	Wrong string `json:"wrong,omitempty"`
}

// A wanted file, in parts.
type wanted struct {
	Hash string `json:"hash"`
	Part int    `json:"part"`
}

// A part of a file; there are none of a file that the node lacks.
type part struct {
	Parts int    `json:"parts"`
	Bytes []byte `json:"bytes,omitempty"`
}

// A nodeState says that there is a node.
type nodeState struct {
	ID      string `json:"id"`
	Waiting int    `json:"waiting"`
	Gone    bool   `json:"gone,omitempty"`
}

// A workerState says that there is a worker.
type workerState struct {
	ID    string `json:"id"`
	Slots int    `json:"slots"`
	Gone  bool   `json:"gone,omitempty"`
}

// errLong means that a message is longer than any should be.
var errLong = errors.New("a message is too long")

// pack returns a message as it travels.
func pack(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // messages have no field that could fail
	}
	if len(text) < gzipFrom {
		return text
	}
	var small bytes.Buffer
	w := gzip.NewWriter(&small)
	if _, err = w.Write(text); err == nil {
		err = w.Close()
	}
	if err != nil {
		panic(err) // memory takes all
	}
	return small.Bytes()
}

// unpack reads a message.
func unpack(data []byte, message any) error {
	if bytes.HasPrefix(data, []byte{0x1f, 0x8b}) {
		r, err := gzip.NewReader(bytes.NewReader(data))
		if err == nil {
			data, err = io.ReadAll(io.LimitReader(r, maxBytes+1))
		}
		if err != nil {
			return err
		}
	}
	if len(data) > maxBytes {
		return errLong
	}
	return json.Unmarshal(data, message)
}

// subscribe has messages of a subject handled one after the other. answer returns what is
// replied to those that ask for it, nil for nothing.
func subscribe[M any](c *nats.Conn, log *slog.Logger, subject, queue string, answer func(M) any) (*nats.Subscription, error) {
	return c.QueueSubscribe(subject, queue, func(m *nats.Msg) {
		err := panics.Catch(log, func() error {
			var message M
			if err := unpack(m.Data, &message); err != nil {
				return err
			}
			if reply := answer(message); reply != nil && m.Reply != "" {
				return m.Respond(pack(reply))
			}
			return nil
		}, "subject", subject)
		if err != nil && !c.IsClosed() {
			log.Warn("a message about jobs is lost", "subject", subject, "error", err)
		}
	})
}

// unsubscribe ends subscriptions.
func unsubscribe(all []*nats.Subscription) {
	for _, s := range all {
		_ = s.Unsubscribe() // it fails only if the connection is closed
	}
}

// ask asks and waits for the answer. A request that NATS does not deliver fails at once.
func ask[A any](c *nats.Conn, subject string, message any, wait time.Duration) (answer A, err error) {
	reply, err := c.Request(subject, pack(message), wait)
	if err == nil {
		err = unpack(reply.Data, &answer)
	}
	return answer, err
}

// send sends what nobody answers. What NATS does not take is sent again by the next beat, or
// not wanted any more.
func send(c *nats.Conn, subject string, message any) { _ = c.Publish(subject, pack(message)) }
