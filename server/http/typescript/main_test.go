package main

import (
	"os"
	"strings"
	"testing"
)

func TestTheCommittedTypesAreThoseOfGo(t *testing.T) {
	committed, err := os.ReadFile("../../page/ui/src/net/wire.ts")
	if err != nil {
		t.Fatal(err)
	}
	if got := declarations("../../.."); got != string(committed) {
		t.Error("server/page/ui/src/net/wire.ts differs from the types of Go: run go generate ./server/http/match")
	}
}

func TestAnOverrideNamesATypeThatIsWritten(t *testing.T) {
	text := declarations("../../..")
	for field := range overrides() {
		if name, _, _ := strings.Cut(field, "."); !strings.Contains(text, "export interface "+name+" {") {
			t.Errorf("%s: no type %s is written", field, name)
		}
	}
}
