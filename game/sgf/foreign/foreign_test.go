package foreign

import (
	"errors"
	"fmt"
	"io"
	"strings"
	"testing"
	"testing/iotest"

	"rosette/game"
	"rosette/game/sgf"
)

const gibHead = `\HS
\[GIBOKIND=Global\]
\[GAMERESULT=white 24.5 win\]
\[GAMENAME=Rank\]
\[GAMEDATE=2020- 6- 9-16- 2-21\]
\[GAMEPLACE=Tygem Baduk\]
\[GAMEWHITENAME=Ann (10K)\]
\[GAMEWHITELEVEL=8\]
\[GAMEBLACKNAME=Bob [x] (2P)\]
\[GAMECOMMENT=A friendly
game\]
\[GAMEINFOMAIN=GBKIND:3,GTYPE:0,GCDT:0,GTIME:600-30-3,GRLT:1,ZIPSU:245,DUM:0,GONGJE:65,TCNT:3,AUSZ:0\]
\HE
`

// files holds files with their SGF and their problems: the lines in said before the first empty
// one.
var files = []struct{ name, file, want, said string }{
	{
		"a whole GIB", gibHead + "\\GS\n2 1 0\n5 0 &4\nINI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSTO 0 3 2 3 15 \nSKI 0 4 \nSKI 0 5 \n\\GE\n",
		`(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]PB[Bob [x\]]BR[2p]PW[Ann]WR[10k]RE[W+24.5]KM[6.5]DT[2020-06-09]GN[Rank]PC[Tygem Baduk]TM[600]OT[3x30 byo-yomi]C[A friendly
game];B[pd];W[dp];B[];W[])`, "",
	},
	{
		"a handicap, a smaller board, ranks by number",
		"\\HS\r\n\\[GAMEINFOMAIN=GRLT:3,ZIPSU:0,GONGJE:0,LINE:9\\]\r\n\\[GAMEINFOSUB=GNAME:x,GDATE:2026-07-30-13-31-33\\]\r\n" +
			"\\[BUSERINFO=BID:柯洁 ,BLV:35\\]\r\n\\[WUSERINFO=WID:Ann,WLV:17\\]\r\n\\HE\r\n\\GS\r\nINI 0 1 3 &4room 7 \r\nSKI 0 2\r\nSTO 0 3 1 4 4\r\n\\GE\r\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Korean]PB[柯洁]BR[9p]PW[Ann]WR[1k]RE[B+R]KM[0]DT[2026-07-30]HA[3]AB[cg][gc][cc]PL[W]C[room 7];W[];B[ee])", "",
	},
	{
		"a guess at the charset", "\\HS\n\\[GAMEBLACKNAME=\xcd\xf5\xb3\xbf\xd0\xc7(9\xb6\xce)\\]\n\\HE\n\\GS\nSTO 0 2 1 0 18\n\\GE\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]PB[王晨星]BR[9d];B[as])", "characters guessed as GB18030; --charset names another",
	},
	{
		"names repeated in another charset do not count",
		"\\HS\n\\[GAMEBLACKNAME=kim\\]\n\\[GAMENAME=\xbd\xc2\xb0\xad\xb1\xde \xb4\xeb\xb1\xb9\\]\n\\[GAMEINFOMAIN=GRLT:255\\]\n" +
			"\\[GAMETAG=S0,I:橰㕭〷ㄳ8\\]\n\\HE\n\\GS\n\\GE\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]PB[kim]GN[승강급 대국])", "characters guessed as EUC-KR; --charset names another",
	},
	{
		"remarks and a variation",
		"\\HS\n\\HE\n\\GS\nSTO 0 2 1 15 3\nSTO 0 3 2 3 3\nSTO 0 4 1 2 2\n\\GE\n" +
			"\\RS\n\\[REFSUSUN=2\\]\n\\[REFEXPLAIN=\nToo\nclose\n\\]\n\\RE\n\\RS\n\\[REFSUSUN=0\\]\n\\[REFEXPLAIN=Start\\]\n\\RE\n" +
			"\\RS\n\\[REFSUSUN=2\\]\n\\[REFEXPLAIN=\nbetter\n\\]\n\\[REFGIBO=\nSTO 0 2 1 15 3\nSTO 0 3 2 3 3\nSTO 0 4 1 4 4\n\\]\n\\RE\n\\RS\n\\[REFSUSUN=99\\]\n\\[REFEXPLAIN=End\\]\n\\RE\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]C[Start];B[pd];W[dd]C[Too\nclose]\n(;B[cc]C[End])\n(;B[ee]C[better]))", "",
	},
	{
		"a damaged GIB", "\\HS\n\\[GAMEINFOMAIN=LINE:90\\]\n\\[GAMEDATE=yesterday\\]\n\\HE\n\\GS\nINI 0 1 12 &4\nSTO 0 2 3 1 1\nSTO 0 2 1 19 0\nSTO 0 2\nSTO 0 3 1 1 -1\nSTO 0 2 1 9 9",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean];B[jj])",
		`a board of side 90; read as 19
line 6: a fixed handicap of 12 on square-19; use 2 to 9
line 7: "STO 0 2 3 1 1" is not a move; write STO 0 2 1 15 3, where 1 is black and 2 is white
line 8: no point at column 20 and row 1 of square-19; the move is left out
line 9: "STO 0 2" is not a move; write STO 0 2 1 15 3, where 1 is black and 2 is white
line 10: no point at column 2 and row 0 of square-19; the move is left out
line 11: the file is cut off: no line \GE ends the moves`,
	},
	{
		"a whole NGF", "Rated game\n19\nLQC         9DP\nCYY         12K*\nwww.cyberoro.com\n0\n0\n7\n20170316 [09:37]\n5\nBlack wins by 0.5!\n4\nPMABBREER\nPMACWEEEE\nPMADBAAAA\nPMAEWBTTB\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]PB[CYY]BR[12k*]PW[LQC]WR[9p]KM[7.5]DT[2017-03-16]RE[B+0.5]GN[Rated game]PC[www.cyberoro.com];B[qd];W[dd];B[];W[as])", "",
	},
	{
		"an NGF with a handicap", "Friendly match\r\n13\r\nAnn\r\nBob\r\n\r\n2\r\n0\r\n0\r\n20170316\r\n5\r\nWhite wins by  resign!\r\n1\r\nPMABWHHHH\r\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[13]RU[Korean]PB[Bob]PW[Ann]HA[2]AB[dj][jd]PL[W]KM[0]DT[2017-03-16]RE[W+R]GN[Friendly match];W[gg])", "",
	},
	{
		"an NGF with GI", "GICup\nGIAnn 初段\nGIBob 五段\nGI\nGI\nGI2006-9-5\nGI19\nGI0\nGI0\nGI6\nGI2\nPMABBREER\nPMACWEEEE\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]PB[Bob]BR[5d]PW[Ann]WR[1d]KM[6.5]DT[2006-09-05]GN[Cup];B[qd];W[dd])", "",
	},
	{
		"a damaged NGF", "x\n30\n\n\n\nmany\n0\n\n\n\nProgressing!\n9\nPMABBZZZZ\nPMxx\nPMACWEEEE\n",
		"(;FF[4]GM[1]CA[UTF-8]SZ[19]RU[Korean]GN[x];W[dd])",
		`a board of side 30; read as 19
handicap "many" cannot be used
line 13: no point at column 25 and row 25 of square-19; the move is left out
line 14: "PMxx" is not a move; write PMABBQDDQ: a count, B or W, column, row`,
	},
	{"an NGF without a move", "x\n9\nAnn\nBob\n\n0\n0\n6\n20170316\n5\nProgressing!\n0\n", "(;FF[4]GM[1]CA[UTF-8]SZ[9]RU[Korean]PB[Bob]PW[Ann]KM[6.5]DT[2017-03-16]GN[x])", ""},
	{"SGF", "\ufeff(;GM[1]SZ[9]C[\\\\HS])", "(;GM[1]SZ[9]C[\\\\HS])", ""},
}

func TestOtherFormatsBecomeSGF(t *testing.T) {
	for _, f := range files {
		t.Run(f.name, func(t *testing.T) {
			c, err := Read(strings.NewReader(f.file), sgf.Options{})
			if err != nil {
				t.Fatal(err)
			}
			said := []string{}
			for _, p := range c.Problems {
				said = append(said, p.Error())
			}
			// line breaks are for readability only
			plain := func(text string) string { return strings.ReplaceAll(strings.TrimSpace(text), "\n", "") }
			if got := c.Trees[0].String(); plain(got) != plain(f.want) {
				t.Errorf("got  %s\nwant %s", got, f.want)
			}
			if got := strings.Join(said, "\n"); got != f.said {
				t.Errorf("said %s\nwant %s", got, f.said)
			}
		})
	}
}

func TestUnusableValuesOfTheHeadAreInTheReading(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"x\n99\nAnn\nBob\n\n99\n0\n6\n20170316\n5\nx\n1\nPMABBREER\n", `handicap 0 ("99" cannot be used, so none), board square-19 ("99" cannot be used, so 19 lines)`},
		{"\\HS\n\\[GAMEINFOMAIN=GONGJE:abc,LINE:x\\]\n\\HE\n\\GS\n\\GE\n", `komi 6.5 ("abc" cannot be used, so that of the rules), board square-19 ("x" cannot be used, so 19 lines)`},
	} {
		collection, err := Read(strings.NewReader(c.file), sgf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		info, err := sgf.GameInfoAt(collection.Trees[0], sgf.Override{})
		if got := info.Reading.String(); err != nil || !strings.HasSuffix(got, c.want) || len(collection.Problems) != 2 {
			t.Errorf("%s, %v\nwant %s", got, collection.Problems, c.want)
		}
	}
}

func TestWhatIsNoRecordIsRefusedInOneLine(t *testing.T) {
	for _, f := range []struct{ file, said string }{
		{"\\HS\n\\[GAMENAME=x\\]\n\\HE\n", `a GIB without moves: no line \GS and none that begins with STO`},
		{"", "line 1, column 1: no SGF: a game begins with (;FF[4]GM[1]SZ[19]"},
		{"PM\n1\n", "line 1, column 1: no SGF: a game begins with (;FF[4]GM[1]SZ[19]"},
		{"\\HS\n" + strings.Repeat("STO 0 2 1 1 1\n", 80_000), "over 1048576 bytes; a game is smaller"},
	} {
		if _, err := Read(strings.NewReader(f.file), sgf.Options{}); err == nil || err.Error() != f.said {
			t.Errorf("%.20q: %v\nwant %s", f.file, err, f.said)
		}
	}
	_, err := Read(strings.NewReader("\\HS\n\\GS\n"), sgf.Options{Charset: "Klingon"})
	if err == nil || !strings.HasPrefix(err.Error(), `sgf: charset "Klingon": no charset of that name`) {
		t.Errorf("a charset that nobody knows: %v", err)
	}
	broken := errors.New("broken")
	if _, err := Read(io.MultiReader(strings.NewReader(`\HS`), iotest.ErrReader(broken)), sgf.Options{}); !errors.Is(err, broken) {
		t.Errorf("a reader that fails: %v", err)
	}
}

func TestTheResultIsReadInManyLanguages(t *testing.T) {
	for text, want := range map[string]string{
		"White Win by Resign!": "W+R", "Black wins by resignation!": "B+R", "black wins by resi!": "B+R",
		"Black Win 6.5 >> White(50):Black(63)": "B+6.5", "White 19Win  >> White(83):Black(64)": "W+19", "Black wins by 1win >> White(58):Black(59)": "B+1",
		"White loses on time ": "B+T", "white wins by disconnection": "W+F", "Progressing!": "", "": "",
		"흑 1.5집 승": "B+1.5", "백 2집반승": "W+2.5", "흑 불계승": "B+R", "흑 시간승": "B+T", "백 반집승": "W+0.5",
		"白5.5目勝ち!": "W+5.5", "黒中押し勝ち!": "B+R", "197手完、黒中押し勝ち": "B+R", "232手完、黒2目半勝ち": "B+2.5", "黒半目勝ち": "B+0.5",
		"黒5.5目勝！ >> 白(64):黒(76)": "B+5.5", "白時間切れ勝ち！": "W+T", "黑中盘胜": "B+R", "白11目胜": "W+11", "白超时负": "B+T",
		"白棋12子 >> 白方(94):黑方(82)": "W+12", "ดำชนะด้วยแต้ม!7.5 >> ขาว(63):ดำ(77)": "B+7.5", "무승부": "0", "無勝負": "Void", "black": "",
	} {
		if got := resultOf(text); got != want {
			t.Errorf("%s is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"7D*": "7d*", "10K": "10k", "9DP": "9p", "9P": "9p", "5단": "5d", "3段": "3d", "1급": "1k", "5段P": "5p", "初段": "1d", "九段": "9d", "amateur": "amateur", "8d?": "8d?",
	} {
		if got := rankOf(text); got != want {
			t.Errorf("rank %s is %q, want %q", text, got, want)
		}
	}
	for text, want := range map[string]string{
		"2015- 8-29-22-56-58": "2015-08-29", "2012年11月22日 下午 6:3": "2012-11-22", "20170316 [09:37]": "2017-03-16", "2006-9-5": "2006-09-05",
		"2016:03:26:17:29": "2016-03-26", "": "", "30.2.99": "", "2012-13-01": "", "99999999999999999999-1-1": "",
	} {
		if got := dateOf(text); got != want {
			t.Errorf("%s is the day %q, want %q", text, got, want)
		}
	}
}

func TestManyRemarksTakeNoLongTime(t *testing.T) {
	remark := "\\RS\n\\[REFEXPLAIN=x\\]\n\\RE\n"
	c, err := Read(strings.NewReader("\\HS\n\\HE\n\\GS\n\\GE\n"+strings.Repeat(remark, 30_000)), sgf.Options{})
	if err != nil || len(c.Problems) != 1 || c.Problems[0].Message != "over 1000 remarks; the others are left out" {
		t.Fatalf("%v, %v", c.Problems, err)
	}
	if n := strings.Count(c.Trees[0].Text("C"), "x"); n != mostRemarks {
		t.Errorf("%d remarks are kept", n)
	}
}

// fuzz reads arbitrary bytes in a format. The result must be SGF that strict parsing accepts, and
// must replay without a panic.
func fuzz(f *testing.F, format string, read reader) {
	for _, c := range files {
		if strings.Contains(c.name, format) || format == "GIB" && strings.HasPrefix(c.file, `\HS`) {
			f.Add(c.file)
		}
	}
	f.Fuzz(func(t *testing.T, data string) {
		c, err := read(data, nil)
		if err != nil {
			if strings.Contains(err.Error(), "\n") {
				t.Fatalf("%q: %v", data, err)
			}
			return
		}
		text := c.Trees[0].String()
		again, err := sgf.Parse(strings.NewReader(text), sgf.Options{})
		if err != nil || again.Trees[0].String() != text {
			t.Fatalf("%q becomes %q: %v", data, text, err)
		}
		if err := sgf.Walk(c.Trees[0], func(*sgf.Node, *game.Game, error) error { return nil }); err != nil {
			t.Fatalf("%q becomes %q: %v", data, text, err)
		}
		sgf.Check(again)
		_ = fmt.Sprint(c.Problems)
	})
}

func FuzzGIB(f *testing.F) { fuzz(f, "GIB", readGIB) }

func FuzzNGF(f *testing.F) { fuzz(f, "NGF", readNGF) }

// Tygem and WBaduk count territory; their files name neither rules nor the half point of an even game.
func TestTheRulesOfTheServersAreAssumed(t *testing.T) {
	for file, want := range map[string]string{
		"x\n9\nAnn\nBob\n\n0\n0\n6\n20170316\n5\nProgressing!\n0\n":                         `read as: rules korean (none named, so those of the server), komi 6.5 (written "6")`,
		"x\n9\nAnn\nBob\n\n2\n0\n0\n20170316\n5\nProgressing!\n0\n":                         `read as: rules korean (none named, so those of the server)`,
		`\[GAMEBLACKNAME=A\]` + "\n\\GS\nSTO 0 2 1 3 3\n\\GE\n":                             `read as: rules korean (none named, so those of the server), komi 6.5 (none named, so that of the rules)`,
		`\[GAMEGONGJE=65\]` + "\n" + `\[GAMEBLACKNAME=A\]` + "\n\\GS\nINI 0 1 0 &4\n\\GE\n": `read as: rules korean (none named, so those of the server)`,
	} {
		c, err := Read(strings.NewReader(file), sgf.Options{})
		if err != nil {
			t.Fatal(err)
		}
		info, err := sgf.GameInfoAt(c.Trees[0], sgf.Override{})
		if got := info.Reading.String(); err != nil || got != want || info.Rules.Scoring != game.ScoringTerritory {
			t.Errorf("%q: %s, %v; want %s", file, got, err, want)
		}
		rules, err := game.Preset("chinese")
		if err != nil {
			t.Fatal(err)
		}
		if info, err = sgf.GameInfoAt(c.Trees[0], sgf.Override{Rules: &rules}); err != nil || info.Reading.Rules.How != sgf.Named || info.Rules.Preset != "chinese" {
			t.Errorf("%q under other rules: %+v, %v", file, info, err)
		}
	}
}
