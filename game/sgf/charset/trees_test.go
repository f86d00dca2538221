package charset

import (
	"fmt"
	"strings"
	"testing"
	"unicode/utf8"

	"pgregory.net/rapid"
)

// texts returns the text of each part that has a tree, with its charset.
func texts(data string) (all []string) {
	for _, part := range DecodeTrees(data, nil) {
		all = append(all, part.Charset+" "+strings.TrimSpace(part.Text.Text))
	}
	return all
}

// CA is a root property (FF[4], https://www.red-bean.com/sgf/properties.html#CA): each tree has its
// own.
func TestEachTreeHasItsOwnCharset(t *testing.T) {
	tree := func(charset, name string) string {
		data, ok := encoded(charset, "(;GM[1]CA["+charset+"]PB["+name+"]C[\\]);B[aa])")
		if !ok {
			t.Fatalf("%s in %s", name, charset)
		}
		return data
	}
	people := []struct{ charset, name string }{
		{"ISO-8859-1", "José"},
		{"UTF-8", "José 山田"},
		{"Shift_JIS", "ゾロ 表ソ"},
		{"GB18030", "柯洁"},
		{"Big5", "許功蓋"},
		{"EUC-KR", "이세돌"},
		{"ISO-2022-JP", "囲碁"},
		{"HZ-GB-2312", "围棋"},
		{"windows-1251", "Илья"},
		{"IBM850", "Zoë"},
		{"macintosh", "Zoë"},
		{"US-ASCII", "Bob"},
	}
	for _, a := range people {
		for _, b := range people {
			got := ""
			for _, part := range DecodeTrees(tree(a.charset, a.name)+"\n"+tree(b.charset, b.name)+"\n", nil) {
				if got += part.Text.Text; part.Doubt != "" || part.Invalid >= 0 {
					t.Errorf("%s and %s: %s", a.charset, b.charset, part.Doubt)
				}
			}
			for _, want := range []string{"PB[" + a.name + "]", "PB[" + b.name + "]"} {
				if !strings.Contains(got, want) {
					t.Errorf("%s and %s: %s", a.charset, b.charset, got)
				}
			}
		}
	}
}

// Trees without CA are guessed one by one, with a preference for the charset of them all.
func TestTreesWithoutACharsetAreGuessedTogether(t *testing.T) {
	gb := func(name string) string { data, _ := encoded("GB18030", name); return data }
	file := "(;PB[" + gb("柯洁") + "]PW[" + gb("古力") + "])(;PB[Jos\xe9]PW[Bob])(;PB[" + gb("邱峻") + "])"
	want := []string{"GB18030 (;PB[柯洁]PW[古力])", "ISO-8859-1 (;PB[José]PW[Bob])", "GB18030 (;PB[邱峻])"}
	if got := texts(file); fmt.Sprint(got) != fmt.Sprint(want) {
		t.Errorf("%q", got)
	}
}

// In these charsets, letters with accents are often the first half of a character with ] in the
// charsets of East Asia.
func TestAGuessKeepsTheTree(t *testing.T) {
	for _, c := range []struct{ charset, text string }{
		{"macintosh", "(;PB[José]PW[Bob];B[ee])"},
		{"macintosh", "(;PB[André]PW[Bob];B[ee])"},
		{"IBM850", "(;PB[Müller]PW[Bob];B[ee])"},
		{"IBM850", "(;PB[José]PW[Bob];B[ee])"},
		{"macintosh", "(;C[caf\u00e9\\] x]PW[Bob])"},
	} {
		data, _ := encoded(c.charset, c.text)
		if got := texts(data); len(got) != 1 || got[0] != c.charset+" "+c.text {
			t.Errorf("%s in %s is %q", c.text, c.charset, got)
		}
	}
	for _, name := range []string{"", "CA[Klingon]", "CA[UTF-8]", "CA[US-ASCII]", "CA[UTF-16]"} {
		for _, charset := range []string{"IBM437", "IBM850", "macintosh", "ISO-8859-1", "windows-1250"} {
			data, _ := encoded(charset, "(;"+name+"PB[Zoë]C[Zoë - Zoë]PW[Bob];B[ee])")
			if got := texts(data)[0]; !strings.Contains(got, "]C[") || !strings.HasSuffix(got, "]PW[Bob];B[ee])") {
				t.Errorf("%s in %s is %q", name, charset, got)
			}
		}
	}
}

func TestACharsetThatCannotBeUsedIsReported(t *testing.T) {
	for _, c := range []struct{ data, charset, text, doubt string }{
		{"(;CA[US-ASCII]PB[é])", "UTF-8", "(;CA[US-ASCII]PB[é])", "CA names US-ASCII, but these are bytes of UTF-8; read as that"},
		{"(;CA[ISO-2022-KR]PB[\x1b$)C\x0e=EAx\x0f])", "UTF-8", "(;CA[ISO-2022-KR]PB[\x1b$)C\x0e=EAx\x0f])", `charset "ISO-2022-KR" is not supported; its bytes are kept as UTF-8`},
		{"(;CA[UTF-7]PB[\xe9\x8e])", "ISO-8859-1", "(;CA[UTF-7]PB[é\u008e])", `charset "UTF-7" is not supported; its bytes are kept as ISO-8859-1`},
		{"(;CA[UTF-16]PB[é])", "UTF-8", "(;CA[UTF-16]PB[é])", "CA names UTF-16LE, which the bytes contradict; read as UTF-8"},
		{"(;CA[IBM037]PB[\xe9])", "ISO-8859-1", "(;CA[IBM037]PB[é])", "CA names IBM037, which the bytes contradict; characters guessed as ISO-8859-1; --charset names another"},
	} {
		got := DecodeTrees(c.data, nil)
		if len(got) != 1 || got[0].Charset != c.charset || got[0].Text.Text != c.text || got[0].Doubt != c.doubt {
			t.Errorf("%q: %+v", c.data, got)
		}
	}
}

// checkGuesses fails if a guess for a tree has more faults, or fewer properties or nodes, than a
// single-byte charset.
func checkGuesses(t interface{ Fatalf(string, ...any) }, data string) {
	for _, declared := range []string{"", "Klingon"} {
		got := guess{tree: true}.decode(data, nil, declared)
		if s := structureOf(data); charsets[got.Charset].alien {
			continue
		} else if found := structureOf(got.Text); !found.keeps(s) {
			t.Fatalf("%q becomes %+v: %+v, not %+v", data, got, found, s)
		}
	}
}

func TestNoGuessSwallowsAProperty(t *testing.T) {
	rapid.Check(t, func(t *rapid.T) {
		charset := rapid.SampledFrom([]string{"macintosh", "IBM437", "IBM850", "IBM866", "ISO-8859-1", "windows-1252", "windows-1250", "windows-1251", "Shift_JIS", "GB18030", "Big5", "EUC-KR", "EUC-JP"}).Draw(t, "charset")
		word := rapid.StringOfN(rapid.SampledFrom([]rune("aeoJZéëüöäßñÅøЖя表ソ囲碁棋이세]\\;([")), 1, 6, -1)
		text := "(;GM[1]"
		for _, id := range []string{"PB", "PW", "C"} {
			value := strings.NewReplacer(`\`, `\\`, "]", `\]`).Replace(word.Draw(t, id))
			text += id + "[" + value + "]"
		}
		data, ok := encoded(charset, text+";B[ee])")
		if !ok {
			t.Skip("not in the charset")
		}
		checkGuesses(t, data)
	})
}

func FuzzGuess(f *testing.F) {
	f.Add("(;PB[Jos\x8e]PW[Bob])")
	f.Add("(;C[Zo\x89 - Zo\x89]PW[x];B[aa])")
	f.Add("(;C[\x83\x5d;\x83\x5d]PB[\x95\x5c])")
	f.Fuzz(func(t *testing.T, data string) {
		checkGuesses(t, data)
		for _, part := range DecodeTrees(data, nil) {
			if !utf8.ValidString(part.Text.Text) || part.Invalid > len(part.Text.Text) {
				t.Fatalf("%q has the part %+v", data, part)
			}
		}
	})
}
