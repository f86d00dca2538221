// Package socket implements the WebSocket at /api/socket. A client joins topics, gets their state
// and the messages published to them, and sends requests, which are answered by id.
//
// Features handle topics: they add a [Topic] for a name or prefix to the [Registry]. This package
// has the parts that all topics share: the connection, its limits, heartbeats and round-trip times,
// the end of its session, blocked authors, and frames that were missed. The JSON types are in
// package wire.
package socket
