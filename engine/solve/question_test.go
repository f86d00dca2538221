package solve

import (
	"context"
	"slices"
	"strings"
	"testing"

	"rosette/game/board"
)

// picture reads a position; capitals are stones, lower case is the chain in
// question.
func picture(t testing.TB, name, text string) (*board.Board, board.Point) {
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

var questions = []struct {
	name, board, picture string
	free                 int
	attack, defend       Answer // when the attacker moves first, and when the defender does
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
	{"a rosette is never taken", "rosette-2", `
		  X X X X X
		X X O O O X X
		X . o O O X X
		  X X X X X`, 0, Saved, Saved},
}

func TestQuestionsAboutChainsHaveTheAnswersThatThePicturesSay(t *testing.T) {
	for _, test := range questions {
		t.Run(test.name, func(t *testing.T) {
			b, chain := picture(t, test.board, test.picture)
			q := Question{Board: b, Chain: chain, Rules: rulesNamed(t, "mindsports-chinese"), Free: test.free}
			for _, turn := range []struct {
				first board.Color
				want  Answer
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

// A trial is a question answered by nothing but trying every play of both.
type trial struct {
	q        Question
	defender board.Color
	hurt     board.Color
	nodes    int
}

// captured tells whether the chain is; ok is false if it took too long.
func (r *trial) captured(b *board.Board, mover board.Color, past []board.Hash) (taken, ok bool) {
	if r.nodes--; r.nodes < 0 {
		return false, false
	}
	if b.At(r.q.Chain) != r.defender {
		return true, true
	}
	attacks := mover != r.defender
	s := siege{Question: r.q, board: b}
	moves := 0
	for p := range board.Point(b.Graph().Points()) {
		if !s.allows(p, mover) {
			continue
		}
		moves++
		b.Play(p, mover)
		taken := r.hurt == r.defender
		ok := true
		if h := b.Hash(); b.At(r.q.Chain) != r.defender {
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

func TestAnswersAreThoseOfTryingEveryPlay(t *testing.T) {
	r := luck(t)
	count := map[Answer]int{}
	names := []string{"square-5x1", "square-2", "square-2x3", "square-3", "square-2x4", "rosette-1", "rosette-2", "square-3x4"}
	for i := range 10 * *games {
		g := graphNamed(t, names[i%len(names)])
		rules := rulesNamed(t, "mindsports-chinese")
		rules.Suicide = r.IntN(3) == 0
		b, first := scattered(g, r, rules)
		chain := board.Point(r.IntN(g.Points()))
		if b.At(chain) == board.Empty {
			continue
		}
		q := Question{Board: b, Chain: chain, First: first, Rules: rules, Nodes: 50_000}
		hard := trial{q: q, defender: b.At(chain), hurt: b.At(chain).Opponent(), nodes: 30_000}
		attack, ok := hard.captured(b.Clone(), first, []board.Hash{b.Hash()})
		hard.hurt = b.At(chain)
		defend, also := hard.captured(b.Clone(), first, []board.Hash{b.Hash()})
		if !ok || !also {
			continue
		}
		want := map[[2]bool]Answer{{true, true}: Captured, {false, true}: ByKo, {false, false}: Saved}[[2]bool{attack, defend}]
		got, err := Capture(context.Background(), q)
		if err != nil || got != want && got != Unknown {
			t.Errorf("%s %s, the chain at %s, %s to move, suicide %t: %s, %v; want %s", g.Name(), stonesOf(b), g.PointName(chain), first, rules.Suicide, got, err, want)
		}
		count[got]++
	}
	t.Log(count)
}

func TestARaceIsWonByWhoTakesTheOtherFirst(t *testing.T) {
	for _, test := range []struct {
		board, picture string
		mine, theirs   board.Point
		want           Outcome
	}{
		{"square-6x1", ". X O . . .", 1, 2, FirstWins},
		{"square-6x1", ". X O . . .", 2, 1, FirstWins},
		{"square-6x3", ". O . O X . O O O O X X X X X X X .", 6, 4, BothLive},
		{"square-5x2", ". O X X . O O X X .", 2, 1, FirstWins},
		{"square-5x2", ". X . O . X X . O O", 1, 3, BothLive}, // an eye each, and who fills what they share is taken
		{"square-5x2", ". X . O . X X . O O", 3, 1, BothLive},
		{"square-5x2", ". O X . . O O X . .", 1, 2, SecondWins},
	} {
		b, _ := picture(t, test.board, test.picture)
		got, err := Race(context.Background(), Question{Board: b, Rules: rulesNamed(t, "mindsports-chinese")}, test.mine, test.theirs)
		if err != nil || got != test.want {
			t.Errorf("%s: %s, %v; want %s", test.picture, got, err, test.want)
		}
	}
}
