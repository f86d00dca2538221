package view

import "rosette/play"

// Seats are the players of a match, by the colours of the opening. After
// [State.Swapped] they have the other colours.
type Seats struct {
	Black Player `json:"b"`
	White Player `json:"w"`
}

// A Player is a seat without the identity of a guest.
type Player struct {
	Kind  string `json:"kind"` // "user", "guest" or "bot"
	Name  string `json:"name"`
	Level string `json:"level,omitempty"` // of a bot: the name of its level
	Rank  string `json:"rank,omitempty"`  // such as "5k", if the players have given it
}

// SeatsOf returns the players of settings as clients may see them.
func SeatsOf(s play.Settings) Seats { return Seats{Black: PlayerOf(s.Black), White: PlayerOf(s.White)} }

// PlayerOf returns a seat as clients may see it.
func PlayerOf(s play.Seat) Player {
	p := Player{Kind: string(s.Kind), Name: s.Name, Rank: s.Rank}
	if s.Bot() {
		p.Level = s.ID
	}
	return p
}
