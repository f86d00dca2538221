package sgf

import (
	"errors"
	"fmt"
	"runtime"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// read parses text that must be valid.
func read(t *testing.T, text string) *Collection {
	t.Helper()
	c, err := Parse(strings.NewReader(text), Options{})
	if err != nil {
		t.Fatalf("%q: %v", text, err)
	}
	return c
}

// problemTexts returns the problems, one line each.
func problemTexts(problems []Problem) (all []string) {
	for _, p := range problems {
		all = append(all, p.Error())
	}
	return all
}

func TestACollectionKeepsItsTreesNodesAndVariationsInOrder(t *testing.T) {
	c := read(t, " (;FF[4]GM[1](;B[aa];W[bb])\n(;B[cc](;W[dd])(;W[ee];B[ff]))) (;FF[4]C[second])")
	if len(c.Trees) != 2 || c.Trees[1].Raw("C") != "second" {
		t.Fatalf("%d trees", len(c.Trees))
	}
	root := c.Trees[0]
	if len(root.Children) != 2 || len(root.Children[1].Children) != 2 {
		t.Fatalf("variations are lost: %s", root)
	}
	if last := root.Children[1].Children[1].Children[0]; last.Raw("B") != "ff" || last.Root() != root {
		t.Errorf("the last node is %s", last)
	}
}

func TestTextIsReadAsFF4SpecifiesAndSimpleTextOnOneLine(t *testing.T) {
	for _, c := range []struct{ raw, text, simple string }{
		{"plain", "plain", "plain"},
		{`a\]b\\c\:d:e`, `a]b\c:d:e`, `a]b\c:d:e`},
		{"soft\\\nbreak", "softbreak", "softbreak"},
		{"soft\\\r\nbreak", "softbreak", "softbreak"},
		{"soft\\\n\rbreak", "softbreak", "softbreak"},
		{"soft\\\rbreak", "softbreak", "softbreak"},
		{"hard\nbreak\r\nand\n\rthree\rfour", "hard\nbreak\nand\nthree\nfour", "hard break and three four"},
		{"two\n\nlines", "two\n\nlines", "two  lines"},
		{"tab\tand\vfeed\f.", "tab and feed .", "tab and feed ."},
		{"\\\t.", " .", " ."},
		{`\`, "", ""},
	} {
		if got := Text(c.raw); got != c.text {
			t.Errorf("text %q is %q, want %q", c.raw, got, c.text)
		}
		if got := SimpleText(c.raw); got != c.simple {
			t.Errorf("simple text %q is %q, want %q", c.raw, got, c.simple)
		}
	}
	if got := read(t, `(;C[x\]y\\])`).Trees[0].Text("C"); got != `x]y\` {
		t.Errorf("escaped in a file: %q", got)
	}
}

func TestValidValuesOfEveryKindAreReadAndOthersAreRefused(t *testing.T) {
	value := func(v any, err error) string { return fmt.Sprintf("%v %v", v, err) }
	for _, c := range [][2]string{
		{value(Number("-12")), "-12 <nil>"},
		{value(Number(" +3 ")), "3 <nil>"},
		{value(Number("1.5")), `0 "1.5" is not a whole number`},
		{value(Real("6.5")), "6.5 <nil>"},
		{value(Real("-0,5")), "-0.5 <nil>"},
		{value(Real("0x10")), `0 "0x10" is not a number such as 6.5`},
		{value(Real("NaN")), `0 "NaN" is not a number such as 6.5`},
		{value(Real("1.2.3")), `0 "1.2.3" is not a number such as 6.5`},
		{value(Double("2")), "2 <nil>"},
		{value(Double("3")), `0 "3" is not a double; use 1 or 2`},
		{value(Color("W")), "white <nil>"},
		{value(Color("black")), "black <nil>"},
		{value(Color("G")), `empty "G" is not a colour; use B or W`},
	} {
		if c[0] != c[1] {
			t.Errorf("got %s, want %s", c[0], c[1])
		}
	}
	if first, second, whole := Split(`a\:b:c:d`); first != `a\:b` || second != "c:d" || whole {
		t.Errorf("compose: %q %q", first, second)
	}
	if _, _, whole := Split(`a\:b`); !whole {
		t.Error("an escaped colon parts a value")
	}
}

func TestOldFilesWithLongNamesAreRead(t *testing.T) {
	c := read(t, "(;GaMe[1]SiZe[9]VieW[];Black[aa]Comment[hello]\n;White[tt];AddBlack[bb][cc])")
	root := c.Trees[0]
	if root.Raw("GM") != "1" || root.Raw("SZ") != "9" || !root.Has("VW") {
		t.Errorf("root: %s", root)
	}
	if b := root.Children[0]; b.Raw("B") != "aa" || b.Text("C") != "hello" {
		t.Errorf("move: %s", b)
	}
	if ab := root.Children[0].Children[0].Children[0].Property("AB"); len(ab.Values) != 2 {
		t.Errorf("stones: %v", ab)
	}
}

func TestTheCharsetOfAFile(t *testing.T) {
	const guessed = "characters guessed as %s; --charset names another"
	for _, c := range []struct{ file, given, charset, text, warning string }{
		{"(;C[碁])", "", "UTF-8", "碁", ""},
		{"\xef\xbb\xbf(;CA[Big5]C[碁])", "", "UTF-8", "碁", ""},
		{"(;C[caf\xe9])", "", "ISO-8859-1", "café", fmt.Sprintf(guessed, "ISO-8859-1")},
		{"(;C[\x95\x5c\x83\x5c])", "", "Shift_JIS", "表ソ", fmt.Sprintf(guessed, "Shift_JIS")}, // 5C is a backslash
		{"(;C[\xcd\xf5\xb3\xbf\xd0\xc7])", "", "GB18030", "王晨星", fmt.Sprintf(guessed, "GB18030")},
		{"(;C[\xcd\xf5\xb3\xbf\xd0\xc7])", "iso-8859-5", "ISO-8859-5", "ЭѕГПаЧ", ""},
		{"(;CA[Latin1]C[caf\xe9 x])", "Big5", "Big5", "caf\uFFFD x", "line 1, column 18: bytes that are not Big5"},
		{"\xff\xfe(\x00;\x00C\x00[\x00\x81x]\x00)\x00", "", "UTF-16LE", "碁", ""},
		{"(\x00;\x00C\x00[\x00\x81x]\x00)\x00", "", "UTF-16LE", "碁", fmt.Sprintf(guessed, "UTF-16LE")},
		{"(;C[x]N[CA];CA[Big5]C[caf\xe9])", "", "ISO-8859-1", "x", fmt.Sprintf(guessed, "ISO-8859-1")}, // only the root's CA counts
		{"(;CA[Klingon]C[x])", "", "UTF-8", "x", `charset "Klingon" unknown; read as UTF-8`},
		{"(;CA[UTF-8]C[caf\xe9])", "", "ISO-8859-1", "café", "CA names UTF-8, which the bytes contradict; " + fmt.Sprintf(guessed, "ISO-8859-1")},
		{"(;CA[UTF-8]C[碁盤 caf\xe9])", "", "UTF-8", "碁盤 caf\uFFFD", "line 1, column 20: bytes that are not UTF-8"},
		{"(;CA[GB2312]C[碁盤])", "", "UTF-8", "碁盤", "CA names GB18030, but these are bytes of UTF-8; read as that"},
		{"(;CA[SJIS]C[\x88\xcd\x8c\xe9x\x81\xff])", "", "Shift_JIS", "囲碁x\uFFFD", "line 1, column 16: bytes that are not Shift_JIS"},
	} {
		got, err := Parse(strings.NewReader(c.file), Options{Charset: c.given})
		if err != nil {
			t.Fatalf("%q: %v", c.file, err)
		}
		if err := got.Err(); err != nil {
			t.Errorf("%q: characters alone are an error: %v", c.file, err)
		}
		warnings := []string{}
		for _, p := range got.Problems {
			if p.Grade() != Warning {
				t.Errorf("%q: %v is not a warning", c.file, p)
			}
			warnings = append(warnings, p.Error())
		}
		if said := strings.Join(warnings, "\n"); got.Charset != c.charset || got.Trees[0].Text("C") != c.text || said != c.warning {
			t.Errorf("%q: %s %q\nsaid %s\nwant %s", c.file, got.Charset, got.Trees[0].Text("C"), said, c.warning)
		}
	}
	_, err := Parse(strings.NewReader("(;)"), Options{Charset: "Klingon"})
	if err == nil || !strings.HasPrefix(err.Error(), `sgf: charset "Klingon": no charset of that name; use UTF-8, GB18030,`) {
		t.Errorf("a charset that does not exist: %v", err)
	}
}

// faults has invalid files with their problems and the tree that Parse returns.
var faults = []struct {
	name, file string
	said       []string
	kept       string
}{
	{"nothing", "", []string{"line 1, column 1: error: no SGF: a game begins with (;FF[4]GM[1]SZ[19]"}, ""},
	{
		"a picture", "\x89PNG\r\n\x1a\n\x00",
		[]string{"line 1, column 1: error: no SGF: a game begins with (;FF[4]GM[1]SZ[19]"},
		"",
	},
	{
		"a mail", "From: me\n(see [1] below)\n\n(;B[aa])\n-- \nme; at home :-)\n",
		[]string{"line 1, column 1: note: text stands before the first game", "line 5, column 1: note: text stands behind the game"},
		"(;B[aa])",
	},
	{"two games and text between", "(;B[aa])\nand:\n(;W[bb])\n", []string{"line 2, column 1: note: text stands behind the game"}, "(;B[aa])\n(;W[bb])"},
	{
		"no first semicolon", "(\nGM[1]SZ[9];B[aa](W[bb])(;W[cc]))",
		[]string{
			"line 2, column 1: warning: ( without ; before GM; write (;",
			"line 2, column 18, node 2: warning: ( without ; before W; write (;",
		},
		"(;GM[1]SZ[9];B[aa]\n(;W[bb])\n(;W[cc]))",
	},
	{
		"no first semicolon, and a move's property first", "\n(\r\nTE[a cup]\r\nKO[6]\r\n;B[aa])",
		[]string{"line 3, column 1: warning: ( without ; before TE; write (;"},
		"(;TE[a cup]KO[6];B[aa])",
	},
	{
		"cut off between nodes", "(;GM[1];B[aa]",
		[]string{"line 1, column 14, node 2: error: the file is cut off: 1 parentheses are open; end it with )"},
		"(;GM[1];B[aa])",
	},
	{
		"cut off in a value", "(;GM[1]\n;B[aa];C[hel",
		[]string{"line 2, column 9, node 3: error: the file is cut off in a value of C; end it with ]"},
		"(;GM[1];B[aa];)",
	},
	{"cut off in an escape", "(;C[a\\", []string{"line 1, column 4, node 1: error: the file is cut off in a value of C; end it with ]"}, "(;)"},
	{
		"cut off in a name", "(;GM[1];B",
		[]string{
			`line 1, column 9, node 2: error: "B" without a value; write B[…], or delete it`,
			"line 1, column 10, node 2: error: the file is cut off: 1 parentheses are open; end it with )",
		},
		"(;GM[1];)",
	},
	{"small letters", "(;b[aa]W[bb])", []string{`line 1, column 3, node 1: error: no property "b"; names are capital letters`}, "(;W[bb])"},
	{
		"junk between", "(;B[aa]=)é(W[bb];C[x]%)(;W[cc])",
		[]string{
			`line 1, column 8, node 1: warning: "=" means nothing here; delete it`,
			"line 1, column 10: note: text stands behind the game",
			"line 1, column 12, node 1: warning: ( without ; before W; write (;",
			`line 1, column 22, node 3: warning: "%" means nothing here; delete it`,
		},
		"(;B[aa])\n(;W[bb];C[x])\n(;W[cc])",
	},
	{"a parenthesis too many", "(;B[aa]))", []string{"line 1, column 9, node 1: warning: ) without a ( before it; delete it"}, "(;B[aa])"},
	{"a pair of parentheses too many", "((;B[aa]))", []string{"line 1, column 2: warning: ( without a node before it; write (;"}, "(;B[aa])"},
	{"an empty variation", "(;B[aa]())", []string{"line 1, column 9, node 1: warning: an empty variation; write at least (;)"}, "(;B[aa])"},
	{
		"a property after a variation", "(;B[aa](;W[bb])C[x])",
		[]string{"line 1, column 16, node 2: error: C stands outside of any node; write ; before it"},
		"(;B[aa];W[bb])",
	},
	{
		"a node after variations", "(;B[aa](;W[bb]);W[cc])",
		[]string{"line 1, column 16, node 3: warning: a node after variations; put it into one of them"},
		"(;B[aa]\n(;W[bb])\n(;W[cc]))",
	},
	{
		"a second node outside", "(;B[aa]);W[bb]",
		[]string{"line 1, column 9, node 2: warning: a node outside of any tree; write ( before it"},
		"(;B[aa])\n(;W[bb])",
	},
}

func TestWhatIsWrongWithAFileHasItsPlaceAndGradeAndTheRestIsRead(t *testing.T) {
	for _, c := range faults {
		t.Run(c.name, func(t *testing.T) {
			got, err := Parse(strings.NewReader(c.file), Options{})
			if c.kept == "" {
				found := Problem{}
				if !errors.As(err, &found) || found.Graded() != c.said[0] || len(c.said) > 1 {
					t.Errorf("said %v\nwant %s", err, c.said)
				}
				return
			}
			if err != nil {
				t.Fatal(err)
			}
			if d := cmp.Diff(c.said, graded(got.Problems)); d != "" {
				t.Error(d)
			}
			if text := write(t, got); text != c.kept+"\n" {
				t.Errorf("kept %s\nwant %s", text, c.kept)
			}
		})
	}
}

// graded returns the problems as lines.
func graded(all []Problem) (lines []string) {
	for _, p := range all {
		lines = append(lines, p.Graded())
	}
	return lines
}

func write(t *testing.T, c *Collection) string {
	t.Helper()
	var out strings.Builder
	if err := Write(&out, c); err != nil {
		t.Fatal(err)
	}
	return out.String()
}

func TestAFileNestedAMillionDeepIsOneClearError(t *testing.T) {
	for _, unit := range []string{"(", "(;", "(;B[aa]"} {
		for _, text := range []string{strings.Repeat(unit, 1e6), "(;" + strings.Repeat(unit, 1e6)} {
			c, err := Parse(strings.NewReader(text), Options{})
			if err != nil {
				if text[1] == ';' {
					t.Errorf("%s: %v", unit, err)
				}
				continue
			}
			if err := c.Err(); err == nil || !strings.Contains(err.Error(), "over 10000 variations deep") || len(err.Error()) > 120 {
				t.Errorf("%s: %v", unit, err)
			}
		}
	}
	long := "(" + strings.Repeat(";", 1e6) + ")" // nodes in a row are not deep
	if c := read(t, long); len(write(t, c)) < 1e6 {
		t.Error("a long line is lost")
	}
}

func TestSizeAndMemoryAreBounded(t *testing.T) {
	for _, c := range []struct {
		o    Options
		file string
		said string
	}{
		{Options{MaxBytes: 20}, "(;C[" + strings.Repeat("x", 40) + "])", "over 20 bytes"},
		{Options{MaxNodes: 3}, "(;;;;;)", "node 3: error: over 3 nodes"},
		{Options{MaxValues: 2}, "(;AB[aa][bb][cc])", "node 1: error: over 2 values"},
		{Options{MaxDepth: 2}, "(;(;(;)))", "node 2: error: over 2 variations deep"},
		{Options{}, "(;" + strings.Repeat("C[]", 2000) + ")", "over 1024 properties in one node"},
	} {
		got, err := Parse(strings.NewReader(c.file), c.o)
		if err != nil {
			t.Fatalf("%q: %v", c.said, err)
		}
		if said := graded(got.Problems); len(said) == 0 || len(said) > 3 || !strings.Contains(said[0], c.said) {
			t.Errorf("said %q, want %s", said, c.said)
		}
	}
	var before, after runtime.MemStats
	runtime.ReadMemStats(&before)
	c, err := Parse(strings.NewReader(strings.Repeat("(;", 8<<20)), Options{})
	runtime.ReadMemStats(&after)
	if used := after.TotalAlloc - before.TotalAlloc; err != nil || used > 256<<20 || c.Err() == nil {
		t.Errorf("16 MiB of parentheses took %d MiB: %v", used>>20, err)
	}
}

func TestAReaderThatFailsIsAnError(t *testing.T) {
	broken := errors.New("the disk is on fire")
	if _, err := Parse(failing{broken}, Options{}); !errors.Is(err, broken) {
		t.Errorf("said %v", err)
	}
	if err := Write(failing{broken}, read(t, "(;C[x])")); !errors.Is(err, broken) {
		t.Errorf("written: %v", err)
	}
}

type failing struct{ err error }

func (f failing) Read([]byte) (int, error)  { return 0, f.err }
func (f failing) Write([]byte) (int, error) { return 0, f.err }

func TestPlacesCountLineBreaksOfEveryKindAndCharacters(t *testing.T) {
	for _, end := range []string{"\n", "\r", "\r\n", "\n\r"} {
		c, err := Parse(strings.NewReader("(;C[é"+end+end+"碁]C[碁]x)"), Options{})
		if err != nil {
			t.Fatal(err)
		}
		if p := c.Problems[0]; p.Line != 3 || p.Column != 7 || p.Node != 1 {
			t.Errorf("%q: %v", end, p)
		}
	}
}

func TestUnknownPropertiesAndOddValuesSurviveARoundTrip(t *testing.T) {
	text := "(;FF[4]GM[1]KGSSB[7]XYZ[a:b][c\\]d][]C[soft\\\n break\n\nand\\: \\\\ end]ZZ9[];B[]QQ[\t])\n"
	if got := write(t, read(t, text)); got != text {
		t.Errorf("wrote %q", got)
	}
	if d := cmp.Diff([]string{"a:b", `c\]d`, ""}, read(t, text).Trees[0].Property("XYZ").Values); d != "" {
		t.Error(d)
	}
}

func TestOnlyCANamesTheCharset(t *testing.T) {
	for _, text := range []string{"(;C0A[a])", "(;CA2[a])", "(;CAB[a])"} {
		c, err := Parse(strings.NewReader(text), Options{})
		if err != nil || c.Charset != "UTF-8" {
			t.Errorf("%s is read in %v: %v", text, c, err)
		}
	}
	if c, err := Parse(strings.NewReader("(;XX[1]CharseT[x]CoArse[big5])"), Options{}); err != nil || c.Charset != "Big5" {
		t.Errorf("small letters do not count: %v, %v", c, err)
	}
}
