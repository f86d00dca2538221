package sgf

import (
	"strings"

	"rosette/game"
	"rosette/game/board"
)

// SetResult writes how a game ended into its root, as FF[4] has RE: a draw is
// 0.
func (n *Node) SetResult(r game.Result) {
	text := r.String()
	if r.By == game.ByScore && r.Winner == board.Empty {
		text = "0"
	}
	n.Set("RE", text)
}

// results are the words that files have for what is neither a win by points
// nor short; in lower case.
var results = map[string]string{
	"0": "Draw", "draw": "Draw", "jigo": "Draw",
	"void": "Void", "no result": "Void",
	"b+resign": "B+R", "w+resign": "W+R", "b+r": "B+R", "w+r": "W+R",
	"b+time": "B+T", "w+time": "W+T", "b+t": "B+T", "w+t": "W+T",
}

// Result reads RE, at n or above it, and tells whether it says who has won and how. A win by
// points that are not told, or by forfeit, is none that a position can show.
func (n *Node) Result() (r game.Result, ok bool) {
	text := strings.TrimSpace(SimpleText(n.Info("RE")))
	word, known := results[strings.ToLower(text)]
	if !known {
		who, margin, _ := strings.Cut(strings.ToUpper(text), "+")
		points, err := Real(margin)
		winner, known := map[string]board.Color{"B": board.Black, "W": board.White}[who]
		return game.Result{Winner: winner, By: game.ByScore, Margin: points}, known && err == nil && points > 0
	}
	r, err := game.ParseResult(word)
	return r, err == nil
}
