package account

import (
	"bufio"
	"flag"
	"fmt"
	"os"
	"slices"
	"strconv"
	"strings"
	"testing"
	"unicode"

	"golang.org/x/text/unicode/norm"
)

var unicodeFile = flag.String("confusables", "", "confusables.txt of UTS 39, from which confusables.txt is written anew")

// The table has the letters that names may contain, except those in lookAlikes. To rewrite it, run
//
//	go test ./server/account -run TheConfusablesOfUnicode -confusables confusables.txt
//
// with the file from https://www.unicode.org/Public/security/latest/.
func TestTheConfusablesOfUnicodeAreThoseOfNames(t *testing.T) {
	if *unicodeFile != "" {
		writeConfusables(t, *unicodeFile)
	}
	table := confusables()
	if len(table) < 1000 {
		t.Fatalf("%d letters that look like others", len(table))
	}
	for r, looks := range table {
		if !wanted(r) {
			t.Errorf("%U looks like %q, and no name has it or its key cannot change", r, looks)
		}
		if again := Key(Key(string(r))); again != Key(string(r)) {
			t.Errorf("%U has the key %q, and that has the key %q", r, Key(string(r)), again)
		}
	}
}

// wanted reports whether a letter or mark belongs in the table.
func wanted(r rune) bool {
	return unicode.In(r, unicode.L, unicode.M) && !unicode.Is(earlier, r) && !isAccent(r) && norm.NFKD.String(string(r)) == string(r) &&
		UserName.allows([]rune{'a', r})
}

func writeConfusables(t *testing.T, from string) {
	in, err := os.Open(from)
	if err != nil {
		t.Fatal(err)
	}
	defer in.Close()
	looks := map[rune]string{}
	for lines := bufio.NewScanner(in); lines.Scan(); {
		line, _, _ := strings.Cut(lines.Text(), "#")
		fields := strings.Split(line, ";")
		if len(fields) < 2 {
			continue
		}
		source, err := strconv.ParseUint(strings.TrimSpace(strings.TrimPrefix(fields[0], "\ufeff")), 16, 32)
		if err != nil {
			t.Fatal(err)
		}
		if wanted(rune(source)) {
			looks[rune(source)] = strings.Join(strings.Fields(fields[1]), " ")
		}
	}
	var sources []rune
	for r := range looks {
		sources = append(sources, r)
	}
	slices.Sort(sources)
	var out strings.Builder
	out.WriteString(header)
	for _, r := range sources {
		fmt.Fprintf(&out, "%04X %s\n", r, looks[r])
	}
	if err := os.WriteFile("confusables.txt", []byte(out.String()), 0o644); err != nil {
		t.Fatal(err)
	}
	t.Log("written; build again to use it")
}

const header = `# Letters that look like others: source, then what it looks like, in hexadecimal.
# From confusables.txt of Unicode Security Mechanisms (UTS 39), version 13.0.0 of 2020-02-13,
# as far as names may have the letters.
# © 2020 Unicode, Inc. Licensed under the Unicode License, https://www.unicode.org/license.txt
`
