package sgf

import (
	"encoding/json"
	"fmt"
	"strings"
	"testing"

	"rosette/game"
	"rosette/game/board"
	"rosette/game/life"
)

func TestAClaimIsComparedIfItIsACount(t *testing.T) {
	for re, want := range map[string]string{ // comparable; possible if White wins by 1.5, by 1.5 up to a draw, or if the game is void
		"RE[W+1.5]":    "W+1.5 true true true false",
		"RE[ W+1.5 ]":  "W+1.5 true true true false",
		"RE[W+1]":      "W+1 true false true false",
		"RE[B+1.5]":    "B+1.5 true false false false",
		"RE[0]":        "0 true false true false",
		"RE[Void]":     "Void true false false true",
		"RE[W+R]":      "W+R false false false false",
		"RE[W+T]":      "W+T false false false false",
		"RE[W+]":       "W+ false false false false",
		"RE[who?\x1b]": "who? false false false false",
		"":             " false false false false",
	} {
		claim, err := ClaimAt(read(t, "(;SZ[3]"+re+";B[aa])").Trees[0].Last())
		if err != nil {
			t.Fatal(err)
		}
		certain, comparable := claim.Within(game.ScoreRange{Least: -1.5, Greatest: -1.5}, false)
		open, _ := claim.Within(game.ScoreRange{Least: -1.5}, false)
		void, _ := claim.Within(game.ScoreRange{Least: -1.5, Greatest: -1.5}, true)
		if got := fmt.Sprint(claim.Result, " ", comparable, " ", certain, " ", open, " ", void); got != want {
			t.Errorf("%s: %s, want %s", re, got, want)
		}
	}
}

func TestTerritoryOfTheRecordIsComparedByPoint(t *testing.T) {
	counted := []board.Color{board.Black, board.Empty, board.White, board.Empty}
	for record, want := range map[string]string{
		"(;SZ[2])":                 "[]",
		"(;SZ[2]TB[aa]TW[ab])":     "[]",
		"(;SZ[2]TB[aa][ba]TW[bb])": "[1 2 3]",
		"(;SZ[2]TB[])":             "[0 2]",
	} {
		claim, err := ClaimAt(read(t, record).Trees[0])
		if err != nil {
			t.Fatal(err)
		}
		if got := fmt.Sprint(claim.Differences(counted)); got != want {
			t.Errorf("%s: differs at %s, want %s", record, got, want)
		}
	}
}

func TestAClaimThatCannotBeReadHasAPlace(t *testing.T) {
	for record, want := range map[string]string{
		"(;SZ[2]\nTB[zz])": `line 2, column 1, node 1: TB: no point "zz" on square-2: use a column letter to b and a row letter to b`,
		"(;GM[2])":         "line 1, column 3, node 1: GM[2] is another game; Go is 1, Rosette 1975",
	} {
		if _, err := ClaimAt(read(t, record).Trees[0]); err == nil || err.Error() != want {
			t.Errorf("%s: error %v, want %s", record, err, want)
		}
	}
}

// reportOf scores the final position of a record with the given decisions.
func reportOf(t *testing.T, record string, decisions map[string]life.Status) *ScoreReport {
	t.Helper()
	root := read(t, record).Trees[0]
	line, err := MainLine(root, -1)
	if err == nil {
		err = line.Err()
	}
	if err != nil {
		t.Fatal(err)
	}
	g := line.Game
	proposal := life.Propose(g.Board(), life.AllowLibertyless)
	for name, status := range decisions {
		p, err := g.Graph().Point(name)
		if err != nil {
			t.Fatal(err)
		}
		if err := proposal.Decide(g.Board(), p, status); err != nil {
			t.Fatal(err)
		}
	}
	report := NewScoreReport("game", line, proposal)
	claim, err := ClaimAt(line.At)
	if err != nil {
		t.Fatal(err)
	}
	report.Compare(claim)
	return report
}

func TestAScoreReportListsWhatCountsAndWhereTheRecordDiffers(t *testing.T) {
	for _, test := range []struct {
		name, record string
		decisions    map[string]life.Status
		want         string
	}{
		{
			"territory and a dead stone", "(;GM[1]SZ[5]RU[Japanese]KM[0.5]RE[B+20.5];B[cc];W[cb]TB[aa]TW[])",
			map[string]life.Status{"C4": life.Dead, "C3": life.Alive},
			`
game: B+24.5
  square-5, japanese, komi 0.5, after 2 moves
                 black   white
  space             24       0
  dead               1       0
  komi               0     0.5
  total             25     0.5
  dead: white C4 (as given)
  alive: black C3 (as given)
  RE[B+20.5] differs
  TB and TW differ at B5 C5 D5 E5 A4 B4 C4 D4 E4 A3 B3 D3 E3 A2 B2 C2 D2 E2 A1 B1 C1 D1 E1
`,
		},
		{
			"rules without a name", "(;SZ[5]RU[koSIMPLEscoreTERRITORYtaxSEKIsui0]KM[0.5];B[cc])", map[string]life.Status{"C3": life.Alive}, `
game: B+23.5
  square-5, koSIMPLEscoreTERRITORYtaxSEKIsui0, komi 0.5, after 1 move
                 black   white
  space             24       0
  komi               0     0.5
  total             24     0.5
  alive: black C3 (as given)
`,
		},
		{
			"rules without a name or a compact form",
			`(;SZ[5]XR[{"ending":"AGREEMENT","firstPassByWhite":"COUNTED","friendlyPassOk":true,"handicap":"FREE","hasButton":false,"ko":"SIMPLE",` +
				`"komi":0,"libertylessRosette":"allow","scoring":"AREA","suicide":true,"supply":0,"tax":"NONE","whiteHandicapBonus":"0",` +
				`"whitePassesLast":true}];B[cc])`,
			map[string]life.Status{"C3": life.Alive},
			`
game: B+25
  square-5, rules without a name, komi 0, after 1 move
                 black   white
  stones             1       0
  space             24       0
  total             25       0
  alive: black C3 (as given)
`,
		},
		{
			"what is unsure is alive", "(;SZ[5]RU[Chinese]KM[0];B[cc])", nil, `
game: B+25
  square-5, chinese, komi 0, after 1 move
                 black   white
  stones             1       0
  space             24       0
  total             25       0
  unsure, counted as alive: black C3 (reading is divided), 0 points
`,
		},
		{
			"a range", "(;SZ[5]RU[Chinese]KM[0]RE[W+10]AB[ab][bb][cb][cc][cd][ce][ba]AW[ac][bc][bd][be]AW[ad])", nil, `
game: between B+25 and W+25 (use --dead/--alive)
  square-5, chinese, komi 0, after 0 moves
                 black   white
  stones             7       5
  space             12       1
  total             19       6
  unsure, counted as alive: black B5 A4 B4 C4 C3 C2 C1 (reading is divided), 38 points
  unsure, counted as alive: white A3 B3 A2 B2 B1 (reading is divided), 12 points
  RE[W+10] lies within the range
`,
		},
		{
			"chains that live or die together", "(;SZ[5]RU[Chinese]KM[0]RE[W+10]AB[ba][ab]AW[cc][cb][ca][bc][ac])",
			map[string]life.Status{"C3": life.Alive},
			`
game: between W+18 and W+25 (use --dead/--alive)
  square-5, chinese, komi 0, after 0 moves
                 black   white
  stones             2       5
  space              1      16
  total              3      21
  unsure, counted as alive: black B5 (reading is divided), 7 points
  alive: white C5 C4 A3 B3 C3 (as given)
  unsure, counted as alive: black A4 (reading is divided), together with B5
  RE[W+10] lies outside the range
`,
		},
		{
			"rules with changes, and a result that is not a count", `(;SZ[5]XR[{"preset":"japanese","suicide":true}]KM[0]RE[B+R])`, nil, `
game: Draw
  square-5, japanese with changes, komi 0, after 0 moves
                 black   white
  total              0       0
  RE[B+R] has no score to compare
`,
		},
		{
			"no result", "(;SZ[1:4]RU[Japanese]KM[0]RE[Void];B[ab];W[ad];B[aa];W[ac];B[ab];W[ad];B[aa];W[ac];B[ab])",
			map[string]life.Status{"A3": life.Alive},
			`
game: Void, the position repeats for the third time since the last pass
  square-1x4, japanese, komi 0, after 9 moves
                 black   white
  space              3       0
  prisoners          4       4
  total              7       4
  alive: black A3 (as given)
  RE[Void] agrees
`,
		},
		{
			"defaults", "(;SZ[5]HA[99]RE[W+1]TB[])", nil, `
game: W+6.5
  square-5, japanese, komi 6.5, after 0 moves
  read as: rules japanese (none named, so territory counts), komi 6.5 (none named, so that of the rules), ` +
				`handicap 0 ("99" cannot be used, so none)
                 black   white
  komi               0     6.5
  total              0     6.5
  RE[W+1] is not compared: the record does not name its rules, komi and handicap
`,
		},
		{
			"a result that is no count, by default rules", "(;SZ[5]RE[B+R]TB[])", nil, `
game: W+6.5
  square-5, japanese, komi 6.5, after 0 moves
  read as: rules japanese (none named, so territory counts), komi 6.5 (none named, so that of the rules)
                 black   white
  komi               0     6.5
  total              0     6.5
  RE[B+R] has no score to compare
`,
		},
		{
			"agreement", "(;SZ[5]RU[Chinese]KM[1]RE[W+1]TB[])", nil, `
game: W+1
  square-5, chinese, komi 1, after 0 moves
                 black   white
  komi               0       1
  total              0       1
  RE[W+1] agrees
  TB and TW agree
`,
		},
	} {
		t.Run(test.name, func(t *testing.T) {
			if got := reportOf(t, test.record, test.decisions).String(); got != strings.TrimPrefix(test.want, "\n") {
				t.Errorf("got %s\nwant %s", got, test.want)
			}
		})
	}
}

func TestAScoreReportIsWrittenAsJSON(t *testing.T) {
	text, err := json.Marshal(reportOf(t, "(;SZ[2]RU[Chinese]KM[1]RE[W+1]TB[aa])", nil))
	if err != nil {
		t.Fatal(err)
	}
	var got map[string]any
	if err := json.Unmarshal(text, &got); err != nil {
		t.Fatal(err)
	}
	delete(got, "rules")
	want := "map[agrees:true black:map[first pass:0 handicap:0 komi:0 space:0 stones:0 tax:0 total:0] board:square-2 chains:[] greatest:-1 least:-1 " +
		"moves:0 name:game reading:map[charset:map[how:default value:UTF-8 why:ascii] handicap:map[how:default value:0 why:even] " +
		"komi:map[how:named value:1] rules:map[how:named value:chinese] size:map[how:named value:square-2] turn:map[how:default value:black why:black]] " +
		"record:W+1 result:W+1 territory:[A2] white:map[first pass:0 handicap:0 komi:1 space:0 stones:0 tax:0 total:1] within:true]"
	if fmt.Sprint(got) != want {
		t.Errorf("got  %v\nwant %s", got, want)
	}
}
