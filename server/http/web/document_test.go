package web_test

import (
	"fmt"
	"maps"
	"slices"
	"strings"
	"testing"

	"rosette/internal/goldentest"
	"rosette/server/http/web"
)

func TestTheListOfCodesIsThatOfTheDocument(t *testing.T) {
	var b strings.Builder
	b.WriteString("# Codes of problems\n\n`code` of a [problem](api.md#problems), and of each of its `errors`. The sentence is the English one of `detail`.\n\n| code | |\n|--|--|\n")
	codes := web.Codes()
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", code, strings.ReplaceAll(codes[code], "|", "\\|"))
	}
	goldentest.Text(t, "../../../docs/codes.md", b.String())
}
