package site

import "rosette/play"

// A happening is an event without what is no browser's business.
type happening struct {
	Seq    int      `json:"seq"`
	Kind   string   `json:"kind"`
	Color  string   `json:"color,omitempty"`
	Point  string   `json:"point,omitempty"`
	Points []string `json:"points,omitempty"`
	Dead   bool     `json:"dead,omitempty"`
	Side   string   `json:"side,omitempty"`
	Komi   *float64 `json:"komi,omitempty"`
	Swap   bool     `json:"swap,omitempty"`
	Ply    int      `json:"ply"`
	ID     string   `json:"id,omitempty"`
}

// speakOfKomi are the events that name one.
var speakOfKomi = map[play.Kind]bool{play.Offered: true, play.Bade: true, play.Settled: true}

// happeningOf leaves out of an event what nobody may see yet: a bid of a
// secret auction, and the settings with their keys and their lot.
func happeningOf(e play.Event, secret bool) happening {
	h := happening{
		Seq: e.Seq, Kind: string(e.Kind), Color: letters[e.Color], Point: e.Point, Dead: e.Dead,
		Side: letters[e.Side], Swap: e.Swap, Ply: e.Ply, ID: e.ID,
	}
	if speakOfKomi[e.Kind] && !(secret && e.Kind == play.Bade) {
		h.Komi = &e.Komi
	}
	if e.Kind == play.Marked {
		h.Points = e.Points
	}
	return h
}

// revising are the events after which other moves stand than before and the
// ones that they name.
var revising = map[play.Kind]bool{play.TookBack: true, play.Confirmed: true, play.Resumed: true, play.Ended: true}

func (h happening) revises() bool { return revising[play.Kind(h.Kind)] }
