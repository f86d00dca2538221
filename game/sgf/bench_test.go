package sgf

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// library returns some megabytes of games, with a comment on every tenth move and, if timed, the
// remaining time with every move, as servers write it.
func library(b *testing.B, g *board.Graph, games int, timed bool) string {
	rules := game.DefaultRules(g)
	var text strings.Builder
	for i := range games {
		root, err := FromGame(randomGame(game.New(g, rules), uint64(i), 250))
		if err != nil {
			b.Fatal(err)
		}
		for n, ply := root, 0; ; n, ply = n.Children[0], ply+1 {
			if timed && ply > 0 {
				n.Set([]string{"WL", "BL"}[ply%2], fmt.Sprintf("%d.%d", 1800-5*ply, ply%10))
			}
			if ply%10 == 0 {
				n.Set("C", fmt.Sprintf("move %d of a game that nobody played: \\[so they say\\]", ply))
			}
			if len(n.Children) == 0 {
				break
			}
		}
		text.WriteString(root.String())
	}
	return text.String()
}

func BenchmarkParse(b *testing.B) {
	for _, timed := range []bool{false, true} {
		b.Run(map[bool]string{false: "bare", true: "timed"}[timed], func(b *testing.B) {
			text := library(b, board.Square(19, 19), 1000, timed)
			b.SetBytes(int64(len(text)))
			b.ReportAllocs()
			for b.Loop() {
				if _, err := Parse(strings.NewReader(text), Options{}); err != nil {
					b.Fatal(err)
				}
			}
		})
	}
}

func BenchmarkWrite(b *testing.B) {
	text := library(b, board.Square(19, 19), 1000, false)
	c, err := Parse(strings.NewReader(text), Options{})
	if err != nil {
		b.Fatal(err)
	}
	b.SetBytes(int64(len(text)))
	for b.Loop() {
		var out strings.Builder
		if err := Write(&out, c); err != nil {
			b.Fatal(err)
		}
	}
}

func BenchmarkReplay(b *testing.B) {
	for _, g := range []*board.Graph{board.Square(19, 19), board.Rosette(7)} {
		b.Run(g.Name(), func(b *testing.B) {
			c, err := Parse(strings.NewReader(library(b, g, 200, false)), Options{})
			if err != nil {
				b.Fatal(err)
			}
			nodes := 0
			for b.Loop() {
				for _, root := range c.Trees {
					if err := Walk(root, func(_ *Node, _ *game.Game, wrong error) error { nodes++; return wrong }); err != nil {
						b.Fatal(err)
					}
				}
			}
			b.ReportMetric(float64(nodes)/b.Elapsed().Seconds(), "nodes/s")
		})
	}
}
