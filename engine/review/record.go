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

// mark stands before every line that a review writes into a comment, so that the
// next one finds it.
const mark = "Rosette: "

// Write puts what is known into the record: the chance of Black as Sabaki draws
// it (SBKV, in hundredths) and the score (V), a line in the comment, and for
// each mistake its name and a variation of up to so many moves. What an earlier
// review wrote is replaced, what people wrote stays.
func (r *Review) Write(all []Judged, length int) error {
	ground, err := sgf.NewCoordinates(r.Graph)
	if err != nil {
		return err
	}
	for _, j := range all {
		n := j.turn.Node
		n.Set("SBKV", strconv.FormatFloat(round(j.Win*100, 2), 'f', -1, 64))
		n.Set("V", strconv.FormatFloat(j.Score, 'f', -1, 64))
		comment(n, j.said())
		for _, v := range verdicts {
			if v.Verdict == j.Verdict {
				if !slices.ContainsFunc([]string{"BM", "DO", "IT", "TE"}, n.Has) {
					n.Set(v.id, v.value)
				}
				j.variation(ground, length)
			}
		}
	}
	return nil
}

// said is the move in words.
func (j *Judged) said() string {
	text := fmt.Sprintf("%sBlack %.0f %%, %s.", mark, j.Win*100, lead(j.Score))
	if j.Better != "" {
		name := string(j.Verdict)
		text += fmt.Sprintf(" %s: costs %.1f points and %.0f %%; %s was better.", strings.ToUpper(name[:1])+name[1:], j.Loss, j.WinLoss*100, j.Better)
	}
	return text
}

// lead says who is ahead, by halves.
func lead(score float64) string {
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

// comment writes one line of a review behind what people wrote.
func comment(n *sgf.Node, text string) {
	var lines []string
	for line := range strings.SplitSeq(n.Text("C"), "\n") {
		if !strings.HasPrefix(line, mark) {
			lines = append(lines, line)
		}
	}
	people := strings.TrimRight(strings.Join(lines, "\n"), "\n")
	if people != "" {
		people += "\n"
	}
	n.Set("C", sgf.Escape(people+text))
}

// variation adds what would have been better beside the move, in place of what
// an earlier review thought so.
func (j *Judged) variation(ground *sgf.Coordinates, length int) {
	parent := j.turn.Node.Parent
	if parent == nil || length < 1 {
		return
	}
	c := j.turn.Move.Color
	parent.Children = slices.DeleteFunc(parent.Children, func(n *sgf.Node) bool {
		return n != j.turn.Node && n.Has(colored[c]) && strings.HasPrefix(n.Text("C"), mark)
	})
	for _, n := range parent.Children {
		if n.Has(colored[c]) && n.Raw(colored[c]) == ground.Write(j.best.Move) {
			return // people have looked at it
		}
	}
	win := float64(j.best.Win)
	score := float64(j.best.Score)
	at := parent
	for i, p := range j.best.PV[:min(length, len(j.best.PV))] {
		at = at.Add()
		at.Set(colored[c], ground.Write(p))
		if i == 0 {
			comment(at, fmt.Sprintf("%sbetter: Black %.0f %%, %s.", mark, win*100, lead(score)))
		}
		c = c.Opponent()
	}
}
