package draw

import (
	"bytes"
	"encoding/xml"
	"errors"
	"fmt"
	"image"
	"image/color"
	"image/png"
	"io"
	"math"
	"slices"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
	"rosette/internal/goldentest"
)

func svg(t interface {
	Helper()
	Fatal(...any)
}, p *Picture,
) string {
	t.Helper()
	var out bytes.Buffer
	if err := p.SVG(&out); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func pixels(t *testing.T, p *Picture, width int) image.Image {
	t.Helper()
	var out bytes.Buffer
	if err := p.PNG(&out, width); err != nil {
		t.Fatal(err)
	}
	shown, err := png.Decode(&out)
	if err != nil {
		t.Fatal(err)
	}
	return shown
}

// fullPicture returns a picture on base 3 that uses every field.
func fullPicture(t *testing.T) *Picture {
	t.Helper()
	g := board.Rosette(3)
	b := played(t, g, centralRosette(g)...).Board().Clone()
	for _, p := range g.Rosettes()[len(g.Rosettes())-1] {
		b.Play(p, board.White)
	}
	point := func(name string) board.Point {
		p, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		return p
	}
	owner := make([]board.Color, g.Points())
	owner[point("C1")], owner[point("D1")] = board.Black, board.White
	heat := make([]float32, g.Points())
	heat[point("D11")] = 1
	heat[point("C11")] = -0.25
	heat[point("C10")] = float32(math.NaN())
	dead := point("F6")
	return &Picture{
		Board: &b.View, Coordinates: true, Territory: owner, Ownership: heat, Dead: []board.Point{dead},
		Numbers: map[board.Point]string{point("D5"): "7", point("E3"): "128"},
		Marks: []Mark{
			{Shape: Last, At: point("D5")},
			{Shape: Circle, At: point("A4")},
			{Shape: Square, At: point("A5")},
			{Shape: Triangle, At: point("A6")},
			{Shape: Cross, At: point("A7")},
			{Shape: Selected, At: point("A8")},
			{Shape: Label, At: point("B3"), Text: "A"},
			{Shape: Label, At: point("B4"), Text: "wxyz"},
			{Shape: Arrow, At: point("B9"), To: point("C9")},
			{Shape: Line, At: point("E9"), To: point("E10")},
			{Shape: Dim, At: point("C2")},
		},
		Title: `A & B <"3k">`, Caption: "Move 7: black D5",
	}
}

func TestPicturesMatchTheGoldenFiles(t *testing.T) {
	rosette := played(t, board.Rosette(2), centralRosette(board.Rosette(2))...).Board()
	full := played(t, wheel(t, 6, 3), "w r1", "w r2", "w r3", "w r4", "w r5", "w r6").Board()
	square := played(t, board.Square(9, 9), "b e5", "w c3").Board()
	for name, p := range map[string]*Picture{
		"bare":    {Board: &board.New(board.Rosette(1)).View},
		"rosette": {Board: rosette, Coordinates: true, Theme: Dark},
		"square":  {Board: square, Coordinates: true, Theme: Paper},
		"turned":  {Board: square, Coordinates: true, Rotate: 90},
		"custom":  {Board: full, Coordinates: true},
		"laden":   fullPicture(t),
		"land":    {Board: rosette, Tint: ramp(rosette.Graph())},
	} {
		t.Run(name, func(t *testing.T) { picture(t, "picture-"+name+".svg", svg(t, p)) })
	}
}

func TestPixelsMatchTheGoldenFile(t *testing.T) {
	var out bytes.Buffer
	if err := fullPicture(t).PNG(&out, 480); err != nil {
		t.Fatal(err)
	}
	want, err := png.Decode(bytes.NewReader(goldentest.Want(t, file("picture-laden.png"), out.Bytes())))
	if err != nil {
		t.Fatal(err)
	}
	got := pixels(t, fullPicture(t), 480)
	if got.Bounds() != want.Bounds() {
		t.Fatalf("%v pixels, want %v", got.Bounds(), want.Bounds())
	}
	for y := range got.Bounds().Dy() {
		for x := range got.Bounds().Dx() {
			// Other machines round differently: small differences are accepted.
			if d := math.Abs(grey(got.At(x, y)) - grey(want.At(x, y))); d > 0.02 {
				t.Fatalf("pixel %d, %d is %v, want %v", x, y, got.At(x, y), want.At(x, y))
			}
		}
	}
}

// grey returns a colour's lightness in monochrome print, 0 to 1.
func grey(c color.Color) float64 {
	return float64(color.Gray16Model.Convert(c).(color.Gray16).Y) / 0xffff
}

// at returns a picture's lightness near a point, a little above its centre.
func at(t *testing.T, p *Picture, shown image.Image, where board.XY) float64 {
	t.Helper()
	s := p.layout()
	scale := float64(shown.Bounds().Dx()) / (s.high.X - s.low.X)
	return grey(shown.At(int((where.X-s.low.X)*scale), int((where.Y-s.low.Y)*scale)))
}

func TestStonesDifferWithoutColours(t *testing.T) {
	b := played(t, board.Square(3, 3), "b a1", "w c3").Board()
	for theme := range palettes {
		p := &Picture{Board: b, Theme: theme}
		shown := pixels(t, p, 300)
		black, white := at(t, p, shown, b.Graph().At(6)), at(t, p, shown, b.Graph().At(2))
		rim := at(t, p, shown, plus(b.Graph().At(2), board.XY{X: -stoneRadius + 0.02}))
		if black > 0.3 || white < 0.7 || white-rim < 0.3 {
			t.Errorf("%s: black stones are %.2f, white ones %.2f with a rim of %.2f", theme, black, white, rim)
		}
	}
}

func TestARosetteIsFilledWithAPattern(t *testing.T) {
	g := board.Rosette(1)
	for theme := range palettes {
		var means [3]float64
		for _, c := range board.Colors {
			b := board.New(g)
			for p := range board.Point(6) {
				b.Play(p, c)
			}
			p := &Picture{Board: &b.View, Theme: theme}
			shown := pixels(t, p, 400)
			low := 1.0
			high := 0.0
			n := 0.0
			for i := range 40 {
				for j := range 40 { // within the six stones
					light := at(t, p, shown, board.XY{X: float64(i-20) / 60, Y: float64(j-20) / 60})
					low = min(low, light)
					high = max(high, light)
					n = n + 1
					means[c] += light
				}
			}
			means[c] /= n
			if high-low < 0.3 {
				t.Errorf("%s: a rosette of %s is all from %.2f to %.2f", theme, c, low, high)
			}
		}
		if means[board.White]-means[board.Black] < 0.15 {
			t.Errorf("%s: rosettes of Black are %.2f light, of White %.2f", theme, means[board.Black], means[board.White])
		}
	}
}

func TestEveryBoardHasAPicture(t *testing.T) {
	graphs := []*board.Graph{board.Square(5, 4), board.Square(1, 1), board.Square(25, 25), wheel(t, 6, 3), wheel(t, 6, 0), wheel(t, 3, 1e-9)}
	for base := 1; base <= board.MaxBase; base++ {
		graphs = append(graphs, board.Rosette(base))
	}
	for _, g := range graphs {
		b := board.New(g)
		b.Play(0, board.Black)
		p := &Picture{Board: &b.View, Coordinates: true, Rotate: 60}
		texts := elements(t, svg(t, p))
		names := map[string]bool{}
		for q := range board.Point(g.Points()) {
			if g.Lattice() == board.Custom {
				names[g.PointName(q)] = true
			} else {
				names[title(g.PointName(q), true)], names[title(g.PointName(q), false)] = true, true
			}
		}
		for name := range names {
			if !slices.Contains(texts, name) {
				t.Errorf("%s: %s is not in the picture", g.Name(), name)
			}
		}
		if width := pixels(t, p, 64).Bounds().Dx(); width != 64 {
			t.Errorf("%s: %d pixels wide, want 64", g.Name(), width)
		}
	}
}

// elements reads a document to its end and returns the text in each element.
func elements(t interface {
	Helper()
	Fatalf(string, ...any)
}, text string,
) (texts []string) {
	t.Helper()
	d := xml.NewDecoder(strings.NewReader(text))
	for {
		token, err := d.Token()
		if errors.Is(err, io.EOF) {
			return texts
		}
		if err != nil {
			t.Fatalf("no XML: %v\n%s", err, text)
		}
		if said, ok := token.(xml.CharData); ok {
			texts = append(texts, string(said))
		}
	}
}

func TestAnyTitleMakesGoodXML(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		bytes := rapid.Map(rapid.SliceOf(rapid.Byte()), func(b []byte) string { return string(b) })
		text := rapid.OneOf(rapid.String(), rapid.StringMatching(`[<>&"' \x00-\x1f]*`), bytes)
		p := &Picture{Board: &board.New(board.Rosette(1)).View, Title: text.Draw(t, "title")}
		p.Caption, p.Alt = text.Draw(t, "caption"), text.Draw(t, "alt")
		p.Marks = []Mark{{Shape: Label, Text: text.Draw(t, "label")}}
		elements(t, svg(t, p))
		if p.Title == "" || strings.ContainsFunc(p.Title, func(r rune) bool { return r < ' ' || r == 0xfffd || r >= 0xfffe && r <= 0xffff }) {
			return // characters that XML cannot contain are replaced
		}
		if said := elements(t, svg(t, p)); !slices.Contains(said, p.Title) {
			t.Fatalf("%q is not among %q", p.Title, said)
		}
	})
}

func TestAPictureIsDeterministic(t *testing.T) {
	if a, b := svg(t, fullPicture(t)), svg(t, fullPicture(t)); a != b {
		t.Error("the same picture is written in two ways")
	}
}

func TestALongTitleIsCutButWholeInTheTitleElement(t *testing.T) {
	long := strings.Repeat("Rosette ", 40) + "end"
	said := elements(t, svg(t, &Picture{Board: &board.New(board.Rosette(1)).View, Title: long}))
	if !slices.Contains(said, long) || !slices.ContainsFunc(said, func(s string) bool { return strings.HasSuffix(s, "Rosett…") }) {
		t.Errorf("the picture says %q", said)
	}
}

func TestTheAlternativeTextNamesStonesAndLastMove(t *testing.T) {
	said := elements(t, svg(t, &Picture{Board: played(t, board.Square(3, 3), "b b2", "w a1").Board(), Marks: []Mark{{Shape: Last, At: 6}}}))
	want := []string{"Position on square-3", "Black: B2. White: A1. Last move: A1."}
	if !slices.Contains(said, want[0]) || !slices.Contains(said, want[1]) {
		t.Errorf("the picture says %q, want %q", said, want)
	}
}

func TestAnInvalidPictureIsAnError(t *testing.T) {
	b := board.New(board.Rosette(1))
	for _, c := range []struct {
		p    Picture
		want string
	}{
		{Picture{}, "draw: a picture without a board; set Board"},
		{Picture{Board: &b.View, Theme: "blue"}, `draw: no theme "blue"; use dark, paper, wood`},
		{Picture{Board: &b.View, Territory: make([]board.Color, 3)}, "draw: Territory has 3 entries for a board with 6 points; give each point an owner"},
		{Picture{Board: &b.View, Tint: make([]float32, 5)}, "draw: Tint has 5 entries for a board with 6 points; give each point a value"},
		{Picture{Board: &b.View, Ownership: make([]float32, 7)}, "draw: Ownership has 7 entries for a board with 6 points; give each point a value"},
		{Picture{Board: &b.View, Rotate: math.NaN()}, "draw: rotated by NaN; use −360 to 360 degrees"},
		{Picture{Board: &b.View, Numbers: map[board.Point]string{board.Pass: "1"}}, "draw: a number at point -1; the board has 0 to 5"},
		{Picture{Board: &b.View, Dead: []board.Point{6}}, "draw: a dead stone at point 6; the board has 0 to 5"},
		{Picture{Board: &b.View, Marks: []Mark{{Shape: Arrow, To: 9}}}, `draw: a mark "arrow" at points 0, 9; the board has 0 to 5`},
		{Picture{Board: &b.View, Marks: []Mark{{Shape: "star"}}}, `draw: no mark "star"; use one of the shapes`},
		{Picture{Board: &b.View, Territory: []board.Color{0, 0, 0, 0, 0, 9}}, "draw: owner 9 of point 5; use Empty, Black or White"},
	} {
		for _, err := range []error{c.p.SVG(io.Discard), c.p.PNG(io.Discard, 100)} {
			if fmt.Sprint(err) != c.want {
				t.Errorf("error %v, want %s", err, c.want)
			}
		}
	}
	p := Picture{Board: &b.View}
	for width, want := range map[int]string{
		15:      "draw: a width of 15; use 16 to 8192 pixels",
		1 << 40: "draw: a width of 1099511627776; use 16 to 8192 pixels",
		8192:    "draw: 8192 by 8736 pixels are too many; use a width of up to",
	} {
		if err := p.PNG(io.Discard, width); !strings.HasPrefix(fmt.Sprint(err), want) {
			t.Errorf("error %v, want %s", err, want)
		}
	}
}
