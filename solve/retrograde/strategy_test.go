package retrograde

import (
	"flag"
	"maps"
	"math/rand/v2"
	"slices"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// rules are the rules that the package solves, without komi.
func rules(t testing.TB, tax game.Tax) game.Rules {
	t.Helper()
	r, err := game.ParseRules(`{"preset":"mindsports-chinese","komi":0}`)
	if err != nil {
		t.Fatal(err)
	}
	r.Tax = tax
	return r
}

// A referee plays a strategy by the rules in package game against the opponent's replies: against
// every reply while games are left, then against random replies.
type referee struct {
	*testing.T
	game      *game.Game
	threshold int
	random    *rand.Rand
	games     int // left
	played    int
}

func (r *referee) clone(s *strategy) *strategy {
	c := *s
	c.made, c.past = maps.Clone(s.made), slices.Clone(s.past)
	return &c
}

// play continues from the game's position.
func (r *referee) play(s *strategy) {
	mover := board.Black + board.Color(s.at.mover)
	if s.at.mover == s.player {
		p, found := s.move()
		if err := r.game.Legal(p, mover); !found || err != nil {
			r.Fatalf("threshold %+d: %v has the move %v (%t), which is %v, after %v", r.threshold, mover, p, found, err, r.moves())
		}
		r.make(s, p)
		return
	}
	replies := []board.Point{board.Pass}
	for p := range board.Point(r.game.Graph().Points()) {
		if r.game.Legal(p, mover) == nil {
			replies = append(replies, p)
		}
	}
	r.random.Shuffle(len(replies), func(i, j int) { replies[i], replies[j] = replies[j], replies[i] })
	for i, p := range replies {
		if i == 0 || r.games > 0 {
			r.make(r.clone(s), p)
		}
	}
}

// make makes a move, plays on and undoes the move.
func (r *referee) make(s *strategy, p board.Point) {
	r.game.Make(p, board.Black+board.Color(s.at.mover))
	if r.game.Passes() >= 2 {
		r.games--
		r.played++
		if margin := r.game.Score().Margin(); margin >= float64(r.threshold) != (s.player == black) {
			r.Errorf("threshold %+d: a game ends with %+g, after %v", r.threshold, margin, r.moves())
		}
	} else {
		s.follow(p)
		r.play(s)
	}
	r.game.Undo()
}

func (r *referee) moves() (names []string) {
	for ply := range r.game.Ply() {
		names = append(names, r.game.Graph().PointName(r.game.Move(ply).Point))
	}
	return names
}

// orderedGraph returns a graph whose table keeps the order of its labels.
func orderedGraph(t testing.TB, g *board.Graph, threshold int, tax game.Tax) *graph {
	t.Helper()
	w := newWords(g)
	w.taxed = tax == game.TaxSeki
	a := newTable(w, newClasses(g, w), threshold)
	a.keepOrder()
	sweepOut(t, a, 1)
	return newGraph(a, 1<<20, 1<<18)
}

func TestStrategiesReachWhatIsProvenByTheRulesOfTheGame(t *testing.T) {
	for _, test := range []struct {
		board  string
		margin int
		games  int
	}{
		{"square-4x1", 4, 2000},
		{"square-5x1", 0, 2000},
		{"square-2", 1, 2000},
		{"square-2x3", 0, 2000},
		{"square-3", 9, 2000},
		{"square-2x4", 8, 2000},
		{"rosette-1", 1, 2000},
	} {
		g := graphNamed(t, test.board)
		for player, threshold := range []int{test.margin, test.margin + 1} {
			if threshold > g.Points() {
				continue
			}
			h := orderedGraph(t, g, threshold, game.TaxNone)
			if got := h.solve(t.Context(), node{}, nil); got != winOf(uint8(player)) {
				t.Errorf("%s, threshold %+d: label %d", test.board, threshold, got)
				continue
			}
			r := &referee{T: t, game: game.New(g, rules(t, game.TaxNone)), threshold: threshold, games: test.games, random: rand.New(rand.NewPCG(1, 2))}
			r.play(newStrategy(h, uint8(player), node{}))
			t.Logf("%s, threshold %+d: %d games, every one %t", test.board, threshold, r.played, r.games > 0)
		}
	}
}

// randomGraph returns a connected graph; every second one has a rosette.
func randomGraph(t *testing.T, r *rand.Rand, points int) *board.Graph {
	t.Helper()
	f := board.File{Name: "random"}
	name := func(i int) string { return string(rune('A' + i)) }
	join := func(a, b int) {
		line := []string{name(min(a, b)), name(max(a, b))}
		if a != b && !slices.ContainsFunc(f.Lines, func(l []string) bool { return slices.Equal(l, line) }) {
			f.Lines = append(f.Lines, line)
		}
	}
	for i := range points {
		f.Points = append(f.Points, board.FilePoint{Name: name(i), X: float64(i), Y: float64(i * i)})
		join(i, r.IntN(max(1, i)))
	}
	for range r.IntN(points) {
		join(r.IntN(points), r.IntN(points))
	}
	if r.IntN(2) == 0 {
		join(0, 1)
		join(1, 2)
		f.Rosettes = [][]string{{name(0), name(1), name(2)}}
	}
	g, err := f.Graph()
	if err != nil {
		t.Fatal(err)
	}
	return g
}

// randomStart returns a position reached by random plays, as a game and as a node.
func randomStart(t *testing.T, r *rand.Rand, g *board.Graph) (*game.Game, node) {
	at, mover := game.New(g, rules(t, game.TaxNone)), board.Black
	for range r.IntN(3) * g.Points() {
		if p := board.Point(r.IntN(g.Points())); at.Legal(p, mover) == nil {
			at.Make(p, mover)
		}
		mover = mover.Opponent()
	}
	n := node{situation: situation{mover: uint8(mover - board.Black)}}
	for p := range board.Point(g.Points()) {
		if c := at.Board().At(p); c != board.Empty {
			n.stones[c-board.Black] |= 1 << p
		}
	}
	return game.From(at.Board().Clone(), rules(t, game.TaxNone), mover), n
}

var (
	seed   = flag.Uint64("seed", 20261123, "of random positions")
	starts = flag.Int("starts", 15, "random positions to solve")
)

func TestStrategiesOfRandomPositionsReachWhatIsProven(t *testing.T) {
	r := rand.New(rand.NewPCG(*seed, 1975))
	var proven [2]int
	every, strict := 0, 0
	for i := range *starts {
		g := randomGraph(t, r, 3+i%5)
		start, n := randomStart(t, r, g)
		tax := []game.Tax{game.TaxNone, game.TaxSeki}[i/2%2]
		for threshold := -g.Points() + 1; threshold <= g.Points(); threshold++ {
			h := orderedGraph(t, g, threshold, tax)
			v := h.solve(t.Context(), n, nil)
			if v == open {
				t.Logf("open at %+d: %v %v", threshold, g.Lines(), n)
				continue
			}
			player := uint8(v - blackWins)
			proven[player]++
			repetitions := []game.Repetition{game.KoSituational}
			if h.value(n) == v {
				strict++
				repetitions = append(repetitions, game.KoSimple)
				if n.stones == (stones{}) {
					repetitions = append(repetitions, game.KoNaturalSituational)
				}
			}
			for _, repetition := range repetitions {
				under := rules(t, tax)
				under.Repetition = repetition
				at := game.From(start.Board().Clone(), under, board.Black+board.Color(n.mover))
				ref := &referee{T: t, game: at, threshold: threshold, games: 200, random: r}
				ref.play(newStrategy(h, player, n))
				if ref.games > 0 {
					every++
				}
			}
		}
	}
	t.Logf("%d thresholds proven for Black, %d for White; strictly, and so under other rules of repetition too, %d; against every reply %d", proven[black], proven[white], strict, every)
	if proven[black] == 0 || proven[white] == 0 || every == 0 {
		t.Error("nothing was proven")
	}
}

// lineOf returns a line of best play.
func lineOf(t testing.TB, s *Solver, margin int) []board.Point {
	t.Helper()
	line, err := s.Line(t.Context(), margin)
	if err != nil {
		t.Fatal(err)
	}
	return line
}

// On boards with value 0 one table proves both sides, one with the colours swapped.
func TestALineOfBestPlayEndsWithTheMargin(t *testing.T) {
	boards := map[string]*board.Graph{"two hexagons": pieces(t)["two"], "three": pieces(t)["triangle"]}
	for _, name := range []string{"square-2x3", "square-3", "square-3x4", "rosette-1", "square-5x1"} {
		boards[name] = graphNamed(t, name)
	}
	swapped := 0
	for name, g := range boards {
		s, b := bounds(t, g, Options{})
		for threshold, p := range s.proofs {
			if p.threshold != threshold {
				swapped++
			}
		}
		played := game.New(g, rules(t, game.TaxNone))
		for i, p := range lineOf(t, s, b.Low) {
			mover := board.Black + board.Color(i%2)
			if err := played.Legal(p, mover); err != nil {
				t.Fatalf("%s: %s in the line %v: %v", name, g.PointName(p), g.Names(lineOf(t, s, b.Low)), err)
			}
			played.Make(p, mover)
		}
		if played.Passes() < 2 || played.Score().Margin() != float64(b.Low) {
			t.Errorf("%s: the line %v ends with %+g, want %+d", name, g.Names(lineOf(t, s, b.Low)), played.Score().Margin(), b.Low)
		}
	}
	if swapped < 2 {
		t.Errorf("%d strategies with the colours swapped, want some", swapped)
	}
}
