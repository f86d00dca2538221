package puzzle

import (
	"flag"
	"testing"

	"rosette/game/board"
	"rosette/solve"
)

// every is the interval at which puzzles are proven: 1 for all, like `rosette puzzle check`.
var every = flag.Int("every", 12, "prove each puzzle of the collection whose number this divides")

func TestTheCollectionHasNoTwoPuzzlesThatAreEqualAndASampleIsProvenAgain(t *testing.T) {
	records, err := Collection()
	if err != nil || len(records) < 1000 {
		t.Fatal(len(records), err)
	}
	numbers, easy := map[shape]int{}, 0
	first := map[board.Color]int{}
	for i, root := range records {
		p, err := Parse(root)
		if err != nil {
			t.Fatalf("puzzle %d: %v", i+1, err)
		}
		if p.Grade < 1 || p.Grade > lastGrade || p.Theme == "" {
			t.Errorf("puzzle %d has grade %d and theme %q", i+1, p.Grade, p.Theme)
		}
		s := shapeOf(&p.CaptureProblem)
		if known := numbers[s]; known > 0 {
			t.Errorf("puzzles %d and %d are equal", known, i+1)
		}
		if numbers[s], first[p.First] = i+1, first[p.First]+1; p.Grade == 1 {
			easy++
		}
		if (i+1)%*every != 0 {
			continue
		}
		if p.Nodes = 1000; p.isTrivial() {
			t.Errorf("puzzle %d needs no thought", i+1)
		}
		if (i+1)%(8**every) == 0 && themeOf(&p.Puzzle) != p.Theme {
			t.Errorf("puzzle %d is about %s, not %s", i+1, themeOf(&p.Puzzle), p.Theme)
		}
		if err := Check(t.Context(), root, 100_000); err != nil {
			t.Errorf("puzzle %d: %v", i+1, err)
		}
	}
	if 3*easy > len(records) || 3*first[board.Black] < len(records) || 3*first[board.White] < len(records) {
		t.Errorf("%d of %d are easy, to move are %v", easy, len(records), first)
	}
}

// isTrivial reports whether a puzzle is the capture of a chain in atari.
func (p *Puzzle) isTrivial() bool {
	_, atari := p.Board.Atari(p.Chain)
	return atari && p.Goal == solve.Captured || isForced(&p.Puzzle)
}

func TestAShapeIsTheSameUnderSymmetryAndExchangeOfColours(t *testing.T) {
	records, err := Collection()
	if err != nil {
		t.Fatal(err)
	}
	p, err := Parse(records[0])
	if err != nil {
		t.Fatal(err)
	}
	g := p.Board.Graph()
	for i, to := range g.Symmetries() {
		stones := make([]board.Color, g.Points())
		for q, c := range stonesOf(&p.Board.View) {
			if stones[to[q]] = c; c != board.Empty && i%2 == 1 {
				stones[to[q]] = c.Opponent()
			}
		}
		q := p.CaptureProblem
		if q.Board, err = board.Setup(g, stones); err != nil {
			t.Fatal(err)
		}
		if q.Chain = to[p.Chain]; i%2 == 1 {
			q.First = p.First.Opponent()
		}
		if shapeOf(&q) != shapeOf(&p.CaptureProblem) {
			t.Errorf("image %d differs", i)
		}
		if q.First = q.First.Opponent(); shapeOf(&q) == shapeOf(&p.CaptureProblem) {
			t.Errorf("image %d is the same with the other player to move", i)
		}
	}
}
