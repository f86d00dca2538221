package view

import "rosette/play"

// An Event is an event of a match without what its players may not see.
type Event struct {
	Seq    int      `json:"seq"`
	Kind   string   `json:"kind"` // a [play.Kind]
	Color  string   `json:"color,omitempty"`
	Point  string   `json:"point,omitempty"`
	Points []string `json:"points,omitempty"` // of marked
	Dead   bool     `json:"dead,omitempty"`
	Side   string   `json:"side,omitempty"`
	Komi   *float64 `json:"komi,omitempty"` // not of a secret bid
	Swap   bool     `json:"swap,omitempty"`
	Ply    int      `json:"ply"`
	ID     string   `json:"id,omitempty"` // of the command
}

// namesKomi are the kinds of events that name a komi.
var namesKomi = map[play.Kind]bool{play.Offered: true, play.Bade: true, play.Settled: true}

// eventOf returns an event as clients see it. Settings stay out, with the seed that
// decides between equal bids, and so does the komi of a bid if bids are secret.
func eventOf(e play.Event, secret bool) Event {
	v := Event{
		Seq: e.Seq, Kind: string(e.Kind), Color: letter(e.Color), Point: e.Point, Dead: e.Dead,
		Side: letter(e.Side), Swap: e.Swap, Ply: e.Ply, ID: e.ID,
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

// revisesMoves are the events after which the list of moves is not the former one
// with the moves of the events added.
var revisesMoves = map[string]bool{
	string(play.TookBack): true, string(play.Confirmed): true, string(play.Resumed): true, string(play.Ended): true,
}
