package rating

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/server/http/rating"
	"rosette/server/http/wire"
)

// A user may earlier have played as a guest.
func TestAProfileShowsWhetherItsUserWon(t *testing.T) {
	seat := func(actor string) rating.PlayerOfGame {
		return rating.PlayerOfGame{Player: wire.Player{Name: actor}, Actor: actor}
	}
	own := []string{"guest/before", "user/ana"}
	for _, c := range []struct{ black, white, color string }{
		{"user/ana", "user/ben", "b"},
		{"user/ben", "user/ana", "w"},
		{"bot/4", "guest/before", "w"},
		{"guest/before", "bot/4", "b"},
		{"guest/before", "guest/before", "b"}, // two people on one device
	} {
		card := cardOf("en", own, watchedGame{PlayedGame: rating.PlayedGame{Board: "rosette-5", Result: "B+R", Black: seat(c.black), White: seat(c.white)}})
		result := game.Result{Winner: board.Black, By: game.ByResign}
		if card.Result != resultOf("en", result, c.color) || card.Outcome != outcomeOf(result, c.color) {
			t.Errorf("%s against %s: %q, %s", c.black, c.white, card.Result, card.Outcome)
		}
	}
}
