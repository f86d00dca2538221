package draw

import (
	"math"
	"strings"
	"testing"

	"rosette/game/board"
)

// ramp gives the first point to Black, the last to White, and intermediate values to the others.
func ramp(g *board.Graph) []float32 {
	owner := make([]float32, g.Points())
	for p := range owner {
		owner[p] = 1 - 2*float32(p)/float32(len(owner)-1)
	}
	return owner
}

func TestOwnershipMatchesTheGoldenFiles(t *testing.T) {
	for _, g := range []*board.Graph{board.Rosette(2), board.Square(5, 5), wheel(t, 6, 3)} {
		for style, s := range map[string]Style{"ascii": {}, "unicode": {Unicode: true}} {
			picture(t, "owners-"+g.Name()+"-"+style, Ownership(g, s, ramp(g))+"\n"+OwnershipLegend(s)+"\n")
		}
	}
}

// size returns a ring's area.
func size(ring []board.XY) (sum float64) {
	for i, a := range ring {
		b := ring[(i+1)%len(ring)]
		sum += (a.X*b.Y - b.X*a.Y) / 2
	}
	return math.Abs(sum)
}

func TestTheTintOfAPointCoversWhatIsNearestToIt(t *testing.T) {
	for _, c := range []struct {
		name   string
		inside float64 // per point
		sides  int
	}{{"rosette-4", 3 * math.Sqrt(3) / 4, 3}, {"square-9", 1, 4}} {
		g, err := board.Named(c.name)
		if err != nil {
			t.Fatal(err)
		}
		at := g.Places()
		around := hull(at)
		seen, all := 0, 0.0
		for p := range at {
			ring := new(clipper).cell(at, p, around)
			all += size(ring)
			if math.Abs(size(ring)-c.inside) < 1e-9 && len(ring) == c.sides {
				seen++
			}
			for _, corner := range ring {
				for q, other := range at {
					if length(minus(corner, at[p])) > length(minus(corner, other))+1e-9 {
						t.Fatalf("%s: %v of the land of %s is nearer to %s", c.name, corner, g.PointName(board.Point(p)), g.PointName(board.Point(q)))
					}
				}
			}
		}
		reach := 0.0 // the hull, and the strips along its sides
		for i, a := range around {
			reach += tintReach * length(minus(around[(i+1)%len(around)], a))
		}
		if whole := size(around) + reach; seen < g.Points()/3 || all < whole || all > 1.05*whole {
			t.Errorf("%s: %d points have %d sides, all cover %v of %v", c.name, seen, c.sides, all, whole)
		}
	}
}

func TestTheTintFollowsOwnership(t *testing.T) {
	b := board.New(board.Square(3, 3))
	land := make([]float32, 9)
	land[0] = 1
	land[1] = 1
	land[8] = -1
	land[4] = float32(math.NaN())
	plain := pixels(t, &Picture{Board: &b.View}, 300)
	shown := pixels(t, &Picture{Board: &b.View, Tint: land}, 300)
	scale := float64(300) / (2 * (1 + margin + paper))
	at := func(x, y float64) (int, int) {
		return int((x + margin + paper + 0.25) * scale), int((y + margin + paper + 0.25) * scale)
	}
	light := func(x, y float64) (before, after uint32) {
		i, j := at(x, y)
		before, _, _, _ = plain.At(i, j).RGBA()
		after, _, _, _ = shown.At(i, j).RGBA()
		return before, after
	}
	for _, c := range []struct {
		x, y float64
		want int
	}{{0, 0, -1}, {1, 0, -1}, {2, 2, 1}, {1, 1, 0}, {0, 2, 0}} {
		before, after := light(c.x, c.y)
		if got := int(after) - int(before); c.want*got < 0 || c.want == 0 && got != 0 || c.want != 0 && got == 0 {
			t.Errorf("at %v %v the ground goes from %d to %d", c.x, c.y, before, after)
		}
	}
	if got := svg(t, &Picture{Board: &b.View, Tint: land}); strings.Contains(got, "NaN") {
		t.Errorf("a point that nobody knows of is drawn:\n%s", got)
	}
}
