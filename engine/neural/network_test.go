package neural

import (
	"math"
	"math/rand/v2"
	"reflect"
	"sync"
	"testing"

	"rosette/engine"
	"rosette/game"
	"rosette/game/board"
)

// boards lists the boards for tests.
var boards = []string{
	"rosette-1", "rosette-2", "rosette-3", "rosette-4", "rosette-5", "rosette-6", "rosette-7",
	"square-5", "square-6", "square-7", "square-8", "square-9", "square-7x4", "square-1",
}

func randomNetwork(t testing.TB, kind board.Lattice, blocks, channels int, seed uint64) *Network {
	t.Helper()
	n, err := Random(kind, blocks, channels, seed)
	if err != nil {
		t.Fatal(err)
	}
	return n
}

// randomGame plays some random moves, including passes, under a random rules preset.
func randomGame(t testing.TB, name string, r *rand.Rand) (g *game.Game, next board.Color) {
	graph := named(t, name)
	rules, err := game.Preset(game.Presets()[r.IntN(len(game.Presets()))])
	if err != nil {
		t.Fatal(err)
	}
	rules.Komi = float64(r.IntN(40)-20) / 2
	g, next = game.New(graph, rules), board.Black
	for range r.IntN(graph.Points() + 1) {
		next = playRandom(g, next, r)
	}
	return g, next
}

// playRandom plays a random move, or passes.
func playRandom(g *game.Game, next board.Color, r *rand.Rand) board.Color {
	p := board.Pass
	if empties := g.Board().Empties(); len(empties) > 0 && r.IntN(12) > 0 {
		p = empties[r.IntN(len(empties))]
	}
	if p != board.Pass && (!g.Board().IsPlayoutMove(p, next) || g.Legal(p, next) != nil) {
		p = board.Pass
	}
	g.Make(p, next)
	return next.Opponent()
}

func near(got float32, want, within float64) bool {
	return math.Abs(float64(got)-want) <= within*(1+math.Abs(want))
}

func TestInferenceAgreesWithTheReferenceImplementation(t *testing.T) {
	r := seeded(t)
	for _, name := range boards {
		g, next := randomGame(t, name, r)
		net := randomNetwork(t, g.Graph().Lattice(), 1+r.IntN(6), 16+16*r.IntN(3), r.Uint64())
		var f Features
		f.Compute(g, next)
		var features rows
		for p := range f.Legal {
			var row []float64
			for _, x := range f.Points[p*numPlanes : (p+1)*numPlanes] {
				row = append(row, float64(x))
			}
			features = append(features, row)
		}
		var global []float64
		for _, x := range f.Globals {
			global = append(global, float64(x))
		}
		want := newReference(net, g.Graph()).evaluate(features, global)
		m, identity := NewWorkspace(net), g.Graph().Symmetries()[0]
		var o Output
		m.Evaluate(&f, identity, &o)
		want.compare(t, name, m, &o, f.Legal)
		inGo(func() { m.Evaluate(&f, identity, &o) })
		want.compare(t, name+" in Go", m, &o, f.Legal)
	}
}

// compare checks an output against the reference implementation's.
func (s referenceOutput) compare(t *testing.T, name string, m *Workspace, o *Output, legal []bool) {
	t.Helper()
	const within = 1e-4
	open := append([]float64(nil), s.logits...)
	for i, want := range s.logits {
		if !near(m.logits[i], want, within) {
			t.Fatalf("%s: logit %d is %v, want %v", name, i, m.logits[i], want)
		}
		if i < len(legal) && !legal[i] {
			open[i] = math.Inf(-1)
		}
	}
	for i, want := range softmax(open) {
		if !near(o.Policy[i], want, within) {
			t.Fatalf("%s: the policy of %d is %v, want %v", name, i, o.Policy[i], want)
		}
	}
	for p, want := range s.ownership {
		if !near(o.Ownership[p], want, within) {
			t.Fatalf("%s: the ownership of %d is %v, want %v", name, p, o.Ownership[p], want)
		}
	}
	outcome := softmax(s.outcome)
	mean, square := 0.0, 0.0
	for i, chance := range softmax(s.margins) {
		margin := float64(i - len(s.ownership))
		mean, square = mean+chance*margin, square+chance*margin*margin
	}
	for what, pair := range map[string][2]float64{
		"win": {float64(o.Win), outcome[0]}, "draw": {float64(o.Draw), outcome[1]}, "loss": {float64(o.Loss), outcome[2]},
		"margin": {float64(o.Margin), mean}, "spread": {float64(o.MarginStdev), math.Sqrt(square - mean*mean)},
	} {
		if !near(float32(pair[0]), pair[1], within) {
			t.Fatalf("%s: %s is %v, want %v", name, what, pair[0], pair[1])
		}
	}
}

// image returns a game's image under a symmetry.
func image(g *game.Game, symmetry []board.Point) *game.Game {
	to := game.New(g.Graph(), g.Rules())
	for ply := range g.Ply() {
		m := g.Move(ply)
		if m.Point != board.Pass {
			m.Point = symmetry[m.Point]
		}
		to.Make(m.Point, m.Color)
	}
	return to
}

func TestTheFeaturesOfAnImageAreTheImageOfTheFeatures(t *testing.T) {
	r := seeded(t)
	for range 3 {
		for _, name := range boards {
			g, next := randomGame(t, name, r)
			var f, of Features
			f.Compute(g, next)
			for k, symmetry := range g.Graph().Symmetries() {
				of.Compute(image(g, symmetry), next)
				if of.Globals != f.Globals || of.KomiOffset != f.KomiOffset {
					t.Fatalf("%s, symmetry %d: globals %v, want %v", name, k, of.Globals, f.Globals)
				}
				for p, to := range symmetry {
					if got, want := of.at(to), f.at(board.Point(p)); !reflect.DeepEqual(got, want) || of.Legal[to] != f.Legal[p] {
						t.Fatalf("%s, symmetry %d: the image of %d is %v, want %v", name, k, p, got, want)
					}
				}
			}
		}
	}
}

func TestFeaturesDoNotDependOnEarlierReadsOrUndoneMoves(t *testing.T) {
	r := seeded(t)
	var reused Features
	for range 4 {
		for _, name := range boards {
			g, next := randomGame(t, name, r)
			var then []Features
			check := func(ply int) {
				var fresh Features
				fresh.Compute(image(g, g.Graph().Symmetries()[0]), next)
				reused.Compute(g, next)
				if ply == len(then) {
					then = append(then, fresh)
				}
				for _, f := range []*Features{&fresh, &then[ply]} {
					if !reflect.DeepEqual(reused.Points, f.Points) || reused.Globals != f.Globals || reused.KomiOffset != f.KomiOffset ||
						!reflect.DeepEqual(reused.Legal, f.Legal) {
						t.Fatalf("%s at ply %d: features read again differ", name, g.Ply())
					}
				}
			}
			plies := 1 + r.IntN(20)
			for ply := range plies {
				check(ply)
				next = playRandom(g, next, r)
			}
			for ply := plies - 1; ply >= 0; ply-- {
				g.Undo()
				next = next.Opponent()
				check(ply)
			}
		}
	}
}

func TestTheAverageOverAllSymmetriesIsTheSameForAPositionAndItsImages(t *testing.T) {
	r := seeded(t)
	for _, name := range []string{"rosette-2", "rosette-3", "square-5", "square-6x4"} {
		g, next := randomGame(t, name, r)
		net := randomNetwork(t, g.Graph().Lattice(), 2, 16, r.Uint64())
		one, other := New(net, 1), New(net, 2)
		one.Average, other.Average = true, true
		want := one.Output(g, next)
		for k, symmetry := range g.Graph().Symmetries() {
			got := other.Output(image(g, symmetry), next)
			for p, to := range symmetry {
				if !near(got.Policy[to], float64(want.Policy[p]), 1e-4) || !near(got.Ownership[to], float64(want.Ownership[p]), 1e-4) {
					t.Fatalf(
						"%s, symmetry %d, point %d: %v and %v, want %v and %v", name, k, p, got.Policy[to], got.Ownership[to], want.Policy[p],
						want.Ownership[p],
					)
				}
			}
			for i, pair := range [][2]float32{
				{got.Win, want.Win},
				{got.Draw, want.Draw},
				{got.Loss, want.Loss},
				{got.Margin, want.Margin},
				{got.MarginStdev, want.MarginStdev},
				{got.Policy[len(symmetry)], want.Policy[len(symmetry)]},
			} {
				if !near(pair[0], float64(pair[1]), 1e-4) {
					t.Fatalf("%s, symmetry %d, number %d: %v, want %v", name, k, i, pair[0], pair[1])
				}
			}
		}
	}
}

// Each output with a random symmetry equals an output with one of the symmetries.
func TestAnEvaluatorDrawsAmongTheSymmetries(t *testing.T) {
	g, next := randomGame(t, "rosette-3", rand.New(rand.NewPCG(5, 6)))
	net := randomNetwork(t, board.Honeycomb, 2, 16, 7)
	var f Features
	f.Compute(g, next)
	m := NewWorkspace(net)
	type key struct{ win, margin, spread float32 }
	of := func(o *Output) key { return key{o.Win, o.Margin, o.MarginStdev} }
	possible := map[key]bool{}
	for _, symmetry := range g.Graph().Symmetries() {
		var o Output
		m.Evaluate(&f, symmetry, &o)
		possible[of(&o)] = true
	}
	drawn, again := map[key]bool{}, New(net, 3)
	e := New(net, 3)
	e.Float32, again.Float32 = true, true
	for range 100 {
		o := of(e.Output(g, next))
		if !possible[o] || o != of(again.Output(g, next)) {
			t.Fatalf("%v is the output of no symmetry, or differs with the same seed", o)
		}
		drawn[o] = true
	}
	if len(possible) < 6 || len(drawn) != len(possible) {
		t.Errorf("%d symmetries have %d outputs, %d were drawn", len(g.Graph().Symmetries()), len(possible), len(drawn))
	}
}

func TestTheAverageIsTheMeanOverAllSymmetries(t *testing.T) {
	r := seeded(t)
	g, next := randomGame(t, "square-4", r)
	net := randomNetwork(t, board.Grid, 2, 16, r.Uint64())
	got, _ := Once(net, g, next, true)
	var win, margin, square, pass, ownership float64
	symmetries := g.Graph().Symmetries()
	for k := range symmetries {
		o, _ := Turned(net, g, next, k)
		part := 1 / float64(len(symmetries))
		win += part * float64(o.Win)
		margin += part * float64(o.Margin)
		square += part * (float64(o.MarginStdev)*float64(o.MarginStdev) + float64(o.Margin)*float64(o.Margin))
		pass += part * float64(o.Policy[16])
		ownership += part * float64(o.Ownership[5])
	}
	for i, pair := range [][2]float64{
		{float64(got.Win), win},
		{float64(got.Margin), margin},
		{float64(got.MarginStdev), math.Sqrt(square - margin*margin)},
		{float64(got.Policy[16]), pass},
		{float64(got.Ownership[5]), ownership},
	} {
		if !near(float32(pair[0]), pair[1], 1e-4) {
			t.Errorf("number %d of the average is %v, want %v", i, pair[0], pair[1])
		}
	}
}

func TestAnEvaluationIsFromBlacksPointOfView(t *testing.T) {
	r := seeded(t)
	for _, name := range boards {
		g, next := randomGame(t, name, r)
		e := New(randomNetwork(t, g.Graph().Lattice(), 2, 16, r.Uint64()), 1)
		e.Average = true
		into := engine.Evaluation{FirstToPlay: make([]board.Color, 3)}
		e.Evaluate(g, next, &into)
		o, sign := e.Output(g, next), map[board.Color]float64{board.Black: 1, board.White: -1}[next]
		if win := 0.5 + sign*float64(o.Win-o.Loss)/2; !near(into.Win, win, 1e-5) {
			t.Errorf("%s: Black wins with %v, want %v", name, into.Win, win)
		}
		offset := g.ScoreOffset(next)
		if score := sign*float64(o.Margin) + offset; !near(into.Score, score, 1e-5) {
			t.Errorf("%s: the score is %v, want %v", name, into.Score, score)
		}
		if len(into.FirstToPlay) != 0 || len(into.Policy) != g.Graph().Points()+1 {
			t.Fatalf("%s: %d first plays, %d moves", name, len(into.FirstToPlay), len(into.Policy))
		}
		sum := 0.0
		for p, chance := range into.Policy {
			sum += float64(chance)
			legal := p == len(into.Policy)-1 || g.Legal(board.Point(p), next) == nil
			if legal != (chance > 0) || p < len(into.Ownership) && !near(into.Ownership[p], sign*float64(o.Ownership[p]), 1e-5) {
				t.Fatalf("%s: the policy of move %d is %v, legal: %v", name, p, chance, legal)
			}
		}
		if math.Abs(sum-1) > 1e-4 {
			t.Errorf("%s: the policy sums to %v", name, sum)
		}
	}
}

func TestAnEvaluationAllocatesNothing(t *testing.T) {
	r := seeded(t)
	for _, name := range boards {
		g, next := randomGame(t, name, r)
		g.SetHandicap(r.IntN(4))
		e := New(randomNetwork(t, g.Graph().Lattice(), 3, 16, 1), 1)
		var into engine.Evaluation
		for _, e.Average = range []bool{false, true} {
			e.Evaluate(g, next, &into)
			if n := testing.AllocsPerRun(5, func() { e.Evaluate(g, next, &into) }); n != 0 {
				t.Errorf("%s: %v allocations", name, n)
			}
		}
	}
}

func TestManyEvaluatorsShareANetwork(t *testing.T) {
	g, next := randomGame(t, "rosette-3", rand.New(rand.NewPCG(1, 2)))
	net := randomNetwork(t, board.Honeycomb, 2, 16, 1)
	wins := make([]float32, 4)
	var all sync.WaitGroup
	for i := range wins {
		on := g.Clone()
		all.Go(func() {
			e := New(net, uint64(i))
			e.Average = true
			wins[i] = e.Output(on, next).Win
		})
	}
	all.Wait()
	for _, win := range wins {
		if win != wins[0] {
			t.Fatalf("goroutines get %v", wins)
		}
	}
}

func TestANetworkServesTheBoardsOfItsLattice(t *testing.T) {
	net := randomNetwork(t, board.Honeycomb, 1, 16, 1)
	rules := game.DefaultRules(board.Rosette(3))
	short := rules
	short.Supply = game.SupplyOf(10)
	for _, c := range []struct {
		on    *board.Graph
		rules game.Rules
		want  bool
	}{{board.Rosette(1), rules, true}, {board.Rosette(12), rules, true}, {
		board.Square(9, 9), rules, false,
	}, {board.Rosette(3), short, false}} {
		if got := net.Applies(c.on, c.rules); got != c.want {
			t.Errorf("%s with a supply of %s: %v", c.on.Name(), c.rules.Supply, got)
		}
	}
}
