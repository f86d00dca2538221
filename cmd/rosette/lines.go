package main

import (
	"bytes"
	"encoding/json"
	"errors"
	"io"
	"os"
)

// A lineFile is a file of which each line is something finished. One process at
// a time has it.
type lineFile struct{ *os.File }

// errHeld says that another process has a file.
var errHeld = errors.New("another process has it")

// openLines opens a file, or makes it, and returns its lines. What an
// interruption has left of a line goes.
func openLines(name string) (*lineFile, [][]byte, error) {
	file, err := os.OpenFile(name, os.O_RDWR|os.O_CREATE, 0o666)
	if err != nil {
		return nil, nil, err
	}
	f := &lineFile{file}
	lines, err := f.read()
	if err != nil {
		return nil, nil, errors.Join(err, file.Close())
	}
	return f, lines, nil
}

func (f *lineFile) read() ([][]byte, error) {
	free, err := lock(f.File)
	if err != nil {
		return nil, err
	}
	if !free {
		return nil, errHeld
	}
	text, err := io.ReadAll(f)
	if err != nil {
		return nil, err
	}
	whole := bytes.LastIndexByte(text, '\n') + 1
	return bytes.Split(bytes.TrimSuffix(text[:whole], []byte("\n")), []byte("\n")), f.cut(whole)
}

// cut keeps the beginning of the file.
func (f *lineFile) cut(size int) error {
	if err := f.Truncate(int64(size)); err != nil {
		return err
	}
	_, err := f.Seek(int64(size), io.SeekStart)
	return err
}

// add writes a line of JSON, which is then on the disk.
func (f *lineFile) add(what any) error {
	line, err := json.Marshal(what)
	if err != nil {
		return err
	}
	if _, err := f.Write(append(line, '\n')); err != nil {
		return err
	}
	return f.Sync()
}
