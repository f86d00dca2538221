package output

import (
	"cmp"
	"io"
	"os"
	"sync"
)

// A Writer remembers its first error, so that a command fails if its output is lost. It is safe for
// concurrent use if the embedded Writer is.
type Writer struct {
	io.Writer
	mu    sync.Mutex
	first error
}

// Write implements [io.Writer].
func (w *Writer) Write(text []byte) (n int, err error) {
	if n, err = w.Writer.Write(text); err != nil {
		w.mu.Lock()
		defer w.mu.Unlock()
		w.first = cmp.Or(w.first, err)
	}
	return n, err
}

// Err returns the first error.
func (w *Writer) Err() error {
	w.mu.Lock()
	defer w.mu.Unlock()
	return w.first
}

// Fd returns a file's descriptor, which identifies a terminal, or an invalid one for other Writers.
func (w *Writer) Fd() uintptr {
	if file, ok := w.Writer.(*os.File); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}
