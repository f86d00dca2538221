package retrograde

import "testing"

// BenchmarkSweeps labels a table until nothing changes.
func BenchmarkSweeps(b *testing.B) {
	for _, name := range []string{"triangle", "bent", "rhombus"} {
		g := pieces(b)[name]
		w := newWords(g)
		c := newClasses(g, w)
		b.Run(name, func(b *testing.B) {
			for b.Loop() {
				a := newTable(w, c, 1)
				sweepOut(b, a, 1)
			}
		})
	}
}
