package main

import (
	"os"
	"os/exec"
	"path/filepath"
	"testing"
)

// The tests in web/ui/test start this program, play in a real browser, kill it
// and start it again. Node runs them.
// They wait for people and clocks more than they work, so they run beside the
// other tests.
func TestPeoplePlayInARealBrowser(t *testing.T) {
	t.Parallel()
	self, err := os.Executable()
	if err != nil {
		t.Fatal(err)
	}
	program := filepath.Join(t.TempDir(), "rosette") // by this name the test binary is the program
	if err := os.Symlink(self, program); err != nil {
		t.Fatal(err)
	}
	ui := filepath.Join("..", "..", "web", "ui")
	if _, err := os.Stat(filepath.Join(ui, "node_modules")); err != nil {
		npm := exec.Command("npm", "ci", "--no-audit", "--no-fund")
		npm.Dir = ui
		if out, err := npm.CombinedOutput(); err != nil {
			t.Fatalf("npm ci in web/ui: %v\n%s", err, out)
		}
	}
	for _, story := range []string{"game", "phases", "layout", "line", "crash", "rules", "axe"} {
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
