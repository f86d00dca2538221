// Package records compares the results in finished game records, on which the players agreed, with
// the counts by a judge of dead stones and by GNU Go.
package records

import (
	"bufio"
	"bytes"
	"crypto/sha256"
	"encoding/hex"
	"errors"
	"fmt"
	"io"
	"io/fs"
	"os"
	"path/filepath"
	"slices"
	"strings"

	"rosette/game"
	"rosette/game/sgf"
)

// A Record is a line in a list: a finished game stored elsewhere.
type Record struct {
	Size             int    // of a square board
	Hash             string // SHA-256 of the file, in hexadecimal
	Part             string // such as tuning or held
	Rules            string
	Komi             float64
	Result           game.Result
	Repository, Path string // origin of the file
}

// ReadFile reads a list from a file: all records, or only the records in some parts. Each line has
// the fields of a [Record], separated by spaces.
func ReadFile(name string, parts []string) ([]Record, error) {
	return ReadParts(name, parts, readRecord, func(r Record) string { return r.Part })
}

// ReadParts reads a list from a file: all items, or only those in some parts. read parses a line.
// Empty lines and lines that begin with # are ignored.
func ReadParts[T any](
	name string, parts []string, read func(line string) (T, error), partOf func(T) string,
) ([]T, error) {
	file, err := os.Open(name)
	if err != nil {
		return nil, err
	}
	defer file.Close()
	all, err := readList(file, read)
	if err != nil {
		return nil, fmt.Errorf("%s: %w", name, err)
	}
	for _, part := range parts {
		if !slices.ContainsFunc(all, func(one T) bool { return partOf(one) == part }) {
			return nil, fmt.Errorf("--part %s: %s has no such part", part, name)
		}
	}
	unwanted := func(one T) bool { return len(parts) > 0 && !slices.Contains(parts, partOf(one)) }
	return slices.DeleteFunc(all, unwanted), nil
}

// readList reads a list whose lines read parses.
func readList[T any](r io.Reader, read func(line string) (T, error)) (all []T, err error) {
	lines := bufio.NewScanner(r)
	for n := 1; lines.Scan(); n++ {
		if text := strings.TrimSpace(lines.Text()); text != "" && text[0] != '#' {
			one, err := read(text)
			if err != nil {
				return nil, fmt.Errorf("line %d: %w", n, err)
			}
			all = append(all, one)
		}
	}
	if len(all) == 0 && lines.Err() == nil {
		return nil, errors.New("the list is empty")
	}
	return all, lines.Err()
}

func readRecord(line string) (r Record, err error) {
	var result string
	if _, err := fmt.Sscan(line, &r.Size, &r.Hash, &r.Part, &r.Rules, &r.Komi, &result, &r.Repository,
		&r.Path); err != nil {
		return r, errors.New(
			"a record is: size, SHA-256, part, rules, komi, result, repository and path, between spaces",
		)
	}
	if hash, err := hex.DecodeString(r.Hash); err != nil || len(hash) != sha256.Size {
		return r, fmt.Errorf("%s is not a SHA-256; use 64 hexadecimal digits", r.Hash)
	}
	if _, err := game.ParseRules(r.Rules); err != nil {
		return r, err
	}
	if r.Result, err = game.ParseResult(result); err == nil && r.Result.By != game.ByScore {
		err = fmt.Errorf("%s is not a score; use a result such as B+3.5", result)
	}
	return r, err
}

// Find returns the names of the SGF files below a directory, by their SHA-256.
func Find(dir string) (map[string]string, error) {
	files := map[string]string{}
	err := filepath.WalkDir(dir, func(name string, e fs.DirEntry, err error) error {
		if err != nil || e.IsDir() || !strings.EqualFold(filepath.Ext(name), ".sgf") {
			return err
		}
		text, err := os.ReadFile(name)
		files[fmt.Sprintf("%x", sha256.Sum256(text))] = name
		return err
	})
	return files, err
}

// replay returns a record's final position under the rules in the list.
func (r Record) replay(file string) (*game.Game, error) {
	text, err := os.ReadFile(file)
	if err != nil {
		return nil, err
	}
	c, err := sgf.Parse(bytes.NewReader(text), sgf.Options{})
	if err != nil {
		return nil, err
	}
	line, err := sgf.MainLine(c.Trees[0], -1)
	if err != nil {
		return nil, err
	}
	rules, err := game.ParseRules(r.Rules)
	if err != nil {
		return nil, err
	}
	rules.Komi = r.Komi
	g, known := line.Game.WithRules(rules)
	if width, height := g.Graph().Size(); !known || width != r.Size || height != r.Size {
		return nil, fmt.Errorf("its board is %s and not %dx%d, or it begins with stones of unknown origin",
			g.Graph().Name(), r.Size, r.Size)
	}
	return g, nil
}
