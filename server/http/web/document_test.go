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
	b.WriteString("# Problem codes\n\nA [problem](api.md#problems) and each of its `errors` has one of these codes as `code`. The text is the English `detail`.\n\n| code | |\n|--|--|\n")
	codes := web.Codes()
	for _, code := range slices.Sorted(maps.Keys(codes)) {
		fmt.Fprintf(&b, "| `%s` | %s |\n", code, strings.ReplaceAll(codes[code], "|", "\\|"))
	}
	goldentest.Text(t, "../../../docs/codes.md", b.String())
}
