package neural

import (
	"bytes"
	"os"
	"path/filepath"
	"testing"

	"rosette/game/board"
)

func TestANetworkFileIsReadOnce(t *testing.T) {
	random, err := Random(board.Honeycomb, 1, 16, 4)
	if err != nil {
		t.Fatal(err)
	}
	var text bytes.Buffer
	if err := random.Write(&text); err != nil {
		t.Fatal(err)
	}
	name := filepath.Join(t.TempDir(), "small"+FileSuffix)
	if err := os.WriteFile(name, text.Bytes(), 0o644); err != nil {
		t.Fatal(err)
	}
	files := Files{}
	first, err := files.Read(name)
	if err != nil {
		t.Fatal(err)
	}
	if err := os.Remove(name); err != nil {
		t.Fatal(err)
	}
	if second, err := files.Read(name); err != nil || first != second {
		t.Errorf("%p, then %p %v", first, second, err)
	}
}
