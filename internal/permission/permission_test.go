//go:build unix

package permission

import (
	"bytes"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"testing"
)

func TestASharedFileGetsOneWarning(t *testing.T) {
	name := filepath.Join(t.TempDir(), "password")
	for mode, want := range map[os.FileMode]int{0o600: 0, 0o400: 0, 0o640: 1, 0o604: 1, 0o644: 1} {
		if err := os.WriteFile(name, []byte("secret"), 0o600); err != nil {
			t.Fatal(err)
		}
		if err := os.Chmod(name, mode); err != nil {
			t.Fatal(err)
		}
		var log bytes.Buffer
		Warn(slog.New(slog.NewTextHandler(&log, nil)), "--smtp-password-file", name)
		if got := strings.Count(log.String(), "\n"); got != want || strings.Contains(log.String(), "level=WARN") != (want == 1) {
			t.Errorf("%v: %s", mode, log.String())
		}
		if err := os.Remove(name); err != nil {
			t.Fatal(err)
		}
	}
}
