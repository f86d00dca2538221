package view

import (
	"rosette/play"
	"rosette/server/http/wire"
)

// SeatsOf returns the players in settings for clients.
func SeatsOf(s play.Settings) wire.Seats {
	return wire.Seats{Black: PlayerOf(s.Black), White: PlayerOf(s.White)}
}

// PlayerOf returns a seat for clients.
func PlayerOf(s play.Seat) wire.Player {
	p := wire.Player{Kind: string(s.Kind), Name: s.Name, Rank: s.Rank}
	if s.Bot() {
		p.Level = s.ID
	}
	return p
}
