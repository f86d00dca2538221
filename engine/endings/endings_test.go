package endings

import (
	"flag"
	"fmt"
	"os"
	"testing"
	"time"

	"rosette/engine/deadstones"
	"rosette/game"
	"rosette/game/board"
)

var tries = flag.Int("tries", 20000, "")
var out = flag.String("out", "", "")

func TestX(t *testing.T) {
	for _, name := range []string{"rosette-3", "rosette-4", "square-7", "square-9"} {
		g, _ := board.Named(name)
		rules, _ := game.Preset("chinese")
		if g.Lattice() == board.Honeycomb {
			rules, _ = game.Preset("mindsports-chinese")
		}
		start := time.Now()
		m := Generator{Graph: g, Rules: rules, Seed: 1, Want: map[Kind]int{Seki: 20, Dead: 4, First: 4, Ko: 4}, Tries: *tries}
		all := m.Generate(t.Context())
		n := map[Kind]int{}
		nodes := 0
		for _, p := range all {
			n[p.Kind]++
			nodes += p.Nodes
		}
		fmt.Println(name, n, nodes, time.Since(start))
		if *out != "" {
			f, _ := os.OpenFile(*out, os.O_APPEND|os.O_CREATE|os.O_WRONLY, 0o666)
			Write(f, all)
			f.Close()
		}
		start = time.Now()
		wrong, unsure := 0, map[Kind]int{}
		for i, p := range all {
			gm, err := p.Game()
			if err != nil {
				t.Fatal(err)
			}
			found, err := deadstones.Judge{}.Propose(t.Context(), gm)
			if err != nil {
				t.Fatal(err)
			}
			v := p.Compare(gm, found)
			if len(v.Wrong) > 0 {
				wrong++
				fmt.Println(i, p.Kind, v.Wrong, p.Black, p.White)
			}
			if len(v.Unsure) > 0 {
				unsure[p.Kind]++
			}
		}
		fmt.Println(name, "wrong", wrong, "unsure", unsure, time.Since(start))
	}
}
