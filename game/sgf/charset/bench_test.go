package charset

import (
	"strings"
	"testing"
)

// BenchmarkDecode decodes some megabytes of records with a comment on every tenth move: ASCII and
// UTF-8 as they are, other charsets both declared and undeclared.
func BenchmarkDecode(b *testing.B) {
	moves := strings.Repeat(";B[pd]BL[1795.3];W[dp]WL[1780.1]", 5)
	for _, c := range []struct{ name, charset, comment, declared string }{
		{"ASCII", "UTF-8", "a good move", ""},
		{"UTF-8", "UTF-8", "这手棋是胜负手！", ""},
		{"GB18030-named", "GB18030", "这手棋是胜负手！", "GB18030"},
		{"GB18030-guessed", "GB18030", "这手棋是胜负手！", ""},
		{"Shift_JIS-guessed", "Shift_JIS", "コミ6目半、白番中押し勝ち", ""},
		{"windows-1252-guessed", "windows-1252", "très intéressant", ""},
	} {
		b.Run(c.name, func(b *testing.B) {
			data, _ := encoded(c.charset, "(;GM[1]"+strings.Repeat(moves+"C["+c.comment+"]", 20_000)+")")
			b.SetBytes(int64(len(data)))
			b.ReportAllocs()
			for b.Loop() {
				if t := Decode(data, nil, c.declared); t.Invalid >= 0 {
					b.Fatal(t.Charset)
				}
			}
		})
	}
}
