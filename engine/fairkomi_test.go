package engine

import (
	"bytes"
	"encoding/json"
	"os"
	"path/filepath"
	"strings"
	"testing"

	"github.com/google/go-cmp/cmp"
)

func TestTheFilesOfThePageAreAsTheCommandPrintsThem(t *testing.T) {
	files, err := filepath.Glob(filepath.Join("..", "server", "page", "komi", "rosette-*.json"))
	if err != nil || len(files) == 0 {
		t.Fatalf("no board has been measured: %v", err)
	}
	for _, file := range files {
		text, err := os.ReadFile(file)
		if err != nil {
			t.Fatal(err)
		}
		var s FairKomi
		d := json.NewDecoder(bytes.NewReader(text))
		d.DisallowUnknownFields()
		if err := d.Decode(&s); err != nil {
			t.Errorf("%s: %v", file, err)
			continue
		}
		again, err := json.MarshalIndent(s, "", "  ")
		if err != nil {
			t.Fatal(err)
		}
		if diff := cmp.Diff(strings.TrimSpace(string(text)), string(again)); diff != "" {
			t.Errorf("%s is not as the command prints it; print it anew with --json:\n%s", file, diff)
		}
	}
}
