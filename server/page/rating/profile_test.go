package rating

import (
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/server/http/rating"
	"rosette/server/http/wire"
)

// A user may earlier have played as a guest.
func TestAProfileShowsTheOpponentAndWhoWon(t *testing.T) {
	seat := func(actor string) rating.PlayerOfGame {
		return rating.PlayerOfGame{Player: wire.Player{Name: actor}, Actor: actor}
	}
	own := []string{"guest/before", "user/ana"}
	for _, c := range []struct{ black, white, opponent, color string }{
		{"user/ana", "user/ben", "user/ben", "w"},
		{"user/ben", "user/ana", "user/ben", "b"},
		{"bot/4", "guest/before", "bot/4", "b"},
		{"guest/before", "bot/4", "bot/4", "w"},
		{"guest/before", "guest/before", "guest/before", "w"}, // two people on one device
	} {
		row := playedBy("en", own, rating.PlayedGame{Board: "rosette-5", Result: "B+R", Black: seat(c.black), White: seat(c.white)})
		if row.Opponent.Name != c.opponent || row.Color != c.color {
			t.Errorf("%s against %s: the opponent is %s with %s", c.black, c.white, row.Opponent.Name, row.Color)
		}
		if won := resultOf("en", game.Result{Winner: board.Black, By: game.ByResign}, map[string]string{"w": "b", "b": "w"}[c.color]); row.Result != won {
			t.Errorf("%s against %s: %q, want %q", c.black, c.white, row.Result, won)
		}
	}
}
