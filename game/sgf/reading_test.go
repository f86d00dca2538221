package sgf

import (
	"fmt"
	"math"
	"strings"
	"testing"

	"pgregory.net/rapid"

	"rosette/game"
	"rosette/game/board"
)

// readingOf returns the line about a record.
func readingOf(t *testing.T, file string, o Override) (string, GameInfo) {
	t.Helper()
	info, err := GameInfoAt(read(t, file).Trees[0].Last(), o)
	if err != nil {
		t.Fatal(err)
	}
	return strings.TrimPrefix(info.Reading.String(), "read as: "), info
}

// FF[4] has no default for RU, KM and HA. Without SZ a board has 19 lines, and PL or the first move
// names the player.
func TestWhatARecordDoesNotNameIsAssumedForAReason(t *testing.T) {
	const rules, komi = "rules japanese (none named, so territory counts)", "komi 6.5 (none named, so that of the rules)"
	for _, c := range [][2]string{
		{"CA[UTF-8]SZ[9]RU[Japanese]KM[6.5]HA[0]PL[B]", ""},
		{"SZ[9]RU[Japanese]KM[6.5]", ""},
		{"SZ[9]RU[Japanese]KM[6,5]", ""}, // another spelling of the same number
		{"SZ[9]", rules + ", " + komi},
		{"SZ[9]RU[]KM[]HA[]", rules + ", " + komi},
		{"", rules + ", " + komi + ", board square-19 (none named, so 19 lines)"},
		{"SZ[9]KM[0]RU[Foo]", `rules japanese ("Foo" cannot be used, so territory counts)`},
		{"SZ[9]KM[0]RU[AGA rules]", `rules aga (written "AGA rules")`},
		{"SZ[9]RU[NZ]", "komi 7 (none named, so that of the rules)"},
		{"SZ[9]RU[GOE]HA[2]", "komi 0 (none named, and there is a handicap)"},
		{"SZ[9]RU[GOE]HA[1]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[1949-12-31]", "komi 0 (none named, and it was played before 1950)"},
		{"SZ[9]RU[AGA]DT[1950-01-01]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[11 Sep 1846]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[Published 1940, played 2001]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[1846年9月11日]", "komi 0 (none named, and it was played before 1950)"},
		{"SZ[9]RU[AGA]DT[1951,1949-12]", "komi 0 (none named, and it was played before 1950)"},
		{"SZ[9]RU[AGA]DT[1951-01-02,1949 ]", "komi 0 (none named, and it was played before 1950)"},
		{"SZ[9]RU[AGA]DT[196]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[18460911]", "komi 0 (none named, and it was played before 1950)"},
		{"SZ[9]RU[AGA]DT[46-09-11]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[AGA]DT[1846]KM[much]", `komi 0 ("much" cannot be used, and it was played before 1950)`},
		{"SZ[9]RU[Chinese]KM[0]AB[cc][gg]", "handicap 0 (none named, only Black has stones), first move white (none named, only Black has stones)"},
		{"SZ[9]RU[Chinese]KM[0]AB[cc][gg];W[aa]", "handicap 0 (none named, only Black has stones)"},
		{"SZ[9]RU[Chinese]KM[0]HA[2]AB[cc][gg]", ""},
		{"SZ[9]RU[Chinese]KM[0]AB[cc]AW[gg]", ""},
		{"SZ[9]RU[Chinese]KM[0]HA[99]", `handicap 0 ("99" cannot be used, so none)`},
		{"GM[1975]XB[2]RU[flower]KM[0]", ""},
		{"GM[1975]XB[2]KM[0]", "rules mindsports-chinese (none named, so those of the board)"},
		{`SZ[9]XR[{"preset":"japanese"}]`, komi},
		{`SZ[9]XR[{"preset":"japanese","komi":3}]DT[1846]`, ""},
		{"SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui0]", "komi 7.5 (none named, so that of the rules)"},
		{"SZ[9]RU[koSIMPLEscoreAREAtaxNONEsui0komi5]", ""},
	} {
		if got, _ := readingOf(t, "(;"+c[0]+")", Override{}); got != c[1] {
			t.Errorf("%s is read as %s\nwant %s", c[0], got, c[1])
		}
	}
}

// Hundredths and Chinese stones as KataGo reads them in records of Fox and GoGoD.
func TestKomiInOtherUnitsIsReadInOneWay(t *testing.T) {
	for text, want := range map[string]float64{
		"6.5": 6.5, "-6.5": -6.5, "0": 0, "-0": 0, "100": 100, "150": 150,
		"650": 6.5, "-650": -6.5, "750": 7.5, "550": 5.5, "200": 2, "350": 3.5,
		"375": 7.5, "275": 5.5, "325": 6.5, "-375": -7.5,
		"3.75": 7.5, "2.75": 5.5, "-3.75": -7.5, "0.25": 0.5, "4.75": 9.5,
		"5.25": 5.5, "6.75": 6.5, "7.25": 7.5, "-7.25": -7.5, "675": 6.5,
	} {
		_, info := readingOf(t, "(;SZ[19]RU[Chinese]KM["+text+"])", Override{})
		recognized := info.Reading.Komi.How == Recognized
		written, err := Real(text)
		if err != nil || info.Rules.Komi != want || math.Signbit(info.Rules.Komi) != (want < 0) || recognized != (written != want) {
			t.Errorf("KM[%s] is %v, want %v: %+v", text, info.Rules.Komi, want, info.Reading.Komi)
		}
		if faults := len(info.Problems); faults > 1 || recognized != (faults == 1) || recognized && info.Problems[0].Fault != FaultKomiUnit {
			t.Errorf("KM[%s]: problems %v", text, info.Problems)
		}
	}
}

// For every difference between the players, which is whole, the half point decides as the quarter.
func TestAQuarterPointHasTheSameWinnerAsItsHalfPoint(t *testing.T) {
	for komi := 5.25; komi < 99; komi += 0.5 {
		half := komiInPoints(komi, board.Square(19, 19))
		for margin := -100.0; margin <= 100; margin++ {
			if (margin > komi) != (margin > half) || margin == half {
				t.Fatalf("komi %v is read as %v, with another winner at %v", komi, half, margin)
			}
		}
	}
}

func TestAnOverrideIsNotAnAssumption(t *testing.T) {
	rules, komi := preset(t, "aga"), 3.5
	for _, c := range []struct {
		file, want, unnamed string
		o                   Override
	}{
		{"(;SZ[9])", "", "[]", Override{&rules, &komi}},
		{"(;SZ[9])", "komi 7.5 (none named, so that of the rules)", "[komi]", Override{Rules: &rules}},
		{"(;SZ[9]RU[Foo])", "komi 7.5 (none named, so that of the rules)", "[komi]", Override{Rules: &rules}},
		{"(;SZ[9]RU[Foo]DT[1846])", "komi 0 (none named, and it was played before 1950)", "[komi]", Override{Rules: &rules}},
		{"(;SZ[9]RU[Foo]KM[375])", `komi 7.5 (written "375")`, "[]", Override{Rules: &rules}},
		{"(;SZ[9]KM[375])", "rules japanese (none named, so territory counts)", "[rules]", Override{Komi: &komi}},
	} {
		got, info := readingOf(t, c.file, c.o)
		if unnamed := fmt.Sprint(info.Reading.Unnamed()); got != c.want || unnamed != c.unnamed {
			t.Errorf("%s: %s, %s unnamed; want %s, %s", c.file, got, unnamed, c.want, c.unnamed)
		}
		for _, p := range info.Problems {
			if p.Fault == FaultRulesUnknown || p.Fault == FaultKomiUnit && c.o.Komi != nil {
				t.Errorf("%s: %v matters not", c.file, p)
			}
		}
		if c.o.Rules != nil && (info.Rules.Preset != "aga" || info.Reading.Rules.Why != ReasonGiven) {
			t.Errorf("%s: rules %+v", c.file, info.Reading.Rules)
		}
	}
}

func TestTheCharsetOfARecordIsNamedOrAGuess(t *testing.T) {
	for _, c := range []struct{ file, charset, want string }{
		{"(;C[x])", "", "{default UTF-8  ascii }"},
		{"(;C[茅茅茅])", "", "{default UTF-8  utf-8 }"},
		{"(;CA[gb2312]C[x])", "", "{named GB18030   }"},
		{"(;CA[UTF-8]C[\x88\xcd\x8c\xe9])", "", `{default Shift_JIS UTF-8 guessed Shift_JIS ("UTF-8" cannot be used, so a guess)}`},
		{"(;C[caf\xe9])", "", "{default ISO-8859-1  guessed ISO-8859-1 (none named, so a guess)}"},
		{"(;CA[UTF-8]C[caf\xe9])", "latin1", "{named ISO-8859-1  given }"},
		{"\xef\xbb\xbf(;C[x])", "", "{default UTF-8  ascii }"},
	} {
		collection, err := Parse(strings.NewReader(c.file), Options{Charset: c.charset})
		if err != nil {
			t.Fatal(err)
		}
		info, err := GameInfoAt(collection.Trees[0], Override{})
		if got := fmt.Sprint(info.Reading.Charset); err != nil || got != c.want {
			t.Errorf("%q: %s, want %s", c.file, got, c.want)
		}
	}
}

// The reading must name the player who moves first when the record is replayed.
func TestTheTurnInAReadingIsThatOfTheReplay(t *testing.T) {
	property := rapid.SampledFrom([]string{"AB[aa]", "AB[bb][cc]", "AW[dd]", "AE[aa]", "PL[W]", "PL[B]", "PL[x]", "HA[2]", "C[x]", "AB[]"})
	rapid.Check(t, func(t *rapid.T) {
		file := "(;SZ[5]" + rapid.SampledFrom([]string{"", "RU[NZ]", "RU[flower]"}).Draw(t, "rules")
		for range rapid.IntRange(1, 3).Draw(t, "nodes") {
			properties := rapid.SliceOfNDistinct(property, 0, 3, func(p string) string { return p[:2] }).Draw(t, "properties")
			file += strings.Join(properties, "") + ";"
		}
		c, err := Parse(strings.NewReader(file+"C[end])"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		line, err := MainLine(c.Trees[0], -1)
		if err != nil {
			t.Fatal(err)
		}
		if got, want := line.Reading.Turn.Value, line.Game.ToMove().String(); got != want {
			t.Fatalf("%s: the reading says %s, the replay %s", file, got, want)
		}
	})
}

func TestWithoutNamedRulesSuicideIsNoFault(t *testing.T) {
	for rules, want := range map[string]int{"": 0, "RU[Foo]": 1, "RU[Japanese]": 1} { // the unknown name is a fault
		line, err := MainLine(read(t, "(;SZ[5]"+rules+"KM[0]AB[ba][ab];W[aa])").Trees[0], -1)
		if err != nil || len(line.Problems) != want || line.Game.Prisoners(board.Black) != 1 {
			t.Errorf("%q: %v, %v", rules, line.Problems, err)
		}
	}
}

// Every game that is written names its rules and its komi.
func TestNothingIsAssumedInARecordOfOurOwn(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		r, err := game.Preset(rapid.SampledFrom(game.Presets()).Draw(t, "rules"))
		if err != nil {
			t.Fatal(err)
		}
		r.Komi = rapid.SampledFrom([]float64{0, -0.5, 6.5, 375, 750, math.Copysign(0, -1)}).Draw(t, "komi")
		r.FriendlyPass = rapid.Bool().Draw(t, "friendly")
		graph := rapid.SampledFrom([]*board.Graph{board.Square(9, 9), board.Rosette(2)}).Draw(t, "board")
		root, err := FromGame(game.New(graph, r))
		if err != nil {
			t.Fatal(err)
		}
		info, err := GameInfoAt(root, Override{})
		if err != nil || info.Reading.String() != "" || info.Reading.Rules.How != Named || info.Reading.Komi.How != Named ||
			root.Raw("KM") == "-0" {
			t.Fatalf("%s: %s (%v)", root, info.Reading, err)
		}
	})
}
