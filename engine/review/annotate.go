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

// prefix begins every line that a review writes into a comment. The next review replaces lines with
// this prefix.
const prefix = "Rosette: "

// betterPrefix begins the comment at the start of a better variation.
const betterPrefix = prefix + "better: "

// Annotate writes assessments into the record: Black's win rate in percent (SBKV, which Sabaki
// draws), Black's lead in points (V) and a comment line; for each mistake also a property (BM or
// DO) and a variation with at most length moves. It replaces annotations by an earlier review and
// keeps all others.
func (r *Review) Annotate(all []Assessment, length int) error {
	coordinates, err := sgf.NewCoordinates(r.Graph)
	if err != nil {
		return err
	}
	for _, a := range all { // before writing, because a node may have two moves
		forget(a.Turn.Node)
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

// forget removes an earlier review's annotations from a move, except those that every review
// overwrites: the mistake property and the better variation. A variation with later additions
// stays, without the review's line.
func forget(n *sgf.Node) {
	for _, c := range classes {
		written := slices.ContainsFunc(reviewLines(n),
			func(line string) bool { return strings.Contains(line, " "+c.name()+": costs ") })
		if written && n.Has(c.id) && n.Raw(c.id) == c.value && behind(n, c.id, "SBKV") {
			n.Delete(c.id)
		}
	}
	if n.Parent == nil {
		return
	}
	n.Parent.Children = slices.DeleteFunc(n.Parent.Children,
		func(other *sgf.Node) bool { return other != n && untouched(other) })
	for _, other := range n.Parent.Children {
		if other != n && better(other) {
			comment(other, "")
		}
	}
}

// behind reports whether id follows other among the node's properties, as when a review has added
// both. If id comes first, a person has set it.
func behind(n *sgf.Node, id, other string) bool {
	place := func(id string) int {
		return slices.IndexFunc(n.Properties, func(p sgf.Property) bool { return p.ID == id })
	}
	return place(other) >= 0 && place(id) > place(other)
}

// reviewLines returns the lines in a node's comment that a review wrote.
func reviewLines(n *sgf.Node) (lines []string) {
	for line := range strings.SplitSeq(n.Text("C"), "\n") {
		if strings.HasPrefix(line, prefix) {
			lines = append(lines, line)
		}
	}
	return lines
}

// better reports whether n begins a better variation that a review added.
func better(n *sgf.Node) bool {
	return slices.ContainsFunc(reviewLines(n), func(line string) bool { return strings.HasPrefix(line, betterPrefix) })
}

// untouched reports whether n begins a better variation added by a review, without any later
// change: no other comment, property or branch.
func untouched(n *sgf.Node) bool {
	if !better(n) || strings.Contains(n.Text("C"), "\n") {
		return false
	}
	for comments := 1; n != nil; n, comments = first(n), 0 {
		if len(n.Children) > 1 || len(n.Properties) != 1+comments || !n.Has("B") && !n.Has("W") {
			return false
		}
	}
	return true
}

// summary returns the assessment as a comment line.
func (a *Assessment) summary() string {
	text := fmt.Sprintf("%sBlack %.0f %%, %s.", prefix, a.Win*100, ScoreText(a.Score))
	if a.Better != "" {
		text += fmt.Sprintf(" %s: costs %.1f points and %.0f %%; %s was better.", a.Class.name(), a.Loss, a.WinLoss*100,
			a.Better)
	}
	return text
}

// name returns the class with an initial capital.
func (c Class) name() string { return strings.ToUpper(string(c[:1])) + string(c[1:]) }

// ScoreText formats Black's lead as a game result, rounded to half a point: B+3.5, W+1 or 0.
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

// comment replaces the review's line in a comment, or removes it if text is "". The line follows
// all others.
func comment(n *sgf.Node, text string) {
	var lines []string
	for line := range strings.SplitSeq(n.Text("C"), "\n") {
		if !strings.HasPrefix(line, prefix) {
			lines = append(lines, line)
		}
	}
	people := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if people != "" && text != "" {
		people += "\n"
	}
	if people+text == "" {
		n.Delete("C")
		return
	}
	n.Set("C", sgf.Escape(people+text))
}

// variation adds the better moves as a sibling of the played move, unless the record already has a
// sibling with the best move.
func (a *Assessment) variation(coordinates *sgf.Coordinates, length int) {
	parent := a.Turn.Node.Parent
	if parent == nil || length < 1 {
		return
	}
	c := a.Turn.Move.Color
	for _, n := range parent.Children {
		if n.Has(colored[c]) && n.Raw(colored[c]) == coordinates.Write(a.Best.Move) {
			return
		}
	}
	at := parent
	for i, p := range a.Best.PV[:min(length, len(a.Best.PV))] {
		at = at.Add()
		at.Set(colored[c], coordinates.Write(p))
		if i == 0 {
			comment(at,
				fmt.Sprintf("%sBlack %.0f %%, %s.", betterPrefix, float64(a.Best.Win)*100,
					ScoreText(float64(a.Best.Score))))
		}
		c = c.Opponent()
	}
}
