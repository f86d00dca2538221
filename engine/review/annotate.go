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

// betterPrefix begins the comment of the first move of a better variation.
const betterPrefix = prefix + "better: "

// Annotate writes assessments into the record: Black's win rate in percent (SBKV,
// which Sabaki draws), Black's lead in points (V), a line of the comment, and for
// each mistake its property (BM or DO) and a variation of at most length moves.
// It replaces what an earlier review wrote and keeps what people wrote.
func (r *Review) Annotate(all []Assessment, length int) error {
	coordinates, err := sgf.NewCoordinates(r.Graph)
	if err != nil {
		return err
	}
	for _, a := range all { // before anything is written: a node may have two moves
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

// forget takes away what an earlier review wrote about a move but for what every
// review writes again: its class, and the better variation beside it. A variation to
// which people have added something stays without the line of the review.
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

// behind reports whether a node has one property behind another, as where a review has
// added both. A class that stands before is that of people.
func behind(n *sgf.Node, id, other string) bool {
	place := func(id string) int {
		return slices.IndexFunc(n.Properties, func(p sgf.Property) bool { return p.ID == id })
	}
	return place(other) >= 0 && place(id) > place(other)
}

// reviewLines returns the lines of a review in the comment of a node.
func reviewLines(n *sgf.Node) (lines []string) {
	for line := range strings.SplitSeq(n.Text("C"), "\n") {
		if strings.HasPrefix(line, prefix) {
			lines = append(lines, line)
		}
	}
	return lines
}

// better reports whether a review began a better variation with this node.
func better(n *sgf.Node) bool {
	return slices.ContainsFunc(reviewLines(n), func(line string) bool { return strings.HasPrefix(line, betterPrefix) })
}

// untouched reports whether a node begins a better variation of a review, to which
// nobody has added anything: neither a word nor a mark nor a move beside.
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

// summary returns the assessment as a line of a comment.
func (a *Assessment) summary() string {
	text := fmt.Sprintf("%sBlack %.0f %%, %s.", prefix, a.Win*100, ScoreText(a.Score))
	if a.Better != "" {
		text += fmt.Sprintf(" %s: costs %.1f points and %.0f %%; %s was better.", a.Class.name(), a.Loss, a.WinLoss*100,
			a.Better)
	}
	return text
}

// name returns a class as the beginning of a sentence.
func (c Class) name() string { return strings.ToUpper(string(c[:1])) + string(c[1:]) }

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

// comment replaces the line of a review in a comment, "" with none. It stands after
// what people wrote.
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

// variation adds the better moves as a variation beside the move, unless people have
// added that move themselves.
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
