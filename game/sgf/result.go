package sgf

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// UnknownResult is the value of RE for an unknown result.
const UnknownResult = "?"

// SetResult sets RE in FF[4] form; a draw is 0.
func (n *Node) SetResult(r game.Result) {
	text := r.String()
	if r.By == game.ByScore && r.Winner == board.Empty {
		text = "0"
	}
	n.Set("RE", text)
}

// results maps words in existing files, in lower case, to results without points.
var results = map[string]string{
	"0": "Draw", "draw": "Draw", "jigo": "Draw",
	"void": "Void", "no result": "Void",
	"b+resign": "B+R", "w+resign": "W+R", "b+r": "B+R", "w+r": "W+R",
	"b+time": "B+T", "w+time": "W+T", "b+t": "B+T", "w+t": "W+T",
	"b+forfeit": "B+F", "w+forfeit": "W+F", "b+f": "B+F", "w+f": "W+F",
}

// Result parses RE at n or above it. ok is false if RE does not give the winner and the margin or
// reason, such as B+.
func (n *Node) Result() (r game.Result, ok bool) {
	text := strings.TrimSpace(SimpleText(n.Info("RE")))
	word, known := results[strings.ToLower(text)]
	if !known {
		color, margin, _ := strings.Cut(strings.ToUpper(text), "+")
		points, err := Real(margin)
		winner, known := map[string]board.Color{"B": board.Black, "W": board.White}[color]
		return game.Result{Winner: winner, By: game.ByScore, Margin: points}, known && err == nil && points > 0
	}
	r, err := game.ParseResult(word)
	return r, err == nil
}
