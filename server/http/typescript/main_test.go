package main

import (
	"os"
	"testing"
)

func TestTheCommittedTypesAreThoseOfGo(t *testing.T) {
	committed, err := os.ReadFile("../../page/ui/src/net/wire.ts")
	if err != nil {
		t.Fatal(err)
	}
	if got := wire("../../.."); got != string(committed) {
		t.Error("server/page/ui/src/net/wire.ts differs from the types of Go: run go generate ./server/http/match")
	}
}
