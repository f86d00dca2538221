package fairplay

import (
	"flag"
	"math"
	"math/rand/v2"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

var games = flag.Int("games", 400, "variations of games to compare with a slow search")

// started returns a game after moves on distinct points: every third point on the board.
func started(g *board.Graph, moves int) *game.Game {
	played := game.New(g, game.DefaultRules(g))
	for i := range moves {
		played.Make(board.Point(3*i), board.Colors[i%2])
	}
	return played
}

// mirrored returns the same stones mapped by image, with colours exchanged if the first player is
// White, and a pass by each player after the second move.
func mirrored(g *board.Graph, moves int, image []board.Point, first board.Color) *game.Game {
	played := game.From(board.New(g), game.DefaultRules(g), first)
	for i := range moves {
		c := first
		if i%2 == 1 {
			c = first.Opponent()
		}
		played.Make(image[3*i], c)
		if i == 1 {
			played.Make(board.Pass, first)
			played.Make(board.Pass, first.Opponent())
		}
	}
	return played
}

func TestAPositionIsFoundUnderEverySymmetryAndWithColoursExchanged(t *testing.T) {
	for _, g := range []*board.Graph{board.Rosette(3), board.Rosette(5), board.Square(9, 9)} {
		reserved := Positions{}
		reserved.Add(started(g, 12))
		for i, image := range g.Symmetries() {
			for _, first := range board.Colors {
				for _, moves := range []int{12, 15} { // at the position, and beyond it
					if !reserved.Reached(mirrored(g, moves, image, first)) {
						t.Errorf("%s: symmetry %d, %s first, %d moves: not found", g.Name(), i, first, moves)
					}
				}
			}
		}
	}
}

func TestAPositionThatIsSetUpIsFound(t *testing.T) {
	g := board.Rosette(5)
	reserved := Positions{}
	reserved.Add(started(g, 16))
	for _, setup := range []int{0, Free(g.Points()) - 1, 13, 16} {
		for _, moves := range []int{0, 1, 2} {
			position := board.New(g)
			for i := range setup {
				position.Play(board.Point(3*i), board.Colors[i%2])
			}
			asked := game.From(position, game.DefaultRules(g), board.Colors[setup%2])
			for i := range moves {
				asked.Make(board.Point(3*(setup+i)), board.Colors[(setup+i)%2])
			}
			if got, want := reserved.Reached(asked), setup+moves >= Free(g.Points()); got != want {
				t.Errorf("%d stones set up and %d moves: found %t, want %t", setup, moves, got, want)
			}
		}
	}
}

func TestOnlyTheLastPositionsAfterTheOpeningCount(t *testing.T) {
	nine := board.Square(9, 9)
	for _, test := range []struct {
		running, asked int // moves
		board          *board.Graph
		want           bool
	}{
		{20, 10, nine, false}, // the earliest position that counts has 13 stones: 3 more
		{20, 11, nine, true},
		{20, 13, nine, true},
		{20, 19, nine, true},
		{20, 20, nine, true},
		{20, 25, nine, true},
		{9, 7, nine, false}, // close, but free
		{9, 8, nine, true},
		{7, 7, nine, false},
		{20, 20, board.Square(13, 13), false},
	} {
		reserved := Positions{}
		reserved.Add(started(nine, test.running))
		if got := reserved.Reached(started(test.board, test.asked)); got != test.want {
			t.Errorf("%d moves of a game in progress, %d asked about on %s: %t", test.running, test.asked, test.board.Name(), got)
		}
	}
	for points, want := range map[int]int{9: 1, 54: 6, 81: 8, 361: 8} {
		if got := Free(points); got != want {
			t.Errorf("%d moves of a board of %d points are free, want %d", got, points, want)
		}
	}
}

// slowDistance compares two positions point by point, under each symmetry and exchange.
func slowDistance(a, b *board.View) (least int) {
	least = a.Graph().Points()
	for _, image := range a.Graph().Symmetries() {
		for _, exchanged := range []bool{false, true} {
			differ := 0
			for p, q := range image {
				c := a.At(board.Point(p))
				if exchanged && c != board.Empty {
					c = c.Opponent()
				}
				if b.At(q) != c {
					differ++
				}
			}
			least = min(least, differ)
		}
	}
	return least
}

// slowReached compares all positions in one game with the last ones in a game in progress.
func slowReached(asked, running *game.Game) bool {
	free := Free(asked.Graph().Points())
	for i := 0; i < 8 && running.Ply() >= free; i++ {
		stones := asked.Graph().Points() - running.Board().Vacant()
		most := min(6, int(math.Ceil(float64(stones)/8)))
		for again := replayed(asked, asked.Ply()); again.Ply() >= free; {
			if slowDistance(again.Board(), running.Board()) <= most {
				return true
			}
			if !again.Undo() {
				break
			}
		}
		if !running.Undo() {
			break
		}
	}
	return false
}

// replayed returns a new game with another game's first moves.
func replayed(g *game.Game, moves int) *game.Game {
	again := game.New(g.Graph(), g.Rules())
	for i := range moves {
		m := g.Move(i)
		again.Make(m.Point, m.Color)
	}
	return again
}

// random plays random legal moves.
func random(g *game.Game, moves int, rng *rand.Rand) *game.Game {
	for range moves {
		c := g.ToMove()
		for range 20 {
			if p := board.Point(rng.IntN(g.Graph().Points())); g.Play(p, c) == nil {
				break
			}
		}
	}
	return g
}

// TestReachedAgreesWithASlowOne compares games with variations: moves left out or inserted first,
// elsewhere or last, on an image of the board, with colours exchanged.
func TestReachedAgreesWithASlowOne(t *testing.T) {
	boards := []*board.Graph{board.Rosette(3), board.Rosette(5), board.Square(9, 9), board.Square(13, 13)}
	seed := rand.Uint64()
	rng := rand.New(rand.NewPCG(seed, 0))
	found := 0
	for i := range *games {
		g := boards[i%len(boards)]
		running := random(game.New(g, game.DefaultRules(g)), rng.IntN(g.Points()/2), rng)
		asked := variation(running, rng)
		before := stateOf(asked)
		reserved := Positions{}
		reserved.Add(replayed(running, running.Ply()))
		want, got := slowReached(asked, replayed(running, running.Ply())), reserved.Reached(asked)
		if got != want {
			t.Fatalf("seed %d, game %d on %s: reached %t, want %t", seed, i, g.Name(), got, want)
		}
		if after := stateOf(asked); after != before {
			t.Fatalf("seed %d, game %d: the game is another one afterwards", seed, i)
		}
		if got {
			found++
		}
	}
	if found < *games/5 || found > *games*4/5 {
		t.Errorf("%d of %d variations were found", found, *games)
	}
}

// A state must not be changed by undoing moves and making them again.
type state struct {
	hash      board.Hash
	ply       int
	passes    int
	prisoners board.ByColor[int]
	next      board.Color
}

func stateOf(g *game.Game) state {
	return state{
		g.Board().Hash(), g.Ply(), g.Passes(), board.ByColor[int]{board.Black: g.Prisoners(board.Black), board.White: g.Prisoners(board.White)}, g.ToMove(),
	}
}

// variation returns a game similar to another.
func variation(of *game.Game, rng *rand.Rand) *game.Game {
	g := of.Graph()
	image := g.Symmetries()[rng.IntN(len(g.Symmetries()))]
	exchanged := rng.IntN(2) == 0
	first := board.Black
	if exchanged {
		first = board.White
	}
	again := game.From(board.New(g), of.Rules(), first)
	random(again, rng.IntN(4), rng)
	elsewhere := rng.IntN(12)
	for i := range max(0, of.Ply()-rng.IntN(12)) {
		m := of.Move(i)
		if exchanged {
			m.Color = m.Color.Opponent()
		}
		if m.Point == board.Pass {
			continue
		}
		if p := image[m.Point]; rng.IntN(20) >= elsewhere/4 && again.Board().At(p) == board.Empty && again.Legal(p, m.Color) == nil {
			again.Make(p, m.Color)
		}
	}
	return random(again, rng.IntN(6), rng)
}

func TestADistanceIsBoundedByTheStones(t *testing.T) {
	for stones, want := range map[int]int{0: 0, 1: 1, 8: 1, 9: 2, 12: 2, 16: 2, 17: 3, 40: 5, 41: 6, 48: 6, 49: 6, 300: 6} {
		if got := Distance(stones); got != want {
			t.Errorf("%d stones: a distance of %d is close, want %d", stones, got, want)
		}
	}
}

// TestADistantPairAtTheStartHidesNothing inserts a distant pair of stones before the moves of a
// game in progress, so that none of its positions occurs exactly.
func TestADistantPairAtTheStartHidesNothing(t *testing.T) {
	g := board.Square(19, 19)
	moves := []string{"D4", "Q16", "Q4", "D16", "C6", "R14", "F3", "O17", "K4", "K16", "C10", "R10"}
	play := func(names []string) *game.Game {
		played := game.New(g, game.DefaultRules(g))
		for i, name := range names {
			p, err := g.Point(name)
			if err != nil {
				t.Fatal(err)
			}
			played.Make(p, board.Colors[i%2])
		}
		return played
	}
	reserved := Positions{}
	reserved.Add(play(moves))
	if !reserved.Reached(play(append([]string{"A5", "A15"}, moves...))) {
		t.Error("a pair of stones far away hides the position")
	}
	if far := []string{"A5", "A15", "A7", "A13"}; reserved.Reached(play(append(far, moves[:8]...))) {
		t.Error("a position is found that differs by four stones of eight")
	}
}

func TestAnotherPositionOfAsManyStonesIsNotFound(t *testing.T) {
	g := board.Rosette(5)
	reserved, other := Positions{}, game.New(g, game.DefaultRules(g))
	for i := range 15 {
		other.Make(board.Point(4*i+1), board.Colors[i%2])
	}
	if reserved.Reached(other) {
		t.Error("nothing is running, and a position is found")
	}
	reserved.Add(started(g, 12))
	if reserved.Reached(other) {
		t.Error("another position is found")
	}
}

// BenchmarkPositions measures adding a game in progress and comparing a game with it, after a third
// and after two thirds of the points are played.
func BenchmarkPositions(b *testing.B) {
	for _, g := range []*board.Graph{board.Rosette(5), board.Square(9, 9), board.Square(19, 19)} {
		rng := rand.New(rand.NewPCG(1, 0))
		running := random(game.New(g, game.DefaultRules(g)), g.Points()/3, rng)
		asked := random(game.New(g, game.DefaultRules(g)), 2*g.Points()/3, rng)
		b.Run("add-"+g.Name(), func(b *testing.B) {
			for b.Loop() {
				reserved := Positions{}
				for range Recent {
					reserved[g.Name()] = append(reserved[g.Name()], positionOf(running.Board()))
				}
			}
		})
		b.Run("reached-"+g.Name(), func(b *testing.B) {
			reserved := Positions{}
			reserved.Add(replayed(running, running.Ply()))
			b.ReportAllocs()
			for b.Loop() {
				if reserved.Reached(asked) {
					b.Fatal("found")
				}
			}
		})
	}
}
