// Package match implements the routes of games, positions and records, and the socket
// with many topics. Package web has what all routes share.
//
// It trusts no colour, name or time that a client sends. Who may move is decided
// by the session's cookie and the seats of the match; what has happened comes from
// the host. The types that clients read and write are in package wire, in responses.go
// and in package play/view; server/page/ui/src/net/wire.ts is generated from them.
package match

//go:generate go run ../typescript ../../page/ui/src/net/wire.ts
