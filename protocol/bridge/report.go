package bridge

import (
	"fmt"
	"strings"

	"rosette/internal/quote"
)

// Line returns the report in one line.
func (r Report) Line() string {
	game := strings.Join([]string{r.Board, r.Rules, r.Clock}, " ")
	if r.Rated {
		game += " rated"
	}
	switch r.Event {
	case Connected:
		return "connected as " + r.Text
	case Lost:
		return "connection lost, retrying: " + r.Text
	case Declined:
		return fmt.Sprintf("declined  %s  %s  (%s)", r.Opponent, game, r.Text)
	case Begun:
		return fmt.Sprintf("plays     %s  %s  as %s  %s", r.Opponent, game,
			map[string]string{"b": "Black", "w": "White"}[r.Color], r.URL)
	case Over:
		return fmt.Sprintf("%-9s %s  %s  %s in %s  %s", r.outcome(), r.Opponent, game, r.Result,
			quote.Count(r.Moves, "move"), r.URL)
	}
	return fmt.Sprintf("trouble   %s  %s", r.Text, r.URL)
}

// outcome returns the game's result for the bridge.
func (r Report) outcome() string {
	switch {
	case r.Won == nil:
		return "drawn"
	case *r.Won:
		return "won"
	}
	return "lost"
}
