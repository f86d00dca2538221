package web

import (
	"mime"
	"testing"
)

func TestIfNoneMatchNamesATagAnyTagOrNone(t *testing.T) {
	for header, want := range map[string]bool{
		``: false, `*`: true, ` * `: true, `"abc"`: true, `W/"abc"`: true, `"x", W/"abc"`: true,
		`"x"`: false, `abc`: false, `"abcd"`: false, `"x*"`: false,
	} {
		if got := NoneMatch(header, `"abc"`); got != want {
			t.Errorf("%s: %v, want %v", header, got, want)
		}
	}
}

func TestAFileKeepsItsNameInEveryAlphabet(t *testing.T) {
	for name, want := range map[string]string{
		"2026-11-27-Ann-Bob.sgf": `inline; filename="2026-11-27-Ann-Bob.sgf"`,
		"2026-11-27-柯洁-é.sgf":    `inline; filename="2026-11-27-__-_.sgf"; filename*=UTF-8''2026-11-27-%E6%9F%AF%E6%B4%81-%C3%A9.sgf`,
		"a\"b\r\n.sgf":           `inline; filename="a_b__.sgf"; filename*=UTF-8''a%22b%0D%0A.sgf`,
	} {
		got := Disposition("inline", name)
		if _, parts, err := mime.ParseMediaType(got); got != want || err != nil || parts["filename"] != name {
			t.Errorf("%s: %s, read as %v, %v", name, got, parts, err)
		}
	}
}
