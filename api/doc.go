// Package api implements the HTTP and WebSocket contract of the server: JSON
// routes with an OpenAPI document, one socket for many topics, sessions, limits,
// and what every answer needs (host names, origins, panics, headers).
//
// It trusts no colour, name or time that a client sends. Who may move is decided
// by the session's cookie and the seats of the match; what has happened comes from
// the host. The types that clients read and write are in wire.go, body.go and in
// package play/view; site/ui/src/wire.ts is generated from them.
package api

//go:generate go run ./typescript ../site/ui/src/wire.ts
