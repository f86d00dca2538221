// Package view implements what a client may see of a match, and its JSON: frames,
// states, events, clocks, scores and boards. The types are the wire format;
// those that programs read too are in package wire.
//
// A [Frame] depends on the match alone, not on who reads it or when: it is encoded
// once, and its bytes are shared by all readers. Clocks are given as they were at the
// last event, with the time of that event. A secret bid is in no frame before both
// bids are in; the seed that decides between equal bids and the identities of guests
// are in none.
package view
