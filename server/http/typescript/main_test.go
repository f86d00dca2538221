package main

import (
	"os"
	"strings"
	"testing"
)

func TestTheCommittedTypesAreThoseOfGo(t *testing.T) {
	for name, text := range files("../../..") {
		committed, err := os.ReadFile("../../page/ui/src/net/" + name)
		if err != nil {
			t.Fatal(err)
		}
		if text != string(committed) {
			t.Errorf("server/page/ui/src/net/%s differs from the types of Go: run go generate ./server/http/match", name)
		}
	}
}

func TestAnOverrideNamesATypeThatIsWritten(t *testing.T) {
	all := files("../../..")
	for name, types := range map[string]map[string]string{"wire.ts": overrides(), "editor.ts": editorOverrides()} {
		for field := range types {
			if typ, _, _ := strings.Cut(field, "."); !strings.Contains(all[name], "export interface "+typ+" {") {
				t.Errorf("%s: no type %s is written", field, typ)
			}
		}
	}
}
