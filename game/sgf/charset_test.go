package sgf

import (
	"os"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

// The files are those in testdata/charset. CA is a root property (FF[4],
// https://www.red-bean.com/sgf/properties.html#CA), and its names are those of IANA's registry
// (https://www.iana.org/assignments/character-sets). The names of files without CA have
// their charset; a guess must keep the tree.
func TestCharsetsOfTrees(t *testing.T) {
	for _, c := range []struct{ file, want string }{
		{"two-trees-latin1-utf8", "José,  named ISO-8859-1; José, 山田 named UTF-8"},
		{"two-trees-utf8-gb", "é,  named UTF-8; 柯洁,  named GB18030"},
		{"no-CA-macroman-1", "José, Bob default macintosh"},
		{"no-CA-macroman-2", "André, Bob default macintosh"},
		{"no-CA-cp850-1", "Müller, Bob default IBM850"},
		{"no-CA-cp850-2", "José, Bob default IBM850"},
		{"no-CA-cp437", "Zoâ, Bob default macintosh"}, // ë and â are the same byte, and â is more frequent
		{"CA-cp850-cut", "Zoë,  named IBM850"},
		{"CA-macintosh", "Zoë Müller café,  named macintosh"},
		{"CA-IBM437", "Zoë Müller,  named IBM437"},
		{"CA-ISO-8859-3", "Ĉiam,  named ISO-8859-3"},
		{"CA-ISO-8859-4", "Jānis Bērziņš,  named ISO-8859-4"},
		{"CA-ISO-8859-8", "דוד,  named ISO-8859-8"},
		{"CA-ISO-8859-11", "สมชาย,  named windows-874"},
		{"CA-ISO-8859-13", "Jānis Bērziņš,  named ISO-8859-13"},
		{"CA-ISO-8859-14", "Siân Ŵyn,  named ISO-8859-14"},
		{"CA-windows-1255", "דוד,  named windows-1255"},
		{"CA-windows-1256", "عمر,  named windows-1256"},
		{"CA-x-mac-cyrillic", "Иван Петров,  named x-mac-cyrillic"},
		{"CA-ISO-2022-KR", "\x1b$)C\x0e=EAx<-\x0f,  default UTF-8"},
	} {
		data, err := os.ReadFile("testdata/charset/" + c.file + ".sgf")
		if err != nil {
			t.Fatal(err)
		}
		collection := read(t, string(data))
		var got []string
		for _, root := range collection.Trees {
			info, err := GameInfoAt(root, Override{})
			if err != nil {
				t.Fatal(err)
			}
			how := info.Reading.Charset
			got = append(got, root.Raw("PB")+", "+root.Raw("PW")+" "+string(how.How)+" "+how.Value)
		}
		if d := cmp.Diff(c.want, strings.Join(got, "; ")); d != "" {
			t.Errorf("%s:\n%s", c.file, d)
		}
		for _, p := range collection.Problems {
			if p.Fault != FaultCharsetGuessed || !strings.Contains(c.want, "default") {
				t.Errorf("%s: %v", c.file, p)
			}
		}
		once := converted(t, collection)
		if twice := converted(t, read(t, once)); twice != once {
			t.Errorf("%s is written as %s and then as %s", c.file, once, twice)
		}
	}
}

// converted returns a collection as the conversion writes it.
func converted(t *testing.T, c *Collection) string {
	for _, root := range c.Trees {
		Modernize(root)
	}
	return written(t, c)
}

// In a file with several trees, a warning about a charset has the place of its tree.
func TestAProblemWithACharsetNamesTheTree(t *testing.T) {
	c := read(t, "(;SZ[5]C[x])\n(;SZ[5]C[caf\xe9])\n(;CA[Klingon]SZ[5])\n")
	want := []string{
		"line 2, column 1: characters guessed as ISO-8859-1; --charset names another",
		`line 3, column 2: charset "Klingon" unknown; read as UTF-8`,
	}
	if d := cmp.Diff(want, problemTexts(c.Problems)); d != "" {
		t.Error(d)
	}
}
