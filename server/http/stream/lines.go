package stream

import (
	"context"
	"encoding/json"
	"errors"
	"fmt"
	"net/http"
	"time"

	"rosette/server/http/socket"
	"rosette/server/http/web"
	"rosette/server/pubsub"
)

// lines is a running stream. Only one goroutine uses it.
type lines struct {
	*Server
	caller  web.Caller
	ctx     context.Context
	out     http.ResponseWriter
	control *http.ResponseController
	feed    pubsub.Subscriber
}

// begin subscribes to the topics, removes the read deadline that the server sets for other requests,
// and sends the header. The stream includes everything that happens after the client has the header.
func (l *lines) begin(topics []string) error {
	for _, topic := range topics {
		l.feed.Add(topic)
	}
	if err := l.control.SetReadDeadline(time.Time{}); err != nil && !errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if l.caller.Visitor.Actor != "" {
		l.feed.Add(socket.EndedMessage(string(l.caller.Visitor.Actor)).Topic)
	}
	l.out.Header().Set("X-Accel-Buffering", "no") // makes proxies forward each line at once
	return l.write(nil)
}

// send writes one line.
func (l *lines) send(message any) error {
	data, err := json.Marshal(message)
	if err != nil {
		return fmt.Errorf("write a line: %w", err)
	}
	return l.write(append(data, '\n'))
}

// write writes and flushes. A client that does not read loses the stream.
func (l *lines) write(data []byte) error {
	if err := l.control.SetWriteDeadline(time.Now().Add(l.WriteWait)); err != nil &&
		!errors.Is(err, http.ErrNotSupported) {
		return err
	}
	if _, err := l.out.Write(data); err != nil {
		return err
	}
	return l.control.Flush()
}

// follow calls take for each published message, and look before each empty line, until a call
// returns done or an error, or ctx ends. A done stream ends without error.
func (l *lines) follow(take func(m pubsub.Message) (done bool, err error), look func() (done bool, err error)) error {
	pulse := time.NewTicker(l.Every)
	defer pulse.Stop()
	for {
		done, err := false, error(nil)
		select {
		case <-l.ctx.Done():
			return nil
		case m, ok := <-l.feed.Messages():
			switch {
			case !ok:
				return errLagged
			case m.Topic == socket.EndedMessage(string(l.caller.Visitor.Actor)).Topic:
				err = l.holds()
			default:
				done, err = take(*m)
			}
		case <-pulse.C:
			if done, err = look(); err == nil && !done {
				err = l.write([]byte("\n"))
			}
		}
		if done || err != nil {
			return err
		}
	}
}

// holds returns an error if the session or token has ended.
func (l *lines) holds() error {
	holds, err := l.Sessions.Holds(l.ctx, l.caller.Visitor.Identity)
	if err == nil && !holds {
		err = errSignedOut
	}
	return err
}
