// Package match implements the routes for games, positions and records, and the socket topics for matches.
// Package web has the code that all routes share.
//
// The package trusts no colour, name or time from a client. The session cookie and the match's
// seats decide who may move; the host decides what has happened. The JSON types are in package
// wire, in wire.go and in package play/view; server/page/ui/src/net is generated from
// them.
package match

//go:generate go run ../typescript ../../page/ui/src/net
