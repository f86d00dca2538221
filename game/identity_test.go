package game

import (
	"math/rand/v2"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/game/board"
)

// counted returns the number of stones that each colour has used, computed from the list of moves:
// on the board, for the handicap, and for passes.
func counted(g *Game, start string) (t board.ByColor[int]) {
	for c := range t {
		t[c] = strings.Count(start, letters[c:c+1])
	}
	r := g.Rules()
	whites := 0
	passes := 0
	for ply := range g.Ply() {
		m := g.Move(ply)
		if m.Color == board.White {
			whites++
		}
		switch {
		case m.Point != board.Pass:
			t[m.Color]++
		case r.Handicap == HandicapWhitePasses && m.Color == board.White && whites < g.Handicap():
		default:
			if passes++; passes > 1 || r.FirstPass == FirstPassCounted || m.Color == board.Black {
				t[m.Color]++
			}
		}
	}
	if last, moved := g.Last(); moved && r.WhiteLast && last.Color == board.Black {
		t[board.White]++
	}
	return t
}

// withoutKomi returns the margin from stones and passes only.
func withoutKomi(s Score) float64 {
	for c, sign := range map[board.Color]float64{board.Black: 1, board.White: -1} {
		s.Black -= sign * (s.Of[c].Komi + s.Of[c].Bonus + s.Of[c].FirstPass)
	}
	return s.Margin()
}

// anyDead draws arbitrary points with chains to count as dead.
func anyDead(t *rapid.T, g *Game) (dead []board.Point) {
	for _, i := range rapid.SliceOfN(rapid.IntRange(0, g.Graph().Points()-1), 0, 5).Draw(t, "dead") {
		dead = append(dead, board.Point(i))
	}
	return dead
}

// under returns the game with the same stones, prisoners and passes under other rules.
func under(g *Game, r Rules) *Game {
	c := g.Clone()
	c.rules = r
	return c
}

// passStoneGame plays random turns of both colours under pass stones. In an orderly game they
// alternate and White's is the last.
func passStoneGame(t *rapid.T, orderly bool) (m *refereed, start string) {
	r := anyRules().Draw(t, "rules")
	r.Scoring = ScoringPassStones
	r.Tax = TaxNone
	r.Supply = Supply{}
	r.Button = false
	if orderly && r.FirstPass == FirstPassHalfPoint {
		r.FirstPass = FirstPassFree
	}
	if orderly && r.Handicap == HandicapWhitePasses { // a turn given up costs no stone
		r.Handicap = HandicapFree
	}
	m = startBothWays(t, graphOf(t, rapid.SampledFrom([]string{
		"rosette-1", "rosette-2", "rosette-3", "square-2", "square-3", "square-4", "square-5x3", "wheel",
	}).Draw(t, "board")), r)
	start = picture(m.fast.Board())
	if !orderly {
		m.again, m.undo = 0.2, 0.1
	}
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
	for range rapid.IntRange(0, 120).Draw(t, "length") {
		m.step(random)
	}
	for orderly && m.next == board.White {
		m.step(random)
	}
	return m, start
}

func TestTerritoryDiffersFromAreaByTheStonesPlayed(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		m, start := passStoneGame(t, false)
		g, area := m.fast, m.fast.Rules()
		dead := anyDead(t, g)
		area.Scoring = ScoringArea
		score := g.Score(dead...)
		got := withoutKomi(score) - withoutKomi(under(g, area).Score(dead...))
		if sum := counted(g, start); got != float64(sum[board.White]-sum[board.Black]) {
			t.Fatalf("territory and prisoners less area is %g, but %v were placed and paid, by %+v", got, sum, g.Rules())
		}
		for _, p := range score.Dead {
			if chain, _ := m.slow.chainAt([]byte(picture(g.Board())), p); m.slow.immortal(chain) || len(chain) > len(score.Dead) {
				t.Fatalf("%s is dead, of %v and %v", g.Graph().PointName(p), chain, score.Dead)
			}
		}
		stones, space := m.slow.count(without(g, score.Dead))
		for c := board.Black; c <= board.White; c++ {
			if tally := score.Of[c]; tally.Stones != stones[c] || tally.Space != space[c] {
				t.Fatalf("%s has %+v, want %d stones and %d points, without %v", c, tally, stones[c], space[c], score.Dead)
			}
		}
	})
}

// without draws the position without some stones.
func without(g *Game, dead []board.Point) string {
	text := []byte(picture(g.Board()))
	for _, p := range dead {
		text[p] = '.'
	}
	return string(text)
}

func TestPassStonesDifferFromAreaByTheHandicap(t *testing.T) {
	seen := map[float64]bool{}
	rapid.Check(t, func(t *rapid.T) {
		m, start := passStoneGame(t, true)
		g, area := m.fast, m.fast.Rules()
		black, white := strings.Count(start, "X"), strings.Count(start, "O")
		want := float64(white - black)
		if m.slow.first == board.White {
			want++ // White made the first and the last move: 1 − H
		}
		firstPass := board.Empty
		for ply := range g.Ply() {
			if p := g.Move(ply); p.Point == board.Pass && firstPass == board.Empty {
				firstPass = p.Color
			}
		}
		if firstPass == board.White && g.Rules().FirstPass == FirstPassFree {
			want--
		}
		area.Scoring = ScoringArea
		got := withoutKomi(g.Score()) - withoutKomi(under(g, area).Score())
		if g.Ply() > 0 && got != want {
			t.Fatalf("it is %g, want %g, by %+v after %s", got, want, g.Rules(), start)
		}
		seen[want] = true
	})
	for _, want := range []float64{1, 0, -1, -2, -3} {
		if !seen[want] {
			t.Errorf("no game had a difference of %g", want)
		}
	}
}

// alternating plays a whole game with random alternating turns, after the handicap stones. It ends
// with two passes, White's last.
func alternating(t *rapid.T, r Rules, o HandicapPlacement, on string) *Game {
	g, err := NewWithHandicap(graphOf(t, on), r, o)
	if err != nil {
		t.Fatalf("%v", err)
	}
	m := &refereed{t: t, fast: g, slow: slowGameAt(g.Graph(), r, r.First(o.Stones), picture(g.Board())), next: r.First(o.Stones), pass: 0.05}
	m.slow.odds = g.Handicap()
	random := rand.New(rand.NewPCG(rapid.Uint64().Draw(t, "moves"), 0))
	for range rapid.IntRange(1, 100).Draw(t, "length") {
		m.step(random)
	}
	for m.next == board.White || g.Passes() < 2 {
		m.play(board.Pass)
		m.next = m.next.Opponent()
	}
	return g
}

// preset returns a ruleset by name.
func preset(t fataler, name string) Rules {
	t.Helper()
	r, err := Preset(name)
	if err != nil {
		t.Fatalf("%v", err)
	}
	return r
}

// anyStones draws n different points on a board.
func anyStones(t *rapid.T, on string, n int) []board.Point {
	points := graphOf(t, on).Points()
	return rapid.SliceOfNDistinct(
		rapid.Map(rapid.IntRange(0, points-1), func(i int) board.Point { return board.Point(i) }), n, n, rapid.ID,
	).Draw(t, "stones")
}

func TestAreaAndPassStonesOfTheAmericanRulesAgree(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		on := rapid.SampledFrom([]string{"rosette-2", "rosette-3", "square-5", "square-4x6"}).Draw(t, "board")
		o := HandicapPlacement{Stones: rapid.SampledFrom([]int{0, 2, 3, 4, 5}).Draw(t, "handicap")}
		o.Points = anyStones(t, on, o.Stones)
		stones := preset(t, "aga-pass-stones")
		g := alternating(t, stones, o, on)
		dead := anyDead(t, g)
		pass := g.Score(dead...).Margin()
		area := map[string]float64{}
		for _, name := range []string{"aga", "bga", "french", "kgs-aga", "kgs-chinese", "chinese", "goe"} {
			area[name] = under(g, preset(t, name)).Score(dead...).Margin()
		}
		wantChinese := pass
		if o.Stones > 0 {
			wantChinese-- // n instead of n − 1
		}
		for _, name := range []string{"aga", "bga", "french", "kgs-aga"} {
			if area[name] != pass {
				t.Fatalf("a handicap of %d: %g by pass stones, %g by %s", o.Stones, pass, area[name], name)
			}
		}
		if area["chinese"] != wantChinese || area["kgs-chinese"] != wantChinese || area["goe"] != wantChinese+float64(o.Stones) {
			t.Fatalf("a handicap of %d: %g by pass stones, %v", o.Stones, pass, area)
		}
	})
}

func TestFlowerHandicapCostsItsStonesInEitherColour(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		on := rapid.SampledFrom([]string{"rosette-2", "rosette-3", "square-5"}).Draw(t, "board")
		o := HandicapPlacement{
			Stones: rapid.IntRange(0, 5).Draw(t, "handicap"),
			Color:  rapid.SampledFrom([]board.Color{board.Black, board.White}).Draw(t, "weaker"),
		}
		o.Points = anyStones(t, on, o.Stones)
		r := preset(t, "flower")
		r.Komi = float64(rapid.IntRange(-9, 9).Draw(t, "komi"))
		g := alternating(t, r, o, on)
		want := float64(o.Stones)
		if o.Color == board.Black {
			want = -want
		}
		for ply := range g.Ply() {
			if m := g.Move(ply); m.Point == board.Pass {
				if m.Color == board.White {
					want-- // the first pass is White's and free
				}
				break
			}
		}
		dead := anyDead(t, g)
		area := under(g, Rules{Komi: r.Komi})
		if got := g.Score(dead...).Margin() - area.Score(dead...).Margin(); got != want {
			t.Fatalf("%d stones of %s: %g, want %g", o.Stones, o.Color, got, want)
		}
	})
}
