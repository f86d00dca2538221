package draw

import (
	"bytes"
	"fmt"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/game/sgf"
)

// recordPicture returns the picture at the end of a record.
func recordPicture(t *testing.T, record string, numbers int) (*Picture, []sgf.Problem) {
	t.Helper()
	c, err := sgf.Parse(strings.NewReader(record), sgf.Options{})
	if err != nil {
		t.Fatal(err)
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		t.Fatal(err)
	}
	p, problems, err := FromRecord(line.Game, line.At, numbers)
	if err != nil {
		t.Fatal(err)
	}
	return p, problems
}

func TestAPictureOfARecordHasItsMarksTitleAndLastMove(t *testing.T) {
	p, problems := recordPicture(t, "(;SZ[3]PB[Ann]BR[3d];B[aa];W[bb]CR[aa]SQ[ba]TR[ca]MA[ab]SL[cb]LB[ac:x]AR[aa:cc]LN[ca:ac]DD[cc]TB[ba])", 0)
	var marks []string
	for _, m := range p.Marks {
		marks = append(marks, fmt.Sprint(m.Shape, " ", m.At, m.To, m.Text))
	}
	want := "circle 0 0, square 1 0, triangle 2 0, cross 3 0, selected 5 0, label 6 0x, arrow 0 8, line 2 6, dim 8 0, last 4 0"
	if got := strings.Join(marks, ", "); got != want || len(problems) != 0 {
		t.Errorf("marks %s, want %s; problems %v", got, want, problems)
	}
	if p.Title != "Ann 3d (black) – unknown (white)" || p.Caption != "Move 2: White B2" || len(p.Numbers) != 0 {
		t.Errorf("title %q, caption %q, numbers %v", p.Title, p.Caption, p.Numbers)
	}
	if p.Territory[1] != board.Black || p.Territory[0] != board.Empty {
		t.Errorf("territory %v", p.Territory)
	}
}

func TestMovesAreNumberedOnStonesAndElseInTheCaption(t *testing.T) {
	record := "(;SZ[3]AW[ba]AB[bb];B[aa];W[ab];B[];W[];B[cc])"
	for numbers, want := range map[int]string{
		AllNumbers: "map[3:2 8:5] Move 5: Black C1; 1 at A3; 3 passes; 4 passes",
		2:          "map[8:5] Move 5: Black C1; 4 passes",
		9:          "map[3:2 8:5] Move 5: Black C1; 1 at A3; 3 passes; 4 passes",
		0:          "map[] Move 5: Black C1",
	} {
		if p, _ := recordPicture(t, record, numbers); fmt.Sprint(p.Numbers, " ", p.Caption) != want {
			t.Errorf("%d numbers: %v %s, want %s", numbers, p.Numbers, p.Caption, want)
		}
	}
	p, _ := recordPicture(t, "(;SZ[3];B[])", 0)
	if p.Caption != "Move 1: Black passes" || len(p.Marks) != 0 || p.Title != "" {
		t.Errorf("after a pass: %q, marks %v, title %q", p.Caption, p.Marks, p.Title)
	}
	if p, problems := recordPicture(t, "(;SZ[3]CR[zz]TB[yy])", 0); p.Caption != "" || len(problems) != 2 {
		t.Errorf("without a move: caption %q, problems %v", p.Caption, problems)
	}
}

func TestNumbersAreAllOrTheLastOnes(t *testing.T) {
	for text, want := range map[string]string{
		"": "0 <nil>", "all": "-1 <nil>", "7": "7 <nil>",
		"0":   "0 0; use all, or how many of the last moves",
		"-1":  "0 -1; use all, or how many of the last moves",
		"few": "0 few; use all, or how many of the last moves",
	} {
		n, err := ParseNumbers(text)
		if got := fmt.Sprint(n, " ", err); got != want {
			t.Errorf("%q is %s, want %s", text, got, want)
		}
	}
}

func TestAPictureIsWrittenInTheFormatNamed(t *testing.T) {
	p := &Picture{Board: &board.New(board.Rosette(1)).View}
	for format, begin := range map[string]string{"svg": "<svg", "png": "\x89PNG"} {
		var out bytes.Buffer
		if err := p.Write(t.Context(), &out, format, 100); err != nil || !strings.HasPrefix(out.String(), begin) {
			t.Errorf("%s: error %v, begins %.4q", format, err, out.String())
		}
	}
	if err := p.Write(t.Context(), &bytes.Buffer{}, "gif", 100); err == nil || err.Error() != `draw: no format "gif"; use svg or png` {
		t.Errorf("gif: error %v", err)
	}
}
