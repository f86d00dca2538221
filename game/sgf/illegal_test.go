package sgf

import (
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"

	"rosette/game/board"
)

func TestIllegalMovesAreExecutedAndNamed(t *testing.T) {
	for _, c := range []struct {
		name, text string
		want       string // the position
		black      int    // prisoners by player
		white      int
		said       []string
	}{
		{
			"on a stone of the opponent", "(;SZ[3];B[bb]\n;W[bb];B[aa])", "X..\n.O.\n...\n", 0, 0,
			[]string{"line 2, column 2, node 3: move 2, W[bb]: white at B2 is illegal: occupied"},
		},
		{
			"on a stone of one's own", "(;SZ[3];B[bb];W[aa]\n;B[bb])", "O..\n.X.\n...\n", 0, 0,
			[]string{"line 2, column 2, node 4: move 3, B[bb]: black at B2 is illegal: occupied"},
		},
		{
			"on a stone, with a capture", "(;SZ[3]AB[aa][ba]AW[ab][bb][cb]\n;W[ba])", ".O.\nOOO\n...\n", 0, 1,
			[]string{"line 2, column 2, node 2: move 1, W[ba]: white at B3 is illegal: occupied"},
		},
		{
			"on a stone of a chain that falls apart", "(;SZ[3]AB[aa:ca]AW[ab][cb]\n;W[ba])", ".O.\nO.O\n...\n", 0, 2,
			[]string{"line 2, column 2, node 2: move 1, W[ba]: white at B3 is illegal: occupied"},
		},
		{
			"suicide", "(;SZ[3]RU[Japanese]AB[ba][ab]\n;W[aa])", ".X.\nX..\n...\n", 1, 0,
			[]string{"line 2, column 2, node 2: move 1, W[aa]: white at A3 is illegal: suicide"},
		},
		{
			"a ko, and then play goes on", "(;SZ[5]AB[ab][bc][ac]AW[bb][ca][cb][aa];B[ba]\n;W[aa];B[ee])",
			"O.O..\nXOO..\nXX...\n.....\n....X\n", 1, 1,
			[]string{"line 2, column 2, node 3: move 2, W[aa]: white at A5 is illegal: ko"},
		},
		{
			"a repetition, and the same again: one problem", "(;SZ[5]RU[NZ]AB[ab][bc][ac]AW[bb][ca][cb][aa];B[ba]\n;W[aa];B[ba];W[aa])",
			"O.O..\nXOO..\nXX...\n.....\n.....\n", 2, 2,
			[]string{"line 2, column 2, node 3: move 2, W[aa]: white at A5 is illegal: superko … and 2 more like it"},
		},
		{"out of turn", "(;SZ[3];B[aa];B[bb];B[cc];W[ca])", "X.O\n.X.\n..X\n", 0, 0, nil},
		{"after the game is over", "(;SZ[3];B[aa];W[];B[tt];W[bb])", "X..\n.O.\n...\n", 0, 0, nil},
		{
			"a stone that the supply has not", `(;SZ[3]XR[{"preset":"chinese","supply":1}];B[aa];W[cc]` + "\n;B[ba])", "XX.\n...\n..O\n", 0, 0,
			[]string{"line 2, column 2, node 4: move 3, B[ba]: black at B3 is illegal: no-stones"},
		},
		{
			"a point that the board has not is left out", "(;SZ[3];B[aa];W[dd]\n;B[aa];W[cc])", "X..\n...\n..O\n", 0, 0,
			[]string{
				`line 1, column 15, node 3: W[dd]: no point "dd" on square-3: use a column letter to c and a row letter to c`,
				"line 2, column 2, node 4: move 3, B[aa]: black at A3 is illegal: occupied",
			},
		},
		{
			"chains without a liberty stay", "(;SZ[3]\n;AB[aa]AW[ba][ab];B[cc])", "XO.\nO..\n..X\n", 0, 0,
			[]string{"line 2, column 1, node 2: the black chain at A3 has no liberty and no rosette; it stays"},
		},
		{
			"komi that cannot be read", "(;SZ[3]RU[Chinese]KM[much];B[aa])", "X..\n...\n...\n", 0, 0,
			[]string{`line 1, column 19, node 1: KM: "much" is not a number such as 6.5`},
		},
	} {
		t.Run(c.name, func(t *testing.T) {
			line, err := MainLine(read(t, c.text).Trees[0], -1)
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.want, picture(line.Game)); d != "" {
				t.Error(d)
			}
			if d := cmp.Diff(c.said, problemTexts(line.Problems)); d != "" {
				t.Error(d)
			}
			if b, w := line.Game.Prisoners(board.Black), line.Game.Prisoners(board.White); b != c.black || w != c.white {
				t.Errorf("prisoners %d and %d, want %d and %d", b, w, c.black, c.white)
			}
		})
	}
}

// The six points of rosette-1 form one rosette. White takes one of them from Black, who loses the
// other five.
func TestAMoveOnAPointOfARosetteBreaksIt(t *testing.T) {
	text := "(;GM[1975]XB[1]RU[mindsports-chinese]AB[aa:cb];W[ba];B[ca])"
	root := read(t, text).Trees[0]
	for moves, want := range []string{"6 black, 0 white", "0 black, 1 white", "1 black, 1 white"} {
		line, err := MainLine(root, moves)
		if err != nil {
			t.Fatal(err)
		}
		var count [3]int
		for p := range board.Point(6) {
			count[line.Game.Board().At(p)]++
		}
		if got := itoa(count[board.Black]) + " black, " + itoa(count[board.White]) + " white"; got != want {
			t.Errorf("after %d moves there are %s stones, want %s", moves, got, want)
		}
		possible(t, line.Game)
	}
}

func TestAGameWithIllegalMovesIsWrittenAndReadAsTheSame(t *testing.T) {
	line, err := MainLine(read(t, "(;SZ[3]RU[Chinese]KM[0];B[bb];W[bb];B[aa];W[aa];B[aa])").Trees[0], -1)
	if err != nil {
		t.Fatal(err)
	}
	root, err := FromGame(line.Game)
	if err != nil {
		t.Fatal(err)
	}
	again, err := MainLine(root, -1)
	if err != nil || picture(again.Game) != picture(line.Game) || again.Game.Ply() != 5 {
		t.Errorf("%s is read as\n%s%v", root, picture(again.Game), err)
	}
	for line.Game.Undo() {
	}
	if line.Game.Board().Vacant() != 9 {
		t.Error("not every move is taken back")
	}
}

func TestMovesOnOccupiedPointsHaveALimit(t *testing.T) {
	text := "(;SZ[19];B[aa]" + strings.Repeat(";W[aa];B[aa]", 1000) + ";W[bb])"
	line, err := MainLine(read(t, text).Trees[0], -1)
	if err != nil || line.Game.Ply() != maxReplaced+2 || len(line.Problems) < 2 {
		t.Fatalf("%d moves, %v, %v", line.Game.Ply(), line.Problems, err)
	}
	if worst, _ := Worst(line.Problems); worst.Fault != FaultTooLarge {
		t.Errorf("said %v", line.Err())
	}
}

func TestTheRulesGivenDecideWhatIsIllegal(t *testing.T) {
	root := read(t, "(;SZ[3]RU[Japanese]KM[6.5]AB[ba][ab];W[aa])").Trees[0]
	for _, c := range []struct {
		rules string
		more  int
	}{{"", 1}, {"japanese", 1}, {"new-zealand", 0}, {"tromp-taylor", 1}} { // a stone that takes itself repeats the position
		var given Override
		if c.rules != "" {
			r := preset(t, c.rules)
			given.Rules = &r
		}
		line, err := Replay(root, -1, given)
		if err != nil || len(line.Problems) != c.more {
			t.Errorf("%q: %v, %v", c.rules, line.Problems, err)
		}
	}
}
