package view

import (
	"rosette/play"
	"rosette/play/view/position"
)

// An Event is a match's event without secrets.
type Event struct {
	Seq    int      `json:"seq"`
	Kind   string   `json:"kind"` // a [play.Kind]
	Color  string   `json:"color,omitempty"`
	Point  string   `json:"point,omitempty"`
	Points []string `json:"points,omitempty"` // for Marked
	Dead   bool     `json:"dead,omitempty"`
	Side   string   `json:"side,omitempty"`
	Komi   *float64 `json:"komi,omitempty"` // not for a secret bid
	Swap   bool     `json:"swap,omitempty"`
	Ply    int      `json:"ply"`
	ID     string   `json:"id,omitempty"` // the command's ID
}

// namesKomi holds the kinds of events with a komi.
var namesKomi = map[play.Kind]bool{play.Offered: true, play.Bade: true, play.Settled: true}

// eventOf returns an event for clients. It omits the settings, with the seed that decides between
// equal bids, and the komi of secret bids.
func eventOf(e play.Event, secret bool) Event {
	v := Event{
		Seq: e.Seq, Kind: string(e.Kind), Color: position.Letter(e.Color), Point: e.Point, Dead: e.Dead,
		Side: position.Letter(e.Side), Swap: e.Swap, Ply: e.Ply, ID: e.ID,
	}
	if namesKomi[e.Kind] && !(secret && e.Kind == play.Bade) {
		komi := e.Komi
		v.Komi = &komi
	}
	if e.Kind == play.Marked {
		v.Points = e.Points
	}
	return v
}

// revisesMoves holds the events after which the new list of moves is not the old one with more
// moves.
var revisesMoves = map[string]bool{
	string(play.TookBack): true, string(play.Confirmed): true, string(play.Resumed): true, string(play.Ended): true,
}
