package neural

import (
	"bytes"
	"strings"
	"testing"

	"rosette/game/board"
)

func TestADescriptionSaysWhatIsInTheFile(t *testing.T) {
	n, err := Random(board.Grid, 1, 16, 7)
	if err != nil {
		t.Fatal(err)
	}
	var file bytes.Buffer
	if err := n.Write(&file); err != nil {
		t.Fatal(err)
	}
	d, err := n.Describe("a.rnet")
	if err != nil {
		t.Fatal(err)
	}
	if d.Bytes != file.Len() || d.Parameters != n.Parameters() || d.Hash != n.Hash {
		t.Errorf("%+v", d)
	}
	lines := strings.Split(d.String(), "\n")
	for i, want := range map[int]string{
		0: "a.rnet", 1: "  lattice     grid", 2: "  blocks      1", 7: "  origin      seed 7", 8: "              steps 0",
	} {
		if lines[i] != want {
			t.Errorf("line %d is %q, want %q", i, lines[i], want)
		}
	}
	if name := n.ShippedName(); name != "built-in grid" {
		t.Error(name)
	}
}
