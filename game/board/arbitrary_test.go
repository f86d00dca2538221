package board

import (
	"fmt"
	"math/rand/v2"
	"slices"
	"strconv"
	"strings"

	"pgregory.net/rapid"
)

// anyBoard draws the name of a board for random games; [boardOf] builds it.
func anyBoard() *rapid.Generator[string] {
	return rapid.OneOf(
		rapid.Map(rapid.IntRange(1, 7), func(n int) string { return fmt.Sprintf("rosette-%d", n) }),
		rapid.Map(rapid.IntRange(2, 19), func(n int) string { return fmt.Sprintf("square-%d", n) }),
		rapid.Custom(func(t *rapid.T) string {
			return fmt.Sprintf("square-%dx%d", rapid.IntRange(1, 13).Draw(t, "columns"), rapid.IntRange(1, 13).Draw(t, "rows"))
		}),
		rapid.Map(rapid.Uint64(), func(seed uint64) string { return fmt.Sprintf("arbitrary-%d", seed) }),
	)
}

func boardOf(name string) *Graph {
	if seed, ok := strings.CutPrefix(name, "arbitrary-"); ok {
		n, _ := strconv.ParseUint(seed, 10, 64) // anyBoard wrote it
		return arbitraryGraph(rand.New(rand.NewPCG(n, 0)), 1, 60)
	}
	return mustNamed(name)
}

// arbitraryGraph returns a random connected graph with least to most points, up to MaxDegree
// neighbours each and connected rosettes of 3 to 8 points.
func arbitraryGraph(r *rand.Rand, least, most int) *Graph {
	f := File{Name: "arbitrary"}
	n := least + r.IntN(most-least+1)
	degree := make([]int, n)
	lines := map[[2]int]bool{}
	join := func(p, q int) {
		p, q = min(p, q), max(p, q)
		if p != q && !lines[[2]int{p, q}] && degree[p] < MaxDegree && degree[q] < MaxDegree {
			lines[[2]int{p, q}] = true
			degree[p]++
			degree[q]++
			f.Lines = append(f.Lines, []string{f.Points[p].Name, f.Points[q].Name})
		}
	}
	for p := range n {
		f.Points = append(f.Points, FilePoint{Name: fmt.Sprintf("P%d", p), X: float64(p)})
		if p > 0 {
			q := r.IntN(p)
			for degree[q] == MaxDegree {
				q = r.IntN(p)
			}
			join(p, q)
		}
	}
	for range r.IntN(3 * n) {
		join(r.IntN(n), r.IntN(n))
	}
	f.arbitraryRosettes(r)
	g, err := f.Graph()
	if err != nil {
		panic(fmt.Sprintf("an arbitrary graph is refused: %v", err))
	}
	return g
}

// arbitraryRosettes adds rosettes that grow from a point along lines.
func (f *File) arbitraryRosettes(r *rand.Rand) {
	for range r.IntN(len(f.Points)/2 + 1) {
		rosette := []string{f.Points[r.IntN(len(f.Points))].Name}
		for size := 3 + r.IntN(6); len(rosette) < size; {
			var edge []string
			for _, l := range f.Lines {
				for i := range l {
					if slices.Contains(rosette, l[i]) && !slices.Contains(rosette, l[1-i]) {
						edge = append(edge, l[1-i])
					}
				}
			}
			if len(edge) == 0 {
				break
			}
			rosette = append(rosette, edge[r.IntN(len(edge))])
		}
		if len(rosette) >= 3 {
			f.Rosettes = append(f.Rosettes, rosette)
		}
	}
}

// mustNamed returns a built-in board.
func mustNamed(name string) *Graph {
	g, err := Named(name)
	if err != nil {
		panic(err)
	}
	return g
}
