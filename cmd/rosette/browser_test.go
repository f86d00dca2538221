package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The tests in web/ui/test start the program, play in a real browser, kill it
// and start it again. Node runs them.
// Each story has a server and a browser of its own, so they run beside each other.
func TestPeoplePlayInARealBrowser(t *testing.T) {
	t.Parallel()
	program := built(t)
	ui := filepath.Join("..", "..", "web", "ui")
	if _, err := os.Stat(filepath.Join(ui, "node_modules")); err != nil {
		npm := exec.Command("npm", "ci", "--no-audit", "--no-fund")
		npm.Dir = ui
		if out, err := npm.CombinedOutput(); err != nil {
			t.Fatalf("npm ci in web/ui: %v\n%s", err, out)
		}
	}
	for _, story := range []string{"game", "estimate", "phases", "layout", "line", "crash", "rules", "komi", "axe"} {
		t.Run(story, func(t *testing.T) {
			t.Parallel()
			node := exec.Command("node", "--test", filepath.Join("test", story+".test.mjs"))
			node.Dir = ui
			node.Env = append(os.Environ(), "ROSETTE="+program)
			if out, err := node.CombinedOutput(); err != nil {
				t.Errorf("%v\n%s", err, out)
			}
		})
	}
}

// built builds what people run, without the race detector: the computer thinks at
// its own pace.
func built(t *testing.T) string {
	t.Helper()
	program, err := filepath.Abs(filepath.Join(t.TempDir(), "rosette"))
	if err != nil {
		t.Fatal(err)
	}
	if out, err := exec.Command("go", "build", "-o", program, ".").CombinedOutput(); err != nil {
		t.Fatalf("go build: %v\n%s", err, out)
	}
	return program
}
