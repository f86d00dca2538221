package sgf

import (
	"fmt"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestCheckReportsEveryProblemWithItsPlace(t *testing.T) {
	for _, c := range []struct {
		file string
		want []string
	}{
		{"(;FF[4]GM[1]SZ[9]AP[me:1]KM[6.5]PB[x]XX[anything];B[aa]C[x]N[y]TE[1];W[bb]LB[aa:1][bb:2]AR[aa:bb]TR[cc:ee]DD[]VW[];B[])", nil},
		{"(;GM[1975]XB[5];B[jj];W[ed])", nil},
		{"(;GM[2]SZ[8];W[anything])", []string{"line 1, column 3, node 1: GM[2] is another game; Go is 1, Rosette 1975"}},
		{"(;SZ[5];B[aa];W[aa])", []string{"line 1, column 15, node 3: move 2, W[aa]: white at A5 is illegal: occupied"}},
		{
			"(;SZ[5];B[ff])",
			[]string{`line 1, column 9, node 2: B[ff]: no point "ff" on square-5: use a column letter to e and a row letter to e`},
		},
		{"(;SZ[5]C[a]C[b])", []string{"line 1, column 12, node 1: C stands twice in one node; keep one"}},
		{"(;SZ[5]N[a][b])", []string{"line 1, column 8, node 1: N has 2 values; it takes one"}},
		{"(;SZ[5]DM[3])", []string{`line 1, column 8, node 1: DM[3]: "3" is not a double; use 1 or 2`}},
		{"(;SZ[5]V[x]PL[q]MN[2.5]KO[y])", []string{
			`line 1, column 8, node 1: V[x]: "x" is not a number such as 6.5`,
			`line 1, column 12, node 1: PL[q]: "q" is not a colour; use B or W`,
			`line 1, column 17, node 1: MN[2.5]: "2.5" is not a whole number`,
			`line 1, column 24, node 1: KO[y]: it takes no value; write []`,
			`line 1, column 24, node 1: KO speaks of a move and the node has none; put it beside B or W`,
		}},
		{"(;SZ[5]LB[aa]FG[]TR[aa][aa]SQ[bb]CR[bb])", []string{
			"line 1, column 8, node 1: LB[aa]: no colon; use two parts with a colon between them",
			"line 1, column 18, node 1: TR names aa again after TR; name it once",
			"line 1, column 34, node 1: CR names bb again after SQ; name it once",
		}},
		{"(;SZ[5];B[aa]W[bb];AB[cc]W[dd];SZ[5])", []string{
			"line 1, column 14, node 2: B and W in one node; make two nodes",
			"line 1, column 20, node 3: AB sets up in the node of a move; make two nodes",
			"line 1, column 32, node 4: SZ belongs into the first node of the tree",
		}},
		{"(;SZ[5]KM[]HA[ ]PB[]RU[]CA[]C[])", []string{
			"line 1, column 8, node 1: KM is empty; omit it",
			"line 1, column 12, node 1: HA is empty; omit it",
			"line 1, column 17, node 1: PB is empty; omit it",
			"line 1, column 21, node 1: RU is empty; omit it",
			"line 1, column 25, node 1: CA is empty; omit it",
		}},
		{"(;SZ[5]AB[]AW[aa][];B[bb]TR[]LB[]TB[][aa])", []string{
			"line 1, column 8, node 1: AB has an empty value; omit it",
			"line 1, column 12, node 1: AW has an empty value; omit it",
			"line 1, column 26, node 2: TR has an empty value; omit it",
			"line 1, column 30, node 2: LB has an empty value; omit it",
			"line 1, column 34, node 2: TB has an empty value; omit it",
		}},
		{"(;SZ[5]HA[99])", []string{"line 1, column 8, node 1: HA[99] is not a handicap on square-5; use 2 to 12"}},
		{
			"(;SZ[5];B[\x1b[31m])",
			[]string{"line 1, column 9, node 2: B[\uFFFD[31m]: no point \"\\x1b[31m\" on square-5: use a column letter to e and a row letter to e"},
		},
		{"(;KM[lots])", []string{`line 1, column 3, node 1: KM[lots]: "lots" is not a number such as 6.5`}},
	} {
		if d := cmp.Diff(c.want, problemTexts(Check(read(t, c.file)))); d != "" {
			t.Errorf("%s\n%s", c.file, d)
		}
	}
}

func TestCheckReportsAtMostAHundredProblems(t *testing.T) {
	var text strings.Builder
	for i := range 5000 {
		fmt.Fprintf(&text, ";B[aa]V[x%d]", i)
	}
	if n := len(Check(read(t, "(;SZ[5]"+text.String()+")"))); n != 100 {
		t.Errorf("%d problems", n)
	}
}

func TestAMistakeRepeatedThroughoutAFileIsListedThreeTimesAndCounted(t *testing.T) {
	want := []string{
		`line 1, column 12, node 2: V[xx]: "xx" is not a number such as 6.5`,
		`line 1, column 21, node 3: V[xx]: "xx" is not a number such as 6.5`,
		"line 1, column 18, node 3: black moves twice in a row",
		`line 1, column 30, node 4: V[xx]: "xx" is not a number such as 6.5 … and 4997 more like it`,
		"line 1, column 45009, node 5002: SZ belongs into the first node of the tree",
	}
	c := read(t, "(;SZ[5]"+strings.Repeat(";B[]V[xx]", 5000)+";SZ[5])")
	if d := cmp.Diff(want, problemTexts(Check(c))); d != "" {
		t.Error(d)
	}
	many, err := Parse(strings.NewReader("(;"+strings.Repeat("C[]", 2000)+")"), Options{})
	if err != nil || len(many.Problems) != 3 || many.Problems[2].More != 2000-1024-3 {
		t.Errorf("in one node: %v, %v", problemTexts(many.Problems), err)
	}
}

func TestHandicapsInEveryNodeTakeNoLonger(t *testing.T) {
	c := read(t, "(;SZ[5]"+strings.Repeat(";HA[2]", 500_000)+")") // hours if each looks at all that follow
	if found := Check(c); len(found) != 4 {
		t.Error(problemTexts(found))
	}
}

func TestTheWorkOfFindingPlacesGrowsWithTheFileAndNotWithItsMistakes(t *testing.T) {
	for _, unit := range []string{"C[é]", "AB[aa]", ";B[aa]V[x]", ";B[zz]", "%", ";\nB[aa]W[bb]"} {
		counted := func(n int) int {
			var text strings.Builder
			text.WriteString("(;SZ[5]")
			for i := range n {
				fmt.Fprintf(&text, "%sN[%d]", unit, i)
			}
			c, err := Parse(strings.NewReader(text.String()), Options{})
			if err != nil {
				t.Fatal(err)
			}
			if len(Check(c)) == 0 {
				t.Fatalf("%q is without problem", unit)
			}
			return c.Trees[0].source().counted
		}
		if once, twice := counted(20_000), counted(40_000); twice > 5*once/2 {
			t.Errorf("%q: twice the file takes %d instead of %d", unit, twice, once)
		}
	}
}

func TestCheckReportsWhatTheReadingRepaired(t *testing.T) {
	c, err := Parse(strings.NewReader("(;SZ[5];B[aa];W[aa]"), Options{})
	if err != nil {
		t.Fatal(err)
	}
	want := []string{
		"line 1, column 20, node 3: the file is cut off: 1 parentheses are open; end it with )",
		"line 1, column 15, node 3: move 2, W[aa]: white at A5 is illegal: occupied",
	}
	if d := cmp.Diff(want, problemTexts(Check(c))); d != "" {
		t.Error(d)
	}
}

func TestOldFilesBecomeFF4(t *testing.T) {
	c := read(t, "(;FF[3]GaMe[1]SiZe[9x9]KM[-6,5]TM[30 min, then 5]L[aa][bb]M[cc]AB[dd]AB[ee]PL[2]UNknown[x];PL[black];B[tt]KEEP[this])")
	Modernize(c.Trees[0])
	want := "(;FF[4]GM[1]SZ[9]KM[-6.5]TM[30 min, then 5]LB[aa:a][bb:b]MA[cc]AB[dd][ee]PL[W]UN[x]CA[UTF-8]\n;PL[B];B[]KEEP[this])\n"
	if got := c.Trees[0].String(); got != want {
		t.Errorf("got  %swant %s", got, want)
	}
}

func TestMovesAreSeparated(t *testing.T) {
	for _, test := range [][2]string{
		{"(;SZ[9]W[aa]C[after]B[bb];B[cc](;W[dd])(;W[ee]))", "(;SZ[9]W[aa];B[bb]C[after];B[cc]\n(;W[dd])\n(;W[ee]))\n"},
		{
			"(;SZ[9]AB[ii]PL[B]MN[5]B[aa][bb]BL[9]TR[aa]W[cc]UN[x](;W[dd]B[ee])(;W[ff]))",
			"(;SZ[9]AB[ii]PL[B]MN[5]UN[x]B[aa];B[bb];W[cc]BL[9]TR[aa]\n(;W[dd];B[ee])\n(;W[ff]))\n",
		},
		{"(;SZ[9];B[aa]PL[B]W[bb])", "(;SZ[9];B[aa];W[bb]PL[B])\n"},
		{"(;SZ[9]C[as it was]B[aa];W[]C[too])", "(;SZ[9]C[as it was]B[aa];W[]C[too])\n"},
	} {
		root := read(t, test[0]).Trees[0]
		SeparateMoves(root)
		if got := root.String(); got != test[1] {
			t.Errorf("%s becomes\n%swant\n%s", test[0], got, test[1])
		}
		if root.Last().Root() != root {
			t.Errorf("%s: the last node has another root", test[0])
		}
	}
}
