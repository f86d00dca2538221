package solve

import (
	"context"
	"fmt"
	"math/rand/v2"
	"slices"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// parsePicture reads a position. Capitals are stones; lower case marks the problem's chain.
func parsePicture(t testing.TB, name, text string) (*board.Board, board.Point) {
	t.Helper()
	chain := board.Pass
	var stones []board.Color
	for i, sign := range strings.Join(strings.Fields(text), "") {
		c, ok := map[rune]board.Color{'.': board.Empty, 'X': board.Black, 'O': board.White, 'x': board.Black, 'o': board.White}[sign]
		if !ok {
			t.Fatalf("no sign %q: use . X O x o", sign)
		}
		if sign == 'x' || sign == 'o' {
			chain = board.Point(i)
		}
		stones = append(stones, c)
	}
	b, err := board.Setup(graphNamed(t, name), stones)
	if err != nil {
		t.Fatal(err)
	}
	return b, chain
}

var captureTests = []struct {
	name, board, picture string
	free                 int
	attack, defend       CaptureOutcome // when the attacker moves first, and when the defender does
}{
	{"a stone in atari runs out", "square-5", `
		. . . . .
		. . X . .
		. X o . .
		. . X . .
		. . . . .`, 3, Captured, Saved},
	{"a ladder runs into the edge", "square-6", `
		. . . . . .
		. X X X . .
		. X o . . .
		. . X . . .
		. . . . . .
		. . . . . .`, 3, Captured, Captured},
	{"a stone of the defender breaks the ladder", "square-6", `
		. . . . . .
		. X X X . .
		. X o . . .
		. . X . . .
		. . . . O .
		. . . . . .`, 3, Captured, Saved},
	{"a net holds what no ladder does", "square-6", `
		. . . . . .
		. X X . . .
		. X o . . .
		. . . X . .
		. . . . . .
		. . . . . .`, 3, Captured, Saved},
	{"one eye of three in a row hangs on its middle", "square-6x3", `
		. . . O X .
		o O O O X X
		X X X X X .`, 0, Captured, Saved},
	{"two eyes live", "square-6x3", `
		. O . O X .
		o O O O X X
		X X X X X .`, 0, Saved, Saved},
	{"a square of four is one eye", "square-5x4", `
		. . O X .
		. . O X .
		o O O X X
		X X X X .`, 0, Captured, Captured},
	{"four in a row are two eyes", "square-7x3", `
		. . . . O X .
		o O O O O X X
		X X X X X X .`, 0, Saved, Saved},
	{"the sixth stone of a rosette saves the chain", "rosette-2", `
		  . X O O .
		. X O . O X .
		. X o O O X .
		  . X X X .`, 0, Captured, Saved},
	{"what was proven for one past is not a proof for another", "square-3", `
		O O O
		x . O
		X . .`, 0, Captured, Captured},
	{"a play elsewhere saves no chain in atari, though it repeats a position", "square-3", `
		. o X
		X X .
		. X O`, 0, Captured, Captured},
	{"a rosette is never taken", "rosette-2", `
		  X X X X X
		X X O O O X X
		X . o O O X X
		  X X X X X`, 0, Saved, Saved},
}

func TestCaptureProblemsOfThePictures(t *testing.T) {
	for _, test := range captureTests {
		t.Run(test.name, func(t *testing.T) {
			b, chain := parsePicture(t, test.board, test.picture)
			q := CaptureProblem{Board: b, Chain: chain, Rules: rulesNamed(t, "mindsports-chinese"), EscapeLiberties: test.free}
			for _, turn := range []struct {
				first board.Color
				want  CaptureOutcome
			}{{b.At(chain).Opponent(), test.attack}, {b.At(chain), test.defend}} {
				q.First = turn.first
				got, err := Capture(context.Background(), q)
				if err != nil || got != turn.want {
					t.Errorf("%s to move: %s, %v; want %s", turn.first, got, err, turn.want)
				}
			}
		})
	}
}

// bruteForce solves a capture problem by trying every play by both players.
type bruteForce struct {
	q               CaptureProblem
	defender        board.Color
	repetitionFails board.Color
	nodes           int
}

// captured reports whether the chain is captured; ok is false if the node limit was reached. A
// defender in atari that neither extends nor captures loses the chain, even by a play that repeats
// a position: under no rule does that save the chain.
func (r *bruteForce) captured(b *board.Board, mover board.Color, past []board.Hash) (taken, ok bool) {
	if r.nodes--; r.nodes < 0 {
		return false, false
	}
	if b.At(r.q.Chain) != r.defender {
		return true, true
	}
	attacks := mover != r.defender
	last, atari := b.Atari(r.q.Chain)
	s := captureSearch{CaptureProblem: r.q, board: b}
	for p := range board.Point(b.Graph().Points()) {
		if !s.allows(p, mover) {
			continue
		}
		off := b.Play(p, mover)
		taken, ok := r.repetitionFails == r.defender, true
		if h := b.Hash(); b.At(r.q.Chain) != r.defender || atari && !attacks && p != last && off == 0 {
			taken = true
		} else if !slices.Contains(past, h) {
			taken, ok = r.captured(b, mover.Opponent(), append(past, h))
		}
		b.Undo()
		if !ok || taken == attacks {
			return taken, ok
		}
	}
	if attacks {
		return false, true
	}
	return r.captured(b, mover.Opponent(), append(past, b.Hash()))
}

// randomProblem returns a problem about a random chain in a random position under random rules.
func randomProblem(t *testing.T, g *board.Graph, r *rand.Rand) (q CaptureProblem, ok bool) {
	q.Rules = rulesNamed(t, "mindsports-chinese")
	switch r.IntN(3) {
	case 0:
		q.Rules.Suicide = true
	case 1:
		q.Rules.Libertyless = game.LibertylessForbidden
	}
	q.Board, q.First = randomPosition(g, r, q.Rules)
	q.Chain = board.Point(r.IntN(g.Points()))
	q.Nodes, q.tableLimit = 50_000, []int{0, firstCaptureEntries, 4 * firstCaptureEntries}[r.IntN(3)]
	return q, q.Board.At(q.Chain) != board.Empty
}

// String describes the problem in one line.
func (q CaptureProblem) String() string {
	return fmt.Sprintf("%s %s, the chain at %s, %s to move, suicide %t, libertyless %s, room %d", q.Board.Graph().Name(), stonesOf(q.Board),
		q.Board.Graph().PointName(q.Chain), q.First, q.Rules.Suicide, q.Rules.Libertyless, q.tableLimit)
}

func TestCaptureAgreesWithBruteForce(t *testing.T) {
	r := newRNG(t)
	count := map[CaptureOutcome]int{}
	graphs := []*board.Graph{wheelGraph(t)}
	for _, name := range []string{"square-5x1", "square-2", "square-2x3", "square-3", "square-2x4", "rosette-1", "rosette-2", "square-3x4"} {
		graphs = append(graphs, graphNamed(t, name))
	}
	for i := range 10 * *games {
		q, ok := randomProblem(t, graphs[i%len(graphs)], r)
		if !ok {
			continue
		}
		defender := q.Board.At(q.Chain)
		hard := bruteForce{q: q, defender: defender, repetitionFails: defender.Opponent(), nodes: 30_000}
		attack, ok := hard.captured(q.Board.Clone(), q.First, []board.Hash{q.Board.Hash()})
		hard.repetitionFails = defender
		defend, also := hard.captured(q.Board.Clone(), q.First, []board.Hash{q.Board.Hash()})
		if !ok || !also {
			continue
		}
		want := map[[2]bool]CaptureOutcome{{true, true}: Captured, {false, true}: ByKo, {false, false}: Saved}[[2]bool{attack, defend}]
		got, err := Capture(context.Background(), q)
		if err != nil || got != want && got != Unknown {
			t.Errorf("%s: %s, %v; want %s", q.String(), got, err, want)
		}
		count[got]++
	}
	t.Log(count)
}

func TestCaptureAgreesWithATreeWithoutTranspositions(t *testing.T) {
	r := newRNG(t)
	count := map[[2]CaptureOutcome]int{}
	graphs := []*board.Graph{wheelGraph(t)}
	for _, name := range []string{"square-3", "rosette-1", "square-3x4", "square-2x3", "square-5x1", "square-2x4"} {
		graphs = append(graphs, graphNamed(t, name))
	}
	for i := range 10 * *games {
		q, ok := randomProblem(t, graphs[i%len(graphs)], r)
		if !ok {
			continue
		}
		want := solveByTree(context.Background(), q)
		got, err := Capture(context.Background(), q)
		if err != nil || got != want && got != Unknown && want != Unknown {
			t.Errorf("%s: %s, %v; a tree says %s", q.String(), got, err, want)
		}
		count[[2]CaptureOutcome{want, got}]++
	}
	t.Log(count)
}

func TestSmallCapturingRaces(t *testing.T) {
	for _, test := range []struct {
		board, picture string
		mine, theirs   board.Point
		want           raceOutcome
	}{
		{"square-6x1", ". X O . . .", 1, 2, firstWins},
		{"square-6x1", ". X O . . .", 2, 1, firstWins},
		{"square-6x3", ". O . O X . O O O O X X X X X X X .", 6, 4, bothLive},
		{"square-5x2", ". O X X . O O X X .", 2, 1, firstWins},
		{"square-5x2", ". X . O . X X . O O", 1, 3, bothLive}, // an eye each, and the player who fills a shared liberty is captured
		{"square-5x2", ". X . O . X X . O O", 3, 1, bothLive},
		{"square-5x2", ". O X . . O O X . .", 1, 2, secondWins},
	} {
		b, _ := parsePicture(t, test.board, test.picture)
		got, err := race(context.Background(), CaptureProblem{Board: b, Rules: rulesNamed(t, "mindsports-chinese")}, test.mine, test.theirs)
		if err != nil || got != test.want {
			t.Errorf("%s: %s, %v; want %s", test.picture, got, err, test.want)
		}
	}
}
