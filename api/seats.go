package api

import (
	"slices"
	"strings"

	"rosette/api/web"
	"rosette/game/board"
	"rosette/play"
)

// seatOf returns a seat of an actor.
func seatOf(a web.Actor, name string) play.Seat {
	kind, id, _ := strings.Cut(string(a), "/")
	return play.Seat{Kind: play.SeatKind(kind), ID: id, Name: name}
}

// seats returns the colours of the seats that the actors hold.
func seats(s play.Settings, actors []web.Actor) []board.Color {
	var held []board.Color
	for _, c := range board.Colors {
		if seat := s.Seat(c); !seat.Bot() && slices.Contains(actors, web.Actor(seat.Actor())) {
			held = append(held, c)
		}
	}
	return held
}

// letters writes colours: "", "b", "w" or "bw".
func letters(colors ...board.Color) string {
	text := ""
	for _, c := range colors {
		text += [...]string{"", "b", "w"}[c]
	}
	return text
}
