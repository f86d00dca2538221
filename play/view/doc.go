// Package view implements the client's view of a match and its JSON: frames, states, events,
// clocks, scores and boards. The types are the wire format; package wire has those that programs
// read too.
//
// A [Frame] depends only on the match, not on the reader or the time: it is encoded once, and all
// readers share its bytes. Clocks are given at the last event, with its time. Frames never contain
// a secret bid before both bids are in, the seed that decides between equal bids, or guests'
// identities.
package view
