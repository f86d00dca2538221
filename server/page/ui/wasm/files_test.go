//go:build !js

package main

import (
	"fmt"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"golang.org/x/text/encoding"
	"golang.org/x/text/encoding/japanese"
	"golang.org/x/text/encoding/korean"
	"golang.org/x/text/encoding/simplifiedchinese"
	"golang.org/x/text/encoding/traditionalchinese"

	"rosette/study/editor"
)

// texts are comments in charsets from East Asia. The second bytes of some are \ or ].
var texts = []struct {
	charset string
	coded   encoding.Encoding
	text    string
}{
	{"GB18030", simplifiedchinese.GB18030, "围棋 这手棋是胜负手！ 谞 柯洁"},
	{"Big5", traditionalchinese.Big5, "圍棋 這手棋是勝負手！ 許功蓋"},
	{"Shift_JIS", japanese.ShiftJIS, "囲碁 表ソ ｱｲ 白番中押し勝ち"},
	{"EUC-JP", japanese.EUCJP, "囲碁 黒番 白番中押し勝ち"},
	{"ISO-2022-JP", japanese.ISO2022JP, "囲碁 黒番 白番中押し勝ち"},
	{"EUC-KR", korean.EUCKR, "바둑 똠 흑 불계승"},
}

// values are game information that regular expressions read.
var values = []string{
	"OT[3x30 byo-yomi]", "OT[5 x 10.5 sec Byo Yomi]", "OT[25/600 canadian]", "OT[10 fischer, up to 300]", "OT[15 simple]",
	"OT[3 days per move, not on weekends]", "OT[1 day per move]", "OT[ſimple 3]", "BR[9d]WR[30k]", "BR[10d]WR[0k]", "BR[7,5]",
	"BR[3k / 2d]HA[5]", "SZ[19:13]", "RU[Japanese]KM[6,5]", "RE[B+3.5]", "XB[x]",
}

// foreignFiles are files from other programs.
var foreignFiles = []string{
	"\\HS\n\\[GAMERESULT=%s\\]\n\\[GAMEDATE=2020- 6- 9-16- 2-21\\]\n\\[GAMEWHITENAME=Ann (10K)\\]\n\\[GAMEBLACKNAME=Bob [x] (%s)\\]\n" +
		"\\[GAMEINFOMAIN=GTIME:600-30-3,GRLT:1,ZIPSU:245,GONGJE:65\\]\n\\[WUSERINFO=\xff\xb9\\]\n\\HE\n\\GS\nINI 0 1 0 &4 \nSTO 0 2 1 15 3 \nSKI 0 4 \n\\GE\n",
	"Rated game\n19\nLQC         9DP\nCYY         %[2]s\nx\n0\n0\n7\n20170316 [09:37]\n5\n%[1]s\n2\nPMABBREER\nPMACWEEEE\n",
}

var results = []string{
	"white 24.5 win", "White loses on time", "흑 불계승", "白2目半勝ち", "黑中盘胜", "Black wins by 0.5!", "無勝負", "draw", "jigo",
	"黒 負け", "DISCONNECT white", "ขาว 3", "x", "K Black forfeits.", "blacK\u212A wins by resign",
}

// Files are read alike: the browser's regular expressions and charsets have the same effect.
func TestTheProgramForBrowsersReadsFilesAsTheNativeOne(t *testing.T) {
	var files []string
	for _, c := range texts {
		file := fmt.Sprintf("(;GM[1]SZ[9]CA[%s]PB[%s]C[%[2]s];B[ee]C[%[2]s])", c.charset, c.text)
		declared, err := c.coded.NewEncoder().String(file)
		if err != nil {
			t.Fatal(err)
		}
		undeclared := strings.Replace(declared, "CA["+c.charset+"]", "", 1)
		files = append(files, declared, undeclared, undeclared[:len(undeclared)-5], strings.ReplaceAll(declared, "]", "\xff\x80]"))
	}
	names, err := filepath.Glob("../../../../game/sgf/testdata/charset/*.sgf")
	if err != nil || len(names) < 20 {
		t.Fatal(names, err)
	}
	for _, name := range names {
		data, err := os.ReadFile(name)
		if err != nil {
			t.Fatal(err)
		}
		files = append(files, string(data))
	}
	for _, value := range values {
		files = append(files, "(;GM[1]SZ[9]"+value+";B[ee])")
	}
	for i, result := range results {
		for _, format := range foreignFiles {
			rank := []string{"9DP", "2P", "12K*", "5단", "初段", "段P", "1급"}[i%7]
			files = append(files, fmt.Sprintf(format, result, rank))
		}
	}
	p := newPair(t)
	for _, file := range files {
		if out := p.send(editor.Request{Command: editor.Open, File: []byte(file)}); out.Refused == nil {
			p.send(editor.Request{Command: editor.Last})
			p.send(editor.Request{Command: editor.Export, Format: "sgf"})
		}
	}
	for _, c := range texts { // a charset given by the reader
		data, _ := c.coded.NewEncoder().String("(;GM[1]SZ[9]C[" + c.text + "])")
		out := p.send(editor.Request{Command: editor.Open, File: []byte(data), Charset: c.charset})
		if out.State.Node.Comment != c.text {
			t.Errorf("%s: %q", c.charset, out.State.Node.Comment)
		}
	}
}
