//go:build unix

package background

import (
	"bytes"
	"io/fs"
	"log/slog"
	"os"
	"path/filepath"
	"strings"
	"syscall"
	"testing"
)

func TestReviewsAreReadByTheirOwnerAlone(t *testing.T) {
	for _, umask := range []int{0, 0o022} {
		func() {
			defer syscall.Umask(syscall.Umask(umask))
			folder := filepath.Join(t.TempDir(), "reviews")
			if err := os.MkdirAll(folder, 0o755); err != nil {
				t.Fatal(err)
			}
			older := filepath.Join(folder, "older.json")
			if err := os.WriteFile(older, []byte("{}"), 0o644); err != nil {
				t.Fatal(err)
			}
			var log bytes.Buffer
			s := service(t, folder, &counter{}, nil)
			s.Log = slog.New(slog.NewTextHandler(&log, nil))
			stop := running(t, s)
			s.Ended("over")
			done(t, s, "over")
			stop()
			for name, want := range map[string]fs.FileMode{folder: 0o700, older: 0o600, filepath.Join(folder, "over.json"): 0o600} {
				if info, err := os.Stat(name); err != nil || info.Mode().Perm() != want {
					t.Errorf("umask %03o: %s: %v, %v", umask, name, info, err)
				}
			}
			if n := strings.Count(log.String(), "its permissions are narrowed"); n != 2 {
				t.Errorf("%d lines of the log: %s", n, log.String())
			}
		}()
	}
}
