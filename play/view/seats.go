package view

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
}
