package life

import (
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// letters maps a status to letters for Black and White; capitals are alive.
var letters = map[Status]string{Alive: " XO", Dead: " xo", InSeki: " Ss", Unsure: " Uu"}

// stonesOnly converts the letters of a proposal to the letters of a position.
var stonesOnly = strings.NewReplacer("x", "X", "S", "X", "U", "X", "o", "O", "s", "O", "u", "O", "*", ".")

// proposalText formats a proposal as a picture, with * for open borders.
func proposalText(b *board.View, p Proposal) string {
	text := make([]byte, len(p.Status))
	for at, status := range p.Status {
		if text[at] = '.'; status != Vacant {
			text[at] = letters[status][b.At(board.Point(at))]
		}
	}
	for _, at := range p.Open {
		if text[at] == '.' {
			text[at] = '*'
		}
	}
	return string(text)
}

// ownerships reads estimates: B for Black, b for probably Black, W and w likewise for White, . for
// neither.
func ownerships(pictures ...string) (opinions [][]float32) {
	for _, picture := range pictures {
		var owner []float32
		for _, c := range strings.Join(strings.Fields(picture), "") {
			owner = append(owner, map[rune]float32{'B': 1, 'b': 0.25, 'W': -1, 'w': -0.25}[c])
		}
		opinions = append(opinions, owner)
	}
	return opinions
}

// Cases with one estimate use it for both first players.
var proposals = []struct {
	name, board, picture string
	opinions             []string
	because              string // the reasons, by first point of the chain
}{
	{"an empty board", "square-5x2", ". . . . .  . . . . .", []string{". . . . . . . . . ."}, ""},
	{
		"what is unconditional needs no opinion, and none can change it", "square-7x2", `
		. X . X O * *
		X X X X * * *`, []string{"WWWWWWW WWWWWWW"}, "B2 unconditional E2 ownership",
	},
	{
		"a dead stone in unconditional territory, whatever opinions say", "square-5x2", `
		. X . X o
		. X X X .`, []string{"WWWWW WWWWW"}, "B2 unconditional E2 territory",
	},
	{
		"without an opinion the rest is unsure", "square-9x2", `
		. . U * * u . . .
		. . U * * u . . .`, nil, "C2 divided F2 divided",
	},
	{
		"one that has not a value for every point is none", "square-9x2", `
		. . U * * u . . .
		. . U * * u . . .`, []string{"BBBB"}, "C2 divided F2 divided",
	},
	{
		"a stone in territory, and a dame", "square-9x3", `
		. . . X . O . . .
		. o . X . O O . .
		. . . X . O . . .`, []string{"BBBBWWWWW BBBBWWWWW BBBBWWWWW"}, "D3 ownership F3 ownership B2 ownership",
	},
	{
		"a stone that only one opinion calls dead", "square-9x3", `
		* * * X . O . . .
		* u * X . O O . .
		* * * X . O . . .`,
		[]string{"BBBBWWWWW BBBBWWWWW BBBBWWWWW", "BBBBWWWWW BwBBWWWWW BBBBWWWWW"},
		"D3 ownership F3 ownership B2 divided",
	},
	{
		"a stone beside an opponent that is unsure", "square-9x3", `
		* * * X . O . . .
		U u * X . O O . .
		* * * X . O . . .`, []string{"BBBBWWWWW .BBBWWWWW BBBBWWWWW"}, "D3 ownership F3 ownership A2 divided B2 open",
	},
	{
		"a chain is weighed as a whole", "square-9x3", `
		. . . X . O . . .
		o o o X . O O . .
		. . . X . O . . .`,
		[]string{"BBBBWWWWW WBBBWWWWW BBBBWWWWW", "BBBBWWWWW BBWBWWWWW BBBBWWWWW"},
		"D3 ownership F3 ownership A2 ownership",
	},
	{
		"two eyes, whatever opinions say", "square-9x3", `
		. X X X . O . . .
		X . X . X O O . .
		. X X X X O . . .`, []string{"WWWWWWWWW WWWWWWWWW WWWWWWWWW"}, "B3 unconditional F3 ownership A2 unconditional",
	},
	{
		"two chains without eyes share two liberties", "square-11x2", `
		. . . X s . S O . . .
		. . . X s . S O . . .`, []string{"BBBBBBBWWWW BBBBBBBWWWW"}, "D2 ownership E2 stalemate G2 shared H2 ownership",
	},
	{
		"one eye each and a shared liberty", "square-11x3", `
		. . X s s . S S O . .
		. . X s . s S . S O .
		. . X s s s S S S O .`,
		[]string{"BBBBBBWWWWW BBBBBBWWWWW BBBBBBWWWWW"},
		"C3 ownership D3 stalemate G3 stalemate J3 ownership K2 ownership",
	},
	{
		"four in a square are one eye", "square-9x5", `
		. . o X . . . . .
		. . o X . . X . .
		o o o X . . . . .
		X X X X . . . . .
		. . . . . . . . .`, []string{"BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB"}, "C5 ownership D5 ownership G4 ownership",
	},
	{
		"four in a row are two", "square-9x4", `
		. . . . u X . . .
		u u u u u X . X .
		X X X X X X . . .
		. . . . . . . . .`, []string{"BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB"}, "E4 untakable F4 ownership H3 ownership",
	},
	{
		"stones inside that take the eye away", "square-9x4", `
		. X . o X . . . .
		o X o o X . X . X
		o o o X X . . . .
		X X X X . . . . .`,
		[]string{"BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB"},
		"B4 ownership D4 ownership E4 ownership G3 ownership J3 ownership",
	},
	{
		"a bent four in the corner is for the players to judge", "square-9x5", `
		U U . u X . . . .
		U u u u X . . X .
		. u X X X . . . .
		u u X . . . X . .
		X X X . . . . . .`,
		[]string{"BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB BBBBBBBBB"},
		"A5 shared D5 untakable E5 ownership H4 ownership G2 ownership",
	},
	{
		"two chains with a false eye, and a stone thrown in", "square-9x3", `
		. o o X . . . . .
		o X . o X X . X .
		o o o X X . . . .`,
		[]string{"BBBBBBBBB BBBBBBBBB BBBBBBBBB"},
		"B3 ownership D3 ownership A2 ownership B2 ownership D2 ownership E2 ownership H2 ownership",
	},
	{
		"a rosette lives in the middle of the opponent", "rosette-2", `
		  O O O X X
		X O O O X X X
		X X X X . X X
		  X X X X X`, []string{"BBBBB BBBBBBB BBBBBBB BBBBB"}, "D2 immortal D5 immortal",
	},
	{
		"an all but full rosette falls", "rosette-2", `
		  o o o X X
		X o . o X X X
		X X X X . X .
		  X X X X X`, []string{"BBBBB BBBBBBB BBBBBBB BBBBB"}, "D2 ownership D5 unconditional C1 immortal",
	},
	{
		"two that each shall take the other", "square-4x1", `. U u .`, []string{"WWBB"}, "B1 open C1 open",
	},
	{
		"a chain that may connect to a live one", "square-9x4", `
		. u . O . . O . .
		X X X O O O O O O
		. . X X X X X X X
		. . . . X . . . .`, []string{"BBBWWWWWW BBBWWWWWW BBBBBBBBB BBBBBBBBB"}, "B4 linked D4 unconditional A3 ownership",
	},
	{
		"what is unconditional beside what is unsure", "square-4x3", `
		U U O .
		U . O x
		U . O O`, []string{"WBBB BBBB WBBB"}, "A3 divided C3 unconditional D2 territory",
	},
	{
		"a full board of rosettes", "rosette-2", `
		  O O O O O
		O O O O O O O
		X X X X X X X
		  X X X X X`, []string{"WWWWW BBBBBBB BBBBBBB BBBBB"}, "D2 immortal B1 immortal",
	},
}

func TestProposalsMatchThePictures(t *testing.T) {
	for _, test := range proposals {
		t.Run(test.name, func(t *testing.T) {
			want := strings.Join(strings.Fields(test.picture), "")
			b := position(t, test.board, stonesOnly.Replace(want))
			p := Propose(&b.View, AllowLibertyless, ownerships(test.opinions...)...)
			if got := proposalText(&b.View, p); got != want {
				t.Errorf("proposed is %s\nwant        %s", got, want)
			}
			var reasons []string
			for _, c := range p.Chains {
				reasons = append(reasons, b.Graph().PointName(c.Stones[0])+" "+string(c.Reason))
			}
			if got := strings.Join(reasons, " "); got != test.because {
				t.Errorf("because of %s\nwant       %s", got, test.because)
			}
		})
	}
}

// randomPosition plays random moves.
func randomPosition(g *board.Graph, rng *rand.Rand) *board.Board {
	b := board.New(g)
	for range rng.IntN(2 * g.Points()) {
		p, c := board.Point(rng.IntN(g.Points())), board.Color(1+rng.IntN(2))
		if b.At(p) == board.Empty && b.PlayResult(p, c) != board.Suicide {
			b.Play(p, c)
		}
	}
	return b
}

// randomOwnership is usually strong, and mostly the same for neighbouring
// points.
func randomOwnership(n int, rng *rand.Rand) []float32 {
	owner := make([]float32, n)
	side := []float32{-1, -1, -0.5, 0, 0.5, 1, 1}
	for p := range owner {
		if owner[p] = side[rng.IntN(len(side))]; p > 0 && rng.IntN(3) > 0 {
			owner[p] = owner[p-1]
		}
	}
	return owner
}

func TestProposalsOfRandomPositionsKeepTheirInvariants(t *testing.T) {
	rng := rand.New(rand.NewPCG(*seed, 3))
	t.Logf("-seed %d", *seed)
	ring := customGraph(t, "A B P C D E X Y Z", "A-B A-P B-P P-C C-D D-E E-P X-A X-B X-C X-E X-Y Y-Z", "X-Y-Z")
	graphs := []*board.Graph{ring, board.Square(5, 5), board.Square(4, 3), board.Rosette(2), board.Rosette(3)}
	found := map[Status]int{}
	for i := range *proposed {
		b := randomPosition(graphs[i%len(graphs)], rng)
		n := b.Graph().Points()
		opinions := [][]float32{randomOwnership(n, rng), randomOwnership(n, rng)}
		if rng.IntN(2) == 0 {
			opinions[1] = opinions[0]
		}
		r := allCaptureRules[rng.IntN(len(allCaptureRules))]
		p := Propose(&b.View, r, opinions...)
		checkInvariants(t, &b.View, r, p)
		for range 3 {
			turns := b.Graph().Symmetries()
			checkSymmetry(t, &b.View, p, opinions, r, turns[rng.IntN(len(turns))], float32(1-2*rng.IntN(2)))
		}
		for _, c := range p.Chains {
			found[c.Status]++
		}
		if t.Failed() {
			t.Fatalf("position %d: %s %s %v", i, b.Graph().Name(), proposalText(&b.View, p), opinions)
		}
	}
	t.Log(found)
	for status := range letters {
		if found[status] == 0 {
			t.Errorf("no chain was %s", status)
		}
	}
}

// checkInvariants checks that a proposal is consistent and agrees with unconditional life.
func checkInvariants(t *testing.T, b *board.View, r CaptureRules, p Proposal) {
	t.Helper()
	safe := board.ByColor[Safety]{{}, Unconditional(b, board.Black, r), Unconditional(b, board.White, r)}
	stones := 0
	for _, c := range p.Chains {
		stones += len(c.Stones)
		if len(c.Stones) != b.Size(c.Stones[0]) || !slices.IsSorted(c.Stones) {
			t.Errorf("%v is not a whole chain", c.Stones)
		}
		for _, at := range c.Stones {
			if b.Root(at) != b.Root(c.Stones[0]) || p.Status[at] != c.Status {
				t.Errorf("%d is not of its chain", at)
			}
			if c.Status != Alive && c.Status != InSeki && (b.Immortal(at) || safe[c.Color].Alive[at]) {
				t.Errorf("%d lives and is called %s", at, c.Status)
			}
			if c.Status != Dead && safe[c.Color.Opponent()].Territory[at] {
				t.Errorf("%d is dead and is called %s", at, c.Status)
			}
		}
	}
	var dead, unsure []board.Point
	for at, status := range p.Status {
		if (status == Vacant) != (b.At(board.Point(at)) == board.Empty) {
			t.Errorf("%d is %q", at, status)
		}
		switch status {
		case Dead:
			dead = append(dead, board.Point(at))
		case Unsure:
			unsure = append(unsure, board.Point(at))
		}
	}
	if stones != b.Graph().Points()-b.Vacant() || !slices.Equal(dead, p.Dead) || !slices.Equal(unsure, p.Unsure) {
		t.Errorf("%d stones, dead %v, unsure %v", stones, p.Dead, p.Unsure)
	}
	for _, at := range p.Open {
		if p.Status[at] != Vacant && p.Status[at] != Dead {
			t.Errorf("an open border at %d, where a stone stays", at)
		}
	}
}

// checkSymmetry checks that the position transformed by a symmetry, with
// colours exchanged if side is −1, has the same proposal.
func checkSymmetry(t *testing.T, b *board.View, p Proposal, opinions [][]float32, r CaptureRules, s []board.Point, side float32) {
	t.Helper()
	n := b.Graph().Points()
	turned := board.New(b.Graph())
	want := make([]byte, n)
	was := proposalText(b, p)
	views := [][]float32{make([]float32, n), make([]float32, n)}
	for at := range n {
		to := s[at]
		for i := range views {
			views[i][to] = side * opinions[i][at]
		}
		want[to] = was[at]
		c := b.At(board.Point(at))
		if side < 0 {
			c = c.Opponent()
			want[to] = opposite(was[at])
		}
		if c != board.Empty {
			turned.Play(to, c)
		}
	}
	if got := proposalText(&turned.View, Propose(&turned.View, r, views...)); got != string(want) {
		t.Errorf("side %v: proposed is %s\nwant %s", side, got, want)
	}
}

// opposite returns the letter of the other colour.
func opposite(letter byte) byte {
	const black, white = "XxSU", "Oosu"
	if i := strings.IndexByte(black, letter); i >= 0 {
		return white[i]
	}
	if i := strings.IndexByte(white, letter); i >= 0 {
		return black[i]
	}
	return letter
}
