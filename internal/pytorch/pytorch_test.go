package pytorch_test

import (
	"os"
	"path/filepath"
	"strings"
	"testing"

	"rosette/internal/pytorch"
)

func TestAPythonWithoutPyTorchIsRefused(t *testing.T) {
	python := filepath.Join(t.TempDir(), "python")
	if err := os.WriteFile(python, []byte("#!/bin/sh\nexit 0\n"), 0o700); err != nil {
		t.Fatal(err)
	}
	if name, err := pytorch.Find(t.Context(), python); err != nil || name != python {
		t.Errorf("%q: %v", name, err)
	}
	_, err := pytorch.Find(t.Context(), "/bin/false")
	if err == nil || !strings.HasPrefix(err.Error(), "/bin/false has no PyTorch with NumPy; install them") {
		t.Error(err)
	}
}
