package neural

import (
	"fmt"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
)

// A picture describes a position: stones, X black and O white, then moves such as
// "B:C3 W:pass", and the player to move.
type picture struct {
	board, rules, stones, moves string
	next                        board.Color
}

func (p picture) game(t *testing.T) *game.Game {
	t.Helper()
	rules := game.DefaultRules(named(t, p.board))
	if p.rules != "" {
		var err error
		if rules, err = game.ParseRules(p.rules); err != nil {
			t.Fatal(err)
		}
	}
	g := named(t, p.board)
	stones := make([]board.Color, g.Points())
	for i, sign := range strings.Join(strings.Fields(p.stones), "") {
		stones[i] = map[rune]board.Color{'X': board.Black, 'O': board.White}[sign]
	}
	b, err := board.Setup(g, stones)
	if err != nil {
		t.Fatal(err)
	}
	on := game.From(b, rules, board.Black)
	for _, word := range strings.Fields(p.moves) {
		color, where, _ := strings.Cut(word, ":")
		point, err := g.Move(where)
		if err != nil {
			t.Fatal(err)
		}
		if err := on.Play(point, map[string]board.Color{"B": board.Black, "W": board.White}[color]); err != nil {
			t.Fatalf("%s: %v", word, err)
		}
	}
	return on
}

// signs formats planes that are not 0 or 1: sixths as their number, the edge as the distance from
// it.
var signs = map[int]func(float32) string{
	planeOwnHexagon: func(x float32) string { return fmt.Sprint(6 * x) },
	planeOppHexagon: func(x float32) string { return fmt.Sprint(6 * x) },
	planeEdge:       func(x float32) string { return fmt.Sprint(1/x - 1) },
}

var (
	fight     = "X O . / . X . / . . O"
	immortal  = "O O O X . / X O O O . . . / . . X . . . . / . . . . ."
	hexes     = ". . X . . / . . . X . . . / . . . . . O . / . . . . ."
	twoEyes   = ". X . X . . . / X X X X . . ."
	fiveOfSix = "X X X / X X ."
	inLadder  = "..... / ..X.. / ..OX. / ...X. / ....."
	noLadder  = "..... / ..X.. / ..OX. / ...X. / ..O.."
	inAtari   = "..... / ..X.. / .XOX. / ...X. / ....."
)

// planeCases were computed by hand.
var planeCases = []struct {
	name  string
	plane int
	picture
	want string
}{
	{"own stones", planeOwn, picture{"square-3", "", fight, "", board.Black}, "1.. / .1. / ..."},
	{"own stones of White", planeOwn, picture{"square-3", "", fight, "", board.White}, ".1. / ... / ..1"},
	{"opposing stones", planeOpp, picture{"square-3", "", fight, "", board.Black}, ".1. / ... / ..1"},
	{"empty points", planeEmpty, picture{"square-3", "", fight, "", board.Black}, "..1 / 1.1 / 11."},
	{"chains in atari", planeOneLiberty, picture{"square-3", "", fight, "", board.Black}, "11. / ... / ..."},
	{"chains with two liberties", planeTwoLiberties, picture{"square-3", "", fight, "", board.Black}, "... / ... / ..1"},
	{"chains with three liberties", planeThreeLiberties, picture{"square-3", "", fight, "", board.Black}, "... / .1. / ..."},
	{
		"four liberties are none of the three", planeThreeLiberties,
		picture{"square-3", "", "... / .X. / ...", "", board.Black},
		"... / ... / ...",
	},
	{
		"a liberty that a chain touches twice", planeTwoLiberties,
		picture{"square-3", "", "XX. / X.. / O..", "", board.Black},
		"11. / 1.. / ...",
	},
	{"an immortal chain in atari", planeOneLiberty, picture{"rosette-2", "", immortal, "", board.Black}, "1111. / 1111... / ....... / ....."},
	{"immortal chains", planeImmortal, picture{"rosette-2", "", immortal, "", board.Black}, "111.. / .111... / ....... / ....."},
	{"own hexagons", planeOwnHexagon, picture{"rosette-2", "", hexes, "", board.Black}, "22222 / .22222. / ..111.. / ....."},
	{"opposing hexagons", planeOppHexagon, picture{"rosette-2", "", hexes, "", board.Black}, "..... / ....111 / ...1111 / ..111"},
	{"the same seen by White", planeOwnHexagon, picture{"rosette-2", "", hexes, "", board.White}, "..... / ....111 / ...1111 / ..111"},
	{
		"a hexagon with stones of both counts for neither", planeOwnHexagon,
		picture{"rosette-1", "", "X O . / . . .", "", board.Black},
		"... / ...",
	},
	{"the sixth stone", planeCompletes, picture{"rosette-1", "", fiveOfSix, "", board.Black}, "... / ..1"},
	{"the opponent's sixth stone", planeOppCompletes, picture{"rosette-1", "", fiveOfSix, "", board.White}, "... / ..1"},
	{"the opponent's sixth stone is not an own one", planeCompletes, picture{"rosette-1", "", fiveOfSix, "", board.White}, "... / ..."},
	{"the last move", planeLastMove, picture{"square-3", "", "", sixMoves, board.Black}, "... / ... / 1.."},
	{"the one before", planeLastMove + 1, picture{"square-3", "", "", sixMoves, board.Black}, "... / ... / ..1"},
	{"the third last", planeLastMove + 2, picture{"square-3", "", "", sixMoves, board.Black}, "..1 / ... / ..."},
	{"the fourth last", planeLastMove + 3, picture{"square-3", "", "", sixMoves, board.Black}, ".1. / ... / ..."},
	{"the fifth last, a pass", planeLastMove + 4, picture{"square-3", "", "", sixMoves, board.Black}, "... / ... / ..."},
	{"the fifth last", planeLastMove + 4, picture{"square-3", "", "", "B:A3 W:B3 B:C3 W:A1 B:C1", board.White}, "1.. / ... / ..."},
	{"a ko", planeRepetition, picture{"square-4", "japanese", ".XO. / XO.O / .XO. / ....", "B:C3", board.White}, ".... / .1.. / .... / ...."},
	{
		"a ko that its owner may fill", planeRepetition,
		picture{"square-4", "japanese", ".XO. / XO.O / .XO. / ....", "B:C3", board.Black},
		".... / .... / .... / ....",
	},
	{"suicide", planeSuicideOrIllegal, picture{"square-3", "japanese", ".X. / X.. / ...", "", board.White}, "1.. / ... / ..."},
	{
		"suicide that is legal but repeats", planeRepetition,
		picture{"square-3", "tromp-taylor", ".X. / X.. / ...", "", board.White},
		"1.. / ... / ...",
	},
	{
		"suicide that is legal", planeSuicideOrIllegal,
		picture{"square-3", "tromp-taylor", ".X. / X.. / ...", "", board.White},
		"1.. / ... / ...",
	},
	{
		"an immortal chain may lose its last liberty", planeSuicideOrIllegal,
		picture{"rosette-1", `{"libertylessRosette":"allow"}`, fiveOfSix, "", board.Black},
		"... / ...",
	},
	{
		"an immortal chain may not lose its last liberty", planeSuicideOrIllegal,
		picture{"rosette-1", `{"libertylessRosette":"forbid"}`, fiveOfSix, "", board.Black},
		"... / ..1",
	},
	{"unconditional life", planeSafe, picture{"square-7x2", "", twoEyes, "", board.Black}, "1111... / 1111..."},
	{"unconditional life is not White's", planeSafe, picture{"square-7x2", "", twoEyes, "", board.White}, "....... / ......."},
	{"unconditional life of the opponent", planeOppSafe, picture{"square-7x2", "", twoEyes, "", board.White}, "1111... / 1111..."},
	{"moves into atari", planeSelfAtari, picture{"square-3", "", ".O. / ... / ...", "", board.Black}, "1.1 / ... / ..."},
	{"moves that capture", planeCaptures, picture{"square-3", "", "XO. / .X. / ...", "", board.Black}, "..1 / ... / ..."},
	{
		"a chain with two liberties is not captured", planeCaptures,
		picture{"square-3", "", ".O. / .X. / ...", "", board.Black},
		"... / ... / ...",
	},
	{
		"an immortal chain is not captured", planeCaptures,
		picture{"rosette-2", "", immortal, "", board.Black},
		"..... / ....... / ....... / .....",
	},
	{"own eyes", planeEye, picture{"square-3", "", ".X. / XX. / ...", "", board.Black}, "1.. / ... / ..."},
	{"eyes of the opponent are not own", planeEye, picture{"square-3", "", ".X. / XX. / ...", "", board.White}, "... / ... / ..."},
	{"a stone in a ladder", planeLadder, picture{"square-5", "", inLadder, "", board.Black}, "..... / ..... / ..1.. / ..... / ....."},
	{"an own stone in a ladder", planeLadder, picture{"square-5", "", inLadder, "", board.White}, "..... / ..... / ..1.. / ..... / ....."},
	{"no ladder where a stone waits for it", planeLadder, picture{"square-5", "", noLadder, "", board.Black}, "..... / ..... / ..... / ..... / ....."},
	{"the play that starts it", planeStartsLadder, picture{"square-5", "", inLadder, "", board.Black}, "..... / ..... / .1... / ..... / ....."},
	{"who is threatened starts none", planeStartsLadder, picture{"square-5", "", inLadder, "", board.White}, "..... / ..... / ..... / ..... / ....."},
	{"the plays that prevent it", planeLeavesLadder, picture{"square-5", "", inLadder, "", board.White}, "..... / ..... / .1... / ..1.. / ....."},
	{"a play that does not help", planeStaysInLadder, picture{"square-5", "", inAtari, "", board.White}, "..... / ..... / ..... / ..1.. / ....."},
	{"a chain in atari that cannot get away", planeLadder, picture{"square-5", "", inAtari, "", board.Black}, "..... / ..... / ..1.. / ..... / ....."},
	{"a chain with four liberties", planeFourLiberties, picture{"square-3", "", "... / .X. / ...", "", board.White}, "... / .1. / ..."},
	{"an eye of the opponent", planeOppEye, picture{"square-3", "", ".X. / XX. / ...", "", board.White}, "1.. / ... / ..."},
	{"a chain with one eye", planeOneEye, picture{"square-3", "", ".X. / XX. / ...", "", board.White}, ".1. / 11. / ..."},
	{"a chain with two eyes has not one", planeOneEye, picture{"square-7x2", "", twoEyes, "", board.Black}, "....... / ......."},
	{"a chain with two eyes", planeTwoEyes, picture{"square-7x2", "", twoEyes, "", board.Black}, ".1.1... / 1111..."},
	{"distance from the edge", planeEdge, picture{"square-5", "", "", "", board.Black}, "00000 / 01110 / 01210 / 01110 / 00000"},
	{"distance on a honeycomb", planeEdge, picture{"rosette-2", "", "", "", board.Black}, "00100 / 0122210 / 0122210 / 00100"},
	{"all of the smallest honeycomb is edge", planeEdge, picture{"rosette-1", "", "", "", board.Black}, "000 / 000"},
}

// sixMoves has one move more than there are planes for.
const sixMoves = "B:A3 W:pass B:B3 W:C3 B:C1 W:A1"

func TestEveryPlaneMatchesItsPicture(t *testing.T) {
	seen := [numPlanes]bool{}
	for _, c := range planeCases {
		c.stones = strings.ReplaceAll(c.stones, "/", " ")
		g := c.game(t)
		var f Features
		f.Compute(g, c.next)
		got := ""
		for p := range f.Legal {
			x := f.Points[p*numPlanes+c.plane]
			switch {
			case x == 0:
				got += "."
			case signs[c.plane] != nil:
				got += signs[c.plane](x)
			default:
				got += fmt.Sprint(x)
			}
		}
		if want := strings.Join(strings.Fields(strings.ReplaceAll(c.want, "/", " ")), ""); got != want {
			t.Errorf("%s: plane %d is %s, want %s", c.name, c.plane, got, want)
		}
		seen[c.plane] = true
	}
	for plane, tested := range seen {
		if !tested {
			t.Errorf("no case for plane %d", plane)
		}
	}
}

// globalCases lists some globals for each position.
var globalCases = []struct {
	name string
	picture
	want map[int]float32
}{
	{
		"komi seen by Black",
		picture{"square-9", "tromp-taylor", "", "", board.Black},
		map[int]float32{globalKomi: -7.5 / 18, globalBlack: 1, globalParity: 1},
	},
	{
		"komi seen by White",
		picture{"square-9", "tromp-taylor", "", "B:A1", board.White},
		map[int]float32{globalKomi: 7.5 / 18, globalBlack: 0, globalParity: 1},
	},
	{
		"an even sum",
		picture{"square-9", `{"preset":"tromp-taylor","komi":7}`, "", "", board.Black},
		map[int]float32{globalKomi: -7. / 18, globalParity: 0},
	},
	{"much komi", picture{"square-3", `{"preset":"tromp-taylor","komi":100}`, "", "", board.Black}, map[int]float32{globalKomi: -4}},
	{
		"area",
		picture{"square-3", "tromp-taylor", "", "", board.Black},
		map[int]float32{
			globalArea: 1, globalTerritory: 0, globalPassStones: 0, globalTax: 0, globalLibertyless: 1, globalButton: 0,
			globalPass: 0, globalTwoPasses: 0,
		},
	},
	{
		"territory",
		picture{"square-3", "japanese", "", "", board.Black},
		map[int]float32{globalArea: 1, globalTerritory: 1, globalKomi: -6.5 / 6, globalTax: 1},
	},
	{ // Black has paid a point for a stone
		"territory, White to move",
		picture{"square-3", "japanese", "", "B:A1", board.White},
		map[int]float32{globalArea: 1, globalKomi: 7.5 / 6},
	},
	{
		"pass stones",
		picture{"square-3", "aga-pass-stones", "", "", board.Black},
		map[int]float32{globalArea: 0, globalPassStones: 1},
	},
	{
		"no libertyless rosettes",
		picture{"rosette-1", `{"libertylessRosette":"forbid"}`, "", "", board.Black},
		map[int]float32{globalLibertyless: 0},
	},
	{"a button", picture{"square-3", "aga-button", "", "", board.Black}, map[int]float32{globalButton: 1}},
	{
		"a button taken by a pass that does not count",
		picture{"square-3", "aga-button", "", "B:pass", board.White},
		map[int]float32{globalButton: 0, globalPass: 0},
	},
	{"one pass", picture{"square-3", "", "", "B:A1 W:pass", board.Black}, map[int]float32{globalPass: 1, globalTwoPasses: 0}},
	{"two passes", picture{"square-3", "", "", "B:pass W:pass", board.Black}, map[int]float32{globalPass: 1, globalTwoPasses: 1}},
	{"a board of 150 points", picture{"rosette-5", "", "", "", board.Black}, map[int]float32{globalSize: 0}},
	{"a board of 54", picture{"rosette-3", "", "", "", board.Black}, map[int]float32{globalSize: -1.0216512}},
	{
		"prisoners count under territory",
		picture{"square-3", `{"preset":"japanese","komi":0}`, "XO. / .X. / ...", "B:C3", board.White},
		map[int]float32{globalKomi: 2. / 6},
	},
}

func TestGlobalsDescribeThePosition(t *testing.T) {
	for _, c := range globalCases {
		c.stones = strings.ReplaceAll(c.stones, "/", " ")
		var f Features
		f.Compute(c.game(t), c.next)
		for i, want := range c.want {
			if got := f.Globals[i]; got-want > 1e-6 || want-got > 1e-6 {
				t.Errorf("%s: number %d is %v, want %v", c.name, i, got, want)
			}
		}
	}
}
