package client

import (
	"os/exec"
	"slices"
	"strings"
	"testing"
)

// Client programs must not link the server or the engine.
func TestTheClientDependsOnTheWireFormatAndTheWebSocketAlone(t *testing.T) {
	list := exec.Command("go", "list", "-deps", "-f", "{{if not .Standard}}{{.ImportPath}}{{end}}", ".")
	out, err := list.Output()
	if err != nil {
		t.Fatal(err)
	}
	found := strings.Fields(string(out))
	for _, name := range found {
		library := strings.HasPrefix(name, "github.com/coder/websocket")
		if !library && name != "rosette/client" && name != "rosette/server/http/wire" {
			t.Errorf("package client depends on %s", name)
		}
	}
	if !slices.Contains(found, "rosette/server/http/wire") {
		t.Errorf("go list names %q", found)
	}
}
