package draw

import (
	"io"
	"strconv"
	"testing"

	"rosette/game/board"
)

// serverWidth is the width of a server's pictures, in pixels.
const serverWidth = 1200

// busyPictures returns pictures with something on every point, by the board's name.
func busyPictures() map[string]*Picture {
	all := map[string]*Picture{}
	for _, g := range []*board.Graph{board.Square(19, 19), board.Square(25, 25), board.Rosette(7), board.Rosette(12)} {
		all[g.Name()] = busyPicture(g)
	}
	return all
}

// busyPicture returns a picture with stones on two points in three, most of them numbered, and a
// mark, an owner or a tint on the others.
func busyPicture(g *board.Graph) *Picture {
	on := board.New(g)
	n := g.Points()
	p := &Picture{
		Board: &on.View, Coordinates: true, Title: "Alder – Birch", Caption: "Move 7: Black D5\n3 passes",
		Numbers: map[board.Point]string{}, Territory: make([]board.Color, n), Tint: make([]float32, n),
	}
	shapes := []Shape{Circle, Square, Triangle, Cross, Selected, Label, Dim, Last}
	for i, q := range g.Rosettes() { // complete rosettes, if the board has any
		for _, at := range q {
			if i%5 == 0 && on.At(at) == board.Empty {
				on.Play(at, board.Color(1+i/5%2))
			}
		}
	}
	for q := range board.Point(n) {
		if q%3 != 0 && on.At(q) == board.Empty {
			on.Play(q, board.Color(q%3))
		}
	}
	for q := range board.Point(n) {
		p.Tint[q] = float32(q%17)/8 - 1
		switch {
		case q%3 == 0:
			p.Marks = append(p.Marks, Mark{Shape: shapes[int(q)/3%len(shapes)], At: q, Text: "Ab"})
		case on.At(q) != board.Empty:
			p.Numbers[q] = strconv.Itoa(int(q))
		default:
			p.Territory[q] = board.Black
		}
	}
	for q := board.Point(0); int(q)+n/2 < n; q += 40 {
		p.Marks = append(p.Marks, Mark{Shape: Arrow, At: q, To: q + board.Point(n/2)})
	}
	return p
}

func BenchmarkPicture(b *testing.B) {
	for name, p := range busyPictures() {
		for _, format := range []string{"svg", "png"} {
			b.Run(name+"/"+format, func(b *testing.B) {
				b.ReportAllocs()
				for b.Loop() {
					if err := p.Write(b.Context(), io.Discard, format, serverWidth); err != nil {
						b.Fatal(err)
					}
				}
			})
		}
	}
}
