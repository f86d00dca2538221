// Package remote runs a queue's jobs in other processes over NATS. A [Node] is a process with a
// queue, a [Worker] a process that does jobs from all nodes. A job stays with its node until its
// answer arrives. docs/work.md describes the messages.
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

// The subjects of messages. The number is the protocol version: processes with different versions
// ignore each other.
const (
	prefix     = "rosette.work.1."
	toAsk      = prefix + "ask"      // a worker's question to all nodes
	toNodes    = prefix + "spent"    // a charge, to all nodes
	fromNode   = prefix + "nodes"    // a nodeState, every second
	fromWorker = prefix + "workers"  // a workerState, every second
	waiting    = prefix + "waiting." // followed by a rank: a node has a waiting job; one free worker receives it
	node       = prefix + "node."    // followed by an ID and one of the suffixes below: a request to a node
	worker     = prefix + "worker."  // followed by an ID: orders about its jobs
	take       = ".take"
	beat       = ".beat"
	done       = ".done"
	file       = ".file"
)

// group is the queue group for free workers.
const group = "workers"

// The ranks of waiting jobs. Workers occupied with self-play still do other jobs.
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

// Limits on messages.
const (
	gzipFrom = 16 << 10 // minimum size of a compressed message, in bytes
	maxBytes = 32 << 20 // maximum size of an uncompressed message, in bytes
	partSize = 256 << 10
	maxParts = 4096 // in a file

	maxName   = 300 // bytes in a worker's name; workers with longer names get no jobs
	maxReason = 300 // logged columns of a reason or an error
)

// A question is a worker's request for the next job that it may do.
type question struct {
	Worker string     `json:"worker"`
	Lowest work.Class `json:"lowest"` // lowest class that it accepts
}

// An offer is a node's answer.
type offer struct {
	Node string `json:"node"`
	Has  bool   `json:"has,omitempty"`
	work.Offer
}

// A job is taken by a worker from a node. Loan is 0 if there is no job.
type job struct {
	Loan  uint64     `json:"loan,omitempty"`
	Class work.Class `json:"class,omitempty"`
	Task  []byte     `json:"task,omitempty"`
}

// A beating reports that a worker is doing jobs.
type beating struct {
	Worker string   `json:"worker"`
	Loans  []uint64 `json:"loans"`
}

// An orders message lists jobs that are no longer needed, and jobs that should end soon.
type orders struct {
	Node  string   `json:"node,omitempty"`
	Drop  []uint64 `json:"drop,omitempty"`
	Hurry []uint64 `json:"hurry,omitempty"`
}

// A result is the outcome of a job.
type result struct {
	Worker   string `json:"worker"`
	Loan     uint64 `json:"loan"`
	Answer   []byte `json:"answer,omitempty"`
	Declined string `json:"declined,omitempty"` // reason for declining the job
}

// A verdict is a node's response to a result.
type verdict struct {
	Wrong string `json:"wrong,omitempty"`
}

// A wanted message requests a part of a file.
type wanted struct {
	Hash string `json:"hash"`
	Part int    `json:"part"`
}

// A part of a file. Parts is 0 if the node does not have the file.
type part struct {
	Parts int    `json:"parts"`
	Bytes []byte `json:"bytes,omitempty"`
}

// A nodeState announces a node.
type nodeState struct {
	ID      string `json:"id"`
	Waiting int    `json:"waiting"`
	Gone    bool   `json:"gone,omitempty"`
}

// A workerState announces a worker.
type workerState struct {
	ID    string `json:"id"`
	Slots int    `json:"slots"`
	Gone  bool   `json:"gone,omitempty"`
}

// errLong means that a message exceeds the maximum size.
var errLong = errors.New("a message is too long")

// pack encodes a message, and compresses a long one.
func pack(message any) []byte {
	text, err := json.Marshal(message)
	if err != nil {
		panic(err) // no field can fail to encode
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
		panic(err) // writing to memory cannot fail
	}
	return small.Bytes()
}

// unpack decodes a message.
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

// subscribe calls answer for each message on a subject, one after the other. answer returns the
// reply, or nil for no reply.
func subscribe[M any](
	c *nats.Conn, log *slog.Logger, subject, queue string, answer func(M) any,
) (*nats.Subscription, error) {
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
			log.Warn("cannot process a message about jobs", "subject", subject, "error", err)
		}
	})
}

// unsubscribe ends subscriptions.
func unsubscribe(all []*nats.Subscription) {
	for _, s := range all {
		_ = s.Unsubscribe() // fails only if the connection is closed
	}
}

// ask sends a request and waits for the answer. A request that NATS cannot deliver fails at once.
func ask[A any](c *nats.Conn, subject string, message any, wait time.Duration) (answer A, err error) {
	reply, err := c.Request(subject, pack(message), wait)
	if err == nil {
		err = unpack(reply.Data, &answer)
	}
	return answer, err
}

// send sends a message without a reply. If NATS does not accept it, the next beat repeats it, or it
// is no longer needed.
func send(c *nats.Conn, subject string, message any) { _ = c.Publish(subject, pack(message)) }
