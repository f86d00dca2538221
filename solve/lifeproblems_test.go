package solve

import (
	"context"
	"fmt"
	"os"
	"strings"
	"testing"
	"time"

	"rosette/game"
	"rosette/game/board"
)

// lifeProblems are shapes from the literature; the attacker lives outside.
var lifeProblems = []struct {
	name, board, picture string
	attack, defend       CaptureOutcome // when the attacker moves first, and when the defender does
}{
	{"three in a row", "square-6x4", `
		. . . O X .
		o O O O X X
		X X X X X .
		. X . X X X`, Captured, Saved},
	{"a bent three", "square-6x5", `
		. . O X . X
		. O O X X .
		o O X X X X
		X X X . X X
		X X X X X .`, Captured, Saved},
	{"four in a row", "square-7x4", `
		. . . . O X .
		o O O O O X X
		X X X X X X .
		. X . X X X X`, Saved, Saved},
	{"a square of four", "square-6x5", `
		. . O X . X
		. . O X X .
		o O O X X X
		X X X X . X
		. X . X X X`, Captured, Captured},
	{"a pyramid of four", "square-7x5", `
		O . . . O X .
		O O . O O X X
		X o O O X X .
		X X X X X X X
		. X . X X X X`, Captured, Saved},
	{"a bulky five", "square-7x5", `
		O . . . O X .
		o O . . O X X
		X O O O O X .
		X X X X X X X
		. X . X X X X`, Captured, Saved},
	{"a rabbity six in the middle", "square-9x7", `
		X X X X X X X X .
		X O O O O O X X X
		X O O . . O X . X
		X O . . . O X X X
		X O O . O O X X .
		X X o O O X X X X
		. X X X X X X . X`, Captured, Saved},
	{"a rectangle of six on the side", "square-9x5", `
		X O . . . O X . X
		X O . . . O X X .
		X o O O O O X X X
		X X X X X X X X X
		X . X X X X X . X`, Saved, Saved},
	{"a rectangle of six in the corner without a liberty outside", "square-7x5", `
		. . . O X . X
		. . . O X X .
		o O O O X X X
		X X X X X X X
		. X . X X X X`, Captured, Saved},
	{"a rectangle of six in the corner with one liberty outside", "square-7x5", `
		. . . O . X X
		. . . O X X .
		o O O O X X X
		X X X X X . X
		. X . X X X X`, ByKo, Saved},
	{"a rectangle of six in the corner with two liberties outside", "square-7x5", `
		. . . O . X X
		. . . O . X .
		o O O O X X X
		X X X X X . X
		. X . X X X X`, Saved, Saved},
	{"the L in the corner", "square-6x6", `
		. . O X X .
		. . O X X X
		. O O X . X
		o O X X X X
		X X X . X X
		X X X X X .`, Captured, Saved},
	{"the L and one leg", "square-6x7", `
		. . O X X .
		. . O X X X
		. o O X . X
		. O X X X X
		. X X X . X
		X X X X X X
		X . X X X .`, Captured, Saved},
}

// crawls are rows of stones on the second line, on the side and in the corner. Without outside
// liberties many of them are ko.
var crawls = []struct {
	stones         int
	corner         bool
	attack, defend CaptureOutcome
}{
	{4, false, Captured, Captured},
	{5, false, Captured, ByKo},
	{6, false, ByKo, ByKo},
	{7, false, ByKo, Saved},
	{8, false, Saved, Saved},
	{4, true, Captured, ByKo},
	{5, true, ByKo, Saved},
	{6, true, Saved, Saved},
}

// crawl returns the board and the picture for a row.
func crawl(n int, corner bool) (name, picture string) {
	width, before := n+4, "XX"
	if corner {
		width, before = n+2, ""
	}
	wall := strings.Repeat("X", width)
	picture = strings.Repeat(".", width) + before + "o" + strings.Repeat("O", n-1) + "XX" + wall + "." + wall[2:] + "." + wall
	return fmt.Sprintf("square-%dx5", width), picture
}

// captureTest is a problem and its answer, or Unknown.
type captureTest struct {
	CaptureProblem
	name string
	want CaptureOutcome
}

// lifeTests returns the problems in lifeProblems and crawls.
func lifeTests(t *testing.T) (all []captureTest) {
	add := func(name, on, text string, answers ...CaptureOutcome) {
		b, chain := parsePicture(t, on, text)
		for i, first := range []board.Color{b.At(chain).Opponent(), b.At(chain)} {
			q := CaptureProblem{Board: b, Chain: chain, First: first, Rules: rulesNamed(t, "mindsports-chinese")}
			all = append(all, captureTest{q, fmt.Sprintf("%s, %s first", name, first), answers[i]})
		}
	}
	for _, p := range lifeProblems {
		add(p.name, p.board, p.picture, p.attack, p.defend)
	}
	for _, c := range crawls {
		on, text := crawl(c.stones, c.corner)
		add(fmt.Sprintf("%d on the second line, in the corner %t", c.stones, c.corner), on, text, c.attack, c.defend)
	}
	return all
}

func TestShapesLiveOrDieAsInTheLiterature(t *testing.T) {
	for _, p := range lifeTests(t) {
		if got, err := Capture(context.Background(), p.CaptureProblem); err != nil || got != p.want {
			t.Errorf("%s: %s, %v; want %s", p.name, got, err, p.want)
		}
	}
}

// raceTests returns the problems for both chains in each race.
func raceTests(t *testing.T) (all []captureTest) {
	for _, test := range races {
		b, _ := parsePicture(t, test.board, test.picture)
		signs := strings.Join(strings.Fields(test.picture), "")
		for _, chain := range []string{"x", "o"} {
			for _, first := range board.Colors {
				q := CaptureProblem{Board: b, Chain: board.Point(strings.Index(signs, chain)), First: first, Rules: rulesNamed(t, "mindsports-chinese")}
				all = append(all, captureTest{q, test.name, Unknown})
			}
		}
	}
	return all
}

// endgameTests returns problems about every third chain in recorded games on a board, the given
// number of moves before their end.
func endgameTests(t *testing.T, on string, before, free int) (all []captureTest) {
	text, err := os.ReadFile("../player/testdata/finals.txt")
	if err != nil {
		t.Fatal(err)
	}
	games := 0
	for line := range strings.Lines(string(text)) {
		name, record, _ := strings.Cut(line, "|")
		if name != on {
			continue
		}
		if games++; games%20 != 1 {
			continue
		}
		record, _, _ = strings.Cut(record, "|")
		turns := strings.Fields(record)
		at := game.New(graphNamed(t, on), rulesNamed(t, "mindsports-chinese"))
		for i, move := range turns[:max(0, len(turns)-before)] {
			p, err := at.Graph().Move(move)
			if err != nil {
				t.Fatal(err)
			}
			at.Make(p, board.Color(1+i%2))
		}
		all = append(all, chainsOf(at, free)...)
	}
	return all
}

// chainsOf returns problems about every third chain in a position.
func chainsOf(at *game.Game, free int) (all []captureTest) {
	b, n := at.Board(), 0
	for p := range board.Point(b.Graph().Points()) {
		if b.At(p) == board.Empty || b.Root(p) != p || b.Immortal(p) {
			continue
		}
		if n++; n%3 == 0 {
			q := CaptureProblem{Board: b.Clone(), Chain: p, First: b.At(p).Opponent(), Rules: at.Rules(), EscapeLiberties: free}
			all = append(all, captureTest{q, "", Unknown})
		}
	}
	return all
}

// countAnswered counts the problems solved within two seconds each with -long, otherwise within a
// small limit on positions. It also returns the total time.
func countAnswered(all []captureTest, answer func(context.Context, CaptureProblem) CaptureOutcome) (answered int, took time.Duration) {
	start := time.Now()
	for _, p := range all {
		ctx, stop := context.WithCancel(context.Background())
		if p.Nodes = 1 << 15; *long {
			stop()
			ctx, stop = context.WithTimeout(context.Background(), 2*time.Second)
			p.Nodes = 1 << 23
		}
		if answer(ctx, p.CaptureProblem) != Unknown {
			answered++
		}
		stop()
	}
	return answered, time.Since(start).Round(10 * time.Millisecond)
}

func TestTheTableSolvesMoreThanATree(t *testing.T) {
	type set struct {
		name string
		all  []captureTest
	}
	sets := []set{{"shapes of life and death", lifeTests(t)}}
	if *long {
		sets = append(sets, set{"races", raceTests(t)})
		for _, on := range []string{"square-9", "rosette-5"} {
			sets = append(sets,
				set{on + ", a turn before both passed, life", endgameTests(t, on, 3, 0)},
				set{on + ", ten turns earlier, life", endgameTests(t, on, 13, 0)},
				set{on + ", ten turns earlier, three liberties", endgameTests(t, on, 13, 3)})
		}
		sets = append(sets,
			set{"rosette-5, forty turns earlier, life", endgameTests(t, "rosette-5", 43, 0)},
			set{"rosette-5, forty turns earlier, three liberties", endgameTests(t, "rosette-5", 43, 3)})
	}
	for _, set := range sets {
		table, quick := countAnswered(set.all, func(ctx context.Context, q CaptureProblem) CaptureOutcome {
			a, err := Capture(ctx, q)
			if err != nil {
				t.Error(err)
			}
			return a
		})
		tree, slow := countAnswered(set.all, solveByTree)
		t.Logf("%s: of %d problems %d in %v, by a tree %d in %v", set.name, len(set.all), table, quick, tree, slow)
		if table < tree {
			t.Errorf("%s: %d of %d problems solved, by a tree %d", set.name, table, len(set.all), tree)
		}
	}
}
