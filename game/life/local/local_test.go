package local

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
	"rosette/game/life"
)

// picture parses rows of a square board: lower-case x is Black and o is White; capitals are stones
// outside the region, and a comma is an empty point outside.
func picture(t *testing.T, text string) *Region {
	t.Helper()
	rows := strings.Fields(text)
	g := board.Square(len(rows[0]), len(rows))
	stones := make([]board.Color, g.Points())
	r := &Region{}
	for y, row := range rows {
		for x, c := range row {
			p := board.Point(y*len(row) + x)
			stones[p] = map[rune]board.Color{'x': board.Black, 'o': board.White}[c|' ']
			if c == 'x' || c == 'o' || c == '.' {
				r.Points = append(r.Points, p)
			}
		}
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	r.Board = &b.View
	return r
}

// claims returns the ends where nothing dies or one color dies.
func claims(r *Region) []Claim {
	all := []Claim{{}}
	for _, c := range board.Colors {
		var dead []board.Point
		for _, p := range r.Points {
			if r.Board.At(p) == c {
				dead = append(dead, p)
			}
		}
		all = append(all, Claim{Dead: dead})
	}
	return all
}

func TestRegionsAreDecidedAsTheyEnd(t *testing.T) {
	for _, c := range []struct {
		name, picture string
		hypothetical  bool
		verdict       Verdict
		dies          board.Color
	}{
		{name: "three stones in an eye of five, with an open dame, are in seki", verdict: Settled, picture: `
			,,,,,,,,,
			XXXXXXXXX
			,,,,,,XXX
			XXXXXXX.X
			Xooooooox
			Xo.xxx.ox`},
		{name: "three stones in an eye of four are a nakade", verdict: Settled, dies: board.White, picture: `
			,,,,,,,
			XXXXXX,
			oooooX,
			xxx.oX,`},
		{name: "two eyes live", verdict: Settled, picture: `
			,,,,,,
			XXXXX,
			ooooX,
			.o.oX,`},
		{name: "the first move makes two eyes of three points, or one", verdict: Unsettled, picture: `
			,,,,,,
			XXXXX,
			ooooX,
			...oX,`},
		{name: "an eye and a false eye hang on a ko", verdict: ByKo, picture: falseEye},
		{name: "an eye and a false eye are dead by article 7", hypothetical: true, verdict: Settled, dies: board.White, picture: falseEye},
		{name: "bent four in the corner hangs on a ko", verdict: ByKo, picture: bentFour},
		{name: "bent four in the corner is dead by article 7", hypothetical: true, verdict: Settled, dies: board.White, picture: bentFour},
	} {
		t.Run(c.name, func(t *testing.T) {
			r := picture(t, c.picture)
			s := &Solver{Hypothetical: c.hypothetical, Limit: 100_000, Total: 1_000_000}
			d, err := s.Decide(t.Context(), r, claims(r))
			if err != nil || d.Verdict != c.verdict {
				t.Fatalf("%+v, %v; want verdict %d", d, err, c.verdict)
			}
			if c.verdict == Settled && (len(d.Claim.Dead) > 0) != (c.dies != board.Empty) {
				t.Errorf("%v die, want those of %v", r.Board.Graph().Names(d.Claim.Dead), c.dies)
			}
			for _, p := range d.Claim.Dead {
				if r.Board.At(p) != c.dies && c.verdict == Settled {
					t.Errorf("%s dies", r.Board.Graph().PointName(p))
				}
			}
			if c.verdict == ByKo && (d.Ko == board.Pass || d.Needs != board.White) {
				t.Errorf("ko %d, threat of %v", d.Ko, d.Needs)
			}
		})
	}
}

func TestARosetteIsCompletedOnlyWithOnePointLeft(t *testing.T) {
	g := board.Rosette(2)
	for left, want := range map[int]Verdict{1: Unsettled, 2: Settled} {
		stones := make([]board.Color, g.Points())
		for p := range stones {
			stones[p] = board.White
		}
		r := &Region{Points: middle(t, g)}
		for i, p := range r.Points {
			stones[p] = board.Black
			if i < left {
				stones[p] = board.Empty
			}
		}
		b, err := board.Setup(g, stones)
		if err != nil {
			t.Fatal(err)
		}
		r.Board = &b.View
		s := &Solver{Limit: 10_000, Total: 100_000}
		d, err := s.Decide(t.Context(), r, claims(r))
		if err != nil || d.Verdict != want || want == Settled && !slices.Equal(d.Claim.Dead, r.Points[left:]) {
			t.Errorf("%d points left: %+v, %v; want verdict %d", left, d, err, want)
		}
	}
}

// middle returns the hexagon in the middle of a board, starting with two neighbouring points.
func middle(t *testing.T, g *board.Graph) []board.Point {
	t.Helper()
	for _, ring := range g.Rosettes() {
		if slices.ContainsFunc(ring, func(p board.Point) bool { return len(g.Near(p)) < 3 }) {
			continue
		}
		ring = slices.Clone(ring)
		second := slices.IndexFunc(ring, func(p board.Point) bool { return slices.Contains(g.Near(ring[0]), p) })
		ring[1], ring[second] = ring[second], ring[1]
		slices.Sort(ring[2:])
		return ring
	}
	t.Fatal("there is none")
	return nil
}

// bentFour is a White group around three Black stones that can become a bent four in the corner.
const bentFour = `
	,,,,,,,
	XXXX,,,
	ooXXXX,
	.ooooX,
	xxx.oX,`

// falseEye is a White group with an eye in the corner, connected to two more stones by a false eye.
const falseEye = `
	,,,,,,,,
	XXXXXXX,
	ooooXXX,
	.oo.ooX,`

// A twin answers a question by listing every state of an arena and repeatedly adding the states
// that the prover wins.
type twin struct {
	arena  *arena
	rules  life.CaptureRules
	goal   *goal
	ko     koRule
	costs  bool
	index  map[string]int
	states []twinState
}

type twinState struct {
	stones []board.Color
	at     state
	next   []int
	ended  bool // both sides have passed
	won    bool
}

const mostStates = 12_000

// wins reports whether the prover wins; ok is false if there are too many states.
func (w *twin) wins(first board.Color) (won, ok bool) {
	w.index = map[string]int{}
	n := w.arena.Board.Graph().Points()
	stones := make([]board.Color, n)
	for p := range stones {
		stones[p] = w.arena.Board.At(board.Point(p))
	}
	w.enter(stones, state{mover: first, bans: noBans}, false)
	for i := 0; i < len(w.states); i++ {
		if len(w.states) > mostStates {
			return false, false
		}
		w.expand(i)
	}
	for changed := true; changed; {
		changed = false
		for i := len(w.states) - 1; i >= 0; i-- {
			if s := &w.states[i]; !s.won && w.decided(s) {
				s.won, changed = true, true
			}
		}
	}
	return w.states[0].won, true
}

func (w *twin) decided(s *twinState) bool {
	if s.ended {
		return false
	}
	lost := func(i int) bool { return !w.states[i].won }
	if s.at.mover == w.goal.color {
		return slices.ContainsFunc(s.next, func(i int) bool { return !lost(i) })
	}
	return !slices.ContainsFunc(s.next, lost)
}

func (w *twin) enter(stones []board.Color, at state, ended bool) int {
	key := string(encode(stones, at, ended))
	i, known := w.index[key]
	if !known {
		i = len(w.states)
		w.index[key] = i
		s := twinState{stones: stones, at: at, ended: ended}
		b, _ := board.Setup(w.arena.Board.Graph(), stones)
		s.won = ended && w.goal.stands(&b.View, at.cost)
		if w.costs { // stones in unconditional territory are dead without a capture
			reached, lost := w.goal.settled(newHeldTable(w.rules).held(&b.View), at.cost)
			s.won, s.ended = reached || s.won && !lost, ended || reached || lost
		}
		w.states = append(w.states, s)
	}
	return i
}

func encode(stones []board.Color, at state, ended bool) (key []byte) {
	for _, c := range stones {
		key = append(key, byte(c))
	}
	flag := byte(at.mover)
	if at.passed {
		flag += 4
	}
	if ended {
		flag += 8
	}
	return append(key, flag, byte(at.cost), byte(at.bans[board.Black]), byte(at.bans[board.White]))
}

func (w *twin) expand(i int) {
	s := w.states[i]
	if s.ended {
		return
	}
	after := state{mover: s.at.mover.Opponent(), passed: true, bans: noBans, cost: s.at.cost}
	if w.ko == koConfirmation {
		after.bans = s.at.bans
		after.bans[s.at.mover] = board.Pass
	}
	next := []int{w.enter(s.stones, after, s.at.passed)}
	for _, p := range w.arena.Points {
		b, err := board.Setup(w.arena.Board.Graph(), s.stones)
		if err != nil {
			panic(err)
		}
		switch b.PlayResult(p, s.at.mover) {
		case board.Occupied:
			continue
		case board.Libertyless:
			if w.rules == life.ForbidLibertyless {
				continue
			}
		case board.Suicide:
			if w.rules != life.AllowSuicide || b.Neighbours(p, s.at.mover) == 0 {
				continue
			}
		}
		b.Play(p, s.at.mover)
		if s.at.bans[s.at.mover] == p && b.Ko() != board.Pass {
			continue
		}
		after := state{mover: s.at.mover.Opponent(), bans: noBans, cost: s.at.cost}
		if w.costs && s.at.mover == w.goal.color {
			after.cost++
		} else if w.costs {
			after.cost--
		}
		if w.ko == koConfirmation {
			after.bans = s.at.bans
		}
		if w.ko != koLost && b.Ko() != board.Pass {
			after.bans[after.mover] = b.Ko()
		}
		stones := make([]board.Color, len(s.stones))
		for q := range stones {
			stones[q] = b.At(board.Point(q))
		}
		next = append(next, w.enter(stones, after, false))
	}
	w.states[i].next = next
}

// drawRegion draws a region of a board and stones on all other points.
func drawRegion(random *rand.Rand, g *board.Graph) *Region {
	in := make([]bool, g.Points())
	r := &Region{Points: []board.Point{board.Point(random.IntN(g.Points()))}}
	in[r.Points[0]] = true
	for want := 4 + random.IntN(3); len(r.Points) < want; {
		near := g.Near(r.Points[random.IntN(len(r.Points))])
		if q := near[random.IntN(len(near))]; !in[q] {
			in[q] = true
			r.Points = append(r.Points, q)
		}
	}
	slices.Sort(r.Points)
	stones := make([]board.Color, g.Points())
	color := board.Colors[random.IntN(2)]
	for p := range stones {
		stones[p] = color
		if in[p] {
			stones[p] = board.Color(random.IntN(3))
		} else if random.IntN(3) == 0 {
			stones[p] = color.Opponent()
		}
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		return nil
	}
	r.Board = &b.View
	return r
}

func TestSearchAgreesWithEveryStateWrittenDown(t *testing.T) {
	random := rand.New(rand.NewPCG(36, 1))
	boards := []*board.Graph{board.Square(4, 4), board.Rosette(2), board.Square(5, 3)}
	compared, missed := 0, 0
	for range 4000 {
		r := drawRegion(random, boards[random.IntN(len(boards))])
		if r == nil {
			continue
		}
		a, err := newArena(r)
		if err != nil {
			continue // a chain in the region has no liberty inside
		}
		ends := claims(r)
		q := proof{side: board.Colors[random.IntN(2)], first: board.Colors[random.IntN(2)], ko: koRule(random.IntN(3)), chain: board.Pass}
		if random.IntN(2) == 0 {
			q.bare, q.margin = true, random.IntN(2*len(r.Points)+1)-len(r.Points)
			q.costs = random.IntN(2) == 0
		}
		rules := life.CaptureRules(random.IntN(3))
		end := a.claim(ends[random.IntN(len(ends))])
		slow := &twin{arena: a, rules: rules, goal: a.newGoal(end, &q), ko: q.ko, costs: q.costs}
		want, ok := slow.wins(q.first)
		if !ok {
			continue
		}
		fast := &search{
			board: a.Board.Clone(), goal: a.newGoal(end, &q), held: newHeldTable(rules), rules: rules, ko: q.ko, area: a.Points,
			connect: random.IntN(2) == 0, costs: q.costs, limit: 200_000, ctx: t.Context(),
		}
		got := fast.prove(q.first)
		compared++
		switch {
		case got && !want:
			t.Fatalf("%s: proved and false: %+v, rules %d, stones %v", r.Board.Graph().Name(), q, rules, r.Points)
		case want && !got:
			missed++
		}
	}
	if compared < 150 || missed > compared/50 {
		t.Errorf("%d compared, %d proofs missed", compared, missed)
	}
	t.Logf("%d compared, %d proofs missed", compared, missed)
}

func TestChainsThatStayOrFallAreNamedWhereTheRegionIsNotSettled(t *testing.T) {
	r := picture(t, `
		OOOOOO,,
		.xxxO,O,
		..xOOOOO
		xxxxO.O,
		.ooo..O,`)
	s := &Solver{Rules: life.ForbidLibertyless, Limit: 2000, Total: 50_000}
	d, err := s.Decide(t.Context(), r, claims(r))
	if err != nil {
		t.Fatal(err)
	}
	g := r.Board.Graph()
	slices.Sort(d.Stay)
	if stay := strings.Join(g.Names(d.Stay), " "); d.Verdict != Unknown || stay != "B1 C1 D1" || len(d.Fall) > 0 {
		t.Errorf("verdict %d, %q stay and %q fall, want unknown and B1 C1 D1", d.Verdict, stay, g.Names(d.Fall))
	}
}

func TestAChainIsHeldByItsOwnerOrTakenOrNeither(t *testing.T) {
	r := picture(t, `
		,,,,,,
		XXXXX,
		ooooX,
		...oX,`)
	s := &Solver{Rules: life.ForbidLibertyless, Limit: 2000, Total: 50_000}
	p := r.Points[0]
	for _, c := range []struct {
		side, first board.Color
		holds       bool
	}{
		{board.White, board.White, true},
		{board.White, board.Black, false},
		{board.Black, board.White, false},
		{board.Black, board.Black, true},
	} {
		if holds, err := s.Holds(t.Context(), r, p, c.side, c.first); err != nil || holds != c.holds {
			t.Errorf("%v holds the chain with %v to move first: %v, %v, want %v", c.side, c.first, holds, err, c.holds)
		}
	}
}

func TestTheFirstMoveGainsOverAClaimThatItRefutes(t *testing.T) {
	r := picture(t, `
		,,,,,,
		XXXXX,
		ooooX,
		...oX,`)
	s := &Solver{Rules: life.ForbidLibertyless, Connect: true, Limit: 2000, Total: 50_000}
	ends := claims(r)
	lives, dies := ends[0], ends[2]
	for _, c := range []struct {
		claim     Claim
		side      board.Color
		territory bool
		points    int
		move      string
	}{
		{lives, board.Black, false, 16, "B1"},
		{lives, board.White, false, 0, ""},
		{dies, board.Black, false, 0, ""},
		{dies, board.White, false, 16, "B1"},
		{lives, board.Black, true, 13, "B1"},
		{dies, board.White, true, 16, "B1"},
	} {
		s.Territory = c.territory
		gain, err := s.Gain(t.Context(), r, c.claim, c.side)
		move := ""
		if gain.Move != board.Pass {
			move = r.Board.Graph().PointName(gain.Move)
		}
		if err != nil || gain.Points != c.points || move != c.move || gain.Ko != board.Pass {
			t.Errorf("%v gains %+v at %q, %v, want %d at %q", c.side, gain, move, err, c.points, c.move)
		}
	}
}

// After Black C1, White C2 and Black D1 Black has two points of area more, but for C2, which is dame
// in the count. By territory the plays cost as much.
func TestADameGainsNothingByTerritory(t *testing.T) {
	r := picture(t, `
		,,,,,
		OOOXX
		OO.XX
		OO..X`)
	for territory, want := range map[bool]int{false: 2, true: 0} {
		s := &Solver{Rules: life.ForbidLibertyless, Territory: territory, Connect: true, Limit: 2000, Total: 50_000}
		gain, err := s.Gain(t.Context(), r, Claim{}, board.Black)
		if err != nil || gain.Points != want || !gain.Complete {
			t.Errorf("by territory %v: %+v, %v, want %d points", territory, gain, err, want)
		}
	}
}

// The black stone at G1 falls, so what White gets there is no part of the gains.
func TestStonesThatFallAreDeadInTheCount(t *testing.T) {
	alone := picture(t, `
		,,,,,,,,,
		XXXXX,,,,
		ooooXOOOO
		...oXO,,O`)
	both := picture(t, `
		,,,,,,,,,
		XXXXX,,,,
		ooooXOOOO
		...oXOx.O`)
	var gains [2]board.ByColor[int]
	for i, r := range []*Region{alone, both} {
		s := &Solver{Rules: life.ForbidLibertyless, Limit: 2000, Total: 50_000}
		d, err := s.Decide(t.Context(), r, claims(r))
		if err != nil || d.Verdict != Unsettled || len(d.Fall) != i {
			t.Fatalf("%+v, %v", d, err)
		}
		gains[i] = d.Gain
	}
	if gains[0] != gains[1] {
		t.Errorf("with the stone that falls the gains are %v, without it %v", gains[1], gains[0])
	}
}

func TestAProofConnectsChainsAtAnEyeOnlyIfItMay(t *testing.T) {
	g := board.Square(3, 3)
	stones := make([]board.Color, g.Points())
	for _, name := range []string{"A1", "C1", "B2", "A3"} {
		at, err := g.Point(name)
		if err != nil {
			t.Fatal(err)
		}
		stones[at] = board.Black
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	eye, err := g.Point("B1")
	if err != nil {
		t.Fatal(err)
	}
	for _, connect := range []bool{false, true} {
		s := &search{board: b, connect: connect}
		if s.fillsEye(eye, board.Black) == connect {
			t.Errorf("connect %v: B1 is an eye: %v", connect, !connect)
		}
	}
}
