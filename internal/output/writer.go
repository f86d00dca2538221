package output

import (
	"cmp"
	"io"
	"os"
	"sync"
)

// A Writer remembers its first error, so that a command whose output is lost fails. It is safe
// for concurrent use if the embedded Writer is.
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

// Fd returns the descriptor of a file, by which its terminal is recognized, and an invalid one
// for another Writer.
func (w *Writer) Fd() uintptr {
	if file, ok := w.Writer.(*os.File); ok {
		return file.Fd()
	}
	return ^uintptr(0)
}
