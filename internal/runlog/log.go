// Package runlog implements the files of long runs: append-only logs of JSON lines that survive
// kill −9 and power loss, and files that are replaced atomically (write to a temporary file, fsync,
// rename).
//
// A log holds one JSON value per line. [Log.Append] returns when the line is on disk. An
// interrupted process leaves at most an unfinished last line: it does not count, [Contents.Note]
// reports it, and the next Append cuts it off. Any other unreadable line is damage, which [Decode]
// reports as a [LineError] and never skips.
package runlog

import (
	"bytes"
	"encoding/json"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"sync"

	"rosette/internal/permission"
)

// ErrLocked is returned by [Open] if another process, or another Log in this one, has the log open.
var ErrLocked = errors.New("another process has it open; wait for it to end, or use another name")

// A Log is a file for appending JSON lines. If the system has file locks (Unix other than AIX and
// Solaris), only one Log at a time has a file open. It is safe for concurrent use.
type Log struct {
	mu   sync.Mutex
	file *os.File
	size int64 // size of the complete lines
	torn bool  // an unfinished line follows them
}

// Contents holds a log's complete lines.
type Contents struct {
	Name  string
	Lines [][]byte // without line ends
	Torn  []byte   // an unfinished last line, not included in Lines
}

// A LineError is an error in a log line that cannot be read.
type LineError struct {
	Name string
	Line int // from 1
	Err  error
}

func (e *LineError) Error() string {
	return fmt.Sprintf("%s, line %d cannot be read: %v", e.Name, e.Line, e.Err)
}

func (e *LineError) Unwrap() error { return e.Err }

// Open opens a log and locks it, creating it if necessary, and returns its contents. It does not
// change an existing file. The error wraps [ErrLocked] if another process has the log open.
func Open(name string) (*Log, Contents, error) { return openLog(name, usual) }

// OpenPrivate is like [Open], but creates a log that only its owner may read.
func OpenPrivate(name string) (*Log, Contents, error) { return openLog(name, permission.File) }

func openLog(name string, mode fs.FileMode) (*Log, Contents, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, mode)
	if err != nil {
		return nil, Contents{}, err
	}
	l := &Log{file: file}
	c, err := l.load()
	if err != nil {
		return nil, Contents{}, errors.Join(err, file.Close())
	}
	return l, c, nil
}

func (l *Log) load() (Contents, error) {
	free, err := lock(l.file, false)
	if err != nil {
		return Contents{}, err
	}
	if !free {
		return Contents{}, fmt.Errorf("%s: %w", l.file.Name(), ErrLocked)
	}
	text, err := io.ReadAll(l.file)
	if err != nil {
		return Contents{}, err
	}
	c := contentsOf(l.file.Name(), text)
	l.size, l.torn = int64(len(text)-len(c.Torn)), len(c.Torn) > 0
	if len(text) == 0 { // possibly a new file
		return c, syncFolder(filepath.Dir(c.Name))
	}
	return c, nil
}

// Read returns a log's contents without opening it for writing: it takes no lock and leaves an
// unfinished last line in place. A file that does not exist is an empty log.
func Read(name string) (Contents, error) {
	text, err := os.ReadFile(name)
	if errors.Is(err, fs.ErrNotExist) {
		return Contents{Name: name}, nil
	}
	return contentsOf(name, text), err
}

func contentsOf(name string, text []byte) Contents {
	whole := bytes.LastIndexByte(text, '\n') + 1
	c := Contents{Name: name, Torn: text[whole:]}
	if whole > 0 {
		c.Lines = bytes.Split(text[:whole-1], []byte("\n"))
	}
	return c
}

// Note describes an unfinished last line, or returns "".
func (c Contents) Note() string {
	if len(c.Torn) == 0 {
		return ""
	}
	return fmt.Sprintf("%s: the last line was not finished when a run was interrupted; its %d bytes do not count",
		c.Name, len(c.Torn))
}

// OnlyTorn reports whether a log has no complete line and at most the beginning of a line that
// begins with prefix. So it distinguishes a log without records from another file without a line
// end.
func (c Contents) OnlyTorn(prefix string) bool {
	n := min(len(c.Torn), len(prefix))
	return len(c.Lines) == 0 && string(c.Torn[:n]) == prefix[:n]
}

// Decode returns a log's records, one for each nonempty line. The error is a [LineError].
func Decode[T any](c Contents) ([]T, error) {
	var all []T
	for i, line := range c.Lines {
		if len(bytes.TrimSpace(line)) == 0 {
			continue
		}
		var one T
		if err := json.Unmarshal(line, &one); err != nil {
			return nil, &LineError{Name: c.Name, Line: i + 1, Err: err}
		}
		all = append(all, one)
	}
	return all, nil
}

// Name returns the name with which the log was opened.
func (l *Log) Name() string { return l.file.Name() }

// Append writes a record as a JSON line and returns when it is on disk. After an error the log is
// unchanged.
func (l *Log) Append(record any) error {
	line, err := json.Marshal(record)
	if err != nil {
		return fmt.Errorf("%s: %w", l.file.Name(), err)
	}
	l.mu.Lock()
	defer l.mu.Unlock()
	if l.torn {
		if err := l.truncate(l.size); err != nil {
			return err
		}
	}
	line = append(line, '\n')
	_, err = l.file.WriteAt(line, l.size)
	if err == nil {
		err = l.file.Sync()
	}
	if err != nil {
		return errors.Join(err, l.file.Truncate(l.size))
	}
	l.size += int64(len(line))
	return nil
}

// Reset removes every line.
func (l *Log) Reset() error {
	l.mu.Lock()
	defer l.mu.Unlock()
	return l.truncate(0)
}

func (l *Log) truncate(size int64) error {
	if err := l.file.Truncate(size); err != nil {
		return err
	}
	l.size, l.torn = size, false
	return l.file.Sync()
}

// Remove deletes the file and closes the log.
func (l *Log) Remove() error { return errors.Join(os.Remove(l.file.Name()), l.file.Close()) }

// Close releases the log.
func (l *Log) Close() error { return l.file.Close() }

// Append appends a record to a log that is not kept open. It waits while another process has the
// log open, and first cuts off an unfinished last line. Its cost does not depend on the log's size.
func Append(name string, record any) (err error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return err
	}
	l := &Log{file: file}
	defer func() { err = errors.Join(err, l.Close()) }()
	if _, err := lock(file, true); err != nil {
		return fmt.Errorf("%s: %w", name, err)
	}
	if l.size, err = wholeLines(file); err != nil {
		return err
	}
	l.torn = true    // possibly
	if l.size == 0 { // possibly a new file
		if err := syncFolder(filepath.Dir(name)); err != nil {
			return err
		}
	}
	return l.Append(record)
}

// wholeLines returns the size of a file's complete lines. It reads backwards from the end.
func wholeLines(file *os.File) (int64, error) {
	size, err := file.Seek(0, io.SeekEnd)
	if err != nil {
		return 0, err
	}
	block := make([]byte, 4096)
	for size > 0 {
		from := max(0, size-int64(len(block)))
		part := block[:size-from]
		if _, err := file.ReadAt(part, from); err != nil {
			return 0, err
		}
		if at := bytes.LastIndexByte(part, '\n'); at >= 0 {
			return from + int64(at) + 1, nil
		}
		size = from
	}
	return 0, nil
}

// LockFolder waits until no other process has locked the folder, and locks it until unlock. Systems
// without file locks have no such lock.
func LockFolder(name string) (unlock func() error, err error) {
	folder, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	if _, err := lock(folder, true); err != nil {
		return nil, errors.Join(fmt.Errorf("%s: %w", name, err), folder.Close())
	}
	return folder.Close, nil
}
