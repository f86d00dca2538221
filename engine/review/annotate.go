package review

import (
	"fmt"
	"math"
	"slices"
	"strconv"
	"strings"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/sgf"
)

// prefix begins every line that a review writes into a comment. By it the next
// review finds the lines to replace.
const prefix = "Rosette: "

// Annotate writes assessments into the record: Black's win rate in percent (SBKV,
// which Sabaki draws), Black's lead in points (V), a line of the comment, and for
// each mistake its property (BM or DO) and a variation of at most length moves.
// It replaces what an earlier review wrote and keeps what people wrote.
func (r *Review) Annotate(all []Assessment, length int) error {
	coordinates, err := sgf.NewCoordinates(r.Graph)
	if err != nil {
		return err
	}
	for _, a := range all {
		n := a.Turn.Node
		n.Set("SBKV", strconv.FormatFloat(round(a.Win*100, 2), 'f', -1, 64))
		n.Set("V", strconv.FormatFloat(a.Score, 'f', -1, 64))
		comment(n, a.summary())
		for _, c := range classes {
			if c.Class == a.Class {
				if !slices.ContainsFunc([]string{"BM", "DO", "IT", "TE"}, n.Has) {
					n.Set(c.id, c.value)
				}
				a.variation(coordinates, length)
			}
		}
	}
	return nil
}

// summary returns the assessment as a line of a comment.
func (a *Assessment) summary() string {
	text := fmt.Sprintf("%sBlack %.0f %%, %s.", prefix, a.Win*100, ScoreText(a.Score))
	if a.Better != "" {
		name := string(a.Class)
		text += fmt.Sprintf(" %s: costs %.1f points and %.0f %%; %s was better.", strings.ToUpper(name[:1])+name[1:], a.Loss, a.WinLoss*100, a.Better)
	}
	return text
}

// ScoreText writes Black's lead as the result of a game, rounded to half a point:
// B+3.5, W+1 or 0.
func ScoreText(score float64) string {
	score = math.Round(score*2) / 2
	return game.Result{Winner: winner(score), By: game.ByScore, Margin: math.Abs(score)}.String()
}

func winner(score float64) board.Color {
	switch {
	case score > 0:
		return board.Black
	case score < 0:
		return board.White
	}
	return board.Empty
}

// comment replaces the line of a review in a comment. It stands after what people
// wrote.
func comment(n *sgf.Node, text string) {
	var lines []string
	for line := range strings.SplitSeq(n.Text("C"), "\n") {
		if !strings.HasPrefix(line, prefix) {
			lines = append(lines, line)
		}
	}
	people := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if people != "" {
		people += "\n"
	}
	n.Set("C", sgf.Escape(people+text))
}

// variation adds the better moves as a variation beside the move, unless people have
// added that move themselves. It replaces the variation of an earlier review.
func (a *Assessment) variation(coordinates *sgf.Coordinates, length int) {
	parent := a.Turn.Node.Parent
	if parent == nil || length < 1 {
		return
	}
	c := a.Turn.Move.Color
	parent.Children = slices.DeleteFunc(parent.Children, func(n *sgf.Node) bool {
		return n != a.Turn.Node && n.Has(colored[c]) && strings.HasPrefix(n.Text("C"), prefix)
	})
	for _, n := range parent.Children {
		if n.Has(colored[c]) && n.Raw(colored[c]) == coordinates.Write(a.Best.Move) {
			return
		}
	}
	win := float64(a.Best.Win)
	score := float64(a.Best.Score)
	at := parent
	for i, p := range a.Best.PV[:min(length, len(a.Best.PV))] {
		at = at.Add()
		at.Set(colored[c], coordinates.Write(p))
		if i == 0 {
			comment(at, fmt.Sprintf("%sbetter: Black %.0f %%, %s.", prefix, win*100, ScoreText(score)))
		}
		c = c.Opponent()
	}
}
