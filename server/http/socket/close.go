package socket

import (
	"errors"
	"time"

	"github.com/coder/websocket"
)

// Close codes that RFC 6455 does not define.
const (
	statusSignedOut websocket.StatusCode = 4401 // reconnect without the session
	statusTooSlow   websocket.StatusCode = 4408 // reconnect and resume
	statusTooMany   websocket.StatusCode = 4429 // the address has too many sockets
	statusNotNow    websocket.StatusCode = 4503 // reconnect soon
)

// A closeError is the reason why a socket ends, as a catalogue key.
type closeError struct {
	code   websocket.StatusCode
	reason string
}

// Error returns the reason.
func (e closeError) Error() string { return e.reason }

// Reasons why the server closes a socket.
var (
	stopping     = closeError{websocket.StatusGoingAway, "api.stopping"}
	tooSlow      = closeError{statusTooSlow, "api.too-slow"}
	tooManyLines = closeError{statusTooMany, "api.too-many-sockets"}
	closeFlood   = closeError{websocket.StatusPolicyViolation, "api.too-many-messages"}
	notText      = closeError{websocket.StatusUnsupportedData, "api.not-text"}
	tooLong      = closeError{websocket.StatusMessageTooBig, "api.too-long"}
	notNow       = closeError{statusNotNow, "api.not-now"}
	signedOut    = closeError{statusSignedOut, "api.signed-out"}
)

// closeWait bounds how long a client may take to read the close reason.
const closeWait = time.Second

// end closes the socket with the reason, unless the client has closed it.
func (c *Conn) end(err error) {
	if c.line != nil {
		// Close itself waits up to five seconds, too long for a server that stops.
		_ = c.line.SetDeadline(time.Now().Add(closeWait)) // a closed line needs no deadline
	}
	if reason := (closeError{}); errors.As(err, &reason) {
		// An error means that the client has gone, which is fine.
		c.ws.Close(reason.code, reason.reason)
	}
	c.ws.CloseNow() // as above
}
